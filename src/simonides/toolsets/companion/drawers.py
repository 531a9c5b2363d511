"""Drawers over REST: verbatim texts with their place and origin."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

from simonides.domain.actor import Actor
from simonides.domain.errors import Conflict, NotFound
from simonides.domain.memory import GENERAL, Memory, Order, Origin, Place, Scope, by_provenance
from simonides.domain.records.plain import shaped
from simonides.domain.records.tables import MEMORY
from simonides.domain.time import Stamp
from simonides.domain.validation import check_name, check_place_name
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import LISTED_MAX
from simonides.engine.filing.secrets import notes_on
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.filters import BySource, ByTrust, InRoom, KnownAt, MaxTokens, WithTag


class DrawerFields(TypedDict):
    """What is stored of a drawer; what its source did not know is null."""

    id: str
    content: str
    wing: str
    room: str
    tags: list[str]
    importance: float
    created_at: str
    ended_at: str | None
    author: str | None
    role: str | None
    conversation: str | None
    position: int | None
    event_time: str | None
    source: str | None
    added_by: str
    metadata: dict[str, Any]


class DrawerRecord(DrawerFields):
    """One drawer, word for word, with the kind of its source and its trust class."""

    source_kind: str
    trust: str
    metadata_left_out: NotRequired[list[str]]
    """The keys of metadata that are too long for a bounded answer."""


METADATA_MAX = 2_000
"""How many characters of metadata a bounded answer shows of each drawer."""
KEY_MAX = 100
NAMED_MAX = 20
"""How many keys that were left out are named."""

_fields_of = shaped(MEMORY, DrawerFields)


def drawer_of(memory: Memory, max_tokens: int = 0) -> DrawerRecord:
    """A memory as the companion shows it; with `max_tokens` in an answer that is bounded, where long metadata is left out."""
    provenance = memory.provenance
    told = {**_fields_of(memory), "source_kind": provenance.kind.value, "trust": provenance.trust.value}
    drawer = cast("DrawerRecord", told)
    kept = _short(memory.metadata) if max_tokens else dict(memory.metadata)
    if left_out := [key[:KEY_MAX] for key in memory.metadata if key not in kept]:
        drawer["metadata"], drawer["metadata_left_out"] = kept, left_out[:NAMED_MAX]
    return drawer


def _short(metadata: Mapping[str, object]) -> dict[str, Any]:
    """The metadata that fits, in its order."""
    kept, left = dict[str, Any](), METADATA_MAX
    for key, value in metadata.items():
        length = len(json.dumps({key: value}))
        if length <= left:
            kept[key] = value
            left -= length
    return kept


def opened(palace: Palace, memory: Memory, max_tokens: int) -> DrawerRecord:
    """A drawer that somebody opens, with the beginning of a text that is longer than that, and how to get the rest."""
    [text] = palace.passages("", [("max_tokens=0", memory.content)], max_tokens)
    return drawer_of(replace(memory, content=text), max_tokens)


class Added(TypedDict):
    """The id of a new drawer, and what in it looks like a secret."""

    id: str
    secrets: NotRequired[list[str]]


def list_drawers(
    palace: Palace,
    room: InRoom = None,
    tag: WithTag = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=LISTED_MAX)] = 50,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
    max_tokens: MaxTokens = 2_000,
) -> list[DrawerRecord]:
    """A page of drawers, the most important first; those that have ended are left out."""
    scope = Scope(
        room=check_place_name(_room(room), "room") if room is not None else None,
        tag=check_name(tag, "tag") if tag is not None else None,
    )
    page = palace.memories.page(by_provenance(scope, source_kind, trust), Order.IMPORTANT, limit, offset)
    return [drawer_of(memory, max_tokens) for memory in palace.shown("", page, max_tokens)]


def add_drawer(
    palace: Palace,
    content: Annotated[str, Arg("The actual words to keep")],
    room: Annotated[str, Arg("The topic")] = GENERAL,
    wing: Annotated[str, Arg("The project, person or agent it belongs to")] = GENERAL,
    tags: Annotated[list[str] | None, Arg("Words to find it by")] = None,
    importance: Annotated[float, Arg("From 0 to 1", minimum=0, maximum=1)] = 0.5,
    author: Annotated[str | None, Arg("Who said it")] = None,
    role: Annotated[Literal["user", "assistant", "tool", "document"] | None, Arg("As what they said it")] = None,
    conversation: Annotated[str | None, Arg("The conversation it was said in")] = None,
    position: Annotated[int | None, Arg("Its place in the conversation, from 0", minimum=0)] = None,
    event_time: Annotated[str | None, Arg("When it happened (ISO 8601)")] = None,
    source: Annotated[str | None, Arg("The file it comes from")] = None,
    metadata: Annotated[dict[str, Any] | None, Arg("Anything else worth keeping")] = None,
    *,
    force: Annotated[bool, Arg("File it even if the room holds the same; false refuses that with 409, naming the drawer")] = True,
) -> Added:
    """File a text verbatim, and return its id once it is durable."""
    origin = Origin(
        author=author,
        role=role,
        conversation=conversation,
        position=position,
        event_time=Stamp.parse(event_time, "event_time").start if event_time is not None else None,
        source=source,
    )
    draft = Draft(content, Place(wing, _room(room)), origin, tuple(tags or ()), importance, metadata=metadata)
    memory = _filed(palace, draft) if force else _filed_once(palace, draft)
    notes = notes_on(memory)
    return {"id": memory.id, "secrets": [note.told for note in notes]} if notes else {"id": memory.id}


def _filed(palace: Palace, draft: Draft) -> Memory:
    return palace.memories.remember(draft, palace.mint.uuid(), Actor.SERVICE)


def _filed_once(palace: Palace, draft: Draft) -> Memory:
    filing = palace.memories.remember_once(draft, Actor.SERVICE, palace.mint.uuid())
    if filing.memory is None:
        raise Conflict("drawer", f"{filing.like[0].memory.id} says the same; `force` files it anyway")
    return filing.memory


def show_drawer(
    palace: Palace,
    drawer: Annotated[str, Arg("The drawer's id, from any tool set")],
    known_at: KnownAt = None,
    max_tokens: MaxTokens = 2_000,
) -> DrawerRecord:
    """One drawer, ended or not, as it is or as it was known at a time."""
    return opened(palace, found(palace, drawer, known_at), max_tokens)


def edit_drawer(
    palace: Palace,
    drawer: Annotated[str, Arg("The drawer's id, from any tool set")],
    content: Annotated[str | None, Arg("Other words; the former ones stay as an ended drawer")] = None,
    wing: Annotated[str | None, Arg("Another wing")] = None,
    room: Annotated[str | None, Arg("Another room")] = None,
    add_tags: Annotated[list[str] | None, Arg("Tags to add")] = None,
    remove_tags: Annotated[list[str] | None, Arg("Tags to take off")] = None,
    importance: Annotated[float | None, Arg("From 0 to 1", minimum=0, maximum=1)] = None,
    trust: Annotated[str | None, Arg("own, reported or third-party; derived for what follows from its source")] = None,
    max_tokens: MaxTokens = 2_000,
) -> DrawerRecord:
    """Change a drawer; what is not given stays as it is."""
    found(palace, drawer)
    tags = (tuple(add_tags or ()), tuple(remove_tags or ()))
    edited = palace.amending.edit(drawer, Edit(content, wing, room and _room(room), *tags, importance, trust))
    return opened(palace, edited, max_tokens)


def delete_drawer(palace: Palace, drawer: Annotated[str, Arg("The drawer's id, from any tool set")]) -> None:
    """Delete a drawer. Undoing the change brings it back as long as the bin keeps it; erasing is for good."""
    if not palace.memories.forget(drawer):
        raise NotFound("drawer", drawer)


def found(palace: Palace, drawer: str, known_at: str | None = None) -> Memory:
    """The drawer with that id, ended or not, as it is or as it was known at a time. Raises NotFound, Invalid."""
    then = palace.past.knowing.if_said(known_at)
    try:
        return then.memory(drawer) if then else palace.memories.get(drawer)
    except NotFound:
        raise NotFound("drawer", drawer) from None


def _room(name: str) -> str:
    # The trusty tools call the room for nothing in particular General; it is one room for everybody.
    return GENERAL if name == "General" else name
