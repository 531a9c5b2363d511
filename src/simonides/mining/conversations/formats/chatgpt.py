"""ChatGPT exports: a list in conversations.json, each conversation a tree of messages in its `mapping`.

The branch that was last on the screen is the conversation. Every other branch, such as an edited question or another answer, is
a conversation of its own under `<id>/branch/<its first node>` with only the messages that no other branch has.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from simonides.mining.conversations.formats.chatgpt_messages import take
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.shapes import fields, items, moment, name, string
from simonides.mining.conversations.thread import Thread, items_of
from simonides.mining.conversations.values import Format, Item


@dataclass(slots=True)
class _Tree:
    nodes: dict[str, dict[str, Any]]
    passed: set[str] = field(default_factory=set)

    def branch(self, leaf: str) -> list[str]:
        """The nodes down to a leaf, from the first that no earlier branch contains."""
        found = []
        node = leaf
        while node in self.nodes and node not in self.passed:
            self.passed.add(node)
            found.append(node)
            node = string(self.nodes[node].get("parent"))
        return found[::-1]

    def leaves(self) -> Iterator[str]:
        """The nodes without a successor, in the order of the file."""
        for key, node in self.nodes.items():
            if not any(isinstance(child, str) and child in self.nodes for child in items(node.get("children"))):
                yield key


def recognises(sight: Look) -> bool:
    """Recognised by objects with a mapping whose nodes have messages, parents or children."""
    return any(_is_mapping(record.get("mapping")) for record in sight.records)


def _is_mapping(mapping: object) -> bool:
    nodes = [fields(node) for node in fields(mapping).values()]
    return isinstance(mapping, dict) and all("message" in node or "parent" in node or "children" in node for node in nodes)


def read(sight: Look) -> Iterator[Item]:
    """Every conversation of the export, each followed by its other branches."""
    return items_of(sight, _read)


def _read(sight: Look, record: dict[str, Any], number: str) -> Iterator[Item]:
    for thread in _threads(record, number):
        yield thread.conversation(sight.path, CHATGPT.name)


def _threads(record: dict[str, Any], number: str) -> Iterator[Thread]:
    tree = _Tree({key: fields(node) for key, node in fields(record.get("mapping")).items()})
    key = name(record.get("conversation_id")) or name(record.get("id")) or number
    leaves = list(tree.leaves())
    current = string(record.get("current_node"))
    if current not in tree.nodes:
        # A truncated export may lack the current node; the last message is the best guess.
        current = leaves[-1] if leaves else ""
    for leaf in [current, *leaves]:
        nodes = tree.branch(leaf)
        thread = Thread(key if leaf == current else f"{key}/branch/{nodes[0] if nodes else leaf}", name(record.get("title")))
        for node in nodes:
            take(thread, fields(tree.nodes[node].get("message")))
        if not thread.is_empty:
            thread.started_at = moment(record.get("create_time")) if leaf == current else None
            yield thread


CHATGPT = Format("chatgpt", "ChatGPT export", recognises, read)
