"""Counts of the memories in a scope, by the values of each facet."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from simonides.domain.memory import ENTITIES, EVERYTHING, Facet, Scope
from simonides.domain.past.provenance import SourceKind, Trust
from simonides.engine.filing.faces import Faces
from simonides.ports.stores import Store

VALUES_MAX = 40
SHOWN = (Facet.WING, Facet.ROOM, Facet.TAG, Facet.AUTHOR, Facet.ADDED_BY, Facet.ROLE, Facet.KIND, Facet.MONTH)
_PLACES = (Facet.WING, Facet.ROOM)

Counts = list[tuple[str, int]]


def facets_of(
    store: Store, scope: Scope = EVERYTHING, facets: Sequence[Facet] = SHOWN, limit: int = VALUES_MAX
) -> dict[Facet, Counts]:
    """For each facet its most frequent values; observations of entities count with their wing and room."""
    return {facet: _counts(store, scope, facet, limit) for facet in facets}


def provenance_counts(store: Store, scope: Scope = EVERYTHING) -> dict[str, Counts]:
    """How many memories come from each kind of source, and of each trust class; those that nothing has are left out."""
    kinds = store.memories.tally(Facet.SOURCE_KIND, replace(scope, source_kinds=()), len(SourceKind))
    classes = store.memories.tally(Facet.TRUST, replace(scope, trusts=()), len(Trust))
    observed = store.observations.count
    return {
        "source_kind": _with_observed(kinds, ((each, observed(replace(scope, source_kinds=(each,)))) for each in SourceKind)),
        "trust": _with_observed(classes, ((each, observed(replace(scope, trusts=(each,)))) for each in Trust)),
    }


def _with_observed(counted: Counts, observed: Iterable[tuple[str, int]]) -> Counts:
    """Counts in the order of the observations of each value, which come on top; without what nothing has."""
    own = dict(counted)
    return [(str(value), total) for value, more in observed if (total := own.get(value, 0) + more)]


def _counts(store: Store, scope: Scope, facet: Facet, limit: int) -> Counts:
    if facet in _PLACES and scope.is_by_place_only:
        return _most(_by_place(store, scope, facet), limit)
    counted = store.memories.tally(facet, scope, limit)
    observed = store.observations.count(scope) if facet in _PLACES else 0
    if not observed:
        return counted
    if facet is Facet.WING:
        return _most(Counter(dict(counted)) + Counter({ENTITIES: observed}), limit)
    # How observations in a narrower scope spread over rooms is not counted, but for those of one room.
    return counted if scope.room is None else _most(Counter(dict(counted)) + Counter({scope.room: observed}), limit)


def _by_place(store: Store, scope: Scope, facet: Facet) -> Counter[str]:
    """From the counters of places, without reading a memory."""
    found: Counter[str] = Counter()
    for entry in Faces(store).places():
        place = entry.place
        if scope.wing in (None, place.wing) and scope.room in (None, place.room) and scope.hall in (None, place.hall):
            found[place.wing if facet is Facet.WING else place.room] += entry.count
    return found


def _most(counted: Counter[str], limit: int) -> Counts:
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
