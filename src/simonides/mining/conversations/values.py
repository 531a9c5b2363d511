"""Conversations as values, whatever program they come from."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from simonides.frozen import frozen
from simonides.mining.conversations.look import Look

Role = Literal["user", "assistant", "tool", "system"]


@frozen
class Turn:
    """What one speaker said at once, verbatim, and shortened renderings of the tool calls in that turn."""

    role: Role
    speaker: str | None
    text: str
    time: datetime | None = None
    tools: tuple[str, ...] = ()


@frozen
class Conversation:
    """Turns in order; `key` identifies the conversation within its source and stays the same while the source grows."""

    key: str
    title: str | None
    source: Path
    format: str
    turns: tuple[Turn, ...]
    started_at: datetime | None = None


@frozen
class UnreadableConversation:
    """A part of a source that could not be read: the reason, and the line where it begins, if known."""

    path: Path
    reason: str
    line: int | None = None


Item = Conversation | UnreadableConversation


@frozen
class Format:
    """The form in which a program keeps conversations: how to recognise it, and how to read it.

    `recognises` looks at the content; neither it nor `read` ever raises because of a file's content.
    """

    name: str
    title: str
    recognises: Callable[[Look], bool]
    read: Callable[[Look], Iterator[Item]]
