"""How is a palace? What it holds, and where its embedder stands."""

from dataclasses import dataclass

from simonides.ports.embedder import CacheStatistics, Caching, Embedder, Identity, State
from simonides.ports.stores import Store


@dataclass(frozen=True, slots=True)
class Health:
    """A palace at a glance, from counters alone."""

    memories: int
    """Those that have not ended, as everywhere."""
    entities: int
    chunks: int
    state: State
    identity: Identity
    stored: Identity
    """Whose vectors the palace holds, or would hold."""
    cache: CacheStatistics


def examine(store: Store, embedder: Embedder) -> Health:
    """How the palace in a store is, with this embedder."""
    return Health(
        memories=store.memories.count(),
        entities=store.graph.stats().entities,
        chunks=store.code.count()[0],
        state=embedder.state,
        identity=embedder.identity,
        stored=store.identity() or embedder.identity,
        cache=embedder.statistics if isinstance(embedder, Caching) else CacheStatistics(),
    )
