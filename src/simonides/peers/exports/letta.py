"""Letta: an agent file (`.af`) with memory blocks, archival passages and messages."""

import re
from collections.abc import Iterator
from pathlib import Path

from simonides.peers.exports.json_exports import Entry, from_documents, listed
from simonides.peers.found import Found, LeftBehind, Line, mapping_in, moment, rest_of, text_line, texts

PEER = "letta"
SPEAKING = "send_message"
"""The tool by which earlier kinds of agents speak: their other words are thoughts."""
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
ARCHIVE = ("archival_memory", "passages", "archival_passages")


def read_letta(source: Path) -> Iterator[Found]:
    """Blocks, passages and what was said, each agent in a wing of its own; tools and model settings stay behind."""
    yield from from_documents(source, _read)


def _read(_name: str, document: object) -> Iterator[Found]:
    agents = listed(document, "agents") or ([document] if isinstance(document, dict) else [])
    shared = {str(block.get("id")): block for block in listed(document, "blocks")}
    for agent in agents:
        yield from _agent(agent, shared)


def _agent(agent: Entry, shared: dict[str, Entry]) -> Iterator[Found]:
    name = str(agent.get("name") or PEER)
    ids = agent.get("block_ids")
    named = [str(each) for each in ids] if isinstance(ids, list) else []
    blocks = listed(agent, "core_memory", "blocks") or [shared[each] for each in named if each in shared]
    for block in blocks:
        yield from _text(f"{PEER}:{name}:block:{block.get('label')}", block.get("value"), name, "blocks", block)
    for field in ARCHIVE:
        for number, passage in enumerate(listed(agent.get(field))):
            yield from _text(_id_of(passage, name, f"passage:{number}"), passage.get("text"), name, "archive", passage)
    for number, message in enumerate(listed(agent.get("messages"))):
        yield from _message(message, number, name)
    if tools := len(listed(agent, "tools")):
        yield LeftBehind("tools", tools, "programs, not memories")


def _message(message: Entry, number: int, name: str) -> Iterator[Line]:
    role = str(message.get("role") or "")
    text = _words(message)
    if role in {"user", "assistant"} and text.strip():
        yield text_line(
            _id_of(message, name, f"message:{number}"),
            text,
            wing=name,
            room="conversation",
            conversation=f"{PEER}:{name}",
            position=number,
            role=role,
            author=name if role == "assistant" else "user",
            created_at=moment(message.get("created_at")),
            event_time=moment(message.get("created_at")),
            added_by=PEER,
            metadata=rest_of({}, (), PEER),
        )


def _id_of(entry: Entry, name: str, otherwise: str) -> str:
    """Letta's own id where it is one for all the world: agent files count `message-0`, `message-1`."""
    given = str(entry.get("id") or "")
    return given if UUID.search(given) else f"{PEER}:{name}:{given or otherwise}"


def _words(message: Entry) -> str:
    """What was said: by the tool that speaks, in an envelope with the time, or plainly."""
    for call in listed(message.get("tool_calls")):
        function = call.get("function")
        if isinstance(function, dict) and function.get("name") == SPEAKING:
            return str(mapping_in(function.get("arguments")).get("message") or "")
    content = message.get("content") or message.get("text")
    if isinstance(content, list):
        content = "\n".join(str(part.get("text")) for part in content if isinstance(part, dict) and part.get("text"))
    envelope = mapping_in(content)
    return str(envelope.get("message") or "") if envelope.get("type") == "user_message" else str(content or "")


def _text(memory_id: str, text: object, wing: str, room: str, entry: Entry) -> Iterator[Found]:
    if not isinstance(text, str) or not text.strip():
        return
    yield text_line(
        memory_id,
        text,
        wing=wing,
        room=room,
        tags=texts(entry.get("tags")),
        created_at=moment(entry.get("created_at")),
        added_by=PEER,
        metadata=rest_of({"label": entry.get("label"), "description": entry.get("description")}, (), PEER),
    )
