"""Adding our parts to a JSON config and removing them; everything else in it stays as it is."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from simonides.cli.clients.config_files import Document, Misshapen

SERVER = "simonides"
_INDENT = re.compile(r'^([ \t]+)"', re.MULTILINE)
_HOOK = re.compile(r"simonides\b.{0,400}\bhook run --event ")


def parse(text: str) -> Document:
    """The object that a config holds; nothing for an empty file. Raises ValueError."""
    document = json.loads(text) if text.strip() else {}
    if not isinstance(document, dict):
        raise Misshapen("expected a JSON object at the top level")
    return document


def with_server(entry: Mapping[str, object]) -> Callable[[str], str]:
    """Adds our server to `mcpServers`; what a person added to an older entry of ours, `env` for instance, stays."""

    def change(text: str) -> str:
        document = dict(parse(text))
        servers = _object(document, "mcpServers")
        before = servers.get(SERVER)
        wanted = {**(before if isinstance(before, dict) else {}), **entry}
        if before == wanted:
            return text
        return _written({**document, "mcpServers": {**servers, SERVER: wanted}}, text)

    return change


def without_server(text: str) -> str:
    """The config without our server, and without `mcpServers` when nothing else is in it."""
    document = dict(parse(text))
    servers = _object(document, "mcpServers")
    if SERVER not in servers:
        return text
    left = {name: entry for name, entry in servers.items() if name != SERVER}
    return _written(_put(document, "mcpServers", left), text)


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
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise Misshapen(f"'{name}' is not an object")
    return found


def _put(document: dict[str, Any], name: str, left: dict[str, Any]) -> dict[str, Any]:
    if left:
        return {**document, name: left}
    return {key: value for key, value in document.items() if key != name}


def _written(document: Document, like: str) -> str:
    """The document, indented like the text it replaces."""
    found = _INDENT.search(like)
    indent: str | int = found[1] if found else 2
    ending = "\n" if like.endswith("\n") or not like else ""
    return json.dumps(document, ensure_ascii=False, indent=indent) + ending
