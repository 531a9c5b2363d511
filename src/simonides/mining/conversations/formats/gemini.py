"""Conversations of Gemini CLI, in ~/.gemini/tmp: sessions as a document or as lines, prompts in logs.json."""

from collections.abc import Iterator
from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.look import Look, records_of
from simonides.mining.conversations.reading import Fault, ReadRecord
from simonides.mining.conversations.shapes import fields, items, moment, name, string, written
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, Role, UnreadableConversation

_ROLES: dict[str, Role] = {"user": "user", "gemini": "assistant", "model": "assistant"}


def recognises(sight: Look) -> bool:
    """A session has sessionId with projectHash or messages; a log entry also has messageId; a saved chat has role and parts."""
    return any(_is_session(record) or _is_log(record) or _is_saved(record) for record in sight.records)


def _is_session(record: dict[str, Any]) -> bool:
    return "sessionId" in record and ("projectHash" in record or isinstance(record.get("messages"), list))


def _is_log(record: dict[str, Any]) -> bool:
    return {"sessionId", "messageId", "message"} <= record.keys()


def _is_saved(record: dict[str, Any]) -> bool:
    return string(record.get("role")) in {"user", "model"} and isinstance(record.get("parts"), list)


def read(sight: Look) -> Iterator[Item]:
    """The session of a file, or each session of a log."""
    records = []
    for found in records_of(sight):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        else:
            records.append(found)
    for thread in _threads(records, sight):
        if not thread.is_empty:
            yield thread.conversation(sight.path, GEMINI.name)


def _threads(records: list[ReadRecord], sight: Look) -> list[Thread]:
    values = [fields(record.value) for record in records]
    if any(_is_log(value) for value in values):
        return _log(values)
    if any(_is_session(value) for value in values):
        return [_session(values, sight.path.stem)]
    return [_saved(values, sight.path.stem)]


def _session(values: list[dict[str, Any]], key: str) -> Thread:
    """A session; of a message that was written several times, the last version counts, at its first position.

    Messages undone by a rewind were said all the same, and stay.
    """
    thread = Thread(key)
    messages: dict[object, dict[str, Any]] = {}
    for number, value in enumerate(values):
        head = fields(value.get("$set")) or value
        if "sessionId" in head or "$set" in value:
            thread.key = name(head.get("sessionId")) or thread.key
            thread.title = name(head.get("summary")) or thread.title
            thread.started_at = moment(head.get("startTime")) or thread.started_at
        for place, message in enumerate(items(head.get("messages")) or [value]):
            known = name(fields(message).get("id"))
            messages[known or (number, place)] = fields(message)
    for message in messages.values():
        _take(thread, message)
    return thread


def _take(thread: Thread, message: dict[str, Any]) -> None:
    role = _ROLES.get(string(message.get("type")))
    if not role:
        # Notes of the program (info, warning, error) are not part of the conversation.
        return
    time, speaker = moment(message.get("timestamp")), name(message.get("model"))
    thread.say(role, _words(message.get("displayContent") or message.get("content")), speaker=speaker, time=time)
    for call in map(fields, items(message.get("toolCalls"))):
        shown = call.get("resultDisplay")
        result = shown if isinstance(shown, str) else _result(call.get("result"))
        thread.call(ToolCall.of(name(call.get("name")) or "tool", call.get("args"), result), speaker=speaker, time=time)


def _words(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else string(fields(part).get("text")) for part in parts if not _is_thought(part)]
    return "\n".join(text for text in texts if text)


def _is_thought(part: object) -> bool:
    return bool(fields(part).get("thought"))


def _result(result: object) -> str:
    answers = [fields(fields(part).get("functionResponse")).get("response") for part in items(result)]
    return "\n".join(string(fields(answer).get("output")) or written(answer) for answer in answers if answer)


def _log(values: list[dict[str, Any]]) -> list[Thread]:
    threads: dict[str, Thread] = {}
    for value in values:
        key = name(value.get("sessionId")) or "log"
        thread = threads.setdefault(key, Thread(key))
        role: Role = "user" if value.get("type", "user") == "user" else "system"
        thread.say(role, string(value.get("message")), time=moment(value.get("timestamp")))
    return list(threads.values())


def _saved(values: list[dict[str, Any]], key: str) -> Thread:
    thread = Thread(key)
    for value in values:
        role = _ROLES.get(string(value.get("role")), "user")
        thread.say(role, _words(value.get("parts")))
        for part in map(fields, items(value.get("parts"))):
            if call := fields(part.get("functionCall")):
                called = name(call.get("name")) or "tool"
                thread.call(ToolCall.of(called, call.get("args")), call_id=called)
            if answer := fields(part.get("functionResponse")):
                called = name(answer.get("name")) or "tool"
                thread.answer(_result([part]), call_id=called, name=called)
    return thread


GEMINI = Format("gemini", "Gemini CLI session", recognises, read)
