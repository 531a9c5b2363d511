"""Values in a text: the numbers, times and names it states, with the words around them.

In a language whose data file has no `values` only digits and capitalised words are recognised, and no change ever is, which does
no harm.
"""

import re
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import pairwise

from simonides.domain.text.sentences import STOPS
from simonides.domain.text.words import phrase_words
from simonides.frozen import frozen
from simonides.languages.lexicon import lexicon
from simonides.languages.wish_words import ValueWords

NUMBER = 1
TIME = 2
NAME = 4
"""Kinds of values, each a bit."""
READ_MAX = 1_200
"""How many characters of a text are read: people write a statement before what they paste."""
VALUES_MAX = 8
"""How many values of a text are considered; a text with more is a table or code."""
BEFORE = 14
AFTER = 8
"""How many words before and after a value belong to it, within its sentence: its subject mostly comes first."""
BESIDE = 3
"""Within how many words of a name the word stands that it belongs to: `the rent in Bremen`."""
UNIT = 3
"""How many words after a number may name what it counts."""


@frozen
class Compound:
    """Two words side by side that name one thing: `login service`, `room Alpha`."""

    first: str
    second: str
    is_named: bool
    """Whether the second is a name or a number."""


@frozen
class Value:
    """A stated value, and the words around it in their indexed form."""

    text: str
    near: frozenset[str]
    unit: frozenset[str]
    """The words right after it."""
    tells_change: bool
    """Whether the words around it tell of a change."""


_MARKS = ".,;:!?()[]{}<>\"'`*_\u2019\u201c\u201d"
_ENDS = tuple(STOPS)
_NUMBER = re.compile(r"[$\u20ac\xa3]?\d[\d.,]*%?[a-z]{0,3}")
_CLOCK = re.compile(r"\d{1,2}:\d{2}|\d{1,2}[ap]m")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_WORDS = ValueWords(*[frozenset()] * 5)


def values_in(text: str, kinds: int, language: str = "en") -> list[Value]:
    """The first values of these kinds, in order."""
    tokens = [_read(token, language) for token in text[:READ_MAX].split()]
    places = [place for place, token in enumerate(tokens) if token.kind & kinds and _kind(tokens, place, language) & kinds]
    return [_value(tokens, place) for place in places[:VALUES_MAX]]


def compounds_in(text: str, language: str = "en") -> tuple[Compound, ...]:
    """The words that stand side by side, with no function word between."""
    tokens = [_read(token, language) for token in text.split()]
    return tuple(
        Compound(before.words[0], token.words[0], token.kind != 0 or _is_number(token.bare, language))
        for before, token in pairwise(tokens)
        if len(before.words) == len(token.words) == 1
    )


def names_another(text: str, compounds: Sequence[Compound], language: str = "en") -> bool:
    """Whether a text names a sibling of a compound and not the compound itself: `report service` for `login service`."""
    tokens = [_read(token, language) for token in text[:READ_MAX].split()]
    held = _words_of(tokens)
    # `The service` and `one service` may well be the same, and so may `carrier keys` for the `carrier API keys`.
    numbers = lexicon(language).comparing.values.keys()
    small = lexicon(language).function_words | numbers | {each.first for each in compounds}
    return any(_has_another(tokens, held, compound, small, numbers) for compound in compounds)


def named_places(text: str, beside: Set[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each name with its place: the words between it and the nearest of some before it, and the same after it.

    In `the rent in Bremen` the name stands after `rent in`, and so does Kiel in `the rent in Kiel`.
    """
    # `Ida now takes`: a word of a change has no place of its own.
    tokens = [token for token in (_read(token, "en") for token in text[:READ_MAX].split()) if not token.tells_change]
    for place, token in enumerate(tokens):
        if token.kind != NAME:
            continue
        before, after = tokens[max(place - BESIDE, 0) : place][::-1], tokens[place + 1 : place + 1 + BESIDE]
        for side, way in (("before", _way(before, beside)), ("after", () if token.ends_sentence else _way(after, beside))):
            if way:
                yield token.words[0], (side, *way)


@frozen
class _Token:
    """What stands between two spaces."""

    bare: str
    kind: int
    """The kinds it may be, judged by itself."""
    ends_sentence: bool
    tells_change: bool
    words: tuple[str, ...]
    """Its words, as they are indexed."""


# The same words recur within a text and across texts.
@lru_cache(maxsize=16_384)
def _read(token: str, language: str) -> _Token:
    words = lexicon(language).values or _NO_WORDS
    bare = token.strip(_MARKS).casefold()
    own = tuple(phrase_words(bare))
    kind = 0
    if bare in words.times or _CLOCK.fullmatch(bare) or _YEAR.fullmatch(bare):
        kind = TIME
    elif bare in words.numerals:
        kind = NUMBER
    elif _NUMBER.fullmatch(bare):
        kind = NUMBER | TIME
    elif len(bare) > 1 and token.lstrip(_MARKS)[0].isupper() and own and not _is_number(bare, language):
        kind = NAME
    return _Token(bare, kind, token.endswith(_ENDS), bare in words.changes, own)


def _is_number(bare: str, language: str) -> bool:
    """Whether a word is a number that may also begin a sentence: `One broker is enough`."""
    return bare in lexicon(language).comparing.values


def _has_another(tokens: Sequence[_Token], held: Set[str], compound: Compound, small: Set[str], numbers: Set[str]) -> bool:
    if (compound.first in held) == (compound.second in held):
        return False
    for before, after in pairwise(tokens):
        if before.ends_sentence:
            continue
        if (
            compound.second in after.words
            and before.words
            and small.isdisjoint((before.bare, *before.words))
            and not before.tells_change
        ):
            return True
        if compound.is_named and compound.first in before.words and (after.kind or after.bare in numbers):
            return True
    return False


def _way(tokens: Sequence[_Token], beside: Set[str]) -> tuple[str, ...]:
    """The tokens up to the first with one of some words; none where there is no such one."""
    last = next((row for row, token in enumerate(tokens) if not beside.isdisjoint(token.words)), None)
    return () if last is None else (*(token.bare for token in tokens[:last]), *tokens[last].words)


def _kind(tokens: Sequence[_Token], place: int, language: str) -> int:
    kind = tokens[place].kind
    if kind == (NUMBER | TIME):
        words = lexicon(language).values or _NO_WORDS
        is_day = place > 0 and tokens[place - 1].bare in words.months
        is_time = is_day or (place + 1 < len(tokens) and tokens[place + 1].bare in words.months | words.day_halves)
        return TIME if is_time else NUMBER
    return kind


def _value(tokens: Sequence[_Token], place: int) -> Value:
    first, last = place, place + 1
    while first > max(0, place - BEFORE) and not tokens[first - 1].ends_sentence:
        first -= 1
    while last < min(len(tokens), place + AFTER + 1) and not tokens[last - 1].ends_sentence:
        last += 1
    around = tokens[first:last]
    return Value(
        tokens[place].bare,
        _words_of(around),
        _words_of(tokens[place + 1 : place + 1 + UNIT]),
        any(token.tells_change for token in around),
    )


def _words_of(tokens: Sequence[_Token]) -> frozenset[str]:
    return frozenset[str]().union(*[token.words for token in tokens])
