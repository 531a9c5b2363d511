"""Adding our parts to a JSON config and removing them; everything else in it stays as it is, comments included."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from simonides.cli.clients import json_text
from simonides.cli.clients.config_files import Document, Misshapen
from simonides.cli.clients.entries import SERVER, Syntax

_INDENT = re.compile(r'^([ \t]+)"', re.MULTILINE)
_HOOK = re.compile(r"simonides\b.{0,400}\bhook run --event ")


def parse(text: str) -> Document:
    """The object that a config holds; nothing for an empty file. Raises ValueError."""
    document = json.loads(text) if text.strip() else {}
    if not isinstance(document, dict):
        raise Misshapen("expected a JSON object at the top level")
    return document


def parse_with_comments(text: str) -> Document:
    """The same for a client that allows comments and commas before a closing bracket."""
    return parse(json_text.plain(text))


def with_hooks(commands: Mapping[str, Mapping[str, object]]) -> Callable[[str], str]:
    """Adds our hooks, by event, in place of older ones of ours."""

    def change(text: str) -> str:
        document = dict(parse(text))
        before = _object(document, "hooks")
        hooks = _foreign(before)
        for event, command in commands.items():
            hooks[event] = [*hooks.get(event, []), {"hooks": [dict(command)]}]
        return text if hooks == before else _written({**document, "hooks": hooks}, text)

    return change


def without_hooks(text: str) -> str:
    """The config without our hooks, and without the lists that they leave empty."""
    document = dict(parse(text))
    before = _object(document, "hooks")
    left = _foreign(before)
    return text if left == before else _written(_put(document, "hooks", left), text)


def _foreign(hooks: Mapping[str, Any]) -> dict[str, Any]:
    """The hooks that are not ours; an event that had only ours goes."""
    left: dict[str, Any] = {}
    for event, groups in hooks.items():
        if not isinstance(groups, list):
            raise Misshapen(f"'hooks.{event}' is not a list")
        kept = [group for group in groups if not _is_ours(group)]
        if kept or not groups:
            left[event] = kept
    return left


def _is_ours(group: object) -> bool:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(hooks, list) or not hooks:
        return False
    return all(isinstance(hook, dict) and _HOOK.search(str(hook.get("command", ""))) for hook in hooks)


def _object(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = document.get(name)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise Misshapen(f"'{name}' is not an object")
    return found


def _put(document: dict[str, Any], name: str, left: dict[str, Any]) -> dict[str, Any]:
    if left:
        return {**document, name: left}
    return {key: value for key, value in document.items() if key != name}


def _written(document: Document, like: str) -> str:
    """The document, indented like the text it replaces."""
    ending = "\n" if like.endswith("\n") or not like else ""
    return json.dumps(document, ensure_ascii=False, indent=_indent(like)) + ending


def _indent(like: str) -> str:
    found = _INDENT.search(like)
    return found[1] if found else "  "


def _put_server(text: str, servers: str, entry: Mapping[str, object]) -> str:
    indent = _indent(text)
    root = json_text.outline(text)
    if root is None:
        before = f"{text.rstrip()}\n" if text.strip() else ""
        return f"{before}{json.dumps({servers: {SERVER: entry}}, ensure_ascii=False, indent=indent)}\n"
    table = root.member(servers)
    if table is None:
        return json_text.with_member(text, root, servers, {SERVER: entry}, indent, depth=0)
    if text[table.value.start : table.value.end] == "null":
        return json_text.with_value(text, root, servers, {SERVER: entry}, indent, depth=0)
    found = json_text.inside(text, table.value)
    if found.member(SERVER) is None:
        return json_text.with_member(text, found, SERVER, entry, indent, depth=1)
    return json_text.with_value(text, found, SERVER, entry, indent, depth=1)


def _drop_server(text: str, servers: str) -> str:
    root = json_text.outline(text)
    table = root.member(servers) if root else None
    if root is None or table is None:
        return text
    found = json_text.inside(text, table.value)
    is_alone = len(found.members) == 1 and not json_text.has_comment_beside(text, found, SERVER)
    return json_text.without_member(text, root, servers) if is_alone else json_text.without_member(text, found, SERVER)


STRICT = Syntax(parse, _put_server, _drop_server)
WITH_COMMENTS = Syntax(parse_with_comments, _put_server, _drop_server)
