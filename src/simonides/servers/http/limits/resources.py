"""What the system lends the process: heaps, given back after large requests, and descriptors for connections."""

import ctypes
import resource
import threading
from contextlib import suppress
from functools import cache
from typing import Any

_M_ARENA_MAX = -8
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


def raise_descriptor_limit(connections: int) -> int:
    """Allow the descriptors that so many connections and the files beside them need; how many connections that makes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _OTHER_DESCRIPTORS
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return connections
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return min(connections, max(soft - _OTHER_DESCRIPTORS, soft // 2))


@cache
def _library() -> Any:
    return ctypes.CDLL(None)
