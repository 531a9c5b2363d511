"""Sample conversations: where they are, and reading one."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from simonides.mining.conversations import Conversation, Item, UnreadableConversation, read_conversations

SAMPLES = Path(__file__).parent / "samples"


def read(path: Path) -> tuple[list[Conversation], list[UnreadableConversation]]:
    """What a source holds, and what could not be read of it."""
    return parted(read_conversations(path))


def parted(found: Iterable[Item]) -> tuple[list[Conversation], list[UnreadableConversation]]:
    """Conversations apart from faults, in order."""
    conversations: list[Conversation] = []
    faults: list[UnreadableConversation] = []
    for item in found:
        if isinstance(item, Conversation):
            conversations.append(item)
        else:
            faults.append(item)
    return conversations, faults


def said(conversation: Conversation) -> list[tuple[str, str]]:
    """Who said what."""
    return [(turn.role, turn.text) for turn in conversation.turns]


def at(text: str) -> datetime:
    """A moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
