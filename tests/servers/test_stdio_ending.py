"""End of a stdio server: calls in flight finish, the callbacks run, the code is 0."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from servers.wire import Wire, call, request

Spawn = Callable[..., Wire]
End = Callable[[Wire], None]


def by_end_of_input(wire: Wire) -> None:
    wire.close_input()


def by_sigterm(wire: Wire) -> None:
    wire.process.send_signal(signal.SIGTERM)


def by_sigint(wire: Wire) -> None:
    wire.process.send_signal(signal.SIGINT)


ENDS = [by_end_of_input, by_sigterm, by_sigint]


def start_call(wire: Wire, tool: str, folder: Path, names: tuple[str, ...]) -> dict[str, str]:
    pipes = {name: str(folder / name) for name in names}
    for path in pipes.values():
        os.mkfifo(path)
    wire.send(call(tool, pipes, to="slow"))
    Path(pipes["started"]).read_text()
    return pipes


@pytest.mark.parametrize("system", [(), ("--windows",)], ids=["posix", "windows"])
@pytest.mark.parametrize("end", ENDS)
def test_an_idle_server_ends_with_0_and_runs_its_callbacks_in_order(spawn: Spawn, end: End, system: tuple[str, ...]) -> None:
    wire = spawn(*system)
    wire.open_session()

    end(wire)

    assert wire.rest() == []
    assert wire.exit_code() == 0
    assert wire.log() == "closing store\nclosing engine\n"


@pytest.mark.requirement("stdio-ending")
@pytest.mark.parametrize("end", ENDS)
def test_a_call_in_flight_finishes_and_is_answered(spawn: Spawn, tmp_path: Path, end: End) -> None:
    wire = spawn()
    pipes = start_call(wire, "hold", tmp_path, ("started", "release"))

    end(wire)
    Path(pipes["release"]).write_text("done")

    assert [reply["result"]["structuredContent"]["text"] for reply in wire.rest()] == ["done"]
    assert wire.exit_code() == 0
    assert "closing engine" in wire.log()


@pytest.mark.parametrize("end", ENDS)
def test_a_call_that_never_ends_is_given_up(spawn: Spawn, tmp_path: Path, end: End) -> None:
    wire = spawn("--drain", "0.05")
    start_call(wire, "hang", tmp_path, ("started",))

    end(wire)

    assert wire.rest() == []
    assert wire.exit_code() == 0
    assert "closing engine" in wire.log()


def test_a_second_signal_ends_at_once(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn()
    start_call(wire, "hang", tmp_path, ("started",))

    by_sigterm(wire)
    # Two equal signals that are pending together arrive as one, so the second is another one.
    by_sigint(wire)

    assert wire.exit_code() in {128 + signal.SIGINT, 128 + signal.SIGTERM}


def test_a_signal_after_the_end_of_input_does_not_cut_a_call_short(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn()
    pipes = start_call(wire, "hold", tmp_path, ("started", "release"))

    wire.close_input()
    by_sigterm(wire)
    Path(pipes["release"]).write_text("done")

    assert len(wire.rest()) == 1
    assert wire.exit_code() == 0


def test_a_client_that_stops_reading_ends_the_server_with_0(spawn: Spawn) -> None:
    wire = spawn()
    wire.open_session()
    assert wire.process.stdout is not None

    wire.process.stdout.close()
    wire.send(request("ping"))

    assert wire.exit_code() == 0
    assert wire.log() == "closing store\nclosing engine\n"


def test_no_input_at_all_is_the_end_of_input(spawn: Spawn) -> None:
    wire = spawn(stdin=subprocess.DEVNULL)

    assert wire.rest() == []
    assert wire.exit_code() == 0
