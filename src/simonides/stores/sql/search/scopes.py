"""Scopes as SQL: a condition on `memories m`, and on `places p` as each database looks them up."""

from simonides.domain.memory import Scope
from simonides.frozen import frozen
from simonides.stores.sql.records.rows import micros
from simonides.stores.sql.search.provenance import provenance_condition

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
            condition, marks = provenance_condition(scope, self.bound)
            terms.append(condition)
            values |= marks
        if scope.is_ended:
            terms.append("m.ended_at IS NOT NULL")
        for name, (column, sign) in _BOUNDS.items():
            if (moment := getattr(scope, name)) is not None:
                terms.append(f"{column} {sign} {self.bound.format(name)}")
                values[name] = micros(moment)
        if scope.valid_at is not None:
            then = self.bound.format("valid_at")
            terms.append(f"coalesce(m.valid_from, m.created_at) <= {then} AND (m.ended_at IS NULL OR m.ended_at > {then})")
            values["valid_at"] = micros(scope.valid_at)
        elif not (scope.with_ended or scope.is_ended):
            terms.append("m.ended_at IS NULL")
        return " AND ".join(terms) or "TRUE", values

    def _equal(self, table: str, name: str) -> str:
        return f"{table}.{name} = {self.bound.format(name)}"


def _given(scope: Scope, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(scope, name) for name in names if getattr(scope, name) is not None}
