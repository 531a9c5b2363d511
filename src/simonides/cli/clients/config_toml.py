"""Adding our table to Codex's TOML and removing it; comments, order and everything else in the file stay."""

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from simonides.cli.clients.config_files import Document, Misshapen

SERVERS, SERVER = "mcp_servers", "simonides"


def parse(text: str) -> Document:
    """The tables of a config. Raises ValueError."""
    return _read(text).unwrap()


def with_server(entry: Mapping[str, object]) -> Callable[[str], str]:
    """Adds our table to the servers, or ours to an older one; what a person added to it, `env` for instance, stays."""

    def change(text: str) -> str:
        document = _read(text)
        servers = _servers(document)
        before = tomlkit.item(servers[SERVER]).unwrap() if SERVER in servers else None
        wanted = {**(before if isinstance(before, dict) else {}), **entry}
        if before == wanted:
            return text
        if not servers:
            document[SERVERS] = servers = tomlkit.table(is_super_table=True)
        servers[SERVER] = wanted
        return tomlkit.dumps(document)

    return change


def without_server(text: str) -> str:
    """The config without our table and the tables in it."""
    document = _read(text)
    servers = _servers(document)
    if SERVER not in servers:
        return text
    del servers[SERVER]
    if not servers:
        del document[SERVERS]
    return tomlkit.dumps(document)


def _read(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error


def _servers(document: tomlkit.TOMLDocument) -> MutableMapping[str, Any]:
    servers = document.get(SERVERS, {})
    if not isinstance(servers, MutableMapping):
        raise Misshapen(f"'{SERVERS}' is not a table")
    return servers
