"""The health of a palace: its contents in numbers, and the state of its embedder."""

from datetime import datetime

from simonides.engine.filing.faces import Faces
from simonides.frozen import frozen
from simonides.ports.embedder import CacheStatistics, Caching, Embedder, Identity, State
from simonides.ports.stores import Store


@frozen
class Health:
    """A palace at a glance, from counters alone."""

    memories: int
    """Those that have not ended, observations among them."""
    entities: int
    chunks: int
    state: State
    identity: Identity
    stored: Identity
    """The embedder whose vectors the palace holds, or would hold."""
    cache: CacheStatistics


def health_of(store: Store, embedder: Embedder, moment: datetime) -> Health:
    """The health at a moment of the palace in a store, with this embedder."""
    return Health(
        memories=Faces(store).count(),
        entities=store.graph.stats(moment).entities,
        chunks=store.code.count()[0],
        state=embedder.state,
        identity=embedder.identity,
        stored=store.identity() or embedder.identity,
        cache=embedder.statistics if isinstance(embedder, Caching) else CacheStatistics(),
    )
