"""Encoded data in a text: base64 and the like, as in embedded images, which answers no question and fills drawer after drawer.

Only two things are certain to be that: one run of letters and digits far longer than any word, address or token, of which only a
part reads like words; and many lines of base64 as mail and keys wrap it. Whatever may be a list that somebody keeps (wallets,
digests, dumps, tables, chess moves) stays, and so does what stands in the armour of a key, which the screen for secrets knows.
"""

import re
from collections.abc import Iterator

from simonides.frozen import frozen

MARK = "[\u2026]"
"""Stands in the place of what is left out; it holds no word, so that no search finds it."""
RUN_MIN = 2_000
"""How many characters a run has at least: what somebody pastes into a note is shorter, an embedded picture longer."""
KINDS_MIN = 12
"""How many different characters a run has at least: hex has 16, a row of signs one or two, a genome four."""
WORDS_SHARE_MAX = 0.6
"""The greatest share of a run that reads like words: up to 0.56 in base64 and hex, 0.87 and more in names of code."""
SEPARATORS_SHARE_MAX = 0.08
"""The greatest share of separators: 0.03 in base64; paths and names of words have twice as many as this."""
WRAPPED_MIN = 30
"""How many lines wrapped base64 has at least."""
_TOLD_MAX = 3
_LOOKED_BACK = 2_000

# JSON writes the breaks within a run as signs. A run is tried from its beginning alone.
_RUN = re.compile(rf"(?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/=_-]|\\[nr]){{{RUN_MIN},}}")
_WRAPPED = re.compile(
    "|".join(
        rf"^(?:[ \t]*[A-Za-z0-9+/]{{{width}}}\r?\n){{{WRAPPED_MIN},}}[ \t]*[A-Za-z0-9+/]{{1,{width}}}={{0,2}}[ \t]*$"
        for width in (64, 76)
    ),
    re.MULTILINE,
)
_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_SEPARATORS = re.compile(r"[+/=_-]+")
_IN_ADDRESS = re.compile(r"(?::/?/?|\bwww\.)[^\s\"'()<>,;:]*\Z")
_ARMOUR = "-----"


@frozen
class Readable:
    """A text without its encoded data, and what was left out; `told` is None where there was none."""

    text: str
    told: str | None = None


def without_encoded_data(text: str) -> Readable:
    """The text with a mark in the place of encoded data; an empty one when there are no words beside it."""
    spans = sorted([*_runs(text), *_wrapped(text)])
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
    """Runs that read like no words, outside of addresses and keys."""
    for found in _RUN.finditer(text):
        before = text[max(0, found.start() - _LOOKED_BACK) : found.start()]
        is_part = _ARMOUR in found[0] or _IN_ADDRESS.search(before) is not None
        if not is_part and not _reads_like_words(found[0]):
            yield found.span()


def _wrapped(text: str) -> Iterator[tuple[int, int]]:
    """Base64 over many lines of the lengths that mail and keys have; a list of digests or tokens holds no `+` and `/`."""
    for found in _WRAPPED.finditer(text):
        start = found.end() - len(found[0].lstrip())
        is_base64 = "+" in found[0] and "/" in found[0]
        is_armoured = _ARMOUR in text[max(0, start - _LOOKED_BACK) : start]
        if is_base64 and not is_armoured and not _reads_like_words(found[0]):
            yield start, start + len(found[0].strip())


def _reads_like_words(run: str) -> bool:
    count = sum(letter.isalnum() for letter in run)
    if count < len(run) / 2 or len(set(run)) < KINDS_MIN:
        return True
    if len(_SEPARATORS.findall(run)) > SEPARATORS_SHARE_MAX * len(run):
        return True
    return sum(len(word) for word in _WORD.findall(run) if len(set(word.lower())) > 2) > WORDS_SHARE_MAX * count
