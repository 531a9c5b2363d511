"""The server as a whole over REST: totals of all palaces, and the palaces one by one."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.errors import Conflict, Invalid, NoPalace, SimonidesError
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_place_name, clean_text
from simonides.engine.demo.story import DESCRIPTION
from simonides.engine.demo.telling import NAME, is_demo, tell_story
from simonides.engine.palace import Palace
from simonides.engine.tenancy import Tenancy
from simonides.engine.tokens import TokenDesk
from simonides.frozen import frozen
from simonides.toolkit.shapes import Arg

PALACES_MAX = 1_000


@frozen
class Site:
    """A running server: the palaces that whoever asks may know of, and what only the program around it knows."""

    tenancy: Tenancy
    version: str
    default_palace: str | None
    data_root: str | None
    tokens: TokenDesk


@frozen
class Counts:
    """How much one palace holds."""

    drawers: int = 0
    vectors: int = 0
    triples: int = 0


class Totals(TypedDict):
    """How much all palaces hold together."""

    palace_count: int
    total_drawers: int
    total_vectors: int
    total_kg_triples: int


class SiteStatus(TypedDict):
    """The server at a glance; default_palace is null where none was set, data_root for the holder of a palace's token."""

    version: str
    default_palace: str | None
    data_root: str | None
    palace_count: int
    total_drawers: int
    total_vectors: int
    total_kg_triples: int


class PalaceSummary(TypedDict):
    """One palace; `error` says why the numbers of one that cannot be opened are all zero."""

    id: str
    name: str
    description: str
    drawer_count: int
    vector_count: int
    kg_triple_count: int
    wing_count: int
    created_at: str | None
    error: NotRequired[str]


class DeletedPalace(TypedDict):
    """A palace that is gone, and how many tokens for it were revoked."""

    deleted: str
    tokens_revoked: int


def get_status(site: Site) -> SiteStatus:
    """The server at a glance: version, where its data is, and how much all palaces hold together."""
    counts = [_counts_if_open(site.tenancy, name) for name in site.tenancy.names()]
    return {
        "version": site.version,
        "default_palace": site.default_palace,
        "data_root": site.data_root,
        **add_up(counts),
    }


def list_palaces(
    tenancy: Tenancy,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=PALACES_MAX)] = PALACES_MAX,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
) -> list[PalaceSummary]:
    """Every palace, by name."""
    lines = (_line_or_complaint(tenancy, name) for name in tenancy.names()[offset : offset + limit])
    return [line for line in lines if line is not None]


def create_palace(
    tenancy: Tenancy,
    name: Annotated[str, Arg("1 to 128 characters; may contain slashes")],
    description: Annotated[str, Arg("What it is for")] = "",
) -> PalaceSummary:
    """Make a palace. One that exists keeps its data, its date and its description, and is returned."""
    return show_palace(tenancy.create(check_place_name(name, "name"), clean_text(description)))


def make_demo(tenancy: Tenancy, name: Annotated[str, Arg("1 to 128 characters; may contain slashes")] = NAME) -> PalaceSummary:
    """Make a palace with a small story in it, to play with. One that is there already is returned as it is.

    Not for the token of one palace; a palace of one's own under that name is left alone.
    """
    tenancy.require_all(check_place_name(name, "name"), "make a demo palace")
    palace = tenancy.create(name, DESCRIPTION)
    if not is_demo(palace):
        raise Conflict("palace", f"'{name}' is one of your own; choose another name")
    tell_story(palace)
    return show_palace(palace)


def delete_palace(
    site: Site,
    id_: Annotated[str, Arg("The palace")],
    confirm: Annotated[str, Arg("Its name once more, so that no slip deletes it")] = "",
) -> DeletedPalace:
    """Delete a palace with everything in it, for good, and revoke its tokens. Not for the token of one palace."""
    site.tenancy.require_all(id_, "delete it")
    if confirm != id_:
        raise Invalid("confirm", "must be the name of the palace: a deletion cannot be undone")
    site.tenancy.delete(id_)
    return {"deleted": id_, "tokens_revoked": site.tokens.dismiss(id_)}


def show_palace(palace: Palace) -> PalaceSummary:
    """One palace and how much it holds."""
    info, counts = palace.info, count(palace)
    return {
        "id": info.name,
        "name": info.name,
        "description": info.description,
        "drawer_count": counts.drawers,
        "vector_count": counts.vectors,
        "kg_triple_count": counts.triples,
        "wing_count": len({entry.place.wing for entry in palace.memories.places()}),
        "created_at": rfc3339(info.created_at),
    }


def count(palace: Palace) -> Counts:
    """How much a palace holds, from its counters."""
    return Counts(palace.memories.count(), palace.vectors.coverage()[0], palace.facts.stats().current_facts)


def add_up(counts: list[Counts]) -> Totals:
    """What several palaces hold together."""
    return {
        "palace_count": len(counts),
        "total_drawers": sum(each.drawers for each in counts),
        "total_vectors": sum(each.vectors for each in counts),
        "total_kg_triples": sum(each.triples for each in counts),
    }


def _counts_if_open(tenancy: Tenancy, name: str) -> Counts:
    # One palace that cannot be opened must not hide the others.
    try:
        return count(tenancy.palace(name))
    except SimonidesError:
        return Counts()


def _line_or_complaint(tenancy: Tenancy, name: str) -> PalaceSummary | None:
    try:
        return show_palace(tenancy.palace(name))
    except NoPalace:
        # Somebody deleted it since the names were read.
        return None
    except SimonidesError as error:
        return _complaint(name, error)


def _complaint(name: str, error: SimonidesError) -> PalaceSummary:
    return {
        "id": name,
        "name": name,
        "description": "",
        "drawer_count": 0,
        "vector_count": 0,
        "kg_triple_count": 0,
        "wing_count": 0,
        "created_at": None,
        "error": str(error),
    }
