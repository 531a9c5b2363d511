"""Counts of the memories in a scope, by the values of each facet."""

from collections.abc import Sequence

from simonides.domain.memory import ENTITIES, EVERYTHING, Facet, Scope
from simonides.ports.stores import Store

VALUES_MAX = 40
SHOWN = (Facet.WING, Facet.ROOM, Facet.TAG, Facet.AUTHOR, Facet.ADDED_BY, Facet.ROLE, Facet.KIND, Facet.MONTH)

Counts = list[tuple[str, int]]


def facets_of(
    store: Store, scope: Scope = EVERYTHING, facets: Sequence[Facet] = SHOWN, limit: int = VALUES_MAX
) -> dict[Facet, Counts]:
    """For each facet its most frequent values; observations of entities count with their wing and room."""
    counted = {facet: store.memories.tally(facet, scope, limit) for facet in facets}
    observed = store.observations.count(scope)
    if observed and Facet.WING in counted:
        counted[Facet.WING] = _sorted([*counted[Facet.WING], (ENTITIES, observed)])[:limit]
    if observed and scope.wing == ENTITIES and Facet.ROOM in counted:
        rooms = [(entry.place.room, entry.count) for entry in store.observations.places()]
        counted[Facet.ROOM] = _sorted([*counted[Facet.ROOM], *rooms])[:limit]
    return counted


def _sorted(counts: Counts) -> Counts:
    joined: dict[str, int] = {}
    for value, count in counts:
        joined[value] = joined.get(value, 0) + count
    return sorted(joined.items(), key=lambda pair: (-pair[1], pair[0]))
