"""The text of a file, or the reason why it has none."""

import os
import stat
import time
from pathlib import Path

from simonides.digests import blake2b
from simonides.domain.validation import clean_text

_BINARY_SIGN = b"\0"
_UTF16_SIGNS = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 8_192
_UNREADABLE_SHARE = 0.1
DIGEST_SIZE = 16
# File systems count time in steps; a second change within the same step leaves no trace.
_STEP_NS = 20_000_000


class Unreadable(Exception):
    """A file has no usable text; the message says why."""


def read_bytes(path: Path, size_max: int) -> tuple[bytes, bool]:
    """The bytes of a regular file, and whether a later change would change its time. Raises Unreadable."""
    try:
        # A link or a pipe may have replaced the file since the folder was read; opening a pipe would block for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise Unreadable("is not a regular file")
            data = file.read(size_max + 1)
    except OSError as error:
        raise Unreadable(error.strerror or "cannot be read") from error
    if len(data) > size_max:
        raise Unreadable(f"has grown beyond {size_max:,} bytes")
    return data, status.st_mtime_ns + _STEP_NS < time.time_ns()


def decode(data: bytes) -> str:
    """The text in some bytes. Raises Unreadable when they are not text."""
    if data.startswith(_UTF16_SIGNS):
        return clean_text(data.decode("utf-16", "replace"))
    if _BINARY_SIGN in data[:_LOOKED_AT]:
        raise Unreadable("is not text")
    text = data.decode("utf-8", "replace")
    if text.count("\ufffd") > _UNREADABLE_SHARE * len(text):
        raise Unreadable("is not UTF-8 text")
    return clean_text(text.removeprefix("\ufeff"))


def fault_in(data: bytes) -> str | None:
    """What decoding some bytes loses, and from which line on; None when it loses nothing."""
    encoding = "UTF-16" if data.startswith(_UTF16_SIGNS) else "UTF-8"
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return f"line {line}: some bytes from here on are not {encoding} and were replaced by U+FFFD"
    return None


def holds(path: Path, size: int, digest: bytes) -> bool:
    """Whether a file has the content of that size and digest."""
    try:
        data, _ = read_bytes(path, size)
    except Unreadable:
        return False
    return digest_of(data) == digest


def digest_of(data: bytes) -> bytes:
    """A digest of the content: different contents have different digests."""
    return blake2b(data, digest_size=DIGEST_SIZE).digest()
