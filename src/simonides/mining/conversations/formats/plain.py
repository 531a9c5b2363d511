"""Conversations as plain text: names before what was said, headings, or `>` before a question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from simonides.mining.conversations.formats.plain_styles import Style, is_fence, quoted, role_of, style_of
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault, lines
from simonides.mining.conversations.shapes import moment
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, Role, UnreadableConversation

_TITLE = re.compile(r"#[ \t]+(?P<title>.+?)[ \t]*\Z")


@dataclass(slots=True)
class _Transcript:
    thread: Thread
    style: Style
    role: Role | None = None
    speaker: str | None = None
    time: datetime | None = None
    is_fenced: bool = False
    spoken: list[str] = field(default_factory=list)

    def take(self, line: str) -> None:
        self.is_fenced ^= is_fence(line)
        mark = None if self.is_fenced else self.style(line)
        if mark is None:
            self._take_plain(line)
            return
        name, text, clock = mark
        if name is None and self.role == "user":
            self.spoken.append(text)
            return
        self.close()
        self.role, self.speaker = (role_of(name), name) if name else ("user", None)
        self.time = moment(clock.replace(",", "").strip()) if clock and "-" in clock else None
        self.spoken = [text] if text else []

    def _take_plain(self, line: str) -> None:
        if self.style is quoted and self.role == "user":
            # Text after a quoted question, blank lines aside, is its answer.
            if not line.strip():
                return
            self.close()
            self.role = "assistant"
        self.spoken.append(line)
        if self.role is None and not self.thread.title and (title := _TITLE.match(line)):
            self.thread.title = title.group("title")

    def close(self) -> None:
        text = "\n".join(self.spoken).strip("\n")
        self.spoken = []
        # Text before the first speaker belongs to no speaker; it is kept when it is more than a title.
        if self.role or text.strip().removeprefix("# ") != (self.thread.title or ""):
            self.thread.say(self.role or "system", text, speaker=self.speaker, time=self.time)


def recognises(sight: Look) -> bool:
    """Recognised by two speaking roles, recurring names, or questions that are quoted and answered."""
    return sight.kind in {"text", "lines"} and style_of(sight.head.split("\n")) is not None


def read(sight: Look) -> Iterator[Item]:
    """The single conversation of a transcript."""
    # The whole text is needed to find the speakers: a name may recur late.
    style = style_of(found[1] for found in lines(sight.path) if not isinstance(found, Fault))
    if not style:
        return
    transcript = _Transcript(Thread(sight.path.stem), style)
    for found in lines(sight.path):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        else:
            transcript.take(found[1])
    transcript.close()
    if not transcript.thread.is_empty:
        yield transcript.thread.conversation(sight.path, PLAIN.name)


PLAIN = Format("plain", "plain transcript", recognises, read)
