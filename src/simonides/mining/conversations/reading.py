"""Text files of untrusted size and encoding, read line by line or piece by piece."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from simonides.frozen import frozen
from simonides.mining.conversations.shapes import parsed

LINE_MAX = 64 * 1_048_576
TEXT_MAX = 512 * 1_048_576
FOREIGN = "some bytes from here on are not UTF-8 and were replaced by U+FFFD"
_FOREIGN_BYTES = re.compile("[\udc80-\udcff]")


@frozen
class Fault:
    """A part of a text that could not be read: the reason, and the line it begins on."""

    reason: str
    line: int | None = None


@frozen
class ReadRecord:
    """A JSON value and the line it begins on."""

    value: object
    line: int


def open_text(path: Path) -> TextIO:
    """The file as text: UTF-16 if it has a byte order mark, otherwise UTF-8, with invalid bytes kept as surrogates."""
    with path.open("rb") as file:
        mark = file.read(2)
    encoding = "utf-16" if mark in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    return path.open(encoding=encoding, errors=errors, newline="\n")


def own_folder(root: Path, *names: str) -> Path | None:
    """The folder that these names lead to from another; None where one of them is a link, which may lead anywhere."""
    folder = root
    for name in names:
        folder /= name
        if folder.is_symlink():
            return None
    return folder if folder.is_dir() else None


def own_files(root: Path, pattern: str, *names: str) -> list[Path]:
    """The files in such a folder whose names fit a pattern, in order: no link either, and no pipe, which never ends."""
    folder = own_folder(root, *names)
    found = [] if folder is None else folder.glob(pattern)
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def mended(text: str) -> tuple[str, bool]:
    """The text with every byte that is not UTF-8 as U+FFFD, and whether there were any."""
    kept, count = _FOREIGN_BYTES.subn("\ufffd", text)
    return kept, count > 0


def lines(path: Path, line_max: int = LINE_MAX) -> Iterator[tuple[int, str] | Fault]:
    """The lines with their numbers, without line ends; a line longer than `line_max` characters is a fault.

    A line without an end is the last. What a program that is still writing adds to it later is for the next reader: the rest of
    a line is no line, and what follows it would stand in the place of what was cut.
    """
    with open_text(path) as file:
        number, has_foreign = 0, False
        while line := file.readline(line_max):
            number += 1
            is_whole = line.endswith("\n")
            if not is_whole and len(line) == line_max:
                is_whole = _pass_over_line(file, line_max)
                yield Fault(f"the line is longer than {line_max:,} characters", number)
            else:
                text, is_foreign = mended(line)
                if is_foreign and not has_foreign:
                    yield Fault(FOREIGN, number)
                    has_foreign = True
                yield number, text.removesuffix("\n").removesuffix("\r")
            if not is_whole:
                return


def _pass_over_line(file: TextIO, line_max: int) -> bool:
    """Read to the end of a line; whether it has one."""
    while (rest := file.readline(line_max)) and not rest.endswith("\n"):
        pass
    return bool(rest)


def json_lines(path: Path) -> Iterator[ReadRecord | Fault]:
    """The JSON values of a file with one value per line; lines without one are faults."""
    for found in lines(path):
        if isinstance(found, Fault):
            yield found
        elif found[1].strip():
            yield _record(found[1], found[0])


def _record(text: str, line: int) -> ReadRecord | Fault:
    try:
        return ReadRecord(parsed(text), line)
    except json.JSONDecodeError as error:
        # An error at the very end means that the line was still being written when the file was copied.
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        return Fault("the line is cut off" if is_cut else f"the line is not JSON: {error.msg}", line)
    except ValueError as error:
        return Fault(f"the line is not JSON: {str(error)[:100]}", line)
