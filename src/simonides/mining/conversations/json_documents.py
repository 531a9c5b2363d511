"""JSON documents: the elements of a list one at a time; of a broken document, as much as is complete."""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from simonides.mining.conversations.reading import FOREIGN, TEXT_MAX, Fault, ReadRecord, mended, open_text
from simonides.mining.conversations.shapes import parsed

PIECE = 1_048_576
_OUTSIDE = re.compile(r'["{}\[\],]')
_REST_OF_STRING = re.compile(r'(?:[^"\\]++|\\.)*+"', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}
_MENDS_MAX = 8


@dataclass(slots=True)
class _Scan:
    """The position within JSON text: the open brackets, and whether it is inside a string."""

    brackets: list[str] = field(default_factory=list)
    is_string: bool = False

    def signs(self, text: str, start: int) -> Iterator[tuple[int, str]]:
        """The brackets and commas outside strings, from `start` on."""
        position = start
        while position < len(text):
            found = _REST_OF_STRING.match(text, position) if self.is_string else _OUTSIDE.search(text, position)
            if not found:
                return
            position, sign = found.end(), found.group()[-1]
            if sign == '"':
                self.is_string = not self.is_string
            else:
                self._pass(sign)
                yield found.start(), sign

    def _pass(self, sign: str) -> None:
        if sign in _CLOSING:
            self.brackets.append(sign)
        elif sign in "}]" and self.brackets:
            self.brackets.pop()


def json_values(path: Path, piece: int = PIECE) -> Iterator[ReadRecord | Fault]:
    """The elements of a JSON list, or a single value; of a truncated document, the complete part and a fault."""
    with open_text(path) as file:
        line, first = _first_sign(file)
        has_foreign = False
        for found in _elements(file, line, piece) if first == "[" else _whole(file, line, first):
            if isinstance(found, Fault):
                yield found
                continue
            text, is_foreign = mended(found[0])
            if is_foreign and not has_foreign:
                yield Fault(FOREIGN, found[1])
                has_foreign = True
            yield from _values(text, found[1])


def _first_sign(file: TextIO) -> tuple[int, str]:
    line = 1
    while (sign := file.read(1)).isspace():
        line += sign == "\n"
    return line, sign


def _whole(file: TextIO, line: int, first: str) -> Iterator[tuple[str, int] | Fault]:
    text = first + file.read(TEXT_MAX)
    if file.read(1):
        yield Fault(f"the document is longer than {TEXT_MAX:,} characters")
    elif text:
        yield text, line


def _elements(file: TextIO, line: int, size: int) -> Iterator[tuple[str, int] | Fault]:
    scan, pending, scanned = _Scan(["["]), "", 0
    while scan.brackets and (piece := file.read(max(size, len(pending)))):
        pending += piece
        # A backslash at the very end changes the meaning of what follows, so it waits for more text.
        end, start = len(pending.rstrip("\\")), 0
        for position in _borders(scan, pending[:end], scanned):
            yield pending[start:position], line
            line += pending.count("\n", start, position)
            start = position + 1
        pending, scanned = pending[start:], end - start
        if len(pending) > TEXT_MAX:
            yield Fault(f"an element is longer than {TEXT_MAX:,} characters", line)
            return
    if scan.brackets:
        yield pending, line
        if scan.brackets == ["["] and not scan.is_string:
            # Otherwise the last element is itself cut off, and its own fault says so.
            yield Fault("the list is cut off", line + pending.count("\n"))
    elif pending.strip():
        yield Fault("there is text after the end of the list", line)


def _borders(scan: _Scan, text: str, start: int) -> Iterator[int]:
    for position, sign in scan.signs(text, start):
        if not scan.brackets or (sign == "," and len(scan.brackets) == 1):
            yield position
        if not scan.brackets:
            return


def _values(text: str, line: int) -> Iterator[ReadRecord | Fault]:
    if not text.strip():
        return
    try:
        yield ReadRecord(parsed(text), line)
    except json.JSONDecodeError as error:
        yield from _salvaged(text[: error.pos], line)
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        reason = "the JSON is cut off" if is_cut else f"the JSON is broken: {error.msg}"
        yield Fault(reason, line + text.count("\n", 0, error.pos))
    except ValueError as error:
        yield Fault(f"the JSON cannot be read: {str(error)[:100]}", line)


def _salvaged(text: str, line: int) -> Iterator[ReadRecord]:
    """The value of broken JSON text, closed after its last complete message.

    In every format messages are in a list or object that is a member of the conversation, so only there may the text be cut:
    further in, a message would lose a part.
    """
    scan, ends = _Scan(), deque[tuple[int, str]](maxlen=_MENDS_MAX)
    for position, sign in scan.signs(text, 0):
        if len(scan.brackets) == 2 or (sign in "}]" and len(scan.brackets) == 1):
            end = position if sign == "," else position + 1
            ends.append((end, "".join(_CLOSING[bracket] for bracket in reversed(scan.brackets))))
    for end, closing in reversed(ends):
        try:
            yield ReadRecord(parsed(text[:end] + closing), line)
        except ValueError:
            continue
        return
