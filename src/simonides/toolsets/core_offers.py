"""Prompts and resources of the core set: memories and rooms to mention, what changed, a conversation to keep.

Light to import, since the handshake names them.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from simonides.toolkit.offering import Offering, Prompt, PromptArgument, Resource, Template
from simonides.toolsets.offers import complete_wings, completed, offer_wake_up, told

if TYPE_CHECKING:
    from simonides.engine.palace import Palace
    from simonides.toolkit.calling import Surroundings

MIME = "text/plain"
KEEP = """\
Keep this conversation with the tool `remember`{where}: what was decided and why, what I want or prefer, what is still open. \
One call for each matter, in the words that were said, with `by` for who said it. Leave out small talk and what is kept already. \
Then tell me in one line what you kept."""
CHANGED = "What was remembered since {since}:\n{lines}\n\nTell me what of it matters now, and what contradicts something older."
COMPLETED_MAX = 20
SLUG_WORDS = 6
_WORD = re.compile(r"[^\W_]+")


def offer_core() -> Offering:
    """The wake-up text, memories and rooms by address, and prompts for keeping a conversation and for what changed."""
    wake_up = offer_wake_up()
    since = PromptArgument("since", "A day, as 2026-11-01, a month or a year.", is_required=True)
    where = PromptArgument("where", "The wing to keep it in.", complete=complete_wings)
    memory = Template(
        "memory://memories/{id}", "memory", "A memory", "One memory with its words.", MIME, _memory, {"id": _memories}
    )
    room = Template(
        "memory://rooms/{wing}/{room}", "room", "A room", "The latest memories of a room, a line each.", MIME, _room,
        {"wing": complete_wings, "room": _rooms},
    )  # fmt: skip
    return Offering(
        prompts=(
            *wake_up.prompts,
            Prompt("remember-conversation", "Remember this conversation", "Keeps what matters of it.", (where,), _keep),
            Prompt("what-changed", "What changed since …", "What was remembered since a day.", (since,), _changed),
        ),
        resources=(
            *wake_up.resources,
            Resource("memory://places", "places", "Places", "Wings and rooms, and how full they are.", MIME, _places),
        ),
        templates=(*wake_up.templates, memory, room),
    )


def _keep(arguments: Mapping[str, str], _around: "Surroundings") -> str:
    where = arguments.get("where", "").strip()
    return KEEP.format(where=f" in the wing '{where}'" if where else "")


def _changed(arguments: Mapping[str, str], around: "Surroundings") -> str:
    # Here and below, imported where it is needed: the handshake needs none of it.
    from simonides.domain.memory import EVERYTHING
    from simonides.toolsets.core.overview import what_is_new

    since = arguments["since"].strip()
    return told(around, lambda palace: CHANGED.format(since=since, lines=what_is_new(palace, EVERYTHING, since)))


def _places(around: "Surroundings") -> str:
    from simonides.toolsets.core.overview import memory_overview

    return told(around, lambda palace: memory_overview(palace, "places").text)


def _memory(values: Mapping[str, str], around: "Surroundings") -> str:
    from simonides.toolsets.core.reading import read_memory

    # What follows the handle is there for people.
    return told(around, lambda palace: read_memory(palace, values["id"].partition("-")[0]).text)


def _room(values: Mapping[str, str], around: "Surroundings") -> str:
    from simonides.domain.memory import Scope
    from simonides.toolsets.core.overview import what_is_new

    return told(around, lambda palace: what_is_new(palace, Scope(wing=values["wing"], room=values["room"]), None))


def _memories(begun: str, around: "Surroundings") -> list[str]:
    """Memories by the words that somebody types, each as its handle and its first words; the newest before anything is typed."""
    return completed(around, lambda palace: [_mention(palace, memory_id) for memory_id in _found(palace, begun)])


def _found(palace: "Palace", begun: str) -> list[str]:
    from simonides.domain.memory import EVERYTHING
    from simonides.domain.ranking.recipe import LEXICAL

    words = " ".join(_WORD.findall(begun))
    if not words:
        return [memory.id for memory in palace.memories.page(limit=COMPLETED_MAX)]
    hits = palace.recall(words, EVERYTHING, COMPLETED_MAX, LEXICAL)
    return [hit.memory.id for hit in hits if hit.lexical > 0]


def _mention(palace: "Palace", memory_id: str) -> str:
    text = palace.memories.get(memory_id).content
    return "-".join([palace.handles.of_id(memory_id), *_WORD.findall(text[:200].lower())[:SLUG_WORDS]])


def _rooms(begun: str, around: "Surroundings") -> list[str]:
    def rooms(palace: "Palace") -> list[str]:
        named = {entry.place.room for entry in palace.memories.places() if entry.count}
        return sorted(room for room in named if begun.lower() in room.lower())

    return completed(around, rooms)
