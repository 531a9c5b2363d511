"""Conversations of many programs, one module per format; each format recognises its files by their content."""

from collections.abc import Iterator
from pathlib import Path

from simonides.domain.validation import clean_text
from simonides.mining.conversations.formats.aider import AIDER
from simonides.mining.conversations.formats.chatgpt import CHATGPT
from simonides.mining.conversations.formats.claude_ai import CLAUDE_AI
from simonides.mining.conversations.formats.claude_code import CLAUDE_CODE
from simonides.mining.conversations.formats.codex import CODEX
from simonides.mining.conversations.formats.cursor import CURSOR
from simonides.mining.conversations.formats.gemini import GEMINI
from simonides.mining.conversations.formats.opencode import OPENCODE
from simonides.mining.conversations.formats.plain import PLAIN
from simonides.mining.conversations.formats.slack import SLACK
from simonides.mining.conversations.look import Look, look
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.values import Conversation, Format, Item, Role, Turn, UnreadableConversation

__all__ = [
    "Conversation",
    "Format",
    "Item",
    "Role",
    "Turn",
    "UnreadableConversation",
    "format_of",
    "formats",
    "read_conversations",
]

_KEYS_SHOWN = 8


def formats() -> tuple[Format, ...]:
    """The known formats, in the order in which they are tried: the most distinctive first, plain text last."""
    return (CLAUDE_CODE, CODEX, GEMINI, CLAUDE_AI, CHATGPT, SLACK, OPENCODE, CURSOR, AIDER, PLAIN)


def format_of(path: Path) -> Format | None:
    """The format of a file or folder, or None. A folder with a format is read as a whole, not file by file."""
    sight = look(path)
    return None if isinstance(sight, Fault) else _format_of(sight)


def read_conversations(path: Path) -> Iterator[Conversation | UnreadableConversation]:
    """The conversations of a file or folder, one at a time, and what could not be read.

    Never raises because of a file's content, and always yields something.
    """
    sight = look(path)
    if isinstance(sight, Fault):
        yield UnreadableConversation(path, sight.reason, sight.line)
        return
    form = _format_of(sight)
    if not form:
        yield UnreadableConversation(path, _why_unknown(sight))
        return
    is_empty = True
    for found in _read(form, sight):
        is_empty = False
        yield found
    if is_empty:
        yield UnreadableConversation(path, f"holds no turns ({form.title})")


def _read(form: Format, sight: Look) -> Iterator[Item]:
    try:
        yield from form.read(sight)
    except OSError as error:
        # The file was deleted, or its disk failed, while it was being read.
        yield UnreadableConversation(sight.path, error.strerror or "cannot be read")


def _format_of(sight: Look) -> Format | None:
    try:
        return next((form for form in formats() if form.recognises(sight)), None)
    except OSError:
        # Listing a folder may be forbidden.
        return None


def _why_unknown(sight: Look) -> str:
    if sight.kind == "folder":
        return "is a folder of no known conversation format"
    if sight.kind == "database":
        return "is a database of no known conversation format"
    if sight.records:
        keys = clean_text(", ".join(sorted(key[:40] for key in sight.records[0])[:_KEYS_SHOWN]))
        return f"is JSON of no known conversation format (its first object has: {keys})"
    if sight.head.lstrip().startswith(("{", "[")):
        return "is JSON of no known conversation format, or broken"
    return "is text without recognisable speakers"
