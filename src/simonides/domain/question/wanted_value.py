"""The value a question asks for, and of which time: `How many are we now` wants the current number, not every number.

English only: a question in another language counts as asking for no particular value and is ranked as usual.
"""

import re
from dataclasses import dataclass

from simonides.domain.question.stated_values import NAME, NUMBER, TIME, Compound, compounds_in
from simonides.domain.text.words import phrase_words

QUESTION_MAX = 300
"""A longer question asks for more than one value."""


@dataclass(frozen=True, slots=True)
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


_SEVERAL = re.compile(r"\b(?:between|across|in total|different|list|order|how many times|summar\w+)\b", re.IGNORECASE)
_FORMER = re.compile(
    r"\b(?:original|originally|initial|initially|at first|used to|previous|previously|former|formerly)\b", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:did|was|were|had|ago|last (?:week|month|year|summer|winter|spring|fall|autumn|night))\b", re.IGNORECASE)
_BEFORE = re.compile(r"\bbefore\b", re.IGNORECASE)
_VERB = "is|are|am|was|were|do|does|did|have|has|had|should|will|can|would|could"
_MATTER = re.compile(
    rf"\b(?P<how>how (?:many|much)|(?:what|which)(?:'s|\u2019s| is| are| was| were)?|when (?:{_VERB}))\s+"
    r"(?:(?:my|the|our|your|their|his|her|i|we)\s+)?(?P<matter>[\w'-]+(?:\s+[\w'-]+){0,5}?)"
    rf"(?=\s+(?:{_VERB}|of|for|in|on|with|to|at|after|that|which|during|from|by|per|used|scheduled|due)\b|\s*(?:[?.,!]|$))",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:what|which|who|where)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\bhow (?:many|much|old|often|far|big|tall|long|high|fast|large|heavy)\b", re.IGNORECASE)
_TIME = re.compile(r"\bwhen\b|\b(?:what|which) (?:date|day|time|month|year|deadline)\b", re.IGNORECASE)
_NUMBERS = frozenset(
    phrase_words(
        "number amount percentage percent price count rate score budget quota cost total average size version salary rent limit"
        " target balance age weight height speed latency temperature duration length coverage accuracy threshold timeout port"
        " rating grade dose"
    )
)
_TIMES = frozenset(phrase_words("date deadline schedule time appointment"))
_BARE = frozenset(phrase_words("percentage time number date total day amount many much per"))
"""Words that name the kind of value asked for, but not its subject."""


def read_wish(question: str) -> Wish | None:
    """The value a question asks for; None when it asks for several things, for an event, or for nothing in particular."""
    if len(question) > QUESTION_MAX or _SEVERAL.search(question):
        return None
    is_past = _PAST.search(question) is not None
    is_former = _FORMER.search(question) is not None or (is_past and _BEFORE.search(question) is not None)
    if is_past and not is_former:
        return None
    is_count, named = _matter(question)
    kinds = _kinds(question, named)
    is_open = not kinds
    if is_open and not _OPEN.search(question):
        return None
    matter = frozenset(word for word in (named[-1:] if is_count else named) if word not in _BARE)
    words = frozenset(phrase_words(question)) - _BARE
    compounds = tuple(each for each in compounds_in(question) if _BARE.isdisjoint((each.first, each.second)))
    return Wish(kinds or NUMBER | TIME | NAME, words, matter, compounds, is_former, is_count, is_open)


def _matter(question: str) -> tuple[bool, list[str]]:
    found = _MATTER.search(question)
    if found is None:
        return False, []
    return found["how"].casefold().startswith("how"), phrase_words(found["matter"])


def _kinds(question: str, matter: list[str]) -> int:
    kinds = 0
    if _NUMBER.search(question) or not _NUMBERS.isdisjoint(matter):
        kinds |= NUMBER
    if _TIME.search(question) or not _TIMES.isdisjoint(matter):
        kinds |= TIME
    return kinds
