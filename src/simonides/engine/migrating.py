"""How do palaces move to another store? As lines that leave one and arrive at the other; then both are read and compared.

Nothing is embedded: vectors travel as they are kept. What has arrived is passed over the next time, so that a move that was cut
short is taken up where it was. The palace there has the date of the one here, to the microsecond, by which it is known again:
nothing is ever poured into a palace that came from elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid, NoPalace, NotReady
from simonides.domain.ids import Mint
from simonides.domain.time import Clock, system_clock
from simonides.engine.exchange.batches import Tally
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing
from simonides.engine.palace import Means, furnish
from simonides.engine.verifying import Comparison, compare
from simonides.ports.embedder import Identity, State
from simonides.ports.stores import Shelf, Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

NO_VECTORS = Identity("none", 1)
"""Whose vectors a palace holds that has none."""


class Migration:
    """A move of palaces from one shelf to another."""

    def __init__(self, source: Shelf, target: Shelf, clock: Clock = system_clock) -> None:
        self._source = source
        self._target = target
        self._clock = clock

    def names(self) -> list[str]:
        """The palaces that there are to move."""
        return self._source.names()

    def size(self, name: str) -> int:
        """About how many lines a palace has."""
        store = self._source.open(name)
        try:
            graph, (_, chunks) = store.graph.stats(), store.search.coverage()
            return graph.entities + graph.facts + chunks
        finally:
            store.close()

    def move(self, name: str) -> Iterator[Tally]:
        """Bring over what is not there yet; what came of each batch. Raises NoPalace, or Invalid when another palace is there."""
        source = self._source.open(name)
        try:
            target = self._made(source)
            try:
                yield from self._pour(source, target)
            finally:
                target.close()
        finally:
            source.close()

    def compare(self, name: str) -> Comparison:
        """What a palace is here and there. Raises NoPalace when either is missing."""
        source, target = self._source.open(name), self._target.open(name)
        try:
            return compare(source, target)
        finally:
            source.close()
            target.close()

    def _made(self, source: Store) -> Store:
        info = source.info
        try:
            target = self._target.open(info.name)
        except NoPalace:
            target = self._target.create(info.name, info.description, info.created_at)
        if target.info.created_at != info.created_at:
            where = target.info.where
            target.close()
            raise Invalid("--to", f"the palace '{info.name}' of {where} did not come from here; rename it or delete it first")
        if not target.perspectives.coverage()[1]:
            _look_alike(source, target)
        return target

    def _pour(self, source: Store, target: Store) -> Iterator[Tally]:
        identity = source.identity()
        if identity is None:
            identity = NO_VECTORS
        else:
            # A palace may have been claimed before it has its first vector.
            target.claim(identity)
        means = Means(Carrier(identity), self._clock, Mint(), patience_s=0.0)
        importing = Importing(lambda _: furnish(target, means), identity, self._clock)
        lines = export_lines(source, with_vectors=True)
        yield from importing.run((number, line.encode()) for number, line in enumerate(lines, 1))


class Carrier:
    """Stands in for whoever made the vectors: it says whose they are, and makes none."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    @property
    def state(self) -> State:
        """It is never ready."""
        return "error"

    def warm_up(self) -> None:
        """There is nothing to load."""

    def wait(self, timeout_s: float) -> bool:  # noqa: ARG002 - whoever asks says how long
        """It is not ready however long somebody waits."""
        return False

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """Raises NotReady."""
        raise NotReady(f"{len(texts)} texts would be embedded, and vectors are only carried over")

    def embed_question(self, text: str) -> "Vectors":
        """Raises NotReady."""
        raise NotReady(f"a question of {len(text)} characters would be embedded, and vectors are only carried over")


def _look_alike(source: Store, target: Store) -> None:
    """Give the palace there the perspectives of the one here, in the same order."""
    wanted = [(each.name, each.instruction) for each in source.perspectives.all()]
    with target.writing("migrate"):
        there = target.perspectives.all()
        if [(each.name, each.instruction) for each in there] == wanted:
            return
        for each in there:
            target.perspectives.drop(each.name)
        for name, instruction in wanted:
            target.perspectives.set(name, instruction)
