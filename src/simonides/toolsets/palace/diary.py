"""Diary tools of the palace set."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.memory import GENERAL, Memory
from simonides.domain.time import rfc3339
from simonides.domain.validation import given
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg

ENTRIES_MAX = 100
AgentName = Annotated[str, Arg("Your name; each agent has a diary of its own")]


class DiaryWritten(TypedDict):
    """An entry that was written."""

    success: bool
    entry_id: str
    agent: str
    topic: str
    timestamp: str


class DiaryLine(TypedDict):
    """One diary entry."""

    date: str
    timestamp: str
    topic: str
    content: str


class DiaryReply(TypedDict):
    """The last entries of a diary."""

    agent: str
    entries: list[DiaryLine]
    total: int
    showing: int
    message: NotRequired[str]


def diary_write(
    palace: Palace,
    agent_name: AgentName,
    entry: Annotated[str, Arg("What happened, what you learned, what matters next; AAAK is welcome")],
    topic: Annotated[str, Arg("What it is about (default general)")] = GENERAL,
) -> DiaryWritten:
    """Write in your diary, at the end of every session, so that the next one knows who you were."""
    memory = palace.diary.write(agent_name, entry, given(topic) or GENERAL)
    return {
        "success": True,
        "entry_id": memory.id,
        "agent": agent_name,
        "topic": _topic(memory),
        "timestamp": rfc3339(memory.created_at),
    }


def diary_read(
    palace: Palace,
    agent_name: AgentName,
    last_n: Annotated[int, Arg("How many (default 10)", minimum=1, maximum=ENTRIES_MAX, clamp=True, in_schema=False)] = 10,
) -> DiaryReply:
    """Read your last diary entries, newest first."""
    memories, total = palace.diary.read(agent_name, last_n)
    reply: DiaryReply = {
        "agent": agent_name,
        "entries": [_line(memory) for memory in memories],
        "total": total,
        "showing": len(memories),
    }
    if not memories:
        reply["message"] = f"No diary entries yet for {agent_name}."
    return reply


def _line(memory: Memory) -> DiaryLine:
    return {
        "date": f"{memory.created_at:%Y-%m-%d}",
        "timestamp": rfc3339(memory.created_at),
        "topic": _topic(memory),
        "content": memory.content,
    }


def _topic(memory: Memory) -> str:
    return str(memory.metadata.get("topic", GENERAL))
