"""Official clients in seven makes, each replaying one life of every tool set over stdio and HTTP, and over stdio on PostgreSQL.

Not part of a plain run, since they are built from packages of four registries: `make client-test`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clients.life import LIVES, Told, replay
from clients.programs import PROGRAMS, CannotBuild
from servers.http_process import HttpProcess, product_environment
from simonides.wiring import build_catalogue
from support.homes import Home
from support.projects import rust_project

pytestmark = [
    pytest.mark.requirement("client-lives"),
    pytest.mark.timeout(1_500),
    pytest.mark.skipif("SIMONIDES_CLIENT_TEST" not in os.environ, reason="run by `make client-test`"),
]

PALACE = "life"
RUNS = [(program, era) for program in PROGRAMS for era in program.eras]


@pytest.fixture(scope="module")
def commands() -> dict[str, list[str] | CannotBuild]:
    """How each program is started, or why it is not; built once, by the first test that needs any."""
    found: dict[str, list[str] | CannotBuild] = {}
    for program in PROGRAMS:
        try:
            found[program.name] = program.command()
        except CannotBuild as reason:
            found[program.name] = reason
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return rust_project(tmp_path)


class Player:
    """A running client: it says whom it met, then answers one call a line."""

    def __init__(self, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                text=True,
                encoding="utf-8",
            )
        self._log = log
        self.met = self._read()

    def ask(self, tool: str, arguments: Any) -> Told:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"tool": tool, "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        return self._read()

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(60)
        self.process.stdout.close()
        return code

    def _read(self) -> Told:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self._log.read_text()[-2_000:]
        told: Told = json.loads(line)
        return told


@contextmanager
def reached(transport: str, tools: str, environment: dict[str, str]) -> Iterator[list[str]]:
    """The words that tell a client how to reach a server of this tool set."""
    words = ["-m", "simonides", "serve", "--tools", tools, "--palace", PALACE]
    if transport == "stdio":
        yield [transport, sys.executable, *words]
        return
    server = HttpProcess([*words, "--http", "127.0.0.1:0", "--http-only"], environment)
    try:
        yield [transport, f"{server.url}/mcp", PALACE]
    finally:
        server.end()


# What a store does is the same behind either transport.
@pytest.mark.parametrize(
    ("transport", "home"), [("stdio", "sqlite"), ("http", "sqlite"), ("stdio", "postgres")], indirect=["home"]
)
@pytest.mark.parametrize("tools", LIVES)
@pytest.mark.parametrize(("program", "era"), RUNS, ids=lambda each: getattr(each, "name", each))
def test_a_client_that_others_wrote_lives_the_life(
    commands: dict[str, list[str] | CannotBuild],
    program: Any,
    era: str,
    tools: str,
    transport: str,
    home: Home,
    tmp_path: Path,
    project: Path,
) -> None:
    command = commands[program.name]
    if isinstance(command, CannotBuild):
        pytest.skip(str(command))
    environment = {**os.environ, **product_environment(tmp_path / "home"), **home.environment}

    with reached(transport, tools, environment) as words:
        player = Player([*command, era, *words], environment, tmp_path / "stderr")
        replay(LIVES[tools], project, player.ask)
        code = player.end()

    assert code == 0
    assert player.met["server"] in (LIVES[tools]["server"], None)
    assert player.met["protocol"] == ("2025-11-25" if era == "handshake" else era)
    assert player.met["tools"] == list(build_catalogue(tools.split(",")).entries)
