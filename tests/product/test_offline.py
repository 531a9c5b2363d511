"""No network at run time: everything works with sockets forbidden."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import socket, sys
from pathlib import Path

class Forbidden(socket.socket):
    def __init__(self, *arguments, **more):
        raise AssertionError("a socket was opened")

socket.socket = Forbidden
from simonides.settings import Settings
from simonides.engines import build_engine
from simonides.engine.filing.intake import Draft

engine = build_engine(Settings(Path(sys.argv[1])), patience_s=60)
palace = engine.create("offline")
palace.memories.remember(Draft("The lighthouse keeper repaired the lamp."))
palace.vectors.catch_up()
hit = palace.recall("who mended the light?")[0]
assert hit.similarity > 0.2, hit
print("found", hit.memory.content)
engine.close()
"""


@pytest.mark.requirement("offline")
def test_everything_works_while_sockets_are_forbidden(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, check=False)

    assert done.stdout.strip() == "found The lighthouse keeper repaired the lamp.", done.stderr
