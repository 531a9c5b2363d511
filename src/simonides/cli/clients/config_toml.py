"""Adding our table to Codex's TOML and removing it: edited as text to keep comments and order, checked by parsing."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from simonides.cli.clients.config_files import Document, Misshapen

SERVERS, SERVER = "mcp_servers", "simonides"
_HEADER = re.compile(rf"\s*\[\s*{SERVERS}\s*\.\s*\"?{SERVER}\"?\s*(\.[^\]]*)?\]\s*(#.*)?")
_TABLE = re.compile(r"\s*\[")


def parse(text: str) -> Document:
    """The tables of a config. Raises ValueError."""
    return tomllib.loads(text)


def with_server(entry: Mapping[str, object]) -> Callable[[str], str]:
    """Adds our table at the end of the file, in place of an older one."""

    def change(text: str) -> str:
        if _servers(parse(text)).get(SERVER) == entry:
            return text
        left = without_server(text)
        gap = "" if not left or left.endswith("\n\n") else "\n" if left.endswith("\n") else "\n\n"
        lines = [f"[{SERVERS}.{SERVER}]", *(f"{name} = {_written(value)}" for name, value in entry.items())]
        return _checked(left + gap + "\n".join(lines) + "\n", text)

    return change


def without_server(text: str) -> str:
    """The config without our table and the tables in it."""
    if SERVER not in _servers(parse(text)):
        return text
    kept, is_ours = [], False
    for line in text.splitlines(keepends=True):
        if _TABLE.match(line):
            is_ours = _HEADER.fullmatch(line.rstrip()) is not None
        if not is_ours:
            kept.append(line)
    left = _checked("".join(kept), text)
    if SERVER in _servers(parse(left)):
        raise Misshapen(f"'{SERVERS}.{SERVER}' is written in a form that must be edited by hand")
    return left


def _checked(text: str, before: str) -> str:
    """The new text, if it differs from the old one in nothing but our table."""
    try:
        is_same = _foreign(parse(text)) == _foreign(parse(before))
    except tomllib.TOMLDecodeError:
        is_same = False
    if not is_same:
        raise Misshapen(f"'{SERVERS}.{SERVER}' is written in a form that must be edited by hand")
    return text


def _servers(document: Document) -> dict[str, Any]:
    servers = document.get(SERVERS, {})
    if not isinstance(servers, dict):
        raise Misshapen(f"'{SERVERS}' is not a table")
    return servers


def _foreign(document: Document) -> dict[str, Any]:
    servers = {name: entry for name, entry in _servers(document).items() if name != SERVER}
    rest = {name: value for name, value in document.items() if name != SERVERS}
    return {**rest, SERVERS: servers} if servers else rest


def _written(value: object) -> str:
    # JSON's strings, numbers and lists of strings are valid TOML, except for DEL, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
