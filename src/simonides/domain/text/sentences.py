"""Sentences of a text in any script: one rule for where they end."""

import re
from itertools import pairwise

STOPS = ".!?\u2026"
"""Signs that end a sentence when a blank follows, for use inside a regex set."""

FULL_STOPS = "\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u0589\u1362\u104b\u17d4"
"""Signs that end a sentence whatever follows: those of Chinese, Japanese, Arabic, Urdu, Hindi, Armenian, Amharic, Burmese and
Khmer."""

_QUESTION_MARKS = frozenset("?\uff1f\u061f\u037e")

_CLOSING = "\"')\\]\u201d\u2019\u300d\u300f\uff09"
"""Signs that may follow the end of a sentence and belong to it, for use inside a regex set."""

SENTENCE_END = re.compile(rf"[{STOPS}{FULL_STOPS}][{_CLOSING}]*\s+|[{FULL_STOPS}][{_CLOSING}]*|\n\s*")
"""The end of a sentence with the blanks after it; no sentence goes beyond its line."""

_ENDS = STOPS + FULL_STOPS
_ENDS_AND_BLANKS = f"{_ENDS}{_CLOSING} \n\t\r\u037e"


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with its closing signs and without the blanks around it."""
    return [sentence for piece in pieces(text) if (sentence := piece.strip())]


def pieces(text: str) -> list[str]:
    """The text cut at the ends of its sentences; together the pieces are the text."""
    ends = [0, *(found.end() for found in SENTENCE_END.finditer(text)), len(text)]
    return [text[first:last] for first, last in pairwise(ends) if first < last]


def without_stop(sentence: str) -> str:
    """The sentence without the signs that end it."""
    return sentence.rstrip(_ENDS)


def is_question(sentence: str) -> bool:
    """Whether there is a question mark among the signs that end the sentence: `?!` asks too."""
    body = sentence.rstrip(_ENDS_AND_BLANKS)
    return not _QUESTION_MARKS.isdisjoint(sentence[len(body) :])
