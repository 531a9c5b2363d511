"""The seven reading tools of the palace set."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, NotRequired, TypedDict

from simonides.domain.memory import Hit, Memory, Place, PlaceCount, Scope
from simonides.domain.question.usual_limit import UsualLimit, told_more
from simonides.domain.ranking.duplicates import Likeness
from simonides.domain.ranking.explanation import told_misspelt
from simonides.domain.ranking.strength import Strength
from simonides.domain.text.nearest_names import did_you_mean
from simonides.domain.thresholds import DUPLICATE_MIN
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_name, check_place_name, given
from simonides.engine.palace import Palace
from simonides.engine.tenancy import Tenancy
from simonides.toolkit.shapes import Arg
from simonides.toolsets import prose

PREVIEW = 200
FOUND_MAX = 100
USUAL = UsualLimit(5)
NOTHING_FITS = "The best result is weak: perhaps the palace does not know the answer."


class PalaceStatus(TypedDict):
    """The palace at a glance, how to use it, and the shorthand it speaks."""

    total_drawers: int
    wings: dict[str, int]
    rooms: dict[str, int]
    palace_path: str
    protocol: str
    aaak_dialect: str


class Wings(TypedDict):
    """Drawers per wing."""

    wings: dict[str, int]


class Rooms(TypedDict):
    """Drawers per room of a wing, or of all."""

    wing: str
    rooms: dict[str, int]


class Taxonomy(TypedDict):
    """Drawers per wing and room."""

    taxonomy: dict[str, dict[str, int]]


class AaakSpec(TypedDict):
    """The shorthand's specification."""

    aaak_spec: str


class Filters(TypedDict):
    """Where a search looked."""

    wing: str | None
    room: str | None


class FoundDrawer(TypedDict):
    """One drawer that answers."""

    text: str
    wing: str
    room: str
    source_file: str
    similarity: float | None
    drawer_id: str
    filed_at: str
    happened_at: NotRequired[str]
    speaker: NotRequired[str]
    conversation: NotRequired[str]


class SearchReply(TypedDict):
    """What a search found."""

    query: str
    filters: Filters
    results: list[FoundDrawer]
    hint: NotRequired[str]


class Match(TypedDict):
    """A drawer much like a text."""

    id: str
    wing: str
    room: str
    similarity: float
    content: str


class DuplicateReply(TypedDict):
    """Whether the palace has a text already."""

    is_duplicate: bool
    matches: list[Match]


def status(palace: Palace) -> PalaceStatus:
    """Palace overview: how many drawers, in which wings and rooms. Also teaches the memory protocol and the AAAK shorthand.

    Call this first in every session.
    """
    with palace.at_one_moment():
        total, places, info = palace.memories.count(), palace.memories.places(), palace.info
    return {
        "total_drawers": total,
        "wings": _tally(places, lambda place: place.wing),
        "rooms": _tally(places, lambda place: place.room),
        "palace_path": info.where,
        "protocol": prose.PROTOCOL,
        "aaak_dialect": prose.AAAK_SPEC,
    }


def list_wings(palace: Palace) -> Wings:
    """List the wings (projects, people, agents) with the number of drawers in each."""
    return {"wings": _tally(palace.memories.places(), lambda place: place.wing)}


def list_rooms(palace: Palace, wing: Annotated[str | None, Arg("Only the rooms of this wing")] = None) -> Rooms:
    """List the rooms (topics) with the number of drawers in each, of one wing or of the whole palace."""
    wing = given_name(wing, "wing")
    rooms: dict[str, int] = {}
    for entry in palace.memories.places():
        if wing in (None, entry.place.wing):
            rooms[entry.place.room] = rooms.get(entry.place.room, 0) + entry.count
    return {"wing": wing or "all", "rooms": rooms}


def get_taxonomy(palace: Palace) -> Taxonomy:
    """The whole map: every wing, every room in it, and how many drawers each holds."""
    taxonomy: dict[str, dict[str, int]] = {}
    for entry in palace.memories.places():
        rooms = taxonomy.setdefault(entry.place.wing, {})
        rooms[entry.place.room] = rooms.get(entry.place.room, 0) + entry.count
    return {"taxonomy": taxonomy}


