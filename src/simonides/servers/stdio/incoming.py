"""The bytes that a client sends, until its input ends or the server is told to stop.

POSIX waits for both with select. Windows cannot select on a pipe: there a thread reads, one chunk ahead at most.
"""

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

from simonides.servers.stopping import Stop

_CHUNK = 1 << 16
_ROOM_CHECK_S = 0.05
_LOOK_S = 0.5
"""How often the main thread looks up on Windows, where a signal does not wake a thread that waits for another."""


def incoming(source: int, stop: Stop, has_room: Callable[[], bool]) -> Iterator[bytes]:
    """Chunks as they come, while there is room for what they ask; an empty one is the end of input."""
    read = _reading_thread(source, stop) if stop.is_windows else _selecting(source, stop)
    while True:
        while not has_room():
            if stop.wait(_ROOM_CHECK_S):
                return
        chunk = read()
        if chunk is None:
            return
        yield chunk
        if not chunk:
            return


def _selecting(source: int, stop: Stop) -> Callable[[], bytes | None]:
    def read() -> bytes | None:
        ready, _, _ = select.select([source, stop.fd], [], [])
        return None if stop.fd in ready else _read_chunk(source)

    return read


def _reading_thread(source: int, stop: Stop) -> Callable[[], bytes | None]:
    news = threading.Condition()
    waiting: list[bytes] = []

    def pump() -> None:
        chunk = b"."
        while chunk:
            chunk = _read_chunk(source)
            with news:
                # What was not taken yet holds the client back, as a full pipe does.
                news.wait_for(lambda: not waiting)
                waiting.append(chunk)
                news.notify_all()

    def wake() -> None:
        with news:
            news.notify_all()

    def read() -> bytes | None:
        with news:
            while not waiting and not stop.is_asked:
                news.wait(_LOOK_S)
            if stop.is_asked:
                return None
            chunk = waiting.pop()
            news.notify_all()
            return chunk

    stop.tell(wake)
    threading.Thread(target=pump, name="stdin", daemon=True).start()
    return read


def _read_chunk(source: int) -> bytes:
    # Reading from a terminal that hung up fails; that counts as the end of input.
    with suppress(OSError):
        return os.read(source, _CHUNK)
    return b""
