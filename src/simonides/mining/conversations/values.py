"""What is a conversation, whatever program it was held in?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from simonides.mining.conversations.looking import Look

Role = Literal["user", "assistant", "tool", "system"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker said at once, to the letter, and bounded renderings of the tools that were called meanwhile."""

    role: Role
    speaker: str | None
    text: str
    time: datetime | None = None
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in their order; `key` names the conversation within its source, and stays the same while the source grows."""

    key: str
    title: str | None
    source: Path
    format: str
    turns: tuple[Turn, ...]
    started_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A part of a source that could not be read: why, and from which line on where that is known."""

    path: Path
    reason: str
    line: int | None = None


Item = Conversation | Unreadable


@dataclass(frozen=True, slots=True)
class Format:
    """A way in which some program keeps conversations: how it is told from others, and how it is read.

    `recognises` looks at the content, and neither it nor `read` ever raises because of what a file holds.
    """

    name: str
    title: str
    recognises: Callable[[Look], bool]
    read: Callable[[Look], Iterator[Item]]
