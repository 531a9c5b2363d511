"""The tool `memory_overview`: the wake-up text, the state of the memory, its places, and what is new in it."""

from collections import Counter
from dataclasses import replace
from typing import Literal, TypedDict

from simonides import __version__
from simonides.domain.errors import Invalid
from simonides.domain.memory import Order, Scope, in_time
from simonides.domain.text.quotation import plain_name
from simonides.domain.time import first_instant
from simonides.domain.validation import given
from simonides.engine.palace import Palace
from simonides.toolkit.content import LeanReply
from simonides.toolsets.core.lines import LineWriter
from simonides.toolsets.core.where import CODE, FACTS, scope_at, where_else

NEW_MAX = 20
WINGS_MAX, ROOMS_MAX = 50, 30


class OverviewReply(TypedDict):
    """The text of one part."""

    show: str
    text: str


def memory_overview(
    palace: Palace,
    show: Literal["wake-up", "status", "places", "new"] = "wake-up",
    where: str | None = None,
    since: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
) -> LeanReply[OverviewReply]:
    """The memory as a whole.

    wake-up: identity, whom it serves, what to know first. status: how many, how big, health, version, store, model. places:
    which wings, rooms, projects and topics there are, with counts. new: what was added lately. Example: show="new",
    since="2026-11-01"
    """
    where, since, as_of, known_at = given(where), given(since), given(as_of), given(known_at)
    scope = scope_at(palace, where) if where else Scope()
    timed = {"since": since, "as_of": as_of, "known_at": known_at}
    if show != "new" and (named := next((name for name, value in timed.items() if value), None)):
        raise Invalid(named, f"belongs to new; {show} tells of now")
    if where:
        _check_where(palace, show, where, scope)
    if known_at:
        text = what_is_new(palace, scope, since, as_of, known_at)
        return LeanReply(text, {"show": show, "text": text})
    if hint := where_else(palace, where):
        return LeanReply(hint, {"show": show, "text": hint})
    if show == "wake-up":
        text = palace.wake_up(scope.wing)
    elif show == "status":
        text = _status(palace)
    elif show == "places":
        text = _places(palace, scope)
    else:
        text = what_is_new(palace, scope, since, as_of)
    return LeanReply(text, {"show": show, "text": text})


def _check_where(palace: Palace, show: str, where: str, scope: Scope) -> None:
    """Refuse a place that the part cannot be held to, instead of telling of everything. Raises Invalid."""
    if show == "status":
        raise Invalid("where", "belongs to the other parts; status tells of the whole memory")
    if where in (FACTS, CODE) and not palace.memories.count(scope):
        raise Invalid("where", f"'{where}' is no place of memories; name a wing, or wing/room")
    if show != "new" and scope != Scope(wing=scope.wing, room=scope.room):
        raise Invalid("where", f"'{where[:40]}' belongs to new; {show} tells of a wing, or of everything")


def what_is_new(palace: Palace, scope: Scope, since: str | None, as_of: str | None = None, known_at: str | None = None) -> str:
    """What was filed last, newest first; of what held at a time, and as it was known at one, where these are given."""
    begin = first_instant(since, "since")
    narrowed = replace(in_time(scope, None, None, as_of), since=begin)
    known = palace.past.knowing.as_said(known_at) if known_at else palace.memories
    memories = known.page(narrowed, Order.NEWEST, NEW_MAX)
    if not memories:
        return f"Nothing new{f' since {since}' if since else ''}."
    writer = LineWriter(palace, scope=narrowed, length=120)
    total = known.count(narrowed)
    head = f"{total:,} in all, the last {len(memories)}:" if total > len(memories) else ""
    return "\n".join(filter(None, (head, *(writer.line(writer.hit(memory)) for memory in memories))))


def _status(palace: Palace) -> str:
    health, facts, gap = palace.health(), palace.facts.stats(), palace.vectors.gap()
    held = f"Memories: {health.memories:,}; facts: {facts.current_facts:,}; entities: {facts.entities:,}"
    # Where it lies is nobody's business who may know of one palace only.
    store = "PostgreSQL" if palace.info.folder is None else "SQLite"
    told = [
        f"Palace '{plain_name(palace.info.name)}' in {store}, simonides {__version__}.",
        f"{held}; pieces of code: {health.chunks:,}.",
        f"Embedding model {health.identity.name}: {health.state}.",
        gap.told(),
    ]
    return " ".join(filter(None, told))


def _places(palace: Palace, scope: Scope) -> str:
    wings: dict[str, Counter[str]] = {}
    for entry in palace.memories.places():
        if scope.wing in (None, entry.place.wing) and scope.room in (None, entry.place.room):
            wings.setdefault(entry.place.wing, Counter())[entry.place.room] += entry.count
    ordered = sorted(wings.items(), key=lambda item: (-item[1].total(), item[0]))
    lines = [f"{plain_name(wing)} ({rooms.total():,}): {_rooms(rooms)}" for wing, rooms in ordered[:WINGS_MAX]]
    more = [f"{len(ordered) - WINGS_MAX:,} more wings"] if len(ordered) > WINGS_MAX else []
    return "\n".join([*lines, *more]) or "No places yet."


def _rooms(rooms: Counter[str]) -> str:
    named = [f"{plain_name(room)} {count:,}" for room, count in rooms.most_common(ROOMS_MAX)]
    return ", ".join(named) + (f" and {len(rooms) - ROOMS_MAX:,} more" if len(rooms) > ROOMS_MAX else "")
