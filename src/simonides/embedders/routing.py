"""Routing of texts to encoders: English and code to the first, other languages to the second, doubtful texts to both."""

from enum import Flag, auto

from simonides.languages import guess

LEARNT = frozenset("ar cs de es fr hi it ja ko nl pl pt ru sv tr uk vi zh".split())
"""The languages that the second encoder was trained on."""


class Readers(Flag):
    """The encoders that read a text."""

    FIRST = auto()
    SECOND = auto()
    BOTH = FIRST | SECOND


def readers_of(text: str) -> Readers:
    """The encoders that read a text or a question; always the same for the same text."""
    found = guess(text)
    # A text without letters is numbers or signs, which the first encoder reads as well as the second.
    if found.language in {"en", ""}:
        return Readers.FIRST
    return Readers.SECOND if found.is_sure and found.language in LEARNT else Readers.BOTH
