"""The change log: every write of any process, in order, by whom, and what stood there before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from simonides.domain.past.retention import Horizon
from simonides.frozen import frozen
from simonides.ports.changes import Change, LogEntry
from simonides.stores.sql.database import Records
from simonides.stores.sql.formers import columns_of, unpack
from simonides.stores.sql.records.rows import Row, micros, moment

CHANGE_COLUMNS = "seq, kind, id, operation, at, actor, client, toolset, act"
OF_RECORDS = "kind IN ('memory', 'entity', 'fact', 'observation', 'supersession')"
OF_THE_PAST = "kind IN ('memory', 'entity', 'fact', 'observation', 'supersession', 'undo')"
TRIMMED = "trimmed"
"""The counter that says up to which line the log tells of records alone."""
HISTORY = "history"
"""The counter that says since when the log tells everything about records; 0 for the palace's first day."""
_FOREVER = 2**62
_PRUNED_AT_ONCE = 5_000


@frozen
class ChangeSql:
    """The SQL statements about the log."""

    latest: str
    """Trimming the lines does not lower this number."""
    since: str
    rows_since: str
    """Kind and row of each line."""
    by: str
    entries: str
    about: str
    last_times: str
    """The id of each record that the log tells of, and when its last line was written."""
    changed_after: str
    deleted: str
    act_of: str
    carried: str
    drop_own: str
    adopt: str
    raise_latest: str
    """Empty where numbers rise with the lines."""
    pack: Callable[[str], object]
    note_undone: str
    undone: str
    first_from: str
    """The first line about a record that was written at a moment or after it."""
    oldest: str
    """When the first line with a former version was written."""
    last_at: str
    """When the last line up to a number was written."""
    counter: str
    set_counter: str
    trim: str
    recent: str
    """The first line from a moment on."""
    beyond: str
    """The last line whose former version, with all after it, is larger than so many bytes."""
    next_few: str
    """The last of the next few lines up to a number that have anything to drop."""
    empty: str
    drop: str
    binned: str
    """The next few lines of what was deleted before a moment and can still be brought back."""
    empty_bin: str
    old_event: str
    """Any row where an event is older than a moment."""
    drop_events: str
    scrub: str


