"""Palace tools of the trusty set."""

from typing import TypedDict

from simonides.domain.validation import check_content, check_place_name
from simonides.engine.palace import Palace
from simonides.engine.tenancy import Tenancy


class Created(TypedDict):
    """A palace that is there now."""

    palace_id: str
    status: str


class Palaces(TypedDict):
    """Every palace, by name."""

    palaces: list[str]


class PalaceLine(TypedDict):
    """What a palace says of itself."""

    id: str
    name: str
    drawer_count: int
    data_dir: str


def palace_create(tenancy: Tenancy, name: str, description: str | None = None) -> Created:
    """Create a new memory palace."""
    name = check_place_name(name, "name")
    text = check_content(description, "description") if description and description.strip() else ""
    return {"palace_id": tenancy.create(name, text).info.name, "status": "created"}


def palace_list(tenancy: Tenancy) -> Palaces:
    """List all palaces on this machine."""
    return {"palaces": tenancy.names()}


def palace_info(palace: Palace) -> PalaceLine:
    """Get metadata and stats for a single palace."""
    info = palace.info
    return {"id": info.name, "name": info.name, "drawer_count": palace.memories.count(), "data_dir": info.where}
