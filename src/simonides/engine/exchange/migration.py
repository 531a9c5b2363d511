"""Moves of palaces between stores: exported as lines from one, imported into the other, then both are read and compared.

Nothing is embedded: vectors travel as they are stored. What has arrived is skipped the next time, so an interrupted move
continues where it stopped. The new palace gets the creation date of the old one, to the microsecond, and is recognised by it:
nothing is ever written into a palace that came from elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid, NoPalace, NotReady
from simonides.domain.ids import Mint
from simonides.domain.time import Clock, system_clock
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing
from simonides.engine.exchange.tokens import keep_token
from simonides.engine.exchange.verification import Comparison, compare
from simonides.engine.opening import furnish
from simonides.engine.palace import Equipment
from simonides.ports.embedder import Identity, State
from simonides.ports.stores import Shelf, Store
from simonides.ports.tokens import Tokens

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

NO_VECTORS = Identity("none", 1)
"""The embedder identity of a palace without vectors."""


class Migration:
    """A move of palaces from one shelf to another."""

    def __init__(
        self, source: Shelf, target: Shelf, clock: Clock = system_clock, tokens: tuple[Tokens, Tokens] | None = None
    ) -> None:
        self._source = source
        self._target = target
        self._clock = clock
        self._tokens = tokens

    def names(self) -> list[str]:
        """The names of the palaces that can be moved."""
        return self._source.names()

    def size(self, name: str) -> int:
        """About how many lines a palace has."""
        store = self._source.open(name)
        try:
            graph, (_, chunks) = store.graph.stats(self._clock()), store.search.coverage()
            return graph.entities + graph.facts + chunks
        finally:
            store.close()

    def move(self, name: str) -> Iterator[ImportTally]:
        """Copy what is not there yet; yields each batch's result. Raises NoPalace, or Invalid when another palace is there."""
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
        """Compare a palace with its copy. Raises NoPalace when either is missing."""
        source, target = self._source.open(name), self._target.open(name)
        try:
            found = compare(source, target)
            return replace(found, differences=(*found.differences, *self._missing_tokens(name)))
        finally:
            source.close()
            target.close()

    def _hand_over(self, name: str) -> ImportTally:
        """Copy the tokens of a palace."""
        tally = ImportTally()
        if self._tokens is not None:
            ours, theirs = self._tokens
            kept = [keep_token(theirs, token, name) for token in ours.list() if token.palace == name]
            tally.tokens, tally.known = sum(kept), kept.count(False)
        return tally

    def _missing_tokens(self, name: str) -> Iterator[str]:
        if self._tokens is not None:
            ours, theirs = ({token.id for token in side.list() if token.palace == name} for side in self._tokens)
            yield from (f"token {each} is missing in the target" for each in sorted(ours - theirs))

    def _made(self, source: Store) -> Store:
        info = source.info
        try:
            target = self._target.open(info.name)
        except NoPalace:
            target = self._target.create(info.name, info.description, info.created_at)
        if target.info.created_at != info.created_at:
            where = target.info.where
            target.close()
            raise Invalid("--to", f"the palace '{info.name}' at {where} did not come from here; rename it or delete it first")
        if not target.perspectives.coverage()[1]:
            _look_alike(source, target)
        return target

    def _pour(self, source: Store, target: Store) -> Iterator[ImportTally]:
        identity = source.identity()
        if identity is not None:
            # A palace may belong to an embedder before it has its first vector.
            target.claim(identity)
            target.expect_vectors(source.search.coverage()[0] - target.search.coverage()[0])
        carrier = Carrier(identity or NO_VECTORS)
        equipment = Equipment(carrier, self._clock, Mint(), patience_s=0.0)
        importing = Importing(lambda _: furnish(target, equipment), carrier, self._clock, is_copy=True)
        lines = export_lines(source, with_vectors=True, with_log=True)
        yield from importing.run((number, line.encode()) for number, line in enumerate(lines, 1))
        if (tally := self._hand_over(source.info.name)) != ImportTally():
            yield tally


class Carrier:
    """A stand-in for the embedder that made the vectors: it has the same identity and makes no vectors."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    @property
    def state(self) -> State:
        """Never ready."""
        return "error"

    def warm_up(self) -> None:
        """Does nothing: there is no model to load."""

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port passes a time and texts
        """Never becomes ready, however long the wait."""
        return False

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - the answer is the same for every text
        """Never: only vectors of this identity are copied."""
        return stored != self.identity

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """Raises NotReady."""
        raise NotReady(f"a move copies vectors and cannot embed texts (number of texts: {len(texts)})")

    def embed_question(self, text: str) -> "Vectors":
        """Raises NotReady."""
        raise NotReady(f"a move copies vectors and cannot embed a question (characters: {len(text)})")


def _look_alike(source: Store, target: Store) -> None:
    """Give the target palace the perspectives of the source, in the same order."""
    wanted = [(each.name, each.instruction) for each in source.perspectives.all()]
    with target.writing("migrate"):
        there = target.perspectives.all()
        if [(each.name, each.instruction) for each in there] == wanted:
            return
        for each in there:
            target.perspectives.drop(each.name)
        for name, instruction in wanted:
            target.perspectives.set(name, instruction)
