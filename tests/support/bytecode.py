"""Bytecode that the processes of a run share where none may be written beside the sources.

Otherwise each of the hundreds of servers and commands that the tests start compiles all its modules again.
"""

import atexit
import os
import shutil
import tempfile


def share_bytecode() -> None:
    """Let the processes started from here on keep bytecode in a directory that goes with this process."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        directory = tempfile.mkdtemp(prefix="simonides-bytecode-")
        atexit.register(shutil.rmtree, directory, ignore_errors=True)
        os.environ["PYTHONPYCACHEPREFIX"] = directory
