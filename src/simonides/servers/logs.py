"""The log: on stderr or in a file, as text or JSON, with lines of one kind bounded in number.

Imported only by a server that logs. Lines never hold what a client has sent but for its address, its path and the name of a tool.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

LINES_MAX = 10
"""How many lines of one kind are written within a minute; the next one written tells how many were left out."""
_WINDOW_S = 60.0
_KINDS_MAX = 1_000

ACCESS = "simonides.access"


def log_to(file: str | None, level: str, *, is_json: bool = False, shows_access: bool = False) -> None:
    """Write what is at least this important to a file, or to stderr. Raises OSError for a file that cannot be written."""
    handler = _QuietHandler(sys.stderr) if file is None else logging.FileHandler(file, encoding="utf-8", delay=False)
    handler.setFormatter(_JsonLines() if is_json else _TextLines())
    handler.addFilter(Repetitions())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    # Libraries tell their own business below that.
    root.setLevel(logging.WARNING)
    logging.getLogger("simonides").setLevel(level.upper())
    if shows_access:
        logging.getLogger(ACCESS).setLevel(logging.INFO)


class Repetitions(logging.Filter):
    """Lets lines of one kind through until there are too many within a minute; lines about single requests are not counted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line; the first after some were left out says so."""
        if record.levelno < logging.WARNING:
            return True
        kind, now_s = (record.name, str(record.msg)), self._clock()
        since_s, count = self._kinds.get(kind, (now_s, 0))
        left_out = max(count - LINES_MAX, 0)
        if now_s - since_s > _WINDOW_S:
            since_s, count = now_s, 0
            if left_out:
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", ()
        if len(self._kinds) >= _KINDS_MAX:
            self._kinds.clear()
        self._kinds[kind] = (since_s, count + 1)
        return count < LINES_MAX


class _QuietHandler(logging.StreamHandler[Any]):
    """Nobody has to read our stderr."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is the library's
        """Lose the line."""


class _TextLines(logging.Formatter):
    """`2026-11-15T20:00:00.123Z WARNING simonides.servers.http.guard: the message`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - as in the library
        """The time in UTC."""
        return _moment(record)


class _JsonLines(logging.Formatter):
    """One object for each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message, further facts where there are some, and the trace of an exception."""
        line: dict[str, Any] = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
