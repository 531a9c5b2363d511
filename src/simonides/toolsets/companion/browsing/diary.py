"""The diaries of agents, to look through and to add to."""

from typing import Annotated, TypedDict

from simonides.domain.memory import DIARY_HALL, Memory, Order, Scope, in_time
from simonides.domain.text import aaak
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_place_name
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.filters import MaxTokens

ENTRIES_MAX = 100
NOTES_MAX = 20
ECHO_TOKENS = 2_000
"""How much of a new entry is told to whoever wrote it."""


class DiaryNote(TypedDict):
    """One line of shorthand, unfolded: who, what about, the words it quotes, moods, marks, and what else stands there."""

    names: list[str]
    topics: list[str]
    quote: str
    moods: list[str]
    marks: list[str]
    rest: list[str]


class DiaryEntry(TypedDict):
    """One entry of an agent's diary, with its lines of shorthand unfolded."""

    id: str
    agent: str
    topic: str
    text: str
    written_at: str
    notes: list[DiaryNote]


class DiaryDocument(TypedDict):
    """Entries, newest first, how many there are, and who keeps a diary."""

    entries: list[DiaryEntry]
    total: int
    agents: list[str]


def read_diary(
    palace: Palace,
    agent: Annotated[str | None, Arg("Only of this agent")] = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=ENTRIES_MAX)] = 30,
    since: Annotated[str | None, Arg("Only since this day, month or year (ISO 8601)")] = None,
    until: Annotated[str | None, Arg("Only until then")] = None,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
    max_tokens: MaxTokens = 2_000,
) -> DiaryDocument:
    """The diaries of agents, newest first."""
    scope = in_time(Scope(hall=DIARY_HALL, author=agent), since, until, None)
    entries = palace.memories.page(scope, Order.NEWEST, limit, offset)
    keepers = palace.memories.page(Scope(hall=DIARY_HALL), Order.NEWEST, ENTRIES_MAX)
    agents = sorted({memory.origin.author for memory in keepers if memory.origin.author})
    shown = [_entry(memory) for memory in palace.shown("", entries, max_tokens)]
    return {"entries": shown, "total": palace.memories.count(scope), "agents": agents}


def write_diary(
    palace: Palace,
    agent: Annotated[str, Arg("Whose diary")],
    entry: Annotated[str, Arg("What to write")],
    topic: Annotated[str, Arg("What it is about")] = "general",
) -> DiaryEntry:
    """Add an entry to an agent's diary."""
    [written] = palace.shown("", [palace.diary.write(check_place_name(agent, "agent"), entry, topic)], ECHO_TOKENS)
    return _entry(written)


def _entry(memory: Memory) -> DiaryEntry:
    return {
        "id": memory.id,
        "agent": memory.origin.author or memory.origin.added_by,
        "topic": str(memory.metadata.get("topic", "general")),
        "text": memory.content,
        "written_at": rfc3339(memory.happened_at),
        "notes": [_note(each) for each in aaak.decode(memory.content).notes[:NOTES_MAX]],
    }


def _note(note: aaak.Note) -> DiaryNote:
    return {
        "names": [name for name in note.entities if name != aaak.NOBODY],
        "topics": [topic for topic in note.topics.split("_") if topic],
        "quote": note.quote,
        "moods": list(note.emotions),
        "marks": list(note.flags),
        "rest": list(note.rest),
    }
