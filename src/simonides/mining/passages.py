"""Cutting of texts into passages: at headings and between paragraphs, without loss; passages cut in mid-paragraph overlap."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from simonides.domain.text.sentences import SENTENCE_END
from simonides.frozen import frozen

SIZE = 1_000
SIZE_MAX = 1_200
"""The maximum length of a piece, not counting trailing blanks and the leading overlap."""
OVERLAP = 100
SHORT = 80
"""A shorter piece, such as a heading, is joined to a neighbour."""

# It begins with a line break: a pattern that began with blanks would try every position of a long run.
_PARAGRAPH = re.compile(r"\n(?:[ \t]*\r?\n)+")
_HEADING = re.compile(r"#{1,6}\s|[=-]{3,}\s*$|\w[^\n]{0,80}\r?\n[=-]{3,}\s*$", re.MULTILINE)
_LINE = re.compile(r"\r?\n")
_SPACE = re.compile(r"\s+")
_TEARS = (_LINE, SENTENCE_END, _SPACE)


@frozen
class DrawerPiece:
    """A piece of a text; its first `overlap` characters repeat the end of the piece before."""

    content: str
    overlap: int = 0


def passages(text: str, size: int = SIZE) -> list[DrawerPiece]:
    """The passages of a text, in order; joined without their overlaps they are the text. A blank text has none."""
    return assembled(paragraphs(text), size)


def assembled(parts: Iterable[str], size: int = SIZE) -> list[DrawerPiece]:
    """Passages of about one size from parts that should stay whole; a part that is too long is split."""
    return _overlapped(list(_with_blanks(_grouped(parts, size))))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each with the blank lines after it; together they are the text."""
    return _cut_after(text, _PARAGRAPH)


def _grouped(parts: Iterable[str], size: int) -> Iterator[tuple[str, bool]]:
    """Parts joined up to a size, each with whether it was split off the one before."""
    held = ""
    for part in parts:
        is_full = len(held) + len(part) > max(size, SIZE_MAX if size >= SIZE else size)
        # A heading belongs to what follows it, so it ends the current group once that has some length.
        if len(held.strip()) >= SHORT and (
            is_full or len(held) >= size * 0.8 or (len(held) >= size // 2 and _HEADING.match(part))
        ):
            yield held, False
            held = ""
        held += part
        if len(held) > SIZE_MAX:
            torn = list(_torn(held))
            yield from ((piece, place > 0) for place, piece in enumerate(torn))
            held = ""
    if held:
        yield held, False


def _torn(text: str) -> Iterator[str]:
    """Pieces of a text that are short enough, split at the best sign in their second half."""
    start = 0
    while len(text) - start > SIZE_MAX:
        end = next((found for sign in _TEARS if (found := _last(text, start, sign))), start + SIZE)
        yield text[start:end]
        start = end
    yield text[start:]


def _last(text: str, start: int, sign: re.Pattern[str]) -> int:
    """The end of the last sign before the limit; 0 when there is none past the middle."""
    return max((found.end() for found in sign.finditer(text, start + SIZE // 2, start + SIZE_MAX)), default=0)


def _with_blanks(pieces: Iterable[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """The same text with blank pieces joined to a neighbour, since no drawer can be blank."""
    before: tuple[str, bool] | None = None
    for content, is_torn in pieces:
        if before is None:
            before = (content, is_torn)
        elif not content.strip() or not before[0].strip():
            before = (before[0] + content, before[1])
        else:
            yield before
            before = (content, is_torn)
    if before is not None and before[0].strip():
        yield before


def _overlapped(pieces: list[tuple[str, bool]]) -> list[DrawerPiece]:
    made = []
    for place, (content, is_torn) in enumerate(pieces):
        lead = _lead(pieces[place - 1][0]) if is_torn and place else ""
        made.append(DrawerPiece(lead + content, len(lead)))
    return made


def _lead(text: str) -> str:
    """The last words of a text, about as many as fit into the overlap."""
    tail = text[-OVERLAP:]
    found = _SPACE.search(tail)
    lead = tail[found.end() :] if found and len(text) > OVERLAP else tail
    return lead if lead.strip() else ""


def _cut_after(text: str, sign: re.Pattern[str]) -> list[str]:
    ends = [found.end() for found in sign.finditer(text)]
    borders = [0, *ends, len(text)]
    return [text[first:last] for first, last in pairwise(borders) if first < last]
