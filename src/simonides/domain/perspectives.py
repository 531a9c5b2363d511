"""Perspectives: from which one a question asks, told by questions that are known to ask from it.

What stands before a text when it is embedded moves all its cosines alike, so the highest cosine says little about the question
(17 of 100 right on our set, less than by chance). How close a question is to a few others that ask from a perspective does, and
what it says of time: an encoder hears the matter of a question, and `when does the shop open` is about a shop.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.domain.graph import Perspective
    from simonides.domain.question.parsed import Asked

NEAREST = 4
"""How many of its own questions speak for a perspective, the closest ones."""
LEAD_OF_TIME = 0.25
"""What a question that asks when, or names a date, has in advance for the perspective of time."""
LEAD_OF_THE_GENERAL = 0.03
"""What each question has in advance for the perspective that is about nothing in particular: the others must stand out."""

QUESTIONS: dict[str, tuple[str, ...]] = {
    "general": (
        "what is a sourdough starter", "tell me about the museum", "which animal is that", "how big is the garden",
        "what colour is the door", "describe the village", "where is the spare key kept", "what is she known for",
        "who is the head teacher", "what does the word mean", "how many rooms are there", "where does he come from",
        "what kind of music is it", "which town is near the lake", "what does it look like", "island with an old lighthouse",
    ),
    "technical": (
        "which function parses the input", "programming language and framework", "database schema and index",
        "how is the algorithm implemented", "API endpoint and protocol", "configuration of the compiler",
        "data format and encoding of the messages", "how does the code handle errors", "which library is used for encryption",
        "where is the cache invalidated", "timeout and retry of the client", "unit tests in the build pipeline",
        "what is logged by the daemon", "memory and threads of the server", "version of the package",
        "login token implementation",
    ),
    "relational": (
        "who works with whom", "who is the manager of the team", "which system depends on it",
        "who introduced them to each other", "what does it belong to", "who is responsible for it",
        "which people and companies are partners", "who is married to her", "who reports to the director",
        "which tool uses this service", "where does the report get its numbers from", "who supplies the bakery",
        "what is it connected to", "which bank lent the money", "who trained the new colleague", "who wrote the letter",
    ),
    "temporal": (
        "when did it happen", "what happened in 1998", "events of last winter", "since when does it exist",
        "in which year was it founded", "until when is it valid", "what took place in the autumn of 2015",
        "how long ago did they move", "what changed in the spring", "when does the contract end", "what was new in 2004",
        "when was the bridge opened", "what came before the war", "how long did the strike last", "what began early that year",
        "when did she retire",
    ),
    "project": (
        "what is the goal of the project", "status of the initiative", "what is the next step", "which milestone is planned",
        "what blocks the release", "is the project on schedule", "what was decided about the roadmap", "results of the pilot",
        "what is left to do", "how far is the migration", "who leads the programme and what is its aim",
        "budget and deadline of the campaign", "risks of the launch", "was the renovation finished in time",
        "what did the trial show", "scope of the first phase",
    ),
}  # fmt: skip
"""Questions that ask from each perspective that every palace begins with."""


def examples_of(perspective: "Perspective") -> tuple[str, ...]:
    """Texts that a question from this perspective is close to; for one that a person added, its instruction."""
    return QUESTIONS.get(perspective.name, (perspective.instruction.strip() or perspective.name,))


def fit(question: "NDArray[np.float32]", examples: "NDArray[np.float32]") -> float:
    """How much a question asks from the perspective of these examples, as a cosine; all vectors have unit length."""
    cosines = sorted((examples @ question.T).max(axis=1).tolist(), reverse=True)[:NEAREST]
    return float(sum(cosines)) / max(len(cosines), 1)


def lead(perspective: "Perspective", asked: "Asked") -> float:
    """What a question, as it was read, has in advance for a perspective, beside its fit."""
    if perspective.name == "temporal":
        is_of_time = asked.wants_time or bool(asked.dates.moments or asked.dates.spans)
        return LEAD_OF_TIME if is_of_time else 0.0
    return LEAD_OF_THE_GENERAL if perspective.name == "general" else 0.0
