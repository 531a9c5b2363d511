"""Writing tools of the palace set: file and delete drawers."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.memory import Origin, Place
from simonides.domain.time import first_instant
from simonides.domain.validation import check_name, given
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import Filing
from simonides.engine.filing.secrets import notes_on
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.palace.reading import Match, match_line

NOT_COMPARED = "Filed without a search for similar drawers: the embedding model is still loading. A dream compares them later."
NOT_COMPARED_LONG = "Filed without a search for similar drawers: so long a text is embedded later. A dream compares them then."


class FilingReply(TypedDict):
    """What came of a drawer."""

    success: bool
    drawer_id: NotRequired[str]
    wing: NotRequired[str]
    room: NotRequired[str]
    similar: NotRequired[list[Match]]
    note: NotRequired[str]
    secrets: NotRequired[list[str]]
    reason: NotRequired[str]
    matches: NotRequired[list[Match]]


class DeletionReply(TypedDict):
    """What came of a deletion."""

    success: bool
    drawer_id: str
    error: NotRequired[str]


def add_drawer(
    palace: Palace,
    wing: Annotated[str, Arg("The project, person or agent it belongs to, as wing_myproject")],
    room: Annotated[str, Arg("The topic, as auth-migration")],
    content: Annotated[str, Arg("The actual words to keep, never a summary of them")],
    source_file: Annotated[str | None, Arg("The file it comes from")] = None,
    added_by: Annotated[str, Arg("Who files it (default mcp)")] = "mcp",
    event_time: Annotated[str | None, Arg("When it happened, if not now: 2026-08-09, or with a time")] = None,
    force: Annotated[bool, Arg("File it even if the room holds the same")] = False,  # noqa: FBT002 - a tool's argument
) -> FilingReply:
    """File words verbatim in a room of a wing. Refuses what the room holds already and shows the drawers that match.

    Only texts that say the same in every word, name, number and negation match; else both are kept, and the like one is named.
    """
    happened = first_instant(given(event_time), "event_time")
    signed = check_name(given(added_by) or Actor.AGENT, "added_by")
    origin = Origin(source=given(source_file), event_time=happened, added_by=signed)
    draft = Draft(content, Place(wing, room), origin)
    if force:
        return _filing_reply(Filing(palace.memories.remember(draft, actor=Actor.AGENT)))
    return _filing_reply(palace.memories.remember_once(draft, Actor.AGENT))


def delete_drawer(palace: Palace, drawer_id: Annotated[str, Arg("The id of the drawer")]) -> DeletionReply:
    """Delete a drawer by its id. Nothing finds it any more; for a while undo brings it back."""
    if palace.memories.forget(drawer_id):
        return {"success": True, "drawer_id": drawer_id}
    return {"success": False, "drawer_id": drawer_id, "error": f"Drawer not found: {drawer_id}"}


def _filing_reply(filing: Filing) -> FilingReply:
    like = [match_line(each) for each in filing.like]
    if filing.memory is None:
        return {"success": False, "reason": "duplicate", "matches": like}
    place = filing.memory.place
    reply: FilingReply = {"success": True, "drawer_id": filing.memory.id, "wing": place.wing, "room": place.room}
    if like:
        reply["similar"] = like
    if not filing.is_compared:
        reply["note"] = NOT_COMPARED_LONG if filing.is_long else NOT_COMPARED
    if notes := notes_on(filing.memory):
        reply["secrets"] = [note.told for note in notes]
    return reply
