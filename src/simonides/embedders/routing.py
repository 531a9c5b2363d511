"""Who reads what? English and code are the first encoder's, other languages the second's, the mixed and doubtful both's."""

from enum import Flag, auto

from simonides.domain.languages import guess

LEARNT = frozenset("ar cs de es fr hi it ja ko nl pl pt ru sv tr uk vi zh".split())
"""The languages that the second encoder was trained on."""


class Readers(Flag):
    """The encoders that read a text."""

    FIRST = auto()
    SECOND = auto()
    BOTH = FIRST | SECOND


def readers_of(text: str) -> Readers:
    """Which encoders read a text or a question; the same for the same text, always."""
    found = guess(text)
    # Without any letters it is a number or a sign, which the first encoder reads as well as the second.
    if found.language in {"en", ""}:
        return Readers.FIRST
    return Readers.SECOND if found.is_sure and found.language in LEARNT else Readers.BOTH
