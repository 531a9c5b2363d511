"""Trying a client's entry: the server is started, or asked over HTTP, just as the client would do it."""

import re
from collections.abc import Mapping
from pathlib import Path

from simonides.cli.clients.config_files import config_text
from simonides.cli.clients.connection import Client
from simonides.cli.clients.entries import server_in
from simonides.cli.clients.known import EntrySlot, read_slots
from simonides.cli.clients.talk import ServerMet, TalkFailed, talk_over_http, talk_to_program
from simonides.frozen import frozen
from simonides.machine.folders import client_environment, in_environment

# As ${NAME} in Claude Code and Gemini CLI, ${env:NAME} in VS Code, Cursor and Windsurf, {env:NAME} in OpenCode.
_VARIABLE = re.compile(r"\$\{(?:env:)?(\w+)\}|\{env:(\w+)\}")


@frozen
class Checked:
    """What came of a check: an introduction, or what is wrong; neither when the client has no entry of ours."""

    client: Client
    met: ServerMet | None = None
    wrong: str = ""


def check(client: Client, home: Path) -> Checked:
    """Try the entry in a client's config."""
    try:
        text = config_text(client.config.read_bytes())
        entry = server_in(client.habits.syntax, client.habits.servers, text)
    except FileNotFoundError:
        return Checked(client)
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return Checked(client, wrong=f"cannot read {client.config}: {reason}")
    if entry is None:
        return Checked(client)
    try:
        return Checked(client, _talk(client, entry, home))
    except TalkFailed as error:
        return Checked(client, wrong=str(error))


def _talk(client: Client, entry: Mapping[str, object], home: Path) -> ServerMet:
    remote = read_slots(client.habits.remote or {}, entry)
    if url := remote.get(EntrySlot.URL):
        return talk_over_http(_expanded(str(url)), _texts(remote.get(EntrySlot.HEADERS)))
    local = read_slots(client.habits.local, entry)
    words = [*_list(local.get(EntrySlot.WORDS)), *_list(local.get(EntrySlot.PROGRAM)), *_list(local.get(EntrySlot.ARGUMENTS))]
    if not words:
        raise TalkFailed("its entry names neither a program nor an address; run `simonides setup` again")
    folder = entry.get(client.habits.working_folder)
    environment = {**client_environment(), **_texts(entry.get(client.habits.environment))}
    return talk_to_program(words, environment, Path(_expanded(folder)) if isinstance(folder, str) else home)


def _list(value: object) -> list[str]:
    values = value if isinstance(value, list) else [] if value is None else [value]
    return [_expanded(str(each)) for each in values]


def _texts(value: object) -> dict[str, str]:
    return {str(name): _expanded(str(each)) for name, each in value.items()} if isinstance(value, Mapping) else {}


def _expanded(text: str) -> str:
    return _VARIABLE.sub(lambda found: in_environment(found[1] or found[2]) or found[0], text)
