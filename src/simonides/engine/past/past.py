"""The past of one palace, with everything that can be asked of it and done about it."""

from simonides.domain.time import Clock
from simonides.engine.filing.accesses import AccessNotes
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.past.acts import Acts
from simonides.engine.past.bin import Bin
from simonides.engine.past.difference import Differences
from simonides.engine.past.erasure import Erasing
from simonides.engine.past.knowledge import Ask, Knowing
from simonides.engine.past.reversal import Reversal
from simonides.engine.past.undo import Undoing
from simonides.engine.past.upkeep import UpkeepLog
from simonides.ports.stores import Store


class Past:
    """The past of one palace."""

    def __init__(
        self, store: Store, vectors: VectorKeeping, linking: Linking, whereabouts: Whereabouts, accesses: AccessNotes,
        clock: Clock, recall: Ask,
    ) -> None:  # fmt: skip
        self.acts = Acts(store)
        """Who did what, as far as the change log reaches back."""
        self.upkeep = UpkeepLog(store, self.acts)
        """What upkeep did."""
        self.bin = Bin(store)
        """What was deleted and can be brought back."""
        self.undoing = Undoing(store, self.acts, Reversal(store, vectors, linking, whereabouts))
        """Taking changes back."""
        self.knowing = Knowing(store, self.acts, vectors, recall)
        """What was known at a moment."""
        self.differences = Differences(store, self.acts, self.knowing)
        """What differs between two moments."""
        self.erasing = Erasing(store, whereabouts, accesses, clock)
        """Removing memories for good."""
