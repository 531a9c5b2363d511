"""Encoded data in a text: base64, hex dumps and lists of bytes, which answer no question and fill drawer after drawer.

Three things are encoded data: a run of letters and digits that is far longer than any word, on one line or wrapped over several,
of which only a part reads like words; the lines of a hex dump; and a long list of bytes in code. Other scripts, addresses of the
web, tables, code without line breaks, long names and lists of digests are not, nor is what stands in the armour of a key, which
the screen for secrets knows.
"""

import re
from collections.abc import Iterable, Iterator

from simonides.frozen import frozen

MARK = "[\u2026]"
"""Stands in the place of what is left out; it holds no word, so that no search finds it."""
RUN_MIN = 1_000
"""How many characters a run has at least: a token that somebody pastes is shorter, a picture longer."""
KINDS_MIN = 12
"""How many different characters a run has at least: hex has 16, a row of signs one or two."""
WORDS_SHARE_MAX = 0.75
"""The greatest share of a run that reads like words: up to 0.56 in base64 and hex, 0.75 in base32, 0.87 and more in names."""
SEPARATORS_SHARE_MAX = 0.08
"""The greatest share of separators: 0.03 in base64; paths and names of words have twice as many as this."""
DUMP_LINES_MIN = 16
DUMP_LETTERS_MIN = 0.3
"""The least share of a dump's groups that hold a letter: 0.6 in bytes at random, none in a table of numbers."""
BYTES_MIN = 1_024
"""A shorter list of bytes may be a table that the code around it works with."""
_TOLD_MAX = 3
_LINE_MIN = 40
_DIGESTS = frozenset({40, 56, 64, 96, 128})
"""The lengths of digests in hex: lines of these are a list of digests."""
_LOOKED_BACK = 2_000

_LINE = re.compile(rf"(?<!\\)[A-Za-z0-9+/=_-]{{{_LINE_MIN},}}")
# What stands between two lines of a run: a break, also as JSON writes it, and the signs that code and quotations have there.
_BETWEEN = re.compile(r"(?:\\[nr]|[\s\"'`,+>|\\]){1,60}")
_REST = re.compile(r"(?:\\[nr]|\r?\n[ \t>]*)([A-Za-z0-9+/_-]+={0,2})(?=[\s\"'`\\<)]|\Z)")
_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_SEPARATORS = re.compile(r"[+/=_-]+")
_HEX = re.compile(r"[0-9a-fA-F]+")
_IN_ADDRESS = re.compile(r"://[^\s\"'()<>,;]*\Z")
_ARMOUR = re.compile(r"-----(?:\\[nr]|\s)*\Z")
_DUMPED = re.compile(
    r"[ \t>]*(?:(?:0x)?[0-9a-fA-F]{4,16}[:h]?[ \t]+)?((?:(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{4}|[0-9a-fA-F]{2})(?:[ \t]+|$)){4,})"
)
_BYTES = re.compile(rf"(?:(?:0x|\\x)[0-9a-fA-F]{{2}}[,\s]*){{{BYTES_MIN},}}")


@frozen
class Readable:
    """A text without its encoded data, and what was left out; `told` is None where there was none."""

    text: str
    told: str | None = None


def without_encoded_data(text: str) -> Readable:
    """The text with a mark in the place of encoded data; an empty one when there are no words beside it."""
    spans = _joined(sorted([*_runs(text), *_dumps(text), *(found.span() for found in _BYTES.finditer(text))]))
    if not spans:
        return Readable(text)
    count = sum(last - first for first, last in spans)
    borders = [0, *(place for span in spans for place in span), len(text)]
    beside = [text[first:last] for first, last in zip(borders[::2], borders[1::2], strict=True)]
    if not any(letter.isalpha() for part in beside for letter in part):
        return Readable("", f"holds no words, only {count:,} characters of encoded data")
    lines = dict.fromkeys(f"{text.count(chr(10), 0, start) + 1:,}" for start, _ in spans[:_TOLD_MAX])
    more = f" and {len(spans) - _TOLD_MAX:,} more" if len(spans) > _TOLD_MAX else ""
    return Readable(MARK.join(beside), f"left out {count:,} characters of encoded data, line {', '.join(lines)}{more}")


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Runs that are long enough, each with its wrapped lines, and read like no words."""
    for start, end in _wrapped(text):
        if end - start >= RUN_MIN and not _reads_like_words(text[start:end]) and not _is_part(text, start):
            yield start, _with_rest(text, end)


def _wrapped(text: str) -> Iterator[tuple[int, int]]:
    start = end = -1
    for line in _LINE.finditer(text):
        if _is_digest(line.group()):
            continue
        if end >= 0 and line.start() - end <= 60 and _is_break(text[end : line.start()]):
            end = line.end()
            continue
        if end >= 0:
            yield start, end
        start, end = line.span()
    if end >= 0:
        yield start, end


def _is_break(between: str) -> bool:
    return ("\n" in between or "\\n" in between) and _BETWEEN.fullmatch(between) is not None


def _is_digest(line: str) -> bool:
    return len(line) in _DIGESTS and _HEX.fullmatch(line) is not None


def _reads_like_words(run: str) -> bool:
    count = sum(letter.isalnum() for letter in run)
    if count < len(run) / 2 or len(set(run)) < KINDS_MIN:
        return True
    if len(_SEPARATORS.findall(run)) > SEPARATORS_SHARE_MAX * len(run):
        return True
    return sum(len(word) for word in _WORD.findall(run) if len(set(word.lower())) > 2) > WORDS_SHARE_MAX * count


def _is_part(text: str, start: int) -> bool:
    """Whether a run belongs to an address of the web, or stands below the first line of a key."""
    before = text[max(0, start - _LOOKED_BACK) : start]
    return _IN_ADDRESS.search(before) is not None or _ARMOUR.search(before) is not None


def _with_rest(text: str, end: int) -> int:
    """The end of a run with its last line, which is shorter than the others, unless that may be a word."""
    found = _REST.match(text, end)
    if found is None or text[end - 1] == "=":
        return end
    rest = found[1]
    is_mixed = any(map(str.isdigit, rest)) and any(map(str.isupper, rest)) and any(map(str.islower, rest))
    return found.end() if rest.endswith("=") or is_mixed else end


def _dumps(text: str) -> Iterator[tuple[int, int]]:
    """Lines of hex dumps, as many as a dump has at least; a line of one star repeats the line before."""
    place, held, first, groups = 0, 0, 0, list[str]()
    for line in [*text.splitlines(keepends=True), ""]:
        found = _DUMPED.match(line)
        if found is not None:
            first, held = (first, held + 1) if held else (place, 1)
            groups += found[1].split()
        elif not held or line.strip() != "*":
            if held >= DUMP_LINES_MIN and _are_bytes(groups):
                yield first, place
            held, groups = 0, []
        place += len(line)


def _are_bytes(groups: list[str]) -> bool:
    return sum(not group.isdigit() for group in groups) >= DUMP_LETTERS_MIN * len(groups)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
