"""Secrets in a text: where each stands and of which kind it is, and the text with its characters masked."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from simonides.domain.text.secrets.kind import KindGroup, SecretKind, span_of
from simonides.domain.text.secrets.kinds import GROUPS
from simonides.frozen import frozen

MASK = "*"
WORD_MIN = 20
"""The length of the shortest token that we know by its own letters."""
REACH = 120
"""How far before its value the name of an assignment, a scheme or the head of a hash may begin."""
_OF_WORDS = bytes(byte if byte < 128 and (chr(byte).isalnum() or chr(byte) in "_+/=.~:&?%$!@\\-") else 32 for byte in range(256))
"""Every character that tokens and their anchors are made of is part of a word."""
_DIGIT = re.compile(rb"[0-9]")


@frozen
class Secret:
    """A secret in a text: which part of it, and of which kind."""

    start: int
    end: int
    kind: SecretKind


def find_secrets(text: str) -> list[Secret]:
    """Every secret in a text, in order; of two that overlap the one whose kind stands first in the table."""
    read = _Reading(text)
    found = [secret for group in GROUPS for secret in _of_group(group, read)]
    return sorted(_apart(found, len(text)), key=lambda secret: secret.start) if found else []


def masked(text: str, secrets: Iterable[Secret]) -> str:
    """The text with each secret's characters replaced, white space excepted: no length changes and no line moves."""
    pieces, at = [], 0
    for secret in secrets:
        hidden = text[secret.start : secret.end]
        pieces += [text[at : secret.start], "".join(sign if sign.isspace() else MASK for sign in hidden)]
        at = secret.end
    return "".join([*pieces, text[at:]])


class _Reading:
    """A text, and what is looked at first: its different words, few enough for all of the signs to be looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        words = set(text.encode(errors="surrogatepass").translate(_OF_WORDS).split())
        self.words = b"\n".join([b"", *words, b""]).lower().decode()
        long = [word for word in words if len(word) >= WORD_MIN and (not word.islower() or _DIGIT.search(word))]
        self.tokens = b"\n".join(long).decode()
        """The long words that may be tokens: those with a digit or a capital."""

    @cached_property
    def folded(self) -> str:
        """The text in lower case with every character at its place, which a few of them leave when they are lowered."""
        lowered = self.text.lower()
        if len(lowered) == len(self.text):
            return lowered
        return "".join(sign.lower() if sign.isascii() else sign for sign in self.text)

    def has(self, anchor: str) -> bool:
        """Whether the text may hold an anchor."""
        return _longest_word(anchor) in self.words


def _of_group(group: KindGroup, read: _Reading) -> Iterator[Secret]:
    """The secrets of one group; most texts are done with before any of its kinds is looked for."""
    if group.signs and not any(sign in read.words for sign in group.signs):
        return
    if group.value:
        if windows := _windows(group.value.places(read.text)):
            nearby = "\n".join(read.folded[start:end] for start, end in windows)
            kinds = [kind for kind in group.kinds if any(anchor.lower() in nearby for anchor in kind.anchors)]
            yield from _of_kinds(kinds, read, windows)
    elif group.signs:
        yield from _of_kinds(group.kinds, read, [(0, len(read.text))])
    elif read.tokens:
        kinds = [kind for kind in group.kinds if _is_among(kind, read.tokens)]
        yield from _of_kinds(kinds, read, [(0, len(read.text))])


def _is_among(kind: SecretKind, tokens: str) -> bool:
    return any(anchor in tokens and any(_matches(kind, anchor, tokens, tokens, 0, len(tokens))) for anchor in kind.anchors)


@cache
def _longest_word(anchor: str) -> str:
    words = anchor.lower().encode().translate(_OF_WORDS).split()
    return max(words, key=len, default=b"").decode()


def _windows(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a text in which anchors of values may stand, apart from each other."""
    windows: list[tuple[int, int]] = []
    for start, end in places:
        if windows and start - REACH <= windows[-1][1]:
            windows[-1] = windows[-1][0], end
        else:
            windows.append((max(start - REACH, 0), end))
    return windows


def _of_kinds(kinds: Iterable[SecretKind], read: _Reading, windows: Sequence[tuple[int, int]]) -> Iterator[Secret]:
    for kind in kinds:
        searched = read.folded if kind.is_folded else read.text
        for anchor in filter(read.has, kind.anchors):
            for start, end in windows:
                yield from _matches(kind, anchor, read.text, searched, start, end)


def _matches(kind: SecretKind, anchor: str, text: str, searched: str, start: int, end: int) -> Iterator[Secret]:
    at = searched.find(anchor, start, end)
    while at >= 0:
        match = kind.pattern.match(text, at - kind.back) if at >= kind.back else None
        if match and kind.accepts(match):
            yield Secret(*span_of(match), kind)
        # What was doubted as a whole is not doubted again piece by piece, or a text of nothing but anchors would take long.
        at = searched.find(anchor, max(match.end(), at + 1) if match else at + 1, end)


def _apart(secrets: Iterable[Secret], size: int) -> Iterator[Secret]:
    """Those that overlap none before them."""
    taken = bytearray(size)
    for secret in secrets:
        if 1 not in taken[secret.start : secret.end]:
            taken[secret.start : secret.end] = b"\1" * (secret.end - secret.start)
            yield secret
