"""The end of a server whose interpreter is held by a call: it comes within the grace, by force."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# The pattern is tried in exponentially many ways, and holds the interpreter's lock all the while.
_HELD = """
import re, sys
from simonides.servers.stopping import Stop
Stop(grace_s={grace_s}).listen()
sys.stdout.write("ready\\n")
sys.stdout.flush()
{then}
"""


def start(grace_s: float, then: str) -> "subprocess.Popen[bytes]":
    program = _HELD.format(grace_s=grace_s, then=then)
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.requirement("ends-within-grace")
def test_a_call_that_holds_the_interpreter_cannot_keep_the_server_alive() -> None:
    process = start(0.2, "re.match('(a|aa)+$', 'a' * 200 + 'b')")

    process.send_signal(signal.SIGTERM)

    assert process.communicate(timeout=60)[0] == b""
    assert process.returncode == -signal.SIGKILL


@pytest.mark.requirement("ends-within-grace")
def test_nothing_outlives_a_server_that_ends_by_itself() -> None:
    process = start(60, "sys.stdin.read()")
    [watcher] = children_of(process.pid)

    process.communicate(timeout=60)

    assert process.returncode == 0
    while is_alive(watcher):
        pass


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        # A process that has ended and that nobody waits for may be left in the table.
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
    finally:
        os.sched_yield()
