"""Conversations of Aider, in .aider.chat.history.md: `####` marks what a person typed, `>` Aider's own notes.

Aider writes local time without a zone; it is read as UTC.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault, lines
from simonides.mining.conversations.shapes import moment
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, UnreadableConversation

_START = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*\Z")
_HEAD = re.compile(r"^# aider chat started at \d", re.MULTILINE)
_FENCE = re.compile(r"\s*(```+|~~~+)")

Voice = Literal["user", "assistant", "aider"]


@dataclass(slots=True)
class _Chat:
    thread: Thread
    voice: Voice = "assistant"
    is_fenced: bool = False
    spoken: list[str] = field(default_factory=list)

    def take(self, line: str) -> None:
        voice, text = self._heard(line)
        if voice != self.voice:
            self.close()
            self.voice = voice
        self.spoken.append(text)

    def _heard(self, line: str) -> tuple[Voice, str]:
        if self.voice == "assistant" and _FENCE.match(line):
            self.is_fenced = not self.is_fenced
        if line.startswith("#### ") or line.rstrip() == "####":
            # A fence that the model forgot to close ends with the next question.
            self.is_fenced = False
            return "user", line[5:].rstrip()
        if line.startswith(">") and not self.is_fenced:
            return "aider", line[1:].strip()
        return "assistant" if line.strip() or self.voice == "assistant" else self.voice, line

    def close(self) -> None:
        text = "\n".join(self.spoken).strip("\n")
        self.spoken = []
        if self.voice == "aider" and text.strip():
            self.thread.output("aider", text.strip())
        elif self.voice == "user":
            self.thread.say("user", text)
        elif self.voice == "assistant":
            self.thread.say("assistant", text)


def recognises(sight: Look) -> bool:
    """Recognised by the line that starts every chat."""
    return sight.kind in {"text", "lines"} and bool(_HEAD.search(sight.head))


def read(sight: Look) -> Iterator[Item]:
    """One conversation for each start of Aider that led to one."""
    chat = _Chat(Thread("start"))
    starts: dict[str, int] = {}
    for found in lines(sight.path):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        elif start := _START.match(found[1]):
            yield from _closed(chat, sight)
            stamp = start.group(1)
            starts[stamp] = starts.get(stamp, 0) + 1
            key = stamp if starts[stamp] == 1 else f"{stamp} ({starts[stamp]})"
            chat = _Chat(Thread(key, started_at=moment(stamp)))
        else:
            chat.take(found[1])
    yield from _closed(chat, sight)


def _closed(chat: _Chat, sight: Look) -> Iterator[Item]:
    chat.close()
    if chat.thread.has_words:
        yield chat.thread.conversation(sight.path, AIDER.name)


AIDER = Format("aider", "Aider chat history", recognises, read)
