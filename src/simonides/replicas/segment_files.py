"""Segments as files: lines of JSON, compressed, with a checksum in the last line; written whole and never changed.

A folder has one directory for each origin, and in it numbered files. The word in a file's name is its writer's, so that two
palaces that believe to be one never write the same file.
"""

import gzip
import hashlib
import json
import os
import re
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.errors import Invalid, StoreFailure
from simonides.engine.sync.segments import Segment, SegmentHead, read_segment_head, read_sync_line, sync_line
from simonides.frozen import frozen

NAME = re.compile(r"(\d{6,12})-([0-9a-f]{8})\.jsonl\.gz")
ORIGIN = re.compile(r"[0-9a-z]{4,64}")
PLAIN_MAX = 32 * 1024 * 1024
"""How large a file may be when it is unpacked; one that we write ends with the record that brings it above a megabyte."""
LINE_MAX = 16 * 1024 * 1024
_BROKEN = (OSError, EOFError, zlib.error, ValueError, RecursionError, Invalid)


@frozen
class SegmentFile:
    """A file of a folder, by its name."""

    path: Path
    origin: str
    number: int

    @property
    def name(self) -> str:
        """Its name within the folder."""
        return f"{self.origin}/{self.path.name}"

    @property
    def size(self) -> int:
        """How many bytes it has now; -1 when it is gone."""
        try:
            return self.path.stat().st_size
        except OSError:
            return -1


def listed(folder: Path) -> list[SegmentFile]:
    """The segments in a folder by origin and number; everything else in it is passed over. Raises StoreFailure."""
    try:
        origins = [each for each in folder.iterdir() if ORIGIN.fullmatch(each.name) and each.is_dir()]
        paths = [path for origin in origins for path in origin.iterdir()]
    except OSError as error:
        raise StoreFailure(str(folder), f"cannot be read: {error.strerror or error}") from error
    named = [(path, int(name[1])) for path in paths if (name := NAME.fullmatch(path.name)) and _is_regular(path)]
    found = [SegmentFile(path, path.parent.name, number) for path, number in named]
    return sorted(found, key=lambda each: (each.origin, each.number, each.path.name))


def read_head_of(file: SegmentFile) -> SegmentHead:
    """The head of a file; nothing else of it is read. Raises Invalid."""
    try:
        with gzip.open(file.path, "rb") as stream:
            return read_segment_head(json.loads(stream.readline(LINE_MAX)))
    except _BROKEN as error:
        raise _unreadable(error) from error


def read_segment(file: SegmentFile) -> Segment:
    """A whole file. Raises Invalid when it is cut off or damaged, or when a newer program wrote it."""
    try:
        first, *rest = _lines(file.path)
        return Segment(read_segment_head(json.loads(first)), tuple(read_sync_line(json.loads(line)) for line in rest))
    except _BROKEN as error:
        raise _unreadable(error) from error


def write_segment(folder: Path, segment: Segment, number: int, word: str) -> SegmentFile:
    """Write a segment as a new file of its origin; it appears when it is whole and on the disk. Raises StoreFailure."""
    directory = folder / segment.head.origin
    path = directory / f"{number:06d}-{word}.jsonl.gz"
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for stale in directory.glob(".*.partial"):
            stale.unlink(missing_ok=True)
        try:
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(packed_segment(segment))
                stream.flush()
                os.fsync(stream.fileno())
            if path.exists():
                raise StoreFailure(str(path), "is there already; sync again")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise StoreFailure(str(folder), f"cannot be written: {error.strerror or error}; nothing is lost, sync again") from error
    return SegmentFile(path, segment.head.origin, number)


def packed_segment(segment: Segment) -> bytes:
    """The bytes of a file."""
    lines = [segment.head.line(), *map(sync_line, segment.lines)]
    body = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n" for line in lines
    )
    end = {"lines": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(end).encode() + b"\n", 6, mtime=0)


def _lines(path: Path) -> list[str]:
    """The lines of a file but for the last, which vouches for them."""
    lines, digest, last = list[bytes](), hashlib.sha256(), b""
    for line in _unpacked(path):
        if last:
            digest.update(last)
            lines.append(last)
        last = line
    if json.loads(last) != {"lines": len(lines), "sha256": digest.hexdigest()} or not lines:
        raise Invalid("file", "is damaged: its lines are not those that were written")
    return [line.decode("utf-8", "surrogatepass") for line in lines]


def _unpacked(path: Path) -> Iterator[bytes]:
    left = PLAIN_MAX
    with gzip.open(path, "rb") as stream:
        while line := stream.readline(LINE_MAX):
            left -= len(line)
            if left < 0:
                raise Invalid("file", f"is longer than {PLAIN_MAX:,} bytes")
            yield line


def _is_regular(path: Path) -> bool:
    """Whether it is a file itself: a pipe would be waited for, and a link leads to where nobody has looked."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _unreadable(error: BaseException) -> Invalid:
    if isinstance(error, Invalid):
        return error
    if isinstance(error, OSError) and error.errno is not None:
        return Invalid("file", f"cannot be read: {error.strerror}")
    return Invalid("file", "is cut off or damaged")
