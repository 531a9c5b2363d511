"""What is a palace to the rest of the program? One place for everything that one palace can do."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Hit, Scope
from simonides.domain.time import Clock
from simonides.engine.diary import Diary
from simonides.engine.knowledge import Knowledge
from simonides.engine.linking import Linking
from simonides.engine.memories import Memories
from simonides.engine.navigation import Navigation
from simonides.engine.vectors import VectorKeeping
from simonides.ports.embedder import Embedder
from simonides.ports.stores import PalaceInfo, Store

if TYPE_CHECKING:
    from simonides.domain.ranking import Recipe
    from simonides.engine.recall import Recall


@dataclass(frozen=True, slots=True)
class Means:
    """What a palace works with, beside its store."""

    embedder: Embedder
    clock: Clock
    mint: Mint
    patience_s: float


class Palace:
    """One palace, open."""

    def __init__(self, store: Store, means: Means) -> None:
        self.store = store
        self.vectors = VectorKeeping(store, means.embedder, means.patience_s)
        linking = Linking(store)
        self.memories = Memories(store, self.vectors, linking, means.clock, means.mint)
        self.knowledge = Knowledge(store, linking, means.clock, means.mint)
        self.navigation = Navigation(store)
        self.diary = Diary(self.memories, means.clock, means.mint)

    @property
    def info(self) -> PalaceInfo:
        """Name, path, date and description."""
        return self.store.info

    def recall(self, question: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: "Recipe | None" = None) -> list[Hit]:
        """The memories that answer a question, best first; hybrid search unless a recipe says otherwise."""
        return self._recall(question, scope, limit, recipe) if recipe else self._recall(question, scope, limit)

    @cached_property
    def _recall(self) -> "Recall":
        # numpy takes longer to import than the whole handshake may take, so it waits for the first question.
        from simonides.engine.recall import Recall

        return Recall(self.store, self.vectors)
