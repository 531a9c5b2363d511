"""MemPalace run beside us: in its own interpreter, with its own home folder, offline, with the same model.

`python -m venv PEER && PEER/bin/pip install mempalace` makes the interpreter; `python -m scripts.build_peer_minilm MODEL` writes
the model from the same public weights as ours, in the form that its store, Chroma, would fetch from a server.
"""

import os
import resource
import subprocess
import time
from pathlib import Path

from simonides.frozen import frozen

MODEL_PLACE = Path(".cache", "chroma", "onnx_models", "all-MiniLM-L6-v2", "onnx")


@frozen
class Ran:
    """What came of a command, and what it cost."""

    returncode: int
    output: str
    took_s: float
    cpu_s: float


@frozen
class Peer:
    """MemPalace in another interpreter."""

    python: str
    home: Path

    @classmethod
    def at_home(cls, python: str, home: Path, model: Path) -> "Peer":
        """Make the home and put the model where it is looked for."""
        place = home / MODEL_PLACE
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(model.resolve(strict=True))
        return cls(python, home)

    @property
    def palace(self) -> Path:
        """Where it keeps what it is told."""
        return self.home / "palace"

    def environment(self) -> dict[str, str]:
        """Ours, with its own home and no word to anybody."""
        return {**os.environ, "HOME": str(self.home), "ANONYMIZED_TELEMETRY": "False", "PYTHONPATH": ""}

    def run(self, *words: str) -> Ran:
        """Run one of its commands to the end."""
        command = [self.python, "-m", "mempalace", "--palace", str(self.palace), *words]
        spent, began = _children_cpu_s(), time.perf_counter()
        ran = subprocess.run(command, env=self.environment(), capture_output=True, text=True, check=False)
        return Ran(ran.returncode, ran.stdout + ran.stderr, time.perf_counter() - began, _children_cpu_s() - spent)


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
