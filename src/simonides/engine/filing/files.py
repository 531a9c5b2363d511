"""Memories read from whole files: all pieces are filed once, and when a file changes, only the changed pieces are touched."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.filing.intake import Draft, Intake, overlap_of
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.filing.repeats import Repeats
from simonides.engine.filing.secrets import NOTED
from simonides.frozen import frozen
from simonides.ports.ledger import Mined
from simonides.ports.stores import Store

AT_ONCE = 500
"""How many memories are deleted in one transaction, so that other writers get their turn."""
OURS = frozenset({"overlap", "kind", "confidence", "title", "format", "tools", NOTED})
"""The metadata keys that mining writes; it leaves all others alone."""


@frozen
class Reading:
    """A file that was read: its ledger entry, and its pieces in order."""

    line: Mined
    drafts: Sequence[Draft]
    former: str | None = None
    """The path that had this content when it was mined, and has it no longer; its drawers go with the content."""


@frozen
class Filed:
    """The result of filing, counted in drawers."""

    added: tuple[Memory, ...] = ()
    kept: int = 0
    """Drawers that stayed, or were only renumbered or moved to another room."""
    removed: int = 0
    repeated: int = 0
    """Pieces of conversations that another file has filed already."""
    released: tuple[str, ...] = ()
    """Files to read again: copies of files that have changed, and files whose content another has now."""
    named: frozenset[str] = frozenset()
    """The ids of the entities that are named in what was added."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """The files of which nothing may be filed, by path, with the reason."""


@frozen
class _Change:
    """What a file changes: the pieces that it has no drawer for, and how many drawers it keeps and loses."""

    fresh: tuple[Draft, ...]
    kept: int = 0
    removed: int = 0
    named: frozenset[str] = frozenset()
    """The ids of the entities that are named in drawers that were removed or moved."""


@frozen
class Sourcing:
    """The files that the memories of one palace were read from."""

    _store: Store
    _intake: Intake
    _whereabouts: Whereabouts

    def file(self, readings: Sequence[Reading]) -> Filed:
        """Bring the drawers of some files up to date with their pieces, in one transaction; vectors follow later."""
        readings, refused = self._admitted(readings)
        with self._store.writing(Actor.MINER):
            read = {reading.line.path for reading in readings}
            released = [twin for reading in readings for twin in self._released(reading) if twin not in read]
            # All that moves does so first: files may have changed places, and then none may delete what another takes along.
            for reading in readings:
                self._take_along(reading)
            changes = [self._change(reading) for reading in readings]
            # Only now does the palace hold nothing that a file has lost and another may still tell.
            repeats = self.repeats()
            told = [repeats.without(each.line.path, change.fresh) for each, change in zip(readings, changes, strict=True)]
            added = [self._intake.memory(draft) for fresh, _ in told for draft in fresh]
            named = self._intake.add(added, Actor.MINER).named
            # Facts about rooms where a name no longer occurs must go at once; facts about new rooms may wait.
            self._whereabouts.follow({entity_id for change in changes for entity_id in change.named})
            lines = [_leaning(reading.line, others) for reading, (_, others) in zip(readings, told, strict=True)]
            self._store.ledger.put(lines)
        kept, removed = sum(each.kept for each in changes), sum(each.removed for each in changes)
        repeated = sum(others.total() for _, others in told)
        return Filed(tuple(added), kept, removed, repeated, tuple(released), named, refused)

    def drawers(self, path: str) -> list[Memory]:
        """The drawers of a file, ended ones included, in the order of its pieces."""
        return self._store.memories.read_from(path)

    def known(self, root: str) -> dict[str, Mined]:
        """The files at or below a path, as they were when they were read."""
        return self._store.ledger.under(root)

    def note(self, line: Mined) -> None:
        """Record how a file stands now, its drawers unchanged."""
        self._store.ledger.put([line])

    def twin(self, digest: bytes, mode: str) -> Mined | None:
        """A file that was read with the same content."""
        return self._store.ledger.same(digest, mode)

    def repeats(self) -> Repeats:
        """What the files of the palace say; whoever asks is taken to file what nobody else said."""
        return Repeats(self._store.memories)

    def news(self, reading: Reading, repeats: Repeats) -> tuple[int, int]:
        """How many drawers filing would add, and how many pieces it would leave to other files."""
        added = repeated = 0
        for each in self._admitted([reading])[0]:
            used = {id(draft) for _, draft in _paired(self._drawers_for(each), each.drafts)}
            fresh, others = repeats.without(each.line.path, (draft for draft in each.drafts if id(draft) not in used))
            added, repeated = added + len(fresh), repeated + others.total()
        return added, repeated

    def text(self, path: str) -> str:
        """The text of a file, put together from its drawers."""
        return rebuild(self.drawers(path))

    def forget(self, scope: Scope) -> int:
        """Delete the memories in scope for good; mining their files again brings them back."""
        gone = 0
        while found := self._store.memories.page(scope, Order.NEWEST, AT_ONCE):
            with self._store.writing():
                named = self._whereabouts.named_in(memory.id for memory in found)
                gone += sum(self._store.memories.delete(memory.id) for memory in found)
                self._whereabouts.follow(named)
                self._store.ledger.drop(sorted({memory.origin.source for memory in found if memory.origin.source}))
        if scope.source is not None:
            self._store.ledger.drop([scope.source])
        return gone

    def _released(self, reading: Reading) -> list[str]:
        before = self._store.ledger.get(reading.line.path)
        is_changed = before is not None and before.digest != reading.line.digest
        paths = [reading.line.path] if is_changed else []
        paths += [reading.former] if reading.former else []
        twins = [twin for path in paths for twin in self._store.ledger.twins_of(path)]
        # The line of the former path is out of date; without one its file, if there is one, is read afresh.
        self._store.ledger.drop([*twins, *([reading.former] if reading.former else [])])
        return [*twins, *([reading.former] if reading.former else [])]

    def _drawers_for(self, reading: Reading) -> list[Memory]:
        former = self.drawers(reading.former) if reading.former else []
        return self.drawers(reading.line.path) + former

    def _take_along(self, reading: Reading) -> None:
        """Bring drawers over from the path that had the content before; what fits no piece stays where it is."""
        if reading.former:
            for memory, draft in _paired(self.drawers(reading.former), reading.drafts):
                self._bring_up(memory, draft)

    def _change(self, reading: Reading) -> _Change:
        """Apply one file's changes to its drawers."""
        before = self.drawers(reading.line.path)
        if not before:
            return _Change(tuple(reading.drafts))
        pairs = _paired(before, reading.drafts)
        used_ids = {memory.id for memory, _ in pairs}
        used_drafts = {id(draft) for _, draft in pairs}
        gone = [memory.id for memory in before if memory.id not in used_ids]
        moved = [memory.id for memory, draft in pairs if memory.place != draft.place]
        named = self._whereabouts.named_in([*gone, *moved])
        for memory, draft in pairs:
            self._bring_up(memory, draft)
        for memory_id in gone:
            self._store.memories.delete(memory_id)
        fresh = tuple(draft for draft in reading.drafts if id(draft) not in used_drafts)
        return _Change(fresh, len(pairs), len(gone), frozenset(named))

    def _bring_up(self, memory: Memory, draft: Draft) -> None:
        """Give a drawer that stays its new number, place and labels; its text and vectors are not touched."""
        rest = {key: value for key, value in memory.metadata.items() if key not in OURS}
        metadata = {**rest, **(draft.metadata or {})}
        present = replace(memory, place=draft.place, origin=draft.origin, tags=draft.tags, metadata=metadata)
        if present != memory:
            self._store.memories.replace(present)

    def _admitted(self, readings: Sequence[Reading]) -> tuple[list[Reading], dict[str, str]]:
        """The readings as they may be filed, and the reasons for those that may not, by path."""
        admitted, refused = [], {}
        for reading in readings:
            try:
                admitted.append(replace(reading, drafts=self._intake.screened(reading.drafts, Actor.MINER)))
            except Invalid as error:
                refused[reading.line.path] = str(error)
        return admitted, refused


def rebuild(drawers: Iterable[Memory]) -> str:
    """The text that drawers were cut from: their contents in order, without the overlaps."""
    return "".join(memory.content[overlap_of(memory.metadata) :] for memory in drawers)


def _paired(before: Sequence[Memory], drafts: Sequence[Draft]) -> list[tuple[Memory, Draft]]:
    """Pairs of drawers and pieces with the same text, in order; each at most once."""
    waiting: dict[str, deque[Memory]] = defaultdict(deque)
    for memory in before:
        waiting[memory.content].append(memory)
    return [(waiting[draft.content].popleft(), draft) for draft in drafts if waiting.get(draft.content)]


def _leaning(line: Mined, others: Counter[str]) -> Mined:
    """A file that leaves turns to another is read again when that one changes, as a copy of it is; to several, to the first."""
    return replace(line, twin_of=others.most_common(1)[0][0]) if others else line
