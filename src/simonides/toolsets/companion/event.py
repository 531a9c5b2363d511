"""Events: something that happened in a palace, with an id from which a listener can resume."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, Protocol
from urllib.parse import quote, unquote

from simonides.domain.time import rfc3339
from simonides.frozen import frozen

_SEQ_DIGITS_MAX = 18
_NAMES = {
    ("memory", "add"): "drawer_added",
    ("memory", "change"): "drawer_changed",
    ("memory", "delete"): "drawer_deleted",
    ("fact", "add"): "fact_added",
    ("fact", "change"): "fact_changed",
    ("fact", "delete"): "fact_deleted",
    ("entity", "add"): "entity_added",
    ("entity", "delete"): "entity_deleted",
    ("supersession", "add"): "pair_added",
    ("supersession", "change"): "pair_changed",
    ("supersession", "delete"): "pair_deleted",
    ("dream", "add"): "dream_completed",
}
_THINGS = {"memory": "drawer", "dream": "cycle", "fact": "fact", "entity": "entity", "supersession": "pair"}


@frozen
class Event:
    """One event of the stream; only what the change log can find again has an id."""

    name: str
    data: Mapping[str, object]
    id: str | None = None


class LogLine(Protocol):
    """A line of a palace's change log."""

    @property
    def seq(self) -> int:
        """Its number."""
        ...

    @property
    def kind(self) -> str:
        """Of what it tells: memory, entity, fact, vector or dream."""
        ...

    @property
    def id(self) -> str:
        """Of which one."""
        ...

    @property
    def operation(self) -> str:
        """What was done to it: add, change or delete."""
        ...

    @property
    def at(self) -> datetime:
        """When."""
        ...

    @property
    def actor(self) -> str:
        """By whom."""
        ...

    @property
    def client(self) -> str:
        """By which client or person; may be empty."""
        ...

    @property
    def toolset(self) -> str:
        """Through which set of tools; may be empty."""
        ...


class Mark(NamedTuple):
    """A place in the change log of a palace; 0 is before its first line."""

    palace: str
    seq: int

    def __str__(self) -> str:
        return f"{quote(self.palace, safe='')}:{self.seq}"


def read_mark(text: str) -> Mark | None:
    """The mark that an event id names; None for what is no id of ours."""
    palace, _, seq = text.rpartition(":")
    if not palace or not (seq.isascii() and seq.isdigit()) or len(seq) > _SEQ_DIGITS_MAX:
        return None
    return Mark(unquote(palace), int(seq))


def event_of(palace: str, line: LogLine) -> Event | None:
    """The event that a line of the change log is; None for lines that listeners need not hear of."""
    name = _NAMES.get((line.kind, line.operation))
    if name is None:
        return None
    data = {"palace": palace, _THINGS[line.kind]: line.id, "actor": line.actor, "at": rfc3339(line.at)}
    # Left out where nobody is known, as for a dream.
    data |= {name: value for name, value in (("client", line.client), ("toolset", line.toolset)) if value}
    return Event(name, data, str(Mark(palace, line.seq)))


def palace_created(palace: str, at: datetime) -> Event:
    """A palace that was not there before."""
    return Event("palace_created", {"palace": palace, "at": rfc3339(at)}, str(Mark(palace, 0)))
