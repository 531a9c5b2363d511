"""Traits of memories that ranking uses beside words and vectors; worked out once, when a memory is filed.

They say who speaks, and as bits of one number whether the text is code, names a number or a time, asks, commands, or is about
whoever wrote it. Raise `words.VERSION` when a change here alters the result, so that stores compute the traits again.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from simonides.domain.question.spans import EPOCH
from simonides.domain.text.sentences import is_question, pieces
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.lexicon import lexicon, lexicons_for
from simonides.languages.programs import is_code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CODE = 1
NUMBER = 2
TIME = 4
DIRECTIVE = 8
ASSISTANT = 16
ABOUT_ONESELF = 32
"""Who wrote it speaks of themselves."""
QUESTION_SHIFT = 8
"""From this bit on: the share of the text that is questions, in fifteenths."""

READ_MAX = 16_000
"""How many characters of a text are read for its traits."""

_ASSISTANTS = frozenset("assistant ai bot system model tool".split())
_ROLES = _ASSISTANTS | {"user", "human"}
_SPEAKER = re.compile(r"([^\W\d_][\w .'\u2019\u30fb-]{0,40}?)(?::\s|\uff1a)")
_DAY = re.compile(r"\s*[(\[]?((?:19|20)\d{2})([-/.])(\d{2})\2(\d{2})(?!\d)")
_CLOCK = r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?(?!\w)"
_DAY_HEAD = re.compile(
    rf"\s*+(?P<open>[(\[])?(?:19|20)\d{{2}}([-/.])\d{{2}}\2\d{{2}}(?:{_CLOCK})?"
    # A sign before a digit may be part of a time, a range of days or a number below zero.
    r"(?(open)[)\]]\s*+(?:[:,\u2013\u2014-](?!\d))?|[^\S\n]*+(?:[:,\u2013\u2014](?!\d)|\uff1a|-\s|\n))\s*+(?=\S)"
)
_DIGIT = re.compile(r"\d")
# Possessive, and no mark inside of its own pair, or a text of opening marks would be read from each of them to its end.
_QUOTED = re.compile(
    r"\"[^\"\n]*+\"|\u201c[^\u201c\u201d]*+\u201d|\u201e[^\u201c-\u201e]*+[\u201c\u201d]|\u201d[^\u201c-\u201e\n]*+\u201d"
    r"|\u00ab[^\u00ab\u00bb]*+\u00bb|\u00bb[^\u00ab\u00bb]*+\u00ab|\u300c[^\u300c\u300d]*+\u300d|\u300e[^\u300e\u300f]*+\u300f"
)
_CLOCK_OR_YEAR = re.compile(r"\b(?:\d{1,2}:\d{2}|(?:19|20)\d{2})\b")


@dataclass(frozen=True)
class Traits:
    """The traits of some memories, one entry each; -1 and None where nothing is known."""

    flags: "NDArray[np.int64]"
    speakers: tuple[str | None, ...]
    conversations: tuple[str | None, ...]
    positions: "NDArray[np.int64]"
    days: "NDArray[np.int64]"
    """The day of the event, or else of filing, counted from 1970."""
    is_dated: "NDArray[np.bool_]"
    """Whether the day is that of the event."""
    lengths: "NDArray[np.int64]"
    """How many words of each are in the text index, beside the name of its speaker."""

    @cached_property
    def is_apart(self) -> "NDArray[np.bool_]":
        """Whether each belongs to no conversation; inside one, neighbours give the context and passing names mislead."""
        # Imported late: who files a text needs no numbers.
        import numpy as np

        return np.array([name is None for name in self.conversations], np.bool_)

    @cached_property
    def is_assistant(self) -> "NDArray[np.bool_]":
        """Whether an assistant said it; people mostly ask for what they said themselves."""
        is_set: NDArray[np.bool_] = (self.flags & ASSISTANT) != 0
        return is_set


@frozen
class ConversationTraits:
    """How long a conversation is, in memories and in words."""

    memories: int
    words: int


def speaker_of(text: str, author: str | None) -> str | None:
    """The speaker in lower case: the author, or the name the text begins with, as `Ada: `."""
    if author:
        return author.casefold()
    found = _SPEAKER.match(text)
    return found.group(1).casefold() if found else None


def day_told(text: str) -> timedelta | None:
    """The day that a text begins with (`2026-03-04: …`), counted from 1970; None where it begins with none."""
    found = _DAY.match(text)
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[3]), int(found[4])) - EPOCH
    except ValueError:
        return None


def without_day(text: str) -> str:
    """The text without a day that a sign sets off at its head (`2026-03-04: …`, `[2026-03-04 09:12] …`).

    The day is when it was told, not what it says: vectors of dated notes are near to each other for that reason alone.
    """
    found = _DAY_HEAD.match(text)
    return text[found.end() :] if found else text


def flags_of(text: str, author: str | None, role: str | None) -> int:
    """All bits and the share of questions, as one number."""
    role = role or speaker_of(text, author)
    text = text[:READ_MAX]
    flags = _worded_flags(text)
    for bit, holds in (
        (CODE, is_code(text)),
        (NUMBER, bool(_DIGIT.search(text))),
        (TIME, bool(_CLOCK_OR_YEAR.search(text))),
        (ASSISTANT, role in _ASSISTANTS),
        (ABOUT_ONESELF, _is_about_oneself(text)),
    ):
        flags |= bit if holds else 0
    asked = sum(len(piece) for piece in pieces(text) if is_question(piece)) / max(len(text), 1)
    return flags | round(15 * min(asked, 1.0)) << QUESTION_SHIFT


def _worded_flags(text: str) -> int:
    """The bits found with the word lists of the languages that the text may be in."""
    flags, small = 0, text.lower()
    for known in lexicons_for(text):
        flags |= NUMBER if known.numbers and known.numbers.search(small) else 0
        flags |= TIME if known.times and known.times.search(small) else 0
        flags |= DIRECTIVE if known.directives and known.directives.search(small) else 0
    return flags


def _is_about_oneself(text: str) -> bool:
    # What somebody else said is quoted. In Polish `i` is no person, so only the languages of the text are asked.
    own = _QUOTED.sub(" ", text)
    return any(known.about_oneself and known.about_oneself.search(own) for known in map(lexicon, guess(text).likely))


def is_person(speaker: str) -> bool:
    """Whether a speaker is a person rather than a role."""
    return speaker not in _ROLES
