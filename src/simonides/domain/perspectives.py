"""Perspectives: from which one a question asks, told by questions that are known to ask from it.

What stands before a text when it is embedded moves all its cosines alike, so the highest cosine says little about the question
(17 of 100 right on our set, less than by chance). How close a question is to a few others that ask from a perspective does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.domain.graph import Perspective

NEAREST = 4
"""How many of its own questions speak for a perspective, the closest ones."""

QUESTIONS: dict[str, tuple[str, ...]] = {
    "general": (
        "what is a sourdough starter", "tell me about the museum", "which animal is that", "how big is the garden",
        "what colour is the door", "describe the village", "where is the spare key kept", "what is she known for",
    ),
    "technical": (
        "which function parses the input", "programming language and framework", "database schema and index",
        "how is the algorithm implemented", "API endpoint and protocol", "configuration of the compiler",
        "data format and encoding of the messages", "how does the code handle errors",
    ),
    "relational": (
        "who works with whom", "who is the manager of the team", "which system depends on it",
        "who introduced them to each other", "what does it belong to", "who is responsible for it",
        "which people and companies are partners", "who is married to her",
    ),
    "temporal": (
        "when did it happen", "what happened in 1998", "events of last winter", "since when does it exist",
        "in which year was it founded", "until when is it valid", "what took place in October 2015", "how long ago did they move",
    ),
    "project": (
        "what is the goal of the project", "status of the initiative", "what is the next step", "which milestone is planned",
        "what blocks the release", "is the project on schedule", "what was decided about the roadmap", "results of the pilot",
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
