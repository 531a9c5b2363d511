"""Scopes as SQL: a condition on `memories m`, and on `places p` as each database looks them up."""

from typing import Any

from simonides.domain.memory import Facet, Scope
from simonides.frozen import frozen
from simonides.stores.sql.records.rows import micros
from simonides.stores.sql.search.provenance import MARKS, provenance_condition, source_kind, trust_class

# In the words of the partial indexes, which the planner would not recognise in others.
_CHOSEN = "m.added_by NOT IN ('mine', 'hook')"
_OF_PLACE = ("wing", "room", "hall")
_HAPPENED = "coalesce(m.event_time, m.created_at)"
_BOUNDS = {
    "since": ("m.created_at", ">="),
    "until": ("m.created_at", "<"),
    "happened_from": (_HAPPENED, ">="),
    "happened_before": (_HAPPENED, "<"),
}
# `Memory.holds_from` and `Memory.valid_since`.
_BEGINNINGS = {
    "valid_at": "coalesce(m.valid_from, CASE WHEN m.event_time < m.created_at THEN m.event_time ELSE m.created_at END)",
    "recorded_at": "coalesce(m.valid_from, m.created_at)",
}
_OF_MEMORY = ("user_id", "source", "author", "conversation", "role", "kind", "added_by")


@frozen
class ScopeSql:
    """How a database writes a bound value, and where it finds places and tags."""

    bound: str
    """`{}` stands for the name."""
    placed: str
    """`{}` stands for the conditions on `p`."""
    tagged: str

    def condition(self, scope: Scope) -> tuple[str, dict[str, object]]:
        """The text of the condition and its values by name."""
        place, memory = _given(scope, _OF_PLACE), _given(scope, _OF_MEMORY)
        terms, values = [self._equal("m", name) for name in memory], {**place, **memory}
        if place:
            terms.append(self.placed.format(" AND ".join(self._equal("p", name) for name in place)))
        if scope.tag is not None:
            terms.append(self.tagged)
            values["tag"] = scope.tag
        if scope.is_chosen:
            terms.append(_CHOSEN)
        if scope.is_by_provenance:
            terms.append(provenance_condition(scope, self.bound))
            values |= MARKS
        if scope.is_ended:
            terms.append("m.ended_at IS NOT NULL")
        for name, moment in _given(scope, (*_BOUNDS, *_BEGINNINGS)).items():
            terms.append(self._in_time(name))
            values[name] = micros(moment)
        if not scope.takes_ended:
            terms.append("m.ended_at IS NULL")
        return " AND ".join(terms) or "TRUE", values

    def provenance(self, facet: Facet) -> tuple[str, dict[str, object]]:
        """The kind of source or the trust class of a memory, and its values by name."""
        return (source_kind if facet is Facet.SOURCE_KIND else trust_class)(self.bound), dict(MARKS)

    def _in_time(self, name: str) -> str:
        moment = self.bound.format(name)
        if name in _BEGINNINGS:
            return f"{_BEGINNINGS[name]} <= {moment} AND (m.ended_at IS NULL OR m.ended_at > {moment})"
        column, sign = _BOUNDS[name]
        return f"{column} {sign} {moment}"

    def _equal(self, table: str, name: str) -> str:
        return f"{table}.{name} = {self.bound.format(name)}"


def _given(scope: Scope, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(scope, name) for name in names if getattr(scope, name) is not None}