def search(
    palace: Palace,
    query: Annotated[str, Arg("What you want to know, as a plain question or as keywords")],
    limit: Annotated[int, Arg("How many results (default 5)", minimum=1, maximum=FOUND_MAX, clamp=True, in_schema=False)] = USUAL,
    wing: Annotated[str | None, Arg("Only in this wing")] = None,
    room: Annotated[str | None, Arg("Only in this room")] = None,
) -> SearchReply:
    """Search the palace by meaning and by word. Returns the actual words that were filed, best first.

    Names, ticket numbers, paths and error codes are found to the letter. Narrow with wing and room when you know them.
    """
    wing, room = given(wing), given(room)
    scope = Scope(
        wing=wing and check_place_name(wing, "wing"),
        room=room and check_place_name(room, "room"),
    )
    answer = palace.answer(query, scope, limit)
    results = _answers(palace, query, answer.hits)
    reply: SearchReply = {"query": query, "filters": {"wing": wing, "room": room}, "results": results}
    doubt = NOTHING_FITS if answer.strength is Strength.WEAK else ""
    judged = doubt if results else _where_else(palace, wing, room)
    notes = (answer.gap.told(), told_misspelt(answer.misspelt), judged, told_more(answer.more))
    if hint := " ".join(filter(None, notes)):
        reply["hint"] = hint
    return reply


def check_duplicate(
    palace: Palace,
    content: Annotated[str, Arg("The text you want to file")],
    threshold: Annotated[float, Arg("From 0 to 1 (default 0.9)", minimum=0, maximum=1, in_schema=False)] = DUPLICATE_MIN,
) -> DuplicateReply:
    """Check whether the palace holds a text already, before you file it. Returns the drawers most like it."""
    like = palace.memories.like(content, threshold)
    return {"is_duplicate": bool(like), "matches": [match_line(each) for each in like]}


def get_aaak_spec(tenancy: Tenancy) -> AaakSpec:  # noqa: ARG001 - every tool works on something, even on nothing of it
    """The specification of AAAK, the shorthand for diaries and notes to yourself."""
    return {"aaak_spec": prose.AAAK_SPEC}


def given_name(text: str | None, argument: str) -> str | None:
    """An optional name, checked like every other. Raises Invalid naming the argument."""
    name = given(text)
    return name and check_name(name, argument)


def match_line(likeness: Likeness) -> Match:
    """A drawer much like a text, with the beginning of its words."""
    memory = likeness.memory
    preview = memory.content if len(memory.content) <= PREVIEW else memory.content[:PREVIEW] + "..."
    return {
        "id": memory.id,
        "wing": memory.place.wing,
        "room": memory.place.room,
        "similarity": round(likeness.similarity, 3),
        "content": preview,
    }


def _tally(places: Iterable[PlaceCount], part: Callable[[Place], str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for entry in places:
        counts[part(entry.place)] = counts.get(part(entry.place), 0) + entry.count
    return counts


def _answers(palace: Palace, query: str, hits: Sequence[Hit]) -> list[FoundDrawer]:
    shown = palace.shown(query, [hit.memory for hit in hits])
    return [_drawer(memory, hit.similarity) for hit, memory in zip(hits, shown, strict=True)]


def _drawer(memory: Memory, similarity: float | None) -> FoundDrawer:
    drawer: FoundDrawer = {
        "text": memory.content,
        "wing": memory.place.wing,
        "room": memory.place.room,
        "source_file": memory.origin.file_name,
        "similarity": None if similarity is None else round(similarity, 3),
        "drawer_id": memory.id,
        "filed_at": rfc3339(memory.created_at),
    }
    if memory.origin.event_time:
        drawer["happened_at"] = rfc3339(memory.origin.event_time)
    if memory.origin.author:
        drawer["speaker"] = memory.origin.author
    if memory.talk:
        drawer["conversation"] = memory.talk
    return drawer


def _where_else(palace: Palace, wing: str | None, room: str | None) -> str | None:
    # Agents guess names of wings; telling the real ones saves a round of guessing.
    wings = _tally(palace.memories.places(), lambda place: place.wing)
    if wing and wing not in wings:
        return _no_such("wing", wing, "", wings)
    rooms = list_rooms(palace, wing)["rooms"]
    if room and room not in rooms:
        return _no_such("room", room, f" in {wing}" if wing else " here", rooms)
    return None


def _no_such(kind: str, name: str, where: str, known: Iterable[str]) -> str:
    names = list(known)
    listed = f"{kind.capitalize()}s: {', '.join(names[:30]) or 'none yet'}."
    return " ".join(filter(None, [f"There is no {kind} '{name}'{where}.", did_you_mean(name, names), listed]))
