"""The difference between two moments: what began, ended, was corrected or changed between them, and by whom."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Literal

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Entity, Fact, Observation
from simonides.domain.memory import Memory, Place
from simonides.domain.past.formers import Former, Record, RecordKey
from simonides.domain.past.supersession import Supersession
from simonides.domain.time import rfc3339
from simonides.engine.past.acts import LOOKED_BACK, Act, Acts, copied_by_edits, key_of
from simonides.engine.past.knowledge import Knowing, records_before
from simonides.engine.past.reversal import is_derived
from simonides.frozen import frozen
from simonides.ports.changes import RECORDS, LogEntry, Operation
from simonides.ports.stores import Store

Known = Mapping[RecordKey, Former | None]
_TELLING = ("memory", "observation", "fact", "entity", "supersession")
"""The kinds of record, those whose words tell most first."""
Verb = Literal["began", "ended", "corrected", "changed"]


@frozen
class Difference:
    """One record that was different at two moments."""

    verb: Verb
    kind: str
    id: str
    before: str
    """What it said at the first moment; empty when it was not known yet."""
    after: str
    """What it said at the second one; empty when it was known no longer."""
    wing: str
    """The wing of a memory; empty for what stands in none."""
    at: datetime
    who: str
    change: int
    """The last change between the two moments."""


@frozen
class Subject:
    """What an act is about: its first record."""

    words: str
    """What it says; empty when that is no longer kept."""
    place: Place | None = None
    """Where it stands, if it is a memory."""
    operation: Operation = "add"
    is_former: bool = False
    """Whether it said so before the act."""
    after: str = ""
    """What a changed text said after it, where that is known and other."""


@frozen
class Differences:
    """The differences between two moments of one palace."""

    _store: Store
    _acts: Acts
    _knowing: Knowing

    def between(
        self, first: datetime, second: datetime, wing: str | None = None, *, kind: str | None = None, limit: int | None = None
    ) -> list[Difference]:
        """What differs between two moments, in the order in which it changed last; what follows from texts is left out.

        With a limit, those that changed last. Raises Invalid when the first is not the earlier one, or before the log began.
        """
        if second < first:
            raise Invalid("until", f"{rfc3339(second)} is before {rfc3339(first)}; name the earlier time first")
        then, now = self._knowing.at(first, "since"), self._knowing.at(second, "until")
        last = {key: act for act in then.later if act.at <= second for key in _told_of(act)}
        keys = [key for key in last if kind in (None, key[0])]
        # Backwards, so that of a long time no more records are read than are wanted.
        keys.sort(key=lambda key: (last[key].number, *key), reverse=True)
        found = (self._difference(key, last[key], then.changed, now.changed) for key in keys)
        wanted = (each for each in found if each is not None and wing in (None, each.wing))
        return list(islice(wanted, limit))[::-1]

    def made_by(self, change: int) -> tuple[Act, list[Difference]]:
        """The act that a change belongs to, and what it made different. Raises NotFound."""
        number = self._acts.number_of(change)
        act, *later = self._acts.after(number - 1)
        then, now = records_before(self._store, [act, *later]), records_before(self._store, later)
        found = [self._difference(key, act, then, now) for key in _told_of(act)]
        return act, [each for each in found if each is not None]

    def subjects(self, acts: Sequence[Act]) -> list[Subject]:
        """What each of some acts is about; the newest must come first.

        A text that was changed or deleted is told as it was before, a new one as it was filed if the later acts tell.
        """
        later: dict[RecordKey, Former] = {}
        found = []
        for act in acts:
            entry = _main_entry(act)
            former = entry.former if entry.former and entry.former.has_text else None
            after = later.get(key_of(entry.change)) or self._present(key_of(entry.change))
            found.append(_subject(entry, former, after))
            later |= {key_of(each.change): each.former for each in act.entries if each.former and each.former.has_text}
        return found

    def manner(self, act: Act) -> str:
        """What an act did to its first record beside the words: `moved from ops / general, tagged urgent`; mostly empty."""
        entry = _main_entry(act)
        if entry.former is None or entry.change.operation != "change":
            return ""
        key = key_of(entry.change)
        lines = self._store.changes.about(*key, LOOKED_BACK)
        if lines[-1].change.act > act.number:
            return ""
        later = [each for each in lines if each.change.act > act.number]
        after = later[-1].former if later else self._present(key)
        return _manner(entry.former.record, after.record) if after else ""

    def words_now(self, kind: str, record_id: str) -> str:
        """What a record says now; empty for one that is gone, and for what is no record."""
        return _words(self._present((kind, record_id))) if kind in RECORDS else ""

    def _difference(self, key: RecordKey, act: Act, then: Known, now: Known) -> Difference | None:
        before, after = then.get(key), now[key] if key in now else self._present(key)
        verb = _verb(before.record if before else None, after.record if after else None)
        some = after or before
        if verb is None or (some and _follows(some.record)):
            return None
        wing = some.record.place.wing if some is not None and isinstance(some.record, Memory) else ""
        return Difference(verb, *key, _words(before), _words(after), wing, act.at, act.who, act.number)

    def _present(self, key: RecordKey) -> Former | None:
        kind, record_id = key
        try:
            match kind:
                case "memory":
                    return Former(self._store.memories.get(record_id))
                case "entity":
                    return Former(self._store.graph.entity(record_id))
                case "fact":
                    return Former(self._store.graph.fact(record_id))
                case "supersession":
                    return Former(self._store.supersessions.get(record_id))
                case _:
                    owner, _, ordinal = record_id.rpartition("/")
                    [node] = self._store.nodes.keys([self._store.graph.entity(owner).key]).values()
                    held = {each.ordinal: each for each in self._store.observations.of([node])[node]}
                    return Former(held[int(ordinal)]) if int(ordinal) in held else None
        except NotFound:
            return None


def _told_of(act: Act) -> list[RecordKey]:
    """The records that an act changed, without those that follow from others and the copies that edits keep of former words."""
    copies = copied_by_edits(act)
    keys = dict.fromkeys(key_of(entry.change) for entry in act.entries)
    return [key for key in keys if not is_derived(key[1]) and key[1] not in copies]


def _main_entry(act: Act) -> LogEntry:
    """The line that an act is told by: the first of the kind that tells most."""
    own = [each for each in act.entries if not is_derived(each.change.id)] or act.entries
    # An edit files a copy of the former words as well, which is no news.
    copies = copied_by_edits(act)
    return min(own, key=lambda each: (_TELLING.index(each.change.kind), each.change.id in copies))


def _subject(entry: LogEntry, former: Former | None, after: Former | None) -> Subject:
    told = former or after
    place = told.record.place if told is not None and isinstance(told.record, Memory) else None
    is_changed = former is not None and entry.change.operation == "change" and _words(after) != _words(former)
    return Subject(_words(told), place, entry.change.operation, former is not None, _words(after) if is_changed else "")


def _manner(before: Record, after: Record) -> str:
    match before, after:
        case Memory(), Memory():
            told = (
                f"moved from {before.place.wing} / {before.place.room}" if before.place != after.place else "",
                _listed("tagged", [tag for tag in after.tags if tag not in before.tags]),
                _listed("tags taken off:", [tag for tag in before.tags if tag not in after.tags]),
                f"importance {before.importance:g} to {after.importance:g}" if before.importance != after.importance else "",
                _switched("ended", "holds again", was=_is_over(before), now=_is_over(after)),
                f"trust {before.provenance.trust} to {after.provenance.trust}"
                if before.provenance.trust != after.provenance.trust
                else "",
            )
            return ", ".join(filter(None, told))
        case _:
            return _switched("ended", "holds again", was=_is_over(before), now=_is_over(after))


def _listed(verb: str, tags: Sequence[str]) -> str:
    return f"{verb} {', '.join(tags)}" if tags else ""


def _switched(over: str, back: str, *, was: bool, now: bool) -> str:
    return "" if was == now else over if now else back


def _verb(before: Record | None, after: Record | None) -> Verb | None:
    if before is None or after is None:
        return None if before is after else "began" if before is None else "ended"
    if _is_over(after) and not _is_over(before):
        return "ended"
    if _text(before) != _text(after):
        return "corrected"
    return None if before == after else "changed"


def _follows(record: Record) -> bool:
    """Whether a record only says again what the change of another says: a pair that an edit or a fact has made."""
    return isinstance(record, Supersession) and record.cause in {"edit", "fact"}


def _is_over(record: Record) -> bool:
    match record:
        case Memory():
            return record.ended_at is not None
        case Fact():
            return record.valid_to is not None
        case Supersession():
            return record.state == "rejected"
        case _:
            return False


def _text(record: Record) -> str:
    match record:
        case Memory() | Observation():
            return record.content
        case Fact():
            return str(record.triple)
        case Entity():
            return record.name
        case Supersession():
            return f"{record.newer} takes the place of {record.older}"


def _words(former: Former | None) -> str:
    if former is None:
        return ""
    record = former.record
    # A pair that is only proposed replaces nothing yet.
    state = f"{record.state}: " if isinstance(record, Supersession) and record.state != "accepted" else ""
    return state + _text(record)
