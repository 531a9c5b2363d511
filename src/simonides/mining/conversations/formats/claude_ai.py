"""Claude.ai exports: a list in conversations.json, each conversation with its chat_messages."""

from collections.abc import Iterator
from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.shapes import fields, items, moment, name, string, written
from simonides.mining.conversations.thread import Thread, items_of
from simonides.mining.conversations.values import Format, Item, Role


def recognises(sight: Look) -> bool:
    """Recognised by objects with a list of chat_messages."""
    return any(isinstance(record.get("chat_messages"), list) for record in sight.records)


def read(sight: Look) -> Iterator[Item]:
    """Every conversation of the export that contains text."""
    return items_of(sight, _read)


def _read(sight: Look, record: dict[str, Any], number: str) -> Iterator[Item]:
    thread = Thread(name(record.get("uuid")) or number, name(record.get("name")), moment(record.get("created_at")))
    for message in map(fields, items(record.get("chat_messages"))):
        _take(thread, message)
    if not thread.is_empty:
        yield thread.conversation(sight.path, CLAUDE_AI.name)


def _take(thread: Thread, message: dict[str, Any]) -> None:
    time = moment(message.get("created_at"))
    role: Role = "user" if string(message.get("sender")) in {"human", "user"} else "assistant"
    speaker = "Claude" if role == "assistant" else None
    thread.say(role, _words(message), speaker=speaker, time=time)
    for block in map(fields, items(message.get("content"))):
        if block.get("type") == "tool_use":
            call = ToolCall.of(name(block.get("name")) or "tool", block.get("input"))
            thread.call(call, call_id=_call_id(block), speaker=speaker, time=time)
        elif block.get("type") == "tool_result":
            thread.answer(_result(block.get("content")), call_id=_call_id(block), time=time)


def _call_id(block: dict[str, Any]) -> str:
    # Exports lack the ids of older calls; then the name links a result to its call.
    return string(block.get("tool_use_id")) or string(block.get("id")) or string(block.get("name"))


def _words(message: dict[str, Any]) -> str:
    """The text, from the blocks if there are any; attachments follow with their names, verbatim."""
    blocks = [fields(block) for block in items(message.get("content"))]
    texts = [string(block.get("text")) for block in blocks if block.get("type") == "text"]
    words = [text for text in texts if text.strip()]
    if not words and not any(block.get("type") == "tool_use" for block in blocks):
        words = [string(message.get("text"))]
    for attachment in map(fields, items(message.get("attachments"))):
        words.append(f"[attachment: {string(attachment.get('file_name'))}]\n{string(attachment.get('extracted_content'))}")
    for file in map(fields, items(message.get("files"))):
        words.append(f"[file: {string(file.get('file_name'))}]")
    return "\n\n".join(words)


def _result(content: object) -> str:
    if not isinstance(content, list):
        return "" if content is None else written(content)
    return "\n".join(string(block.get("text")) or string(block.get("title")) for block in map(fields, content))


CLAUDE_AI = Format("claude-ai", "Claude.ai export", recognises, read)
