"""Conversations of Codex CLI: one rollout file per session in ~/.codex/sessions, one JSON object per line.

Every message appears twice, as response_item and as event_msg; each is taken once, whichever comes first.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault, json_lines
from simonides.mining.conversations.shapes import fields, items, moment, name, parsed, string, written
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, Role, UnreadableConversation

_WRAPPED = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_CALLS = {
    "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call", "image_generation_call",
}  # fmt: skip
_OUTPUTS = {"function_call_output", "custom_tool_call_output", "tool_search_output"}
_EVENTS: dict[str, Role] = {"user_message": "user", "agent_message": "assistant"}
# What the program tells the model in the person's name: a part of a message, or all of it.
_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "<user_action>",
    "<user_shell_command>",
    "<subagent_notification>",
    "<goal_context>",
    "<hook_prompt",
    "<external_",
    "<skill>",
    "# AGENTS.md instructions",
)
_EDITOR = "# Context from my IDE setup:"
_REQUEST = "\n## My request for Codex:\n"
# A part of its own before and after each picture of a message; the event of the same message has only the words.
_IMAGE_TAG = re.compile(r"<image(?: name=.*)?>|</image>")


@dataclass(slots=True)
class _Rollout:
    thread: Thread
    model: str | None = None
    has_meta: bool = False
    # Above zero: response items that no event has repeated yet; below zero: the other way round.
    balance: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take(self, record: dict[str, Any]) -> None:
        kind, time = string(record.get("type")), moment(record.get("timestamp"))
        payload = fields(record.get("payload")) if kind in _WRAPPED else record
        if kind == "session_meta" or (not kind and "id" in record):
            self._take_meta(payload)
        elif kind == "turn_context":
            self.model = name(payload.get("model")) or self.model
        elif kind == "event_msg":
            self._take_event(payload, time)
        elif kind not in {"compacted", ""}:
            self._take_item(payload, time)

    def _take_meta(self, payload: dict[str, Any]) -> None:
        # A forked session repeats the heads of the sessions it came from; the first head is its own.
        if not self.has_meta:
            self.thread.key = name(payload.get("id")) or self.thread.key
            self.thread.started_at = moment(payload.get("timestamp"))
            self.has_meta = True

    def _take_event(self, payload: dict[str, Any], time: datetime | None) -> None:
        role = _EVENTS.get(string(payload.get("type")))
        if role:
            self._say(role, string(payload.get("message")), time, step=-1)

    def _take_item(self, payload: dict[str, Any], time: datetime | None) -> None:
        kind = payload.get("type")
        if kind == "message" and string(payload.get("role")) in {"user", "assistant"}:
            self._say("user" if payload["role"] == "user" else "assistant", _words(payload.get("content")), time, step=1)
        elif isinstance(kind, str) and kind in _CALLS:
            self.thread.call(_call(payload), call_id=string(payload.get("call_id")), speaker=self.model, time=time)
        elif isinstance(kind, str) and kind in _OUTPUTS:
            output = _output(payload.get("output") or payload.get("tools"))
            self.thread.answer(output, call_id=string(payload.get("call_id")), time=time)

    def _say(self, role: Role, text: str, time: datetime | None, *, step: int) -> None:
        if role == "user":
            text = _asked(text)
        words = (role, text.strip())
        is_repeated = self.balance[words] * step < 0
        self.balance[words] += step
        if not is_repeated:
            self.thread.say(role, text, speaker=self.model if role == "assistant" else None, time=time)


def recognises(sight: Look) -> bool:
    """Recognised by lines with type and payload, or, before August 2025, by a head with id, timestamp and instructions."""
    return sight.kind == "lines" and any(_is_ours(record) for record in sight.records)


def _is_ours(record: dict[str, Any]) -> bool:
    if isinstance(record.get("payload"), dict):
        return string(record.get("type")) in _WRAPPED
    return "type" not in record and {"id", "timestamp"} <= record.keys() and bool({"instructions", "git"} & record.keys())


def read(sight: Look) -> Iterator[Item]:
    """The session of the file."""
    rollout = _Rollout(Thread(sight.path.stem))
    for found in json_lines(sight.path):
        if isinstance(found, Fault):
            yield UnreadableConversation(sight.path, found.reason, found.line)
        else:
            rollout.take(fields(found.value))
    if not rollout.thread.is_empty:
        yield rollout.thread.conversation(sight.path, CODEX.name)


def _asked(text: str) -> str:
    """What the person wrote, without what an editor put in front of it: the files that are open, and what is marked in them."""
    return text.partition(_REQUEST)[2] or text if text.lstrip().startswith(_EDITOR) else text


def _words(content: object) -> str:
    texts = [string(fields(part).get("text")) for part in items(content)]
    said = [text for text in texts if not text.lstrip().startswith(_INJECTED) and not _IMAGE_TAG.fullmatch(text.strip())]
    # A picture has no text; its place must not show in the words, which are compared with those of the event.
    return "\n".join(text for text in said if text)


def _call(payload: dict[str, Any]) -> ToolCall:
    arguments = next((payload[key] for key in ("arguments", "input", "action", "revised_prompt") if payload.get(key)), None)
    return ToolCall.of(name(payload.get("name")) or string(payload.get("type")).removesuffix("_call"), arguments)


def _output(output: object) -> str:
    """The result of a tool; older rollouts wrap it in JSON together with the exit code."""
    if isinstance(output, str) and output.startswith('{"output"'):
        try:
            return string(fields(parsed(output)).get("output")) or output
        except ValueError:
            return output
    if isinstance(output, list):
        return "\n".join(string(fields(part).get("text")) or string(fields(part).get("name")) for part in output)
    return string(fields(output).get("content")) or ("" if output is None else written(output))


CODEX = Format("codex", "Codex CLI rollout", recognises, read)
