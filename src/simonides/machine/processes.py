"""Starting a process that outlives us, and standard streams that carry bytes, on every system."""

import importlib
import os
import sys
from contextlib import suppress
from typing import Any

from simonides.machine.system import IS_WINDOWS

_DETACHED_PROCESS, _NEW_GROUP = 0x00000008, 0x00000200


def detached(*, is_windows: bool = IS_WINDOWS) -> dict[str, Any]:
    """What Popen is told so that a child neither ends with us nor gets our signals."""
    return {"creationflags": _DETACHED_PROCESS | _NEW_GROUP} if is_windows else {"start_new_session": True}


def carry_bytes(*descriptors: int, is_windows: bool = IS_WINDOWS) -> None:
    """Let descriptors wait until data is there, and change no byte: Windows would turn line ends into two characters."""
    for descriptor in descriptors:
        if is_windows:
            msvcrt: Any = importlib.import_module("msvcrt")
            msvcrt.setmode(descriptor, getattr(os, "O_BINARY", 0x8000))
        # A parent may hand over pipes that do not wait. Before Python 3.12 Windows has no such thing.
        with suppress(OSError, AttributeError):
            os.set_blocking(descriptor, True)


def speak_utf8(*, is_windows: bool = IS_WINDOWS) -> None:
    """Write UTF-8 to pipes and files on Windows, whose own encoding cannot hold most of what is remembered."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if is_windows and reconfigure is not None and not stream.isatty():
            reconfigure(encoding="utf-8")
