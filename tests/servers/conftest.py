"""Fixtures with real servers over real pipes, which end with the test."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from servers.wire import Wire


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Callable[..., Wire]]:
    """Start a toy server: `spawn("--set", "rpc")`."""
    wires: list[Wire] = []

    def start(*flags: str, stdin: int = subprocess.PIPE) -> Wire:
        wires.append(Wire.start(flags, tmp_path / f"stderr-{len(wires)}", stdin))
        return wires[-1]

    yield start
    for wire in wires:
        wire.end()
