"""The program, which kills itself at a certain step of a sync.

    python killed_sync.py STEP sync FOLDER...

A step is a call of a function of sync or of the store; without a kill the number of steps is printed.
"""

import os
import signal
import sys
from pathlib import Path
from types import FrameType

import simonides
from simonides.cli.main import main

_ROOT = Path(simonides.__file__).parent
COUNTED = tuple(str(_ROOT / name) + os.sep for name in ("engine/sync", "replicas", "stores"))


class Steps:
    """Counts calls, and ends the process at one of them as a power cut would."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.count = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Look at what Python calls."""
        if event == "call" and frame.f_code.co_filename.startswith(COUNTED):
            self.count += 1
            if self.count == self.last:
                os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    steps = Steps(int(sys.argv[1]))
    sys.setprofile(steps)
    code = main(sys.argv[2:])
    sys.setprofile(None)
    sys.stdout.write(f"steps {steps.count}\n")
    sys.exit(code)
