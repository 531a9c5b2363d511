"""Traits of memories that ranking uses beside words and vectors; worked out once, when a memory is filed.

They say who speaks, and as bits of one number whether the text is code, names a number or a time, asks or commands. Raise
`words.VERSION` when a change here alters the result, so that stores compute the traits again.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simonides.domain.text.sentences import FULL_STOPS, QUESTION_MARKS
from simonides.languages import guess
from simonides.languages.lexicon import lexicon
from simonides.languages.programs import is_code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CODE = 1
NUMBER = 2
TIME = 4
DIRECTIVE = 8
ASSISTANT = 16
QUESTION_SHIFT = 8
"""From this bit on: the share of the text that is questions, in fifteenths."""

_ASSISTANTS = frozenset("assistant ai bot system model tool".split())
_ROLES = _ASSISTANTS | {"user", "human"}
_SPEAKER = re.compile(r"([^\W\d_][\w .'\u2019\u30fb-]{0,40}?)(?::\s|\uff1a)")
_NUMBER = re.compile(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million)\b")
_TIME = re.compile(
    r"\b(?:\d{1,2}:\d{2}|(?:19|20)\d{2}|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|yesterday|tomorrow|tonight|weekend"
    r"|(?:last|next|this|past|few|couple of|\d+|one|two|three|four|five) (?:day|night|week|month|year|hour|minute|summer|winter"
    r"|spring|fall|autumn|morning|evening)s?|ago|since|recently|anniversary|birthday)\b"
)
# `Always` is a command at the head of a sentence and a statement elsewhere: `I always`, `I have never`.
_DIRECTIVE = re.compile(
    r"(?:^|[.!?:;\n]\s*|\bplease )(?:always|never|make sure|remember to|don['\u2019]t ever|do not ever)\b"
    r"|\b(?:from now on|going forward|when(?:ever)? i ask|if i ask|every time i|i(?:['\u2019]d| would)? prefer|i like it when"
    r"|you (?:should|must) (?:always|never)|please (?:ensure|keep|use|avoid|remember))\b"
)
_SENTENCE = re.compile(f"[^.!?\n{FULL_STOPS}]+[.!?\n{FULL_STOPS}]?")


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


def flags_of(text: str, author: str | None, role: str | None) -> int:
    """All bits and the share of questions, as one number."""
    folded = text.casefold()
    role = role or speaker_of(text, author)
    flags = _native_flags(text)
    for bit, holds in (
        (CODE, is_code(text)),
        (NUMBER, bool(_NUMBER.search(folded))),
        (TIME, bool(_TIME.search(folded))),
        (DIRECTIVE, bool(_DIRECTIVE.search(folded))),
        (ASSISTANT, role in _ASSISTANTS),
    ):
        flags |= bit if holds else 0
    asked = sum(len(sentence) for sentence in _SENTENCE.findall(text) if sentence[-1] in QUESTION_MARKS) / max(len(text), 1)
    return flags | round(15 * min(asked, 1.0)) << QUESTION_SHIFT


def _native_flags(text: str) -> int:
    """The bits found with the word lists of the text's own language, if it is not English."""
    flags = 0
    for language in guess(text).likely:
        known = lexicon(language)
        small = text.lower() if known.times else ""
        flags |= NUMBER if known.numbers and known.numbers.search(small) else 0
        flags |= TIME if known.times and known.times.search(small) else 0
        flags |= DIRECTIVE if known.directives and known.directives.search(small) else 0
    return flags


def is_person(speaker: str) -> bool:
    """Whether a speaker is a person rather than a role."""
    return speaker not in _ROLES
