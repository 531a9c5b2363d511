"""Questions that describe what they ask about instead of naming it: `who leads the team that owns the gateway`.

Such a question is nearest to the note that says which team owns the gateway. That note fits what the question tells, and hardly
what it asks; the answer fits what it asks, and hardly what it tells.
"""

from collections.abc import Sequence

from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon

LEADING_MIN = 0.1
"""By how much a note that only leads to the answer is nearer to what the question tells than to what it asks."""
ANSWERING_MIN = 0.05
"""By how much the answer is nearer to what is asked than to what is told."""
BEHIND_MAX = 0.1
"""How much less near to what is asked the answer may be: the note that leads to it names the same kind of thing."""


@frozen
class Description:
    """The two parts of such a question."""

    wanted: str
    """What is asked: `who leads the team`."""
    told: str
    """What tells whom or what is meant: `that owns the gateway`."""


def read_description(question: str, lexicons: Sequence[Lexicon]) -> Description | None:
    """The parts of a question with a relative clause; None for any other."""
    for words in lexicons:
        found = words.asking.describing.search(question) if words.asking and words.asking.describing else None
        if found is None:
            continue
        # The last word of the phrase begins the clause.
        begin = found.start() + found[0].rindex(" ") + 1
        wanted, told = question[:begin].rstrip(" ,"), question[begin:]
        if " " in wanted and " " in told.strip():
            return Description(wanted, told)
    return None


def answering(wanted: Sequence[float], told: Sequence[float]) -> int | None:
    """The place of the note that answers; the first one leads to the others.

    `wanted` and `told` are the cosines of each with what the question asks and with what it tells.
    """
    if not told[0] - wanted[0] >= LEADING_MIN:
        return None
    fitting = [
        place
        for place in range(1, len(wanted))
        if wanted[place] - told[place] >= ANSWERING_MIN and wanted[place] >= wanted[0] - BEHIND_MAX
    ]
    return max(fitting, key=lambda place: wanted[place], default=None)
