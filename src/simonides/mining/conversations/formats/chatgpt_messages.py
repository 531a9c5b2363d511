"""Messages of ChatGPT: text, parts of several kinds, tool calls and their results."""

from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.shapes import fields, items, moment, name, string
from simonides.mining.conversations.thread import Thread

_UNSAID = {"thoughts", "reasoning_recap", "user_editable_context", "model_editable_context"}
_PARTS = {"image_asset_pointer": "[image]", "audio_asset_pointer": "[audio]", "video_container_asset_pointer": "[video]"}


def take(thread: Thread, message: dict[str, Any]) -> None:
    """Add a message to a thread, unless it is hidden or is the model's thinking."""
    content, metadata = fields(message.get("content")), fields(message.get("metadata"))
    if metadata.get("is_visually_hidden_from_conversation") or string(content.get("content_type")) in _UNSAID:
        return
    author, time = fields(message.get("author")), moment(message.get("create_time"))
    role, text = author.get("role"), _text(content) + _attachments(metadata)
    recipient = name(message.get("recipient")) or "all"
    model = name(metadata.get("model_slug"))
    if role == "assistant" and recipient != "all":
        thread.call(ToolCall.of(recipient, text), call_id=recipient, speaker=model, time=time)
    elif role == "assistant":
        thread.say("assistant", text, speaker=model, time=time)
    elif role == "tool":
        tool = name(author.get("name")) or "tool"
        thread.answer(text, call_id=tool, name=tool, time=time)
    elif role == "user":
        thread.say("user", text, speaker=name(author.get("name")), time=time)
    elif role == "system":
        thread.say("system", text, time=time)


def _text(content: dict[str, Any]) -> str:
    parts = [_part(part) for part in items(content.get("parts"))]
    if parts:
        return "\n".join(part for part in parts if part)
    # Code, execution output and web quotes have their text beside the parts, and their result in `result`.
    return string(content.get("text")) or string(content.get("result"))


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    kind = string(fields(part).get("content_type"))
    return string(fields(part).get("text")) or _PARTS.get(kind, f"[{kind}]" if kind else "")


def _attachments(metadata: dict[str, Any]) -> str:
    files = [name(fields(file).get("name")) for file in items(metadata.get("attachments"))]
    return "".join(f"\n[file: {file}]" for file in files if file)
