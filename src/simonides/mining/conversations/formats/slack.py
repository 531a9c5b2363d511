"""Slack exports: a folder per channel, a file per day, and the members in users.json.

Each day of a channel is a conversation, and so is every thread, with the message it answers, even across several days.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simonides.mining.conversations.json_documents import json_values
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault, own_files
from simonides.mining.conversations.shapes import fields, items, moment, name, string
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, Role, UnreadableConversation

_MEMBERS = ("users.json", "org_users.json")
_CHANNELS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_DAY = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].json"


@dataclass(slots=True)
class _Channel:
    name: str
    members: dict[str, str]
    # Threads by key, in order of their start, each with the file it began in.
    threads: dict[str, tuple[Path, Thread]] = field(default_factory=dict)

    def take(self, path: Path, message: dict[str, Any]) -> None:
        parent = string(message.get("thread_ts"))
        key = f"{self.name}/thread/{parent}" if parent else f"{self.name}/{path.stem}"
        _, thread = self.threads.setdefault(key, (path, Thread(key, f"#{self.name}")))
        thread.say(_role(message), _words(message), speaker=self._speaker(message), time=moment(message.get("ts")))

    def _speaker(self, message: dict[str, Any]) -> str | None:
        user, profile = string(message.get("user")), fields(message.get("user_profile"))
        known = self.members.get(user) or name(profile.get("real_name")) or name(profile.get("display_name"))
        return known or name(message.get("username")) or name(fields(message.get("bot_profile")).get("name")) or name(user)


def recognises(sight: Look) -> bool:
    """A day file contains messages with ts; an export is a folder with channels or members and folders of days."""
    if sight.kind == "folder":
        return any((sight.path / file).is_file() for file in _MEMBERS + _CHANNELS) and any(sight.path.glob(f"*/{_DAY}"))
    return sight.kind == "document" and any(
        record.get("type") == "message" and isinstance(record.get("ts"), str) for record in sight.records
    )


def read(sight: Look) -> Iterator[Item]:
    """The days and threads of a day file, or of every channel of an export."""
    root = sight.path if sight.kind == "folder" else sight.path.absolute().parent.parent
    members, faults = _members(root)
    yield from faults
    folders = _channels(root) if sight.kind == "folder" else [sight.path.absolute().parent]
    for folder in folders:
        channel = _Channel(folder.name, members)
        days = own_files(root, _DAY, folder.name) if sight.kind == "folder" else [sight.path]
        yield from _take_days(channel, days)
        for source, thread in channel.threads.values():
            if not thread.is_empty:
                yield thread.conversation(source, SLACK.name)


def _channels(root: Path) -> list[Path]:
    return sorted(folder for folder in root.iterdir() if own_files(root, _DAY, folder.name))


def _take_days(channel: _Channel, days: list[Path]) -> Iterator[UnreadableConversation]:
    for day in days:
        for found in json_values(day):
            if isinstance(found, Fault):
                yield UnreadableConversation(day, found.reason, found.line)
            else:
                channel.take(day, fields(found.value))


def _members(root: Path) -> tuple[dict[str, str], list[UnreadableConversation]]:
    members, faults = {}, []
    for path in [path for file in _MEMBERS for path in own_files(root, file)]:
        for found in json_values(path):
            if isinstance(found, Fault):
                faults.append(UnreadableConversation(path, found.reason, found.line))
                continue
            member = fields(found.value)
            profile = fields(member.get("profile"))
            known = (profile.get("real_name"), member.get("real_name"), profile.get("display_name"), member.get("name"))
            members[string(member.get("id"))] = next((text for text in map(name, known) if text), "")
    return members, faults


def _role(message: dict[str, Any]) -> Role:
    subtype = string(message.get("subtype"))
    if subtype == "bot_message" or message.get("bot_id"):
        return "assistant"
    return "system" if subtype.startswith(("channel_", "group_")) else "user"


def _words(message: dict[str, Any]) -> str:
    """The text, then the attachments that bots use instead of text, then the names of files."""
    attachments = map(fields, items(message.get("attachments")))
    words = [string(message.get("text"))]
    words += [string(attachment.get("text")) or string(attachment.get("fallback")) for attachment in attachments]
    names = [f"[file: {string(fields(file).get('name'))}]" for file in items(message.get("files"))]
    return "\n".join([*(_unescaped(word) for word in words if word), *names])


def _unescaped(text: str) -> str:
    # Slack escapes these three signs and no other. The ampersand comes last: `&amp;lt;` is what somebody typed as `&lt;`.
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


SLACK = Format("slack", "Slack export", recognises, read)