class Changes(Records[ChangeSql]):
    """The change log of one palace."""

    def latest(self) -> int:
        """The number of the last change."""
        return self._database.once(self._sql.latest, lambda: self._database.number(self._sql.latest))

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        rows = self._database.rows(self._sql.since, {"seq": seq, "limit": max(limit, 0)})
        return [_change(row) for row in rows]

    def rows_since(self, seq: int, kinds: Sequence[str], limit: int) -> list[int] | None:
        """The rows of some kinds that changed after a number; None when they are too many or not known."""
        later = self.latest() - seq
        if later == 0:
            return []
        lines = self._database.rows(self._sql.rows_since, {"seq": seq, "limit": limit}) if later <= limit else []
        changed = {row for kind, row in lines if kind in kinds}
        return None if len(lines) != later or None in changed else sorted(changed)

    def by(
        self, actor: str, kinds: Sequence[str], before: int | None = None, limit: int = 100,
        since: datetime | None = None, until: datetime | None = None,
    ) -> list[Change]:  # fmt: skip
        """The lines of an actor about some kinds, newest first: before a number, and between two moments, both included."""
        end = _FOREVER if until is None else micros(until)
        values = {"actor": actor, "kinds": self._database.listed(kinds), "seq": _FOREVER if before is None else before}
        values |= {"limit": max(limit, 0), "since": micros(since) or 0, "until": end}
        return [_change(row) for row in self._database.rows(self._sql.by, values)]

    def entries(self, after: int = 0, limit: int = 1000, since: datetime | None = None) -> list[LogEntry]:
        """The lines about records after a number, in order, from a moment on; only those that name an act."""
        values = {"seq": after, "limit": max(limit, 0), "at": micros(since) or 0}
        return self._entries(self._sql.entries, values)

    def first_from(self, moment: datetime) -> int | None:
        """The first line about a record that was written at a moment or after it; None when there is none."""
        return self._database.number(self._sql.first_from, {"at": micros(moment)}) or None

    def about(self, kind: str, record_id: str, limit: int = 100) -> list[LogEntry]:
        """The lines about one record, newest first; only those that name an act."""
        return self._entries(self._sql.about, {"kind": kind, "id": record_id, "limit": max(limit, 0)})

    def last_times(self, kind: str, record_ids: Sequence[str]) -> dict[str, datetime]:
        """When each of some records was touched last, as far as the log tells."""
        rows = self._database.rows(self._sql.last_times, {"kind": kind, "ids": self._database.listed(record_ids)})
        return {record_id: moment(at) for record_id, at in rows}

    def changed_after(self, kind: str, record_ids: Sequence[str], moment: datetime, limit: int = 1000) -> list[LogEntry]:
        """The lines that changed some records after a moment and keep what stood there before, oldest first."""
        values = {"kind": kind, "ids": self._database.listed(record_ids), "at": micros(moment), "limit": max(limit, 0)}
        return self._entries(self._sql.changed_after, values)

    def deleted(self, limit: int = 100) -> list[LogEntry]:
        """The lines about deleted memories whose former version is still kept, newest first."""
        return self._entries(self._sql.deleted, {"limit": max(limit, 0)})

    def act_of(self, seq: int) -> int | None:
        """The act that a line belongs to; None when the log has no such line about a record."""
        return self._database.number(self._sql.act_of, {"seq": seq}) or None

    def carried(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """The lines about records and undone acts after a number, in order, to be taken over by another palace."""
        return self._entries(self._sql.carried, {"seq": after, "limit": max(limit, 0)})

    def adopt(self, lines: Iterable[LogEntry], began: datetime | None) -> int:
        """Take over the lines of another palace's log in place of one's own about records; returns how many."""
        with self._database.writing():
            first = last = self.latest()
            self._database.change(self._sql.drop_own)
            acts: dict[int, int] = {}
            for line in lines:
                last += 1
                self._database.change(self._sql.adopt, self._adopted(line, last, acts))
            if self._sql.raise_latest:
                self._database.change(self._sql.raise_latest, {"latest": last})
            self._note(TRIMMED, last)
            if began is not None:
                self._note(HISTORY, micros(began))
        return last - first

    def _adopted(self, line: LogEntry, seq: int, acts: dict[int, int]) -> dict[str, object]:
        change = line.change
        # An undone act is named by its number, which is another one here.
        record = str(acts.get(int(change.id), 0)) if change.kind == "undo" else change.id
        return {
            "seq": seq,
            "kind": change.kind,
            "id": record,
            "operation": change.operation,
            "at": micros(change.at),
            "actor": change.actor,
            "client": change.client,
            "toolset": change.toolset,
            "act": acts.setdefault(change.act, seq),
            "former": None if line.former is None else self._sql.pack(columns_of(change.kind, line.former)),
        }

    def note_undone(self, acts: Sequence[int]) -> None:
        """Note that the current act takes these acts back."""
        with self._database.writing():
            self._database.change_many(self._sql.note_undone, ({"id": str(act)} for act in acts))

    def undone(self) -> dict[int, int]:
        """The acts that were taken back, each with the act that did so last."""
        return {int(act): by for act, by in self._database.rows(self._sql.undone)}

    def began(self) -> datetime | None:
        """Since when the log tells everything about records; None when it does so from the palace's first day."""
        return moment(self._counter(HISTORY) or None)

    def oldest(self) -> datetime | None:
        """When the oldest former version was replaced or deleted; None when the log keeps none."""
        return moment(self._database.number(self._sql.oldest) or None)

    def trimmed(self) -> int:
        """The line up to which the log tells of records alone."""
        return self._counter(TRIMMED)

    def trim(self, keep: int, since: datetime | None = None) -> int:
        """Drop all but the last `keep` lines, and with `since` all lines about records from then on; returns how many went."""
        with self._database.writing():
            after, until = self.trimmed(), self.latest() - max(keep, 0)
            if since is None:
                after = 0
                self._forget_until(until)
            values = {"after": after, "until": until, "at": _FOREVER if since is None else micros(since)}
            gone = self._database.change(self._sql.trim, values).rowcount
            self._note(TRIMMED, until)
            return gone

    def prune(self, horizon: Horizon) -> int:
        """Drop some of what is older or larger than is to be kept; returns how many lines and former versions went."""
        # What is to go is looked up before anybody has to wait for it. The bin goes first: the rest may fit without it.
        values = {"at": micros(horizon.bin_before), "limit": _PRUNED_AT_ONCE}
        binned = [seq for (seq,) in self._database.rows(self._sql.binned, values)]
        until = 0 if binned else self._next_until(horizon)
        events = {"at": micros(horizon.before)}
        if not (binned or until or self._database.row(self._sql.old_event, events)):
            return 0
        with self._database.writing():
            self._database.change(self._sql.drop_events, events)
            if binned:
                return self._database.change(self._sql.empty_bin, {"seqs": self._database.listed(binned)}).rowcount
            if not until:
                return 0
            self._forget_until(until)
            emptied = self._database.change(self._sql.empty, {"until": until}).rowcount
            return emptied + self._database.change(self._sql.drop, {"until": min(until, self.trimmed())}).rowcount

    def scrub(self, kind: str, ids: Sequence[str]) -> int:
        """Drop every former version of these records for good; returns how many there were."""
        with self._database.writing():
            return self._database.change(self._sql.scrub, {"kind": kind, "ids": self._database.listed(ids)}).rowcount

    def _entries(self, statement: str, values: Mapping[str, object]) -> list[LogEntry]:
        return [LogEntry(_change(row), unpack(row[1], row[-1])) for row in self._database.rows(statement, values)]

    def _next_until(self, horizon: Horizon) -> int:
        # What is younger keeps all that was written after it, whatever the clock showed then: the log has no holes.
        until = (self._database.number(self._sql.recent, {"at": micros(horizon.before)}) or self.latest() + 1) - 1
        if horizon.bytes_max:
            until = max(until, self._database.number(self._sql.beyond, {"bytes": horizon.bytes_max}))
        if not until:
            return 0
        values = {"until": until, "trimmed": min(until, self.trimmed()), "limit": _PRUNED_AT_ONCE}
        return self._database.number(self._sql.next_few, values)

    def _forget_until(self, until: int) -> None:
        """Note that the log no longer tells everything up to a line."""
        if last := self._database.number(self._sql.last_at, {"until": until}):
            self._note(HISTORY, last + 1)

    def _note(self, name: str, value: int) -> None:
        self._database.change(self._sql.set_counter, {"name": name, "value": value})

    def _counter(self, name: str) -> int:
        return self._database.number(self._sql.counter, {"name": name})


def _change(row: Row) -> Change:
    seq, kind, thing, operation, at, actor, client, toolset, act = row[:9]
    return Change(seq, kind, thing, operation, moment(at), actor, client, toolset, act)
