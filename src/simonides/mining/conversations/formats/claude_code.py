"""Conversations of Claude Code: one JSON object per line, one file per session, in ~/.claude/projects."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.formats.claude_noise import said, without_reminders
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault, json_lines
from simonides.mining.conversations.shapes import fields, items, moment, name, string, written
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, UnreadableConversation

_TITLES = {"summary": "summary", "ai-title": "aiTitle", "custom-title": "customTitle"}
# Kinds of lines that may come at the beginning of a session, before the first message.
_MARKS = frozenset(
    """file-history-snapshot queue-operation progress attachment ai-title custom-title permission-mode mode last-prompt
    relocated""".split()
)
_UNSAID = ("isMeta", "isCompactSummary", "isApiErrorMessage")
_NO_PERSONS = frozenset({"peer", "task-notification", "auto-continuation", "coordinator"})
"""Who may send a message in the person's place."""
_NO_MODEL = "<synthetic>"
"""The model of an answer that the program wrote itself, where none was to be had."""


@dataclass(slots=True)
class _Sessions:
    """The sessions of one file: the main one, others copied into it, and the side chains of sub-agents."""

    path: Path
    threads: dict[str, Thread] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    # The side chain of each record, so that the records after it find theirs.
    chains: dict[str, str] = field(default_factory=dict)

    def take(self, record: dict[str, Any]) -> None:
        kind = string(record.get("type"))
        if kind in _TITLES and (title := name(record.get(_TITLES[kind]))):
            self.titles[kind] = title
        elif any(record.get(mark) for mark in _UNSAID) or _is_of_no_person(record):
            return
        elif kind in {"user", "human", "assistant"}:
            self._take_message(record, kind)
        elif _is_said_meanwhile(attachment := fields(record.get("attachment"))):
            _take_user(self._thread(record), attachment.get("prompt"), moment(record.get("timestamp")))

    def _take_message(self, record: dict[str, Any], kind: str) -> None:
        thread, message, time = self._thread(record), record.get("message"), moment(record.get("timestamp"))
        content = fields(message).get("content") if isinstance(message, dict) else message
        if kind == "assistant":
            _take_assistant(thread, content, name(fields(message).get("model")), time)
        else:
            _take_user(thread, content, time)

    def _thread(self, record: dict[str, Any]) -> Thread:
        key = self._key(record)
        return self.threads.setdefault(key, Thread(key))

    def _key(self, record: dict[str, Any]) -> str:
        # A branch of a session begins with a copy of it, under its own id.
        copied = name(fields(record.get("forkedFrom")).get("sessionId"))
        session = copied or name(record.get("sessionId")) or self.path.stem
        if not record.get("isSidechain"):
            return session
        own = string(record.get("uuid"))
        chain = name(record.get("agentId")) or self.chains.get(string(record.get("parentUuid"))) or own or "side"
        self.chains[own] = chain
        return f"{session}/agent/{chain}"

    def title(self, key: str) -> str | None:
        kinds = ("custom-title", "ai-title", "summary")
        title = next((self.titles[kind] for kind in kinds if kind in self.titles), None)
        return f"{title} (agent)" if title and "/agent/" in key else title


def recognises(sight: Look) -> bool:
    """Recognised by lines of type user or assistant with a message, or with the ids that Claude Code gives every line."""
    return sight.kind == "lines" and any(_is_ours(record) for record in sight.records)


def _is_ours(record: dict[str, Any]) -> bool:
    if string(record.get("type")) in {"user", "human", "assistant"}:
        return isinstance(record.get("message"), dict | str)
    if record.get("type") == "summary":
        return "leafUuid" in record
    return string(record.get("type")) in _MARKS and bool({"sessionId", "messageId"} & record.keys())


def read(sight: Look) -> Iterator[Item]:
    """The session of the file; side chains are conversations of their own."""
    sessions = _Sessions(sight.path)
    for found in json_lines(sight.path):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        else:
            sessions.take(fields(found.value))
    for key, thread in sessions.threads.items():
        if not thread.is_empty:
            thread.title = sessions.title(key)
            yield thread.conversation(sight.path, CLAUDE_CODE.name)


def _is_said_meanwhile(attachment: dict[str, Any]) -> bool:
    """Whether a person typed it while the model worked: such a message joins the running turn and has no line of its own."""
    is_prompt = attachment.get("type") == "queued_command" and attachment.get("commandMode", "prompt") == "prompt"
    return is_prompt and not _is_of_no_person(attachment)


def _is_of_no_person(record: dict[str, Any]) -> bool:
    return string(fields(record.get("origin")).get("kind")) in _NO_PERSONS


def _take_assistant(thread: Thread, content: object, model: str | None, time: datetime | None) -> None:
    if model == _NO_MODEL:
        return
    if isinstance(content, str):
        thread.say("assistant", content, speaker=model, time=time)
    for block in map(fields, items(content)):
        if block.get("type") == "text":
            thread.say("assistant", string(block.get("text")), speaker=model, time=time)
        elif string(block.get("type")) in {"tool_use", "server_tool_use"}:
            call = ToolCall.of(name(block.get("name")) or "tool", block.get("input"))
            thread.call(call, call_id=string(block.get("id")), speaker=model, time=time)


def _take_user(thread: Thread, content: object, time: datetime | None) -> None:
    if isinstance(content, str):
        thread.say("user", said(content), time=time)
        return
    words = []
    for block in map(fields, items(content)):
        if block.get("type") == "tool_result":
            result = without_reminders(_result(block.get("content")))
            thread.answer(result, call_id=string(block.get("tool_use_id")), time=time)
        elif block.get("type") == "text":
            words.append(said(string(block.get("text"))))
        elif string(block.get("type")) in {"image", "document"}:
            words.append(f"[{block['type']}]")
    thread.say("user", "\n".join(word for word in words if word), time=time)


def _result(content: object) -> str:
    if not isinstance(content, list):
        return "" if content is None else written(content)
    return "\n".join(string(block.get("text")) or f"[{string(block.get('type')) or 'block'}]" for block in map(fields, content))


CLAUDE_CODE = Format("claude-code", "Claude Code session", recognises, read)
