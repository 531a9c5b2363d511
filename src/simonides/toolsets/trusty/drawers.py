"""Drawer tools of the trusty set: remember, recall, list and forget."""

from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.memory import GENERAL, Memory, Order, Place, Scope
from simonides.domain.question.usual_limit import UsualLimit
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_content, check_name, clean_text
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import LISTED_MAX
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.trusty.rooms import room_of, rooms_meant

if TYPE_CHECKING:
    # numpy stands behind the layers, and a list of tools can do without it.
    from simonides.engine.search.layers import LayeredHit

RECALLED_MAX = 100

USUAL = UsualLimit(10)
TopK = Annotated[int, Arg(minimum=1, maximum=RECALLED_MAX, clamp=True, in_schema=False)]


class StoredDrawer(TypedDict):
    """A drawer that was stored."""

    drawer_id: str
    palace: str
    status: str


class Result(TypedDict):
    """One drawer that came to mind."""

    drawer_id: str
    content: str
    score: float
    layer: int
    tags: list[str]
    importance: float


class RecallReply(TypedDict):
    """What came to mind."""

    palace: str
    query: str
    results: list[Result]
    hint: NotRequired[str]
    """What could not be compared by meaning; only where something could not."""


class Drawer(TypedDict):
    """One drawer on a list."""

    drawer_id: str
    content: str
    importance: float
    tags: list[str]
    created_at: str


class Drawers(TypedDict):
    """Drawers, the most important first."""

    palace: str
    drawers: list[Drawer]


class Forgotten(TypedDict):
    """A drawer that was deleted."""

    status: str
    drawer_id: str
    palace: str


def memory_remember(
    palace: Palace,
    text: Annotated[str, Arg("Memory content")],
    room: Annotated[str | None, Arg("Room type (optional)")] = None,
    tags: list[str] | None = None,
) -> StoredDrawer:
    """Store a memory (drawer) in a palace room."""
    draft = Draft(
        content=check_content(text, "text"),
        place=Place(GENERAL, room_of(room)),
        tags=tuple(tags or ()),
    )
    memory = palace.memories.remember(draft, palace.mint.uuid(), Actor.AGENT)
    return {"drawer_id": memory.id, "palace": palace.info.name, "status": "stored"}


def memory_recall(palace: Palace, query: str, top_k: TopK = USUAL) -> RecallReply:
    """Recall memories using L0+L1+L2 progressive retrieval."""
    return _recall_reply(palace, query, palace.layers.recall(query, top_k))


def memory_recall_deep(palace: Palace, query: str, top_k: TopK = USUAL) -> RecallReply:
    """Deep recall using L3 full HNSW search."""
    return _recall_reply(palace, query, palace.layers.recall_deep(query, top_k))


def memory_list(
    palace: Palace,
    room: Annotated[
        str | None,
        Arg(
            "Filter by room type (Frontend, Backend, Testing, Planning, Documentation, Research, Configuration, Meetings, "
            "General, or custom)"
        ),
    ] = None,
    tag: Annotated[str | None, Arg("Filter by tag")] = None,
    limit: Annotated[
        int, Arg("Max results (default 50)", minimum=1, maximum=LISTED_MAX, clamp=True, in_schema=False, show_default=False)
    ] = 50,
) -> Drawers:
    """List drawers in a palace, optionally filtered by room type or tag."""
    wanted = check_name(tag, "tag") if tag and tag.strip() else None
    scopes = [Scope(room=name, tag=wanted) for name in rooms_meant(room)]
    found = [memory for scope in scopes for memory in palace.memories.page(scope, Order.IMPORTANT, limit)]
    found.sort(key=lambda memory: (memory.importance, memory.created_at), reverse=True)
    return {"palace": palace.info.name, "drawers": [_drawer(memory) for memory in palace.shown("", found[:limit])]}


def memory_forget(palace: Palace, drawer_id: Annotated[str, Arg("UUID of the drawer to delete")]) -> Forgotten:
    """Delete a drawer from a palace by its UUID."""
    drawer_id = clean_text(drawer_id)
    if not drawer_id:
        raise Invalid("drawer_id", "must not be empty")
    if not palace.memories.forget(drawer_id):
        raise NotFound("drawer", drawer_id)
    return {"status": "deleted", "drawer_id": drawer_id, "palace": palace.info.name}


def _recall_reply(palace: Palace, query: str, recalled: "list[LayeredHit]") -> RecallReply:
    shown = palace.shown(query, [each.memory for each in recalled])
    results = [_result(each, memory) for each, memory in zip(recalled, shown, strict=True)]
    reply: RecallReply = {"palace": palace.info.name, "query": query, "results": results}
    if gap := palace.vectors.gap(query).told():
        reply["hint"] = gap
    return reply


def _result(recalled: "LayeredHit", memory: Memory) -> Result:
    return {
        "drawer_id": memory.id,
        "content": memory.content,
        "score": round(recalled.score, 4),
        "layer": recalled.layer,
        "tags": list(memory.tags),
        "importance": memory.importance,
    }


def _drawer(memory: Memory) -> Drawer:
    return {
        "drawer_id": memory.id,
        "content": memory.content,
        "importance": memory.importance,
        "tags": list(memory.tags),
        "created_at": rfc3339(memory.created_at),
    }
