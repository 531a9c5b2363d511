"""The claims of one palace: pairs as they are recorded, reviewed and shown, and names that are merged."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from simonides.domain.graph import Fact
from simonides.domain.time import Clock
from simonides.engine.claims.chains import facts_before, present_chains
from simonides.engine.claims.recording import Recording
from simonides.engine.claims.review import Review
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.memories import Memories
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.graph.name_merging import NameMerging
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.claims.alike import SideBySide


class Claims:
    """Which statement takes the place of which, in one palace."""

    def __init__(
        self, store: Store, memories: Memories, linking: Linking, whereabouts: Whereabouts, clock: Clock, recording: Recording
    ) -> None:
        self._store = store
        self.names = NameMerging(store, linking, whereabouts, clock, recording)
        """Two entities that are one."""
        self.chains = present_chains(store)
        """What a memory takes the place of, and what takes its place."""
        self.review = Review(store, memories, self.names, recording, clock)
        """What waits for somebody's decision."""
        self._clock = clock

    @cached_property
    def alike(self) -> "SideBySide":
        """Notes that are alike and differ."""
        # It reads texts with the rules of all languages, which the handshake must not wait for.
        from simonides.engine.claims.alike import SideBySide

        return SideBySide(self._store, self.review, self._clock)

    def facts_before(self, facts: Sequence[Fact]) -> dict[str, Fact]:
        """For each fact that took the place of another, that other; the latest of several."""
        return facts_before(self._store, facts)
