"""Which rows are in scope? A scope as a condition on `memories m` joined with `places p`."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class ScopeSql:
    """How a database writes a value to be bound, and where it finds tags."""

    bound: str
    """With `{}` in the place of the name."""
    tagged: str

    def condition(self, scope: Scope) -> tuple[str, dict[str, object]]:
        """The text of the condition and its values by name."""
        terms = {
            f"{column} = {self.bound.format(field)}": {field: getattr(scope, field)}
            for column, field in _EQUAL.items()
            if getattr(scope, field) is not None
        }
        if scope.tag is not None:
            terms[self.tagged] = {"tag": scope.tag}
        if scope.since is not None:
            terms[f"m.created_at >= {self.bound.format('since')}"] = {"since": micros(scope.since)}
        if scope.until is not None:
            terms[f"m.created_at < {self.bound.format('until')}"] = {"until": micros(scope.until)}
        terms |= self._validity(scope)
        values = {name: value for bound in terms.values() for name, value in bound.items()}
        return " AND ".join(terms) or "TRUE", values

    def _validity(self, scope: Scope) -> dict[str, dict[str, object]]:
        if scope.valid_at is not None:
            moment = self.bound.format("valid_at")
            began, goes_on = f"coalesce(m.valid_from, m.created_at) <= {moment}", f"(m.ended_at IS NULL OR m.ended_at > {moment})"
            return {f"{began} AND {goes_on}": {"valid_at": micros(scope.valid_at)}}
        return {} if scope.with_ended else {"m.ended_at IS NULL": {}}
