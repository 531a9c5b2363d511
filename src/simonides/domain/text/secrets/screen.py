"""Secrets in a text: where each stands and of which kind it is, and the text with its characters masked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simonides.domain.text.secrets.kind import SecretKind, span_of
from simonides.domain.text.secrets.kinds import GROUPS

MASK = "*"
WORD_MIN = 20
"""The length of the shortest token that we know by its own letters."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text: which part of it, and of which kind."""

    start: int
    end: int
    kind: SecretKind


def find_secrets(text: str) -> list[Secret]:
    """Every secret in a text, in order; of two that overlap the one whose kind stands first in the table."""
    folded = _lowered(text)
    # Most texts are done with here: they hold no long word and no telling one.
    words = "\n".join(word for word in text.split() if len(word) >= WORD_MIN)
    found: list[Secret] = []
    for group in GROUPS:
        if any(sign in folded for sign in group.signs):
            found.extend(_of_kinds(group.kinds, text, folded, text))
        elif words and not group.signs:
            found.extend(_of_kinds(group.kinds, text, folded, words))
    return sorted(_apart(found, len(text)), key=lambda secret: secret.start) if found else []


def masked(text: str, secrets: Iterable[Secret]) -> str:
    """The text with each secret's characters replaced, white space excepted: no length changes and no line moves."""
    pieces, at = [], 0
    for secret in secrets:
        hidden = text[secret.start : secret.end]
        pieces += [text[at : secret.start], "".join(sign if sign.isspace() else MASK for sign in hidden)]
        at = secret.end
    return "".join([*pieces, text[at:]])


def _of_kinds(kinds: Iterable[SecretKind], text: str, folded: str, excerpt: str) -> Iterator[Secret]:
    """The secrets of some kinds; `excerpt` is the part of the text that their anchors can stand in."""
    for kind in kinds:
        looked_at, searched = (folded, folded) if kind.is_folded else (excerpt, text)
        for anchor in kind.anchors:
            if anchor in looked_at:
                yield from _matches(kind, anchor, text, searched)


def _matches(kind: SecretKind, anchor: str, text: str, searched: str) -> Iterator[Secret]:
    at = searched.find(anchor)
    while at >= 0:
        match = kind.pattern.match(text, at - kind.back) if at >= kind.back else None
        if match and kind.accepts(match):
            start, end = span_of(match)
            yield Secret(start, end, kind)
        # What was doubted as a whole is not doubted again piece by piece, or a text of nothing but anchors would take long.
        at = searched.find(anchor, max(match.end(), at + 1) if match else at + 1)


def _apart(secrets: Iterable[Secret], size: int) -> Iterator[Secret]:
    """Those that overlap none before them."""
    taken = bytearray(size)
    for secret in secrets:
        if 1 not in taken[secret.start : secret.end]:
            taken[secret.start : secret.end] = b"\1" * (secret.end - secret.start)
            yield secret


def _lowered(text: str) -> str:
    """The text in lower case with every character at its place, which a few of them leave when they are lowered."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(sign.lower() if sign.isascii() else sign for sign in text)
