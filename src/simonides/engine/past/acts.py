"""Acts: what one call changed in one transaction, by whom, read from the change log."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from simonides.domain.actor import Caller
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.past.formers import RecordKey
from simonides.frozen import frozen
from simonides.ports.changes import Change, LogEntry
from simonides.ports.stores import Store

LINES_MAX = 200_000
"""How many lines of the log one question may read."""
ACTS_MAX = 1_000
"""How many acts one answer may list."""
LOOKED_BACK = 200
"""Among how many lines about a record its last act is looked for."""
NUMBER_MAX = 2**63 - 1
_PAGE = 5_000


@frozen
class Act:
    """What was changed together."""

    number: int
    entries: tuple[LogEntry, ...]
    undone_by: int | None = None
    """The act that took it back, if one did."""
    undoes: tuple[int, ...] = ()
    """The acts that it took back."""

    @property
    def first(self) -> Change:
        """Its first line, which says when it happened and who did it."""
        return self.entries[0].change

    @property
    def at(self) -> datetime:
        """When it happened."""
        return self.first.at

    @property
    def who(self) -> str:
        """Who did it: the client or person and the door they came through."""
        return who_did(self.first)

    @property
    def keys(self) -> set[RecordKey]:
        """The records that it changed."""
        return {key_of(entry.change) for entry in self.entries}

    @property
    def deleted(self) -> list[str]:
        """The ids of the memories that it deleted."""
        return [each.change.id for each in self.entries if (each.change.kind, each.change.operation) == ("memory", "delete")]

    def is_by(self, name: str) -> bool:
        """Whether somebody did it: an actor, a client with or without its version, or the holder of a token."""
        client = self.first.client
        return name in {self.first.actor, client} or client.startswith(f"{name} ") or client.endswith(f"token {name}")


def who_did(change: Change) -> str:
    """Who made a change: the client or person and the door they came through."""
    return Caller(change.actor, change.client).signature


def key_of(change: Change) -> RecordKey:
    """The record that a line tells of."""
    return change.kind, change.id


def copied_by_edits(act: Act) -> set[str]:
    """The memories that an act has filed as copies of words that it changed."""
    changed = {each.change.id for each in act.entries if (each.change.kind, each.change.operation) == ("memory", "change")}
    pairs = (each.change.id.partition(">") for each in act.entries if each.change.kind == "supersession")
    return {older for older, _, newer in pairs if newer in changed and older not in changed}


class Acts:
    """The acts that the change log of one palace still knows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def number_of(self, change: int) -> int:
        """The act that a line of the log belongs to. Raises NotFound."""
        # A store cannot even ask for a larger number.
        act = self._store.changes.act_of(change) if 0 < change <= NUMBER_MAX else None
        if act is None:
            raise NotFound("change", str(change))
        return act

    def newest(self, limit: int = 20, actor: str | None = None, since: datetime | None = None) -> list[Act]:
        """The last acts, newest first, of somebody and since a moment where that is given."""
        limit = min(limit, ACTS_MAX)
        if limit < 1:
            return []
        latest, first = self._store.changes.latest(), self._first(since)
        reach = limit * 8
        while True:
            begin = max(latest - reach, first)
            acts = self.after(begin, since)
            wanted = [act for act in reversed(acts) if actor is None or act.is_by(actor)]
            # The first act may have begun before the lines that were read.
            if begin == first or len(wanted) > limit:
                return wanted[:limit]
            reach *= 4

    def last_of(self, memory_id: str) -> int | None:
        """The last act that changed a memory, or an observation that is read as one, and could be taken back.

        Looked for among its last acts; None where there is none.
        """
        found = [act for kind in _kinds_of(memory_id) for act in self.about(kind, memory_id, LOOKED_BACK)]
        return max((act.number for act in found if not act.undone_by and not act.undoes), default=None)

    def deletion_of(self, memory_id: str) -> int | None:
        """The act that deleted a memory, or an observation that is read as one; None where its last change was another."""
        # The log is read from its end.
        lines = (line.change for kind in _kinds_of(memory_id) for line in self._store.changes.about(kind, memory_id, limit=1))
        return next((line.act for line in lines if line.operation == "delete"), None)

    def undone(self) -> dict[int, int]:
        """The acts that are taken back at present, each with the act that did so."""
        return _still_undone(self._store.changes.undone())

    def about(self, kind: str, record_id: str, limit: int = 20) -> list[Act]:
        """The last acts that changed one record, newest first, each with the lines about it alone."""
        lines: dict[int, list[LogEntry]] = {}
        for entry in reversed(self._store.changes.about(kind, record_id, limit)):
            lines.setdefault(entry.change.act, []).append(entry)
        return list(self._made(lines))[::-1]

    def after(self, seq: int, since: datetime | None = None) -> list[Act]:
        """The acts whose lines stand after a number, oldest first. Raises Invalid when there are too many to read."""
        lines: dict[int, list[LogEntry]] = {}
        count, seq = 0, max(seq, self._first(since))
        while page := self._store.changes.entries(seq, _PAGE, since):
            for entry in page:
                lines.setdefault(entry.change.act, []).append(entry)
            seq, count = page[-1].change.seq, count + len(page)
            if count > LINES_MAX:
                raise Invalid("since", f"more than {LINES_MAX:,} changes to read; name a later time or one change")
        return list(self._made(lines))

    def _first(self, since: datetime | None) -> int:
        """The number after which all lines from a moment on stand."""
        if since is None:
            return 0
        first = self._store.changes.first_from(since)
        return self._store.changes.latest() if first is None else first - 1

    def _made(self, lines: Mapping[int, list[LogEntry]]) -> Iterable[Act]:
        undone = self._store.changes.undone()
        undoes: dict[int, list[int]] = {}
        for act, by in undone.items():
            undoes.setdefault(by, []).append(act)
        standing = _still_undone(undone)
        for number in sorted(lines):
            yield Act(number, tuple(lines[number]), standing.get(number), tuple(sorted(undoes.get(number, ()))))


def _kinds_of(memory_id: str) -> tuple[str, ...]:
    """The kinds of record that an id of a memory may mean: those of observations have a slash."""
    return ("observation", "memory") if "/" in memory_id else ("memory",)


def _still_undone(undone: Mapping[int, int]) -> dict[int, int]:
    """The acts that are taken back, each with what did it: taking that back brings an act to life again."""
    return {act: by for act, by in undone.items() if _is_undone(act, undone)}


def _is_undone(act: int, undone: Mapping[int, int]) -> bool:
    by = undone.get(act)
    return by is not None and not _is_undone(by, undone)
