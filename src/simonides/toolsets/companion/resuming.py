"""Where a listener resumes: at the end of every log, or after the last event it received."""

from datetime import datetime, timedelta

from simonides.domain.errors import SimonidesError
from simonides.frozen import frozen
from simonides.toolsets.companion.event import Mark
from simonides.toolsets.companion.watching import Sight, View

OVERLAP = timedelta(seconds=5)
"""A long transaction commits lines that are older than what others wrote meanwhile: better heard twice than never."""

_LOOKED_BACK = 1_000


@frozen
class Position:
    """How far a listener has heard of a palace; one made anew under an old name is another palace."""

    created_at: datetime
    seq: int = 0


def ends_of(view: View) -> dict[str, Position]:
    """The positions of one who has heard everything."""
    return {name: Position(sight.created_at, sight.seq) for name, sight in view.palaces.items()}


def resume(view: View, mark: Mark) -> dict[str, Position]:
    """The positions of one whose last event was at the mark; empty when the log does not reach back so far.

    The mark is of one palace. What happened in the others is told by its time, so that an event of theirs may come twice.
    """
    marked = view.palaces.get(mark.palace)
    try:
        moment = _moment_of(marked, mark.seq) if marked else None
        if marked is None or moment is None:
            return {}
        since = moment - OVERLAP
        others = {name: sight for name, sight in view.palaces.items() if sight.created_at <= since}
        positions = {name: Position(sight.created_at, _seq_at(sight, since)) for name, sight in others.items()}
    except SimonidesError:
        return {}
    return positions | {mark.palace: Position(marked.created_at, mark.seq)}


def _moment_of(sight: Sight, seq: int) -> datetime | None:
    if seq == 0:
        return sight.created_at
    line = sight.lines(seq - 1, limit=1)
    return line[0].at if line and line[0].seq == seq else None


def _seq_at(sight: Sight, moment: datetime) -> int:
    lines = sight.lines(max(sight.seq - _LOOKED_BACK, 0), _LOOKED_BACK)
    return next((line.seq - 1 for line in lines if line.at > moment), sight.seq)
