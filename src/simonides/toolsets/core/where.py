"""Places in one word: a wing, `wing/room`, `#tag`, `@source`, or one of diary, facts and code."""

from simonides.domain.errors import Invalid
from simonides.domain.memory import DIARY_HALL, GENERAL, Facet, Place, Scope
from simonides.domain.past.provenance import SourceKind, Trust, kinds_named, trusts_named
from simonides.domain.text.nearest_names import did_you_mean
from simonides.domain.validation import check_name, check_place_name, given
from simonides.engine.palace import Palace
from simonides.frozen import frozen

DIARY, FACTS, CODE = "diary", "facts", "code"
_SHOWN_MAX = 20


@frozen
class Whereabout:
    """What a search is held to: memories in a scope, facts, code, or all of them."""

    scope: Scope = Scope()
    memories: bool = True
    facts: bool = True
    code: bool = True


def read_where(palace: Palace, where: str | None) -> Whereabout:
    """Where to search. Raises Invalid."""
    where = given(where)
    if where is None:
        return Whereabout()
    if where in (FACTS, CODE):
        return Whereabout(memories=False, facts=where == FACTS, code=where == CODE)
    return Whereabout(scope_at(palace, where), facts=False, code=False)


def scope_at(palace: Palace, where: str) -> Scope:
    """The memories in a wing or room, with a tag, or of the diaries. Raises Invalid."""
    if where == DIARY:
        return Scope(hall=DIARY_HALL)
    if where.startswith("#"):
        return Scope(tag=check_name(where[1:], "where"))
    if where.startswith("@") and not _is_known(palace, where):
        return scope_of(where[1:])
    place = place_at(palace, where)
    return Scope(wing=place.wing, room=None if _is_wing(palace, where) else place.room)


def scope_of(source: str) -> Scope:
    """The memories from a kind of source, or of a trust class. Raises Invalid."""
    if source in set(SourceKind):
        return Scope(source_kinds=kinds_named(source))
    if source in set(Trust):
        return Scope(trusts=trusts_named(source))
    raise Invalid("where", f"'@{source[:40]}' is not one of {', '.join(f'@{each}' for each in (*SourceKind, *Trust))}")


def place_at(palace: Palace, where: str) -> Place:
    """The room that `wing/room` names, or the general room of a wing. Names may hold slashes, so known ones are tried first."""
    where = check_place_name(where, "where")
    cuts = [at for at, sign in enumerate(where) if sign == "/"]
    splits = [(where[:at], where[at + 1 :]) for at in cuts]
    known = {(entry.place.wing, entry.place.room) for entry in palace.memories.places()}
    if found := [split for split in splits if split in known]:
        return Place(*found[0])
    wings = {wing for wing, _ in known}
    if where in wings or not splits:
        return Place(where, GENERAL)
    return Place(*next((split for split in splits if split[0] in wings), splits[0]))


def place_to_keep(palace: Palace, where: str) -> Place:
    """The room to put something in. Raises Invalid for a new one that a search would read as something else."""
    if where.startswith("#") and not _is_known(palace, where):
        raise Invalid("where", f"'{where[:40]}' is a tag, which goes into `tags`; name a wing, or wing/room")
    is_source = where.startswith("@") and where[1:] in {*SourceKind, *Trust}
    if (is_source or where in (DIARY, FACTS, CODE)) and not _is_known(palace, where):
        raise Invalid("where", f"'{where[:40]}' is no wing to a search; name another, or wing/room")
    return place_at(palace, where)


def where_else(palace: Palace, where: str | None) -> str:
    """What may have been meant by a place that holds nothing; empty when it holds something."""
    where = given(where)
    is_no_place = where is None or where in (DIARY, FACTS, CODE) or where.startswith("@")
    if where is None or is_no_place or palace.memories.count(scope_at(palace, where)):
        return ""
    if where.startswith("#"):
        tags = [f"#{tag}" for tag, _ in palace.facets(facets=[Facet.TAG])[Facet.TAG]]
        return _missing(where, did_you_mean(where, tags), "Tags", tags)
    places = palace.memories.places()
    names = [*dict.fromkeys(entry.place.wing for entry in places if entry.count)]
    rooms = [f"{entry.place.wing}/{entry.place.room}" for entry in places if entry.count]
    return _missing(where, did_you_mean(where, [*names, *rooms]), "Wings", names)


def _missing(where: str, hint: str, kind: str, names: list[str]) -> str:
    listed = f"{kind}: {', '.join(names[:_SHOWN_MAX]) or 'none'}."
    return " ".join(filter(None, (f"There is nothing in '{where}'.", hint, listed)))


def needed(value: str | None, argument: str, purpose: str) -> str:
    """An argument that one use of a tool cannot do without. Raises Invalid."""
    if (text := given(value)) is None:
        raise Invalid(argument, f"is needed to {purpose}")
    return text


def _is_known(palace: Palace, where: str) -> bool:
    return any(where in (entry.place.wing, f"{entry.place.wing}/{entry.place.room}") for entry in palace.memories.places())


def _is_wing(palace: Palace, where: str) -> bool:
    wings = {entry.place.wing for entry in palace.memories.places()}
    return where in wings or "/" not in where
