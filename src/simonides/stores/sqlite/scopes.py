"""Which rows are in scope? A scope as a condition on `memories m` joined with `places p`."""

from simonides.domain.memory import Scope
from simonides.stores.sql.rows import micros

_EQUAL = {
    "p.wing": "wing",
    "p.room": "room",
    "p.hall": "hall",
    "m.user_id": "user_id",
    "m.source": "source",
    "m.author": "author",
    "m.conversation": "conversation",
}


def condition(scope: Scope) -> tuple[str, dict[str, object]]:
    """The text of the condition and its values by name."""
    terms, values = _place_terms(scope)
    if scope.tag is not None:
        terms.append("m.key IN (SELECT memory FROM memory_tags WHERE tag = :tag)")
        values["tag"] = scope.tag
    if scope.since is not None:
        terms.append("m.created_at >= :since")
        values["since"] = micros(scope.since)
    if scope.until is not None:
        terms.append("m.created_at < :until")
        values["until"] = micros(scope.until)
    if scope.valid_at is not None:
        terms.append("ifnull(m.valid_from, m.created_at) <= :valid_at AND (m.ended_at IS NULL OR m.ended_at > :valid_at)")
        values["valid_at"] = micros(scope.valid_at)
    elif not scope.with_ended:
        terms.append("m.ended_at IS NULL")
    return " AND ".join(terms) or "1", values


def _place_terms(scope: Scope) -> tuple[list[str], dict[str, object]]:
    terms: list[str] = []
    values: dict[str, object] = {}
    for column, field in _EQUAL.items():
        value = getattr(scope, field)
        if value is not None:
            terms.append(f"{column} = :{field}")
            values[field] = value
    return terms, values
