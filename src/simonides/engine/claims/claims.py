"""The claims of one palace: pairs as they are recorded, reviewed and shown."""

from simonides.domain.time import Clock
from simonides.engine.claims.chains import Chains
from simonides.engine.claims.recording import Recording
from simonides.engine.claims.review import Review
from simonides.engine.filing.memories import Memories
from simonides.ports.stores import Store


class Claims:
    """Which statement takes the place of which, in one palace."""

    def __init__(self, store: Store, memories: Memories, clock: Clock) -> None:
        self.chains = Chains(store)
        """What a memory takes the place of, and what takes its place."""
        self.review = Review(store, memories, Recording(store, clock), clock)
        """What waits for somebody's decision."""
