"""Turns of a conversation, built record by record; tool calls belong to the turn in which they were made."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from simonides.domain.validation import clean_text
from simonides.mining.conversations.calls import ToolCall, bounded
from simonides.mining.conversations.look import Look, records_of
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.shapes import fields
from simonides.mining.conversations.values import Conversation, Item, Role, Turn, UnreadableConversation


@dataclass(slots=True)
class _Open:
    role: Role
    speaker: str | None
    text: str
    time: datetime | None
    calls: list[ToolCall] = field(default_factory=list)


@dataclass(slots=True)
class Thread:
    """A conversation that is being read; later records never change earlier turns."""

    key: str
    title: str | None = None
    started_at: datetime | None = None
    _turns: list[_Open] = field(default_factory=list)
    _calls: dict[str, ToolCall] = field(default_factory=dict)

    def say(self, role: Role, text: str, *, speaker: str | None = None, time: datetime | None = None) -> None:
        """Add what a speaker said; blank text is ignored."""
        if text.strip():
            self._turns.append(_Open(role, speaker, text, time))

    def call(self, call: ToolCall, *, call_id: str = "", speaker: str | None = None, time: datetime | None = None) -> None:
        """Add a tool call to the assistant's current turn, or to a turn without text when it has said nothing yet."""
        if not self._turns or self._turns[-1].role != "assistant":
            self._turns.append(_Open("assistant", speaker, "", time))
        self._turns[-1].calls.append(call)
        if call_id:
            self._calls[call_id] = call

    def answer(self, result: str, *, call_id: str, name: str = "tool", time: datetime | None = None) -> None:
        """Add the result of a tool to its call, or as a turn of the tool when the call is unknown."""
        if call := self._calls.get(call_id):
            call.add(result)
        elif result.strip():
            self._turns.append(_Open("tool", name, bounded(result), time))

    def output(self, name: str, text: str) -> None:
        """Add output of a program that no call asked for: to the last answer, or as a turn of its own."""
        if self._turns and self._turns[-1].role == "assistant":
            self._turns[-1].calls.append(ToolCall.of(name, result=text))
        else:
            self._turns.append(_Open("tool", name, bounded(text), None))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said and no tool was called."""
        return not self._turns

    @property
    def has_words(self) -> bool:
        """Whether a person or an assistant has said something."""
        return any(turn.role in {"user", "assistant"} for turn in self._turns)

    def conversation(self, source: Path, form: str) -> Conversation:
        """The finished conversation as a value."""
        turns = tuple(_closed(turn) for turn in self._turns)
        started_at = self.started_at or next((turn.time for turn in turns if turn.time), None)
        title = clean_text(self.title) if self.title else None
        return Conversation(clean_text(self.key), title, source, form, turns, started_at)


def _closed(turn: _Open) -> Turn:
    speaker = clean_text(turn.speaker) if turn.speaker else None
    return Turn(turn.role, speaker, clean_text(turn.text), turn.time, tuple(call.rendering() for call in turn.calls))


def items_of(sight: Look, read: Callable[[Look, dict[str, Any], str], Iterator[Item]]) -> Iterator[Item]:
    """What `read` makes of every JSON object of a source and its number, and what could not be read."""
    for number, found in enumerate(records_of(sight)):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        else:
            yield from read(sight, fields(found.value), str(number))
