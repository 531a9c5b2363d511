"""Text in the cells of a terminal: how wide signs are, and where lines break."""

import re
import unicodedata
from collections.abc import Iterator

_JOINER, _AS_EMOJI = "\u200d", "\ufe0f"
_UNSEEN = frozenset({"Mn", "Me", "Mc", "Cc", "Cf"})
"""Categories of signs that stand upon the one before them, or are not shown."""
_SHOWN_FORMATS = frozenset("\xad\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
_WORD = re.compile(r"(\S*)(\s*)")
_TAB = 8


def text_width(text: str) -> int:
    """How many cells a line takes."""
    return len(text) if text.isascii() else sum(width for _, width in _signs(text))


def padded(text: str, width: int, *, is_right: bool = False) -> str:
    """A line filled up with spaces."""
    space = " " * (width - text_width(text))
    return space + text if is_right else text + space


def cut(text: str, width: int) -> str:
    """The beginning of a line, as far as the cells reach."""
    return next(_folded(text, width), "") if text_width(text) > width else text


def brief(text: str, width: int, sign: str) -> str:
    """A text in one line: between words where it can, with a sign at the end where more follows."""
    line = " ".join(text.split())
    if text_width(line) <= width:
        return line
    kept = cut(line, max(width - text_width(sign) - 1, 1))
    head, space, _ = kept.rpartition(" ")
    return f"{head.rstrip() if space and len(head) > 0.8 * len(kept) else kept} {sign}"


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text, broken between words, and inside of a word that is wider than a line."""
    for line in text.split("\n"):
        yield from _wrapped_line(line.expandtabs(_TAB), width)


def _wrapped_line(line: str, width: int) -> Iterator[str]:
    if text_width(line) <= width:
        yield line.rstrip()
        return
    current, used = "", 0
    for word, space in _WORD.findall(line):
        if used and used + text_width(word) > width:
            # An indent before a word that fills the line is no line of its own.
            yield from [current.rstrip()] if current.strip() else []
            current, used = "", 0
        *whole, rest = _folded(word, width)
        yield from whole
        current, used = current + rest + space, used + text_width(rest) + len(space)
    if current.strip():
        yield current.rstrip()


def _folded(word: str, width: int) -> Iterator[str]:
    """Pieces that fit into a line; a sign and what stands upon it stay together."""
    piece, used = "", 0
    for sign, size in _signs(word):
        if piece and used + size > width:
            yield piece
            piece, used = "", 0
        piece, used = piece + sign, used + size
    yield piece


def _signs(text: str) -> Iterator[tuple[str, int]]:
    """What a reader takes for one sign, with its width: a letter with its marks, people joined to a family."""
    sign, width = "", 0
    for character in text:
        size = _size(character)
        if sign and (size == 0 or (sign.endswith(_JOINER) and size > 1)):
            sign += character
            width = 2 if character == _AS_EMOJI else width
        else:
            if sign:
                yield sign, width
            sign, width = character, size
    if sign:
        yield sign, width


def _size(character: str) -> int:
    if character.isascii():
        return 1
    # Vowels and last consonants of Korean syllables stand in the cell of the first one; a tone of skin in that of its hand.
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb" or "\U0001f3fb" <= character <= "\U0001f3ff":
        return 0
    if unicodedata.category(character) in _UNSEEN:
        return 1 if character in _SHOWN_FORMATS else 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
