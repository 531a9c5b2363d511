"""Following events: each listener reads the change logs of all palaces, so it hears of every process's writes."""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from simonides.domain.errors import SimonidesError
from simonides.frozen import frozen
from simonides.toolsets.companion.event import Event, LogLine, event_of, palace_created, read_mark
from simonides.toolsets.companion.resuming import Position, ends_of, resume
from simonides.toolsets.companion.watching import PalaceWatch, Sight, View

KEPT_MAX = 128
"""How many events of one look a listener gets; of more it gets the latest, and the number of the others."""

LINES_MAX = 10_000
"""How many lines of one log are read for a listener at a time; older ones count as events left out."""

_PAGE = 1_000


@frozen
class Happening:
    """An event and its time, by which the events of several palaces are put in order."""

    at: datetime
    event: Event


@dataclass(slots=True)
class Lately:
    """The latest happenings, and how many more there were."""

    kept: deque[Happening] = field(default_factory=deque)
    skipped: int = 0

    def add(self, happening: Happening) -> None:
        """Take one in; when there are too many, the oldest goes."""
        self.kept.append(happening)
        if len(self.kept) > KEPT_MAX:
            self.kept.popleft()
            self.skipped += 1

    def take_in(self, other: "Lately") -> None:
        """Take in what happened elsewhere."""
        both = sorted([*self.kept, *other.kept], key=lambda happening: happening.at)
        self.skipped += other.skipped + max(len(both) - KEPT_MAX, 0)
        self.kept = deque(both[-KEPT_MAX:])


class Follower:
    """One listener. `poll` gives what happened since the last one; the first tells whether it goes on after `last_id`.

    With `only` it hears of that palace alone.
    """

    def __init__(self, watch: PalaceWatch, last_id: str = "", only: str | None = None) -> None:
        self._watch = watch
        self._only = only
        self._mark = read_mark(last_id)
        self._positions: dict[str, Position] | None = None
        self._totals: object = None

    def poll(self) -> list[Event]:
        """What happened since, oldest first: `lag` when events were left out, the events, and the totals if they changed."""
        view = self._watch.look().within(self._only)
        opening = self._begin(view)
        news = self._news(view)
        lag = [Event("lag", {"skipped": news.skipped})] if news.skipped else []
        return [*opening, *lag, *(happening.event for happening in news.kept), *self._status(view)]

    def _begin(self, view: View) -> list[Event]:
        if self._positions is not None:
            return []
        self._totals = view.totals
        resumed = resume(view, self._mark) if self._mark else {}
        self._positions = resumed or ends_of(view)
        return [Event("connected", {"resumed": bool(resumed)})]

    def _news(self, view: View) -> Lately:
        before, self._positions, lately = self._positions or {}, {}, Lately()
        for name, sight in view.palaces.items():
            news, self._positions[name] = _news_of(name, sight, before.get(name))
            lately.take_in(news)
        return lately

    def _status(self, view: View) -> list[Event]:
        before, self._totals = self._totals, view.totals
        return [] if before == self._totals else [Event("status_changed", view.totals)]


def _news_of(name: str, sight: Sight, position: Position | None) -> tuple[Lately, Position]:
    lately = Lately()
    if position is None or position.created_at != sight.created_at:
        position = Position(sight.created_at)
        lately.add(Happening(sight.created_at, palace_created(name, sight.created_at)))
    return lately, Position(sight.created_at, _read_log(name, sight, position.seq, lately))


def _read_log(name: str, sight: Sight, seq: int, lately: Lately) -> int:
    """Take in what the log says after a line; the number of the last line that was read."""
    start = max(seq, sight.seq - LINES_MAX)
    lately.skipped += start - seq
    seq = start
    # A palace that cannot be read just now, or is gone: the next look goes on from here.
    with suppress(SimonidesError):
        for line in _lines(sight, start):
            seq = line.seq
            if event := event_of(name, line):
                lately.add(Happening(line.at, event))
    return seq


def _lines(sight: Sight, seq: int) -> Iterator[LogLine]:
    while seq < sight.seq and (page := sight.lines(seq, _PAGE)):
        yield from page
        seq = page[-1].seq
