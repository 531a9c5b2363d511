"""Documents read in a process of their own, with limits of time, memory and text.

A PDF or a zip of a few kilobytes can stand for hours of work or gigabytes of text; what happens in the child ends with it.
"""

import json
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Self

from simonides.mining.files.documents import document_text
from simonides.mining.files.reading import Unreadable

READ_S = 60.0
MEMORY_MAX = 1_000_000_000
TEXT_MAX = 20_000_000
"""How many characters of text one document may give."""

# -P: a file called bs4.py in the folder that we stand in must not be taken for the library.
_COMMAND = (sys.executable, "-P", "-m", "simonides.mining.files.document_process")


class DocumentProcess:
    """Reads documents in a child, which is started with the first and replaced when one has brought it down."""

    def __init__(self, read_s: float = READ_S, memory_max: int = MEMORY_MAX) -> None:
        self._read_s = read_s
        self._memory_max = memory_max
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def text(self, path: str, data: bytes) -> str:
        """The text of a document. Raises Unreadable with the reason when it has none for us."""
        child = self._started()
        try:
            reply = _ask(child, Path(path).suffix, data, self._read_s)
        except TimeoutError:
            self.close()
            raise Unreadable(f"takes longer than {self._read_s:g} seconds to read") from None
        except (EOFError, OSError):
            self.close()
            raise Unreadable(f"cannot be read within {self._memory_max // 1_000_000:,} MB of memory") from None
        if "text" not in reply:
            raise Unreadable(reply["reason"])
        return reply["text"]

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.kill()
            for pipe in (self._child.stdin, self._child.stdout):
                with suppress(OSError):
                    pipe and pipe.close()
            self._child.wait()
            self._child = None

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._child is None:
            command = [*_COMMAND, str(self._memory_max)]
            self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603 - our own program
        return self._child


def _ask(child: "subprocess.Popen[bytes]", suffix: str, data: bytes, read_s: float) -> dict[str, str]:
    assert child.stdin is not None  # noqa: S101 - it was started with pipes
    assert child.stdout is not None  # noqa: S101 - likewise
    child.stdin.write(json.dumps([suffix, len(data)]).encode() + b"\n" + data)
    child.stdin.flush()
    line = _line_within(child.stdout, read_s)
    if not line.endswith(b"\n"):
        raise EOFError
    reply: dict[str, str] = json.loads(line)
    return reply


def _line_within(stream: IO[bytes], seconds: float) -> bytes:
    """The next line. Raises TimeoutError when it does not come in time; the end of the child then ends the wait."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    # A thread, since Windows cannot wait for a pipe with a limit of time.
    threading.Thread(target=lambda: lines.put(stream.readline()), daemon=True).start()
    try:
        return lines.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None


def main() -> None:
    """The child: requests on stdin, replies on stdout, until the input ends."""
    _limit(int(sys.argv[1]))
    wire, sys.stdout = sys.stdout.buffer, sys.stderr
    while header := sys.stdin.buffer.readline():
        suffix, length = json.loads(header)
        reply = _reply(suffix, sys.stdin.buffer.read(length))
        wire.write(json.dumps(reply).encode() + b"\n")
        wire.flush()


def _reply(suffix: str, data: bytes) -> dict[str, str]:
    try:
        text = document_text(f"document{suffix}", data)
    except Unreadable as error:
        return {"reason": str(error)}
    if len(text) > TEXT_MAX:
        return {"reason": f"holds more than {TEXT_MAX:,} characters of text"}
    return {"text": text}


def _limit(memory_max: int) -> None:
    # Windows has no such limits; there the time must do.
    with suppress(ImportError):
        import resource

        for kind, most in ((resource.RLIMIT_AS, memory_max), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
