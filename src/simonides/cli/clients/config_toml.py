"""Adding our table to Codex's TOML and removing it; comments, order and everything else in the file stay."""

from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from simonides.cli.clients.config_files import Document, Misshapen
from simonides.cli.clients.entries import SERVER, Syntax


def parse(text: str) -> Document:
    """The tables of a config. Raises ValueError."""
    return _read(text).unwrap()


def _put_server(text: str, name: str, entry: Mapping[str, object]) -> str:
    document = _read(text)
    servers = _servers(document, name)
    if not servers:
        document[name] = servers = tomlkit.table(is_super_table=True)
    servers[SERVER] = dict(entry)
    return tomlkit.dumps(document)


def _drop_server(text: str, name: str) -> str:
    document = _read(text)
    servers = _servers(document, name)
    del servers[SERVER]
    if not servers:
        del document[name]
    return tomlkit.dumps(document)


def _read(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error


def _servers(document: tomlkit.TOMLDocument, name: str) -> MutableMapping[str, Any]:
    servers = document.get(name, {})
    if not isinstance(servers, MutableMapping):
        raise Misshapen(f"'{name}' is not a table")
    return servers


TOML = Syntax(parse, _put_server, _drop_server)
