"""Patterns of a .gitignore, matched in time that grows with the name and never with the ways to read the pattern."""

import re
from collections.abc import Iterable
from itertools import islice

from simonides.frozen import frozen

LINE_MAX = 1_000
PATTERNS_MAX = 5_000
"""Of one file; what stands behind them is passed over."""

_ANYWHERE = "**"
_POSIX = {
    "[:alnum:]": "0-9A-Za-z",
    "[:alpha:]": "A-Za-z",
    "[:blank:]": r" \t",
    "[:digit:]": "0-9",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:upper:]": "A-Z",
    "[:xdigit:]": "0-9A-Fa-f",
}


class _Torn(ValueError):
    """A backslash escapes nothing, or a bracket is not closed: git matches nothing with such a pattern."""


@frozen
class Pattern:
    """One line: what it matches is passed over, or taken back."""

    regex: re.Pattern[str]
    ignores: bool
    is_of_name: bool
    """Whether the last name of a path is all that counts."""


@frozen
class Patterns:
    """The lines of one file; the last that matches decides."""

    lines: tuple[Pattern, ...]

    def verdict(self, name: str) -> bool | None:
        """Whether a path, a folder's with a slash at its end, is passed over; None when no line speaks of it."""
        last = name[name.rfind("/", 0, -1) + 1 :]
        lines = (line for line in reversed(self.lines) if line.regex.match(last if line.is_of_name else name))
        return next((line.ignores for line in lines), None)


def read_patterns(lines: Iterable[str]) -> Patterns:
    """The patterns that lines hold."""
    found = (pattern for line in lines if (pattern := read_pattern(line)) is not None)
    return Patterns(tuple(islice(found, PATTERNS_MAX)))


def read_pattern(line: str) -> Pattern | None:
    """The pattern of one line; None for a comment, an empty line, or what git does not understand either."""
    text = _without_trailing_spaces(line.rstrip("\r\n"))
    if not text or text.startswith("#") or len(text) > LINE_MAX:
        return None
    ignores = not text.startswith("!")
    text = text if ignores else text[1:]
    try:
        regex = _regex(text)
    except _Torn:
        return None
    # A slash at the beginning or in the middle ties the pattern to its folder.
    return None if regex is None else Pattern(regex, ignores, is_of_name="/" not in text.removesuffix("/"))


def _without_trailing_spaces(text: str) -> str:
    bare = text.rstrip(" ")
    is_escaped = (len(bare) - len(bare.rstrip("\\"))) % 2 == 1
    return f"{bare} " if is_escaped and len(text) > len(bare) else bare


def _regex(text: str) -> re.Pattern[str] | None:
    segments = [_ANYWHERE if set(each) == {"*"} and len(each) > 1 else each for each in _split(text)]
    if "" in segments:
        return None
    try:
        return re.compile(_joined(segments) + (r"/\Z" if text.endswith("/") else r"/?\Z"), re.DOTALL)
    except re.error:
        return None


def _split(text: str) -> list[str]:
    return text.removeprefix("/").removesuffix("/").split("/")


def _joined(segments: list[str]) -> str:
    """The regular expression of a path: the first place where the part between two `**` fits is as good as any later one."""
    # `a/**` means everything below `a`, and not `a`.
    *segments, last = segments
    found = ["".join(f"{_segment(segment)}/" for segment in run) for run in _runs(segments)]
    end = ".*[^/]" if last == _ANYWHERE else _segment(last)
    start, *middle = found
    if not middle:
        return start + end
    *middle, before = middle
    return start + "".join(f"(?>(?:[^/]+/)*?{run})" for run in middle) + f"(?:[^/]+/)*?{before}{end}"


def _runs(segments: list[str]) -> list[list[str]]:
    """What stands before, between and after the `**`."""
    runs: list[list[str]] = [[]]
    for segment in segments:
        if segment == _ANYWHERE:
            runs.append([])
        else:
            runs[-1].append(segment)
    return runs


def _segment(text: str) -> str:
    """The regular expression of one name: the first place where the part between two `*` fits is as good as any later one."""
    pieces, place = [""], 0
    while place < len(text):
        if text[place] == "*":
            pieces.append("")
            place += 1
        else:
            piece, place = _character(text, place)
            pieces[-1] += piece
    if len(pieces) == 1:
        return pieces[0]
    if not any(pieces):
        return "[^/]+"
    first, *middle, last = pieces
    return first + "".join(f"(?>[^/]*?{piece})" for piece in middle if piece) + f"[^/]*{last}"


def _character(text: str, place: int) -> tuple[str, int]:
    """What stands for one character, and where the next one begins."""
    if text[place] == "?":
        return "[^/]", place + 1
    if text[place] == "[":
        return _class(text, place + 1)
    if text[place] == "\\":
        place += 1
    if place == len(text):
        raise _Torn
    return re.escape(text[place]), place + 1


def _class(text: str, place: int) -> tuple[str, int]:
    sign = "^" if text[place : place + 1] in {"!", "^"} else ""
    first = place = place + len(sign)
    found = []
    while text[place : place + 1] != "]" or place == first:
        piece, place = _member(text, place)
        found.append(piece)
    return f"(?!/)[{sign}{''.join(found)}]", place + 1


def _member(text: str, place: int) -> tuple[str, int]:
    if text.startswith("[:", place) and (end := text.find(":]", place)) > 0:
        return _POSIX.get(text[place : end + 2], ""), end + 2
    if text.startswith("-", place):
        return "-", place + 1
    if text.startswith("\\", place):
        place += 1
    if place >= len(text):
        raise _Torn
    return re.escape(text[place]), place + 1
