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
    """Files to read again: copies of files that have changed, and those that left turns to a file that says them no longer."""
    named: frozenset[str] = frozenset()
    """The ids of the entities that are named in what was added."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """The files of which nothing may be filed, by path, with the reason."""


@frozen
class _Change:
    """What a file changes: the pieces that it has no drawer for, how many drawers it keeps, and those that it loses."""

    fresh: tuple[Draft, ...]
    kept: int = 0
    removed: tuple[Memory, ...] = ()
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
            changes = [self._change(reading) for reading in readings]
            released = self._released(readings, changes)
            # Only now does the palace hold nothing that one of these has lost and another may still tell.
            repeats = self.repeats()
            told = [repeats.without(each.line.path, change.fresh) for each, change in zip(readings, changes, strict=True)]
            added = [self._intake.memory(draft) for fresh, _ in told for draft in fresh]
            named = self._intake.add(added, Actor.MINER).named
            # Facts about rooms where a name no longer occurs must go at once; facts about new rooms may wait.
            self._whereabouts.follow({entity_id for change in changes for entity_id in change.named})
            lines = [_leaning(reading.line, others) for reading, (_, others) in zip(readings, told, strict=True)]
            self._store.ledger.put(lines)
        kept, removed = sum(each.kept for each in changes), sum(len(each.removed) for each in changes)
        repeated = sum(others.total() for _, others in told)
        return Filed(tuple(added), kept, removed, repeated, released, named, refused)

    def move(self, former: str, drafts: Sequence[Draft]) -> None:
        """Give the drawers of a path to the file that has their pieces now; what fits no piece stays where it is."""
        with self._store.writing(Actor.MINER):
            pairs = _paired(self.drawers(former), self._intake.screened(drafts, Actor.MINER))
            named = self._whereabouts.named_in([memory.id for memory, draft in pairs if memory.place != draft.place])
            for memory, draft in pairs:
                self._bring_up(memory, draft)
            self._whereabouts.follow(named)

    def drawers(self, path: str) -> list[Memory]:
        """The drawers of a file, ended ones included, in the order of its pieces."""
        return self._store.memories.read_from(path)

    def known(self, root: str) -> dict[str, Mined]:
        """The files at or below a path, as they were when they were read."""
        return self._store.ledger.under(root)

    def note(self, line: Mined) -> None:
        """Record how a file stands now, its drawers unchanged."""
        self._store.ledger.put([line])

    def outdate(self, paths: Sequence[str]) -> None:
        """Forget how some files stood, and those that rely on them, so that they are read again; their drawers stay."""
        self._store.ledger.drop(paths)

    def twin(self, digest: bytes, mode: str) -> Mined | None:
        """A file that was read with the same content."""
        return self._store.ledger.same(digest, mode)

    def repeats(self) -> Repeats:
        """Who said what, over all files of the palace; whoever asks first about a turn is taken to file it."""
        return Repeats(self._store.memories)

    def news(self, reading: Reading, repeats: Repeats, former: str | None = None) -> tuple[int, int]:
        """How many drawers filing would add, and how many pieces it would leave to other files; a moved file has drawers."""
        added = repeated = 0
        before = self.drawers(reading.line.path) + (self.drawers(former) if former else [])
        for each in self._admitted([reading])[0]:
            used = {id(draft) for _, draft in _paired(before, each.drafts)}
            fresh, others = repeats.without(each.line.path, (draft for draft in each.drafts if id(draft) not in used))
            added, repeated = added + len(fresh), repeated + others.total()
        return added, repeated

    def text(self, path: str) -> str:
        """The text of a file, put together from its drawers."""
        return rebuild(self.drawers(path))

    def forget(self, scope: Scope) -> int:
        """Delete the memories in scope; mining their files again brings them back."""
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

    def _released(self, readings: Sequence[Reading], changes: Sequence[_Change]) -> tuple[str, ...]:
        """The files that rely on what some files have lost; they are to be read again, now or in a later run."""
        lines = [reading.line for reading in readings]
        before = {line.path: self._store.ledger.get(line.path) for line in lines}
        changed = [line.path for line in lines if (known := before[line.path]) is None or known.digest != line.digest]
        # Nobody has noted which turns a file left to which others.
        has_lost_turns = any(memory.origin.conversation for change in changes for memory in change.removed)
        released = self._store.ledger.release(changed, is_of_turns=has_lost_turns)
        return tuple(path for path in released if path not in before)

    def _change(self, reading: Reading) -> _Change:
        """Apply one file's changes to its drawers."""
        before = self.drawers(reading.line.path)
        if not before:
            return _Change(tuple(reading.drafts))
        pairs = _paired(before, reading.drafts)
        used_ids = {memory.id for memory, _ in pairs}
        used_drafts = {id(draft) for _, draft in pairs}
        gone = tuple(memory for memory in before if memory.id not in used_ids)
        moved = [memory.id for memory, draft in pairs if memory.place != draft.place]
        named = self._whereabouts.named_in([*(memory.id for memory in gone), *moved])
        for memory, draft in pairs:
            self._bring_up(memory, draft)
        for memory in gone:
            self._store.memories.delete(memory.id)
        fresh = tuple(draft for draft in reading.drafts if id(draft) not in used_drafts)
        return _Change(fresh, len(pairs), gone, frozenset(named))

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
    """A file that leaves turns to others is read again when one of them loses any; the one that has most of them is noted."""
    return replace(line, twin_of=others.most_common(1)[0][0]) if others else line
