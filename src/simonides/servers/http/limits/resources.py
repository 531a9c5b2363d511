"""What the system lends the process: heaps, given back after large requests, and descriptors for connections."""

import ctypes
import importlib
import threading
from contextlib import suppress
from functools import cache
from typing import Any

from simonides.machine.system import IS_WINDOWS

_M_ARENA_MAX = -8
MANY_DESCRIPTORS = 65_536
"""Where the system allows it: each thread keeps two open for every palace that it has looked into."""
_OTHER_DESCRIPTORS = 500


def share_heaps() -> None:
    """Let all threads share two heaps: glibc keeps one per thread, and never gives back what a call has used."""
    mallopt = getattr(_library(), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 2)


def give_back_memory() -> None:
    """Give the system back what large requests have used, in the background."""
    trim = getattr(_library(), "malloc_trim", None)
    if trim is not None:
        threading.Thread(target=trim, args=(0,), name="trim", daemon=True).start()


def raise_descriptor_limit(connections: int, *, is_windows: bool = IS_WINDOWS) -> int:
    """Allow the descriptors that so many connections and many palaces need; how many connections that makes.

    Windows has no such limit.
    """
    if is_windows:
        return connections
    # By name: Windows has no such module.
    resource: Any = importlib.import_module("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems refuse more than a limit of their own, whatever the hard one says.
    for wanted in (MANY_DESCRIPTORS, connections + _OTHER_DESCRIPTORS):
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY or soft >= allowed:
            break
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            soft = allowed
    if soft == resource.RLIM_INFINITY:
        return connections
    return int(min(connections, max(soft - _OTHER_DESCRIPTORS, soft // 2)))


@cache
def _library() -> Any:
    # Windows has no library of the process itself, and needs nothing of it.
    return None if IS_WINDOWS else ctypes.CDLL(None)
