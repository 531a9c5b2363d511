"""Drawers: read one whole or in part, list those of a place, and change one."""

from typing import Annotated, TypedDict

from simonides.domain.memory import Memory, Order, Scope
from simonides.domain.text.token_estimate import shorten
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_place_name, given
from simonides.engine.filing.amendments import Edit
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg

PART = 8_000
PREVIEW = 200
LISTED_MAX = 200


class DrawerText(TypedDict):
    """A drawer with its words, or a part of them: `length` counts all of its characters."""

    drawer_id: str
    content: str
    start: int
    length: int
    wing: str
    room: str
    tags: list[str]
    author: str | None
    source_file: str | None
    happened_at: str | None
    filed_at: str
    ended_at: str | None
    superseded_by: str | None


class DrawerPreview(TypedDict):
    """A drawer in a list."""

    drawer_id: str
    wing: str
    room: str
    filed_at: str
    preview: str


class DrawerPage(TypedDict):
    """A page of a list, and how many drawers there are in all."""

    drawers: list[DrawerPreview]
    total: int
    offset: int


def get_drawer(
    palace: Palace,
    drawer_id: Annotated[str, Arg("The id of the drawer, as search and list show it")],
    start: Annotated[int, Arg("The first character to show (default 0)", minimum=0, in_schema=False)] = 0,
    length: Annotated[int, Arg("How many characters (default 8000)", minimum=1, in_schema=False)] = PART,
) -> DrawerText:
    """Read one drawer by its id. A long one comes in parts: ask again with a later start."""
    return _text(palace.memories.get(drawer_id), start, length)


def list_drawers(
    palace: Palace,
    wing: Annotated[str | None, Arg("Only in this wing")] = None,
    room: Annotated[str | None, Arg("Only in this room")] = None,
    limit: Annotated[int, Arg("How many (default 20)", minimum=1, maximum=LISTED_MAX, clamp=True, in_schema=False)] = 20,
    offset: Annotated[int, Arg("How many to pass over", minimum=0, in_schema=False)] = 0,
) -> DrawerPage:
    """List drawers of a wing or room, newest first, a preview of each. Use search to find one by what it says."""
    wing, room = given(wing), given(room)
    scope = Scope(wing=wing and check_place_name(wing, "wing"), room=room and check_place_name(room, "room"))
    page = palace.memories.page(scope, Order.NEWEST, limit, offset)
    return {"drawers": [_preview(memory) for memory in page], "total": palace.memories.count(scope), "offset": offset}


def update_drawer(
    palace: Palace,
    drawer_id: Annotated[str, Arg("The id of the drawer")],
    content: Annotated[str | None, Arg("Other words; the former ones stay as an ended drawer")] = None,
    wing: Annotated[str | None, Arg("Another wing")] = None,
    room: Annotated[str | None, Arg("Another room")] = None,
) -> DrawerText:
    """Change the words or the place of a drawer. What is not given stays; former words are kept."""
    return _text(palace.amending.edit(drawer_id, Edit(content, given(wing), given(room))), 0, PART)


def _text(memory: Memory, start: int, length: int) -> DrawerText:
    origin = memory.origin
    return {
        "drawer_id": memory.id,
        "content": memory.content[start : start + length],
        "start": start,
        "length": len(memory.content),
        "wing": memory.place.wing,
        "room": memory.place.room,
        "tags": list(memory.tags),
        "author": origin.author,
        "source_file": origin.source,
        "happened_at": rfc3339(origin.event_time) if origin.event_time else None,
        "filed_at": rfc3339(memory.created_at),
        "ended_at": rfc3339(memory.ended_at) if memory.ended_at else None,
        "superseded_by": memory.superseded_by,
    }


def _preview(memory: Memory) -> DrawerPreview:
    return {
        "drawer_id": memory.id,
        "wing": memory.place.wing,
        "room": memory.place.room,
        "filed_at": rfc3339(memory.created_at),
        "preview": shorten(" ".join(memory.content.split()), PREVIEW),
    }
