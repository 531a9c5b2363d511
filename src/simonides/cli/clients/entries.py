"""Our server among those that a config names: added, replaced and removed, whatever the file's syntax."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from simonides.cli.clients.config_files import Document, Misshapen
from simonides.frozen import frozen

SERVER = "simonides"


@frozen
class Syntax:
    """A syntax of config files. `put` writes our entry into the named table, `drop` takes it out; both leave the rest alone."""

    parse: Callable[[str], Document]
    put: Callable[[str, str, Mapping[str, object]], str]
    drop: Callable[[str, str], str]


def with_server(syntax: Syntax, servers: str, entry: Mapping[str, object], ours: Iterable[str] = ()) -> Callable[[str], str]:
    """Adds our server; what a person added to an older entry of ours, `env` for instance, stays, unless its name is in `ours`."""

    def change(text: str) -> str:
        before = server_in(syntax, servers, text)
        kept = {name: value for name, value in (before or {}).items() if name not in set(ours)}
        wanted = {**kept, **entry}
        if before == wanted:
            return text
        return _checked(syntax, text, servers, syntax.put(text, servers, wanted), wanted)

    return change


def without_server(syntax: Syntax, servers: str) -> Callable[[str], str]:
    """Removes our server, and the table of servers when nothing else is in it."""

    def change(text: str) -> str:
        if SERVER not in _table(syntax, servers, text):
            return text
        return _checked(syntax, text, servers, syntax.drop(text, servers), None)

    return change


def server_in(syntax: Syntax, servers: str, text: str) -> dict[str, Any] | None:
    """Our entry in a config; None when there is none. Raises Misshapen when the servers are no table."""
    found = _table(syntax, servers, text).get(SERVER)
    return dict(found) if isinstance(found, Mapping) else None


def _table(syntax: Syntax, servers: str, text: str) -> Mapping[str, Any]:
    found = syntax.parse(text).get(servers)
    # YAML reads a key without a value as nothing, and JSON has null.
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise Misshapen(f"'{servers}' is not a table of servers")
    return found


def _checked(syntax: Syntax, text: str, servers: str, after: str, wanted: Mapping[str, object] | None) -> str:
    """The new text, when it differs from the old one by our entry alone: an edit that went wrong is not written."""
    others = {name: value for name, value in _table(syntax, servers, text).items() if name != SERVER}
    expected = others if wanted is None else {**others, SERVER: wanted}
    rest = {name: value for name, value in syntax.parse(text).items() if name != servers}
    written = syntax.parse(after)
    if (written.get(servers) or {}) != expected or {name: value for name, value in written.items() if name != servers} != rest:
        raise Misshapen("it is written in a form that cannot be changed safely; add the server by hand")
    return after
