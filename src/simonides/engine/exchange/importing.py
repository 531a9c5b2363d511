"""How does a palace arrive? In batches of lines; each batch is kept whole or not at all, and a bad line stops nobody."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from simonides.domain.errors import Conflict, Invalid, NotFound, SimonidesError
from simonides.domain.graph import Entity, Fact
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory
from simonides.domain.time import Clock, system_clock
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import Line, parse, read_entity, read_fact, read_header, read_memory
from simonides.engine.exchange.observations import Notes, read_observations
from simonides.engine.linking import Linking
from simonides.engine.palace import Palace
from simonides.ports.embedder import Embedder, Identity

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

BATCH = 1_000
BATCH_BYTES = 16 * 1024 * 1024
"""Memories may be long: a batch also ends when this much has been read."""
LINE_BYTES_MAX = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be taken in, and why."""

    number: int
    reason: str


@dataclass(slots=True)
class Tally:
    """What came of some lines."""

    size: int = 0
    """How many bytes were read."""
    lines: int = 0
    memories: int = 0
    entities: int = 0
    facts: int = 0
    observations: int = 0
    known: int = 0
    """How many were in the palace already."""
    vectors: int = 0
    """How many memories brought their vectors."""
    refused: int = 0
    bad: list[BadLine] = field(default_factory=list)
    """Which were refused, and why."""
    notice: str | None = None
    """Why vectors were left aside, said once."""

    def include(self, other: "Tally", bad_max: int) -> None:
        """Add what came of more lines; of the bad ones only so many are listed."""
        for name in ("size", "lines", "memories", "entities", "facts", "observations", "known", "vectors", "refused"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.bad += other.bad[: max(bad_max - len(self.bad), 0)]
        self.notice = self.notice or other.notice


@dataclass(slots=True)
class _Batch:
    tally: Tally = field(default_factory=Tally)
    entities: list[Entity] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    notes: list[Notes] = field(default_factory=list)
    memories: dict[str, Memory] = field(default_factory=dict)
    vectors: "dict[str, Vectors]" = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        return self.tally.lines >= BATCH or self.tally.size >= BATCH_BYTES

    @property
    def is_empty(self) -> bool:
        return not (self.entities or self.facts or self.notes or self.memories)


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1; of a line that is far too long only the beginning."""
    number = 0
    while raw := stream.readline(LINE_BYTES_MAX):
        number += 1
        rest = raw
        while len(rest) == LINE_BYTES_MAX and not rest.endswith(b"\n"):
            rest = stream.readline(LINE_BYTES_MAX)
        yield number, raw


class Importing:
    """Takes lines into one palace, opened for the first good line; `embedder` is the one that it works with."""

    def __init__(self, open_palace: Callable[[], Palace], embedder: Embedder, clock: Clock = system_clock) -> None:
        self._open_palace = open_palace
        self._embedder = embedder
        self._clock = clock
        self._theirs: Identity | None = None
        self._has_noticed = False

    def run(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[Tally]:
        """File numbered lines; what came of each batch."""
        batch = _Batch()
        for number, raw in lines:
            batch.tally.size += len(raw)
            batch.tally.lines += 1
            try:
                self._read(raw, batch)
            except SimonidesError as error:
                batch.tally.bad.append(BadLine(number, str(error)))
                batch.tally.refused += 1
            if batch.is_full:
                yield self._file(batch)
                batch = _Batch()
        if batch.tally.lines:
            yield self._file(batch)

    @cached_property
    def _palace(self) -> Palace:
        return self._open_palace()

    @cached_property
    def _linking(self) -> Linking:
        return Linking(self._palace.store)

    def _read(self, raw: bytes, batch: _Batch) -> None:
        text = _decoded(raw)
        if not text:
            return
        line = parse(text)
        # The id of a line without one comes from the line, so that a file can be imported twice.
        mint = Mint(lambda: text)
        match line.pop("type", "memory"):
            case "memory":
                self._read_memory(line, mint, batch)
            case "entity":
                batch.entities.append(read_entity(Fields(line), mint, self._clock()))
            case "fact":
                batch.facts.append(read_fact(Fields(line), mint, self._clock()))
            case "observations":
                batch.notes.append(read_observations(Fields(line), self._clock()))
            case "header":
                self._theirs = read_header(Fields(line))
            case other:
                raise Invalid("type", f"'{str(other)[:40]}' is not memory, entity, fact, observations or header")

    def _read_memory(self, line: Line, mint: Mint, batch: _Batch) -> None:
        value = line.pop("vectors", None)
        memory = read_memory(Fields(line), mint, self._clock())
        vectors = self._read_vectors(value, memory.content, batch.tally)
        if memory.id in batch.memories:
            batch.tally.known += 1
            return
        batch.memories[memory.id] = memory
        if vectors is not None:
            batch.vectors[memory.id] = vectors

    def _read_vectors(self, value: object, content: str, tally: Tally) -> "Vectors | None":
        if value is None:
            return None
        if self._theirs is None or not self._embedder.identity.continues(self._theirs):
            tally.notice = tally.notice or self._notice()
            return None
        if not isinstance(value, dict):
            raise Invalid("vectors", "must be an object with count and float16")
        if self._embedder.is_outdated(content, self._theirs):
            return None
        # numpy is wanted only here.
        from simonides.engine.exchange.vectors import read_vectors

        return read_vectors(value, self._embedder.identity.dimensions)

    def _notice(self) -> str | None:
        if self._has_noticed:
            return None
        self._has_noticed = True
        whose = f"come from '{self._theirs}'" if self._theirs else "come without a header that says whose they are"
        ours = self._embedder.identity
        return f"the vectors in the file {whose}, and '{ours}' is configured: they are left aside, the texts get new ones"

    def _file(self, batch: _Batch) -> Tally:
        tally = batch.tally
        if batch.is_empty:
            return tally
        with self._palace.store.writing("import"):
            tally.entities = sum(self._keep_entity(entity) for entity in batch.entities)
            tally.facts = sum(self._keep_fact(fact) for fact in batch.facts)
            tally.observations = sum(self._keep_notes(notes) for notes in batch.notes)
            for memory in self._palace.store.memories.find(list(batch.vectors)):
                del batch.vectors[memory.id]
            tally.memories = self._palace.memories.restore(list(batch.memories.values()), batch.vectors)
        tally.vectors = len(batch.vectors)
        observations = sum(len(notes.observations) for notes in batch.notes)
        read = len(batch.entities) + len(batch.facts) + len(batch.memories) + observations
        tally.known += read - tally.entities - tally.facts - tally.memories - tally.observations
        return tally

    def _keep_entity(self, entity: Entity) -> bool:
        graph = self._palace.store.graph
        try:
            graph.entity(entity.id)
        except NotFound:
            is_new = graph.add_entity(entity).id == entity.id
            if is_new:
                self._linking.link_entity(entity)
            return is_new
        return False

    def _keep_fact(self, fact: Fact) -> bool:
        for name in (fact.subject, fact.object):
            self._palace.knowledge.entity_named(name)
        try:
            self._palace.store.graph.add_fact(fact)
        except Conflict:
            return False
        return True

    def _keep_notes(self, notes: Notes) -> int:
        entity = self._palace.knowledge.entity_named(notes.entity)
        node = self._palace.store.nodes.keys([entity.key])[entity.key]
        kept = self._palace.store.observations.restore(node, notes.observations, notes.next_ordinal)
        self._linking.link_observations(kept)
        return len(kept)


def _decoded(raw: bytes) -> str:
    if len(raw) >= LINE_BYTES_MAX:
        raise Invalid("line", f"is longer than {LINE_BYTES_MAX:,} bytes")
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise Invalid("line", "is not UTF-8") from error
