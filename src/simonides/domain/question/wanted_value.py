"""The value a question asks for, and of which time: `How many are we now` wants the current number, not every number.

A question in a language whose data file has no `wishes` counts as asking for no particular value and is ranked as usual.
"""

from functools import cache

from simonides.domain.question.stated_values import NAME, NUMBER, TIME, Compound, compounds_in
from simonides.domain.text.words import phrase_words
from simonides.frozen import frozen
from simonides.languages.lexicon import languages_of, lexicon
from simonides.languages.wish_words import WishWords

WISH_MAX = 300
"""A longer question asks for more than one value."""


@frozen
class Wish:
    """A question for one value of a state of affairs."""

    kinds: int
    """Which kinds of values would answer."""
    words: frozenset[str]
    """Its telling words, as they are indexed."""
    matter: frozenset[str]
    """The words that name what is asked for; empty when it names only a number or a time."""
    compounds: tuple[Compound, ...]
    is_former: bool
    """Whether it asks for what held before instead of what holds now."""
    is_count: bool
    """Whether it asks how many there are of something."""
    is_open: bool
    """Whether it names no kind of value, so that any kind may answer."""
    language: str
    """The language it is read in, and its answers."""


@frozen
class _Nouns:
    """Nouns that name kinds of values, as they are indexed."""

    number: frozenset[str]
    time: frozenset[str]
    bare: frozenset[str]


def read_wish(question: str) -> Wish | None:
    """The value a question asks for; None when it asks for several things, for an event, or for nothing in particular."""
    if len(question) > WISH_MAX:
        return None
    wishes = (_read_wish(question, language, lexicon(language).wishes) for language in languages_of(question))
    return next((wish for wish in wishes if wish), None)


def _read_wish(question: str, language: str, words: WishWords | None) -> Wish | None:
    if words is None or words.several.search(question):
        return None
    is_past = words.past.search(question) is not None
    is_former = words.former.search(question) is not None or (is_past and words.before.search(question) is not None)
    if is_past and not is_former:
        return None
    is_count, named = _matter(question, words)
    nouns = _nouns(language)
    kinds = _kinds(question, named, words, nouns)
    is_open = not kinds
    if is_open and not words.open.search(question):
        return None
    return Wish(
        kinds or NUMBER | TIME | NAME,
        frozenset(phrase_words(question)) - nouns.bare,
        frozenset(word for word in (named[-1:] if is_count else named) if word not in nouns.bare),
        tuple(each for each in compounds_in(question, language) if nouns.bare.isdisjoint((each.first, each.second))),
        is_former,
        is_count,
        is_open,
        language,
    )


def _matter(question: str, words: WishWords) -> tuple[bool, list[str]]:
    found = words.matter.search(question)
    return (found["count"] is not None, phrase_words(found["matter"])) if found else (False, [])


def _kinds(question: str, matter: list[str], words: WishWords, nouns: _Nouns) -> int:
    kinds = 0
    if words.number.search(question) or not nouns.number.isdisjoint(matter):
        kinds |= NUMBER
    if words.time.search(question) or not nouns.time.isdisjoint(matter):
        kinds |= TIME
    return kinds


# By the language, since patterns take long to hash.
@cache
def _nouns(language: str) -> _Nouns:
    words = lexicon(language).wishes
    kinds = (words.number_nouns, words.time_nouns, words.bare_nouns) if words else ("", "", "")
    return _Nouns(*(frozenset(phrase_words(nouns)) for nouns in kinds))
