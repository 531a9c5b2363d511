"""Rules for comparing two texts in a language: numbers in words, phrases that say nothing, spellings of one word."""

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import any_of, sets_no_spaces

_FIGURE = re.compile(r"(?<!\\)\d")
"""A digit of a form that is not the number of a group."""


@frozen
class ComparingWords:
    """Rules by which two wordings of one statement become equal; empty for a language whose file has none."""

    numbers: re.Pattern[str] | None = None
    """The numbers that are written as words."""
    values: dict[str, str] = field(default_factory=dict)
    """Those numbers in digits."""
    multiples: re.Pattern[str] | None = None
    """A figure with a word for hundreds or thousands after it."""
    zeros: dict[str, str] = field(default_factory=dict)
    """Those words as the zeros they add."""
    joining: frozenset[str] = frozenset()
    """The words that join the last item of a list."""
    unsaid: re.Pattern[str] | None = None
    """Articles, fillers and opening phrases: a text says the same without them."""
    reworded: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Contractions and variant spellings, each with the form that stands for both."""
    ordinals: re.Pattern[str] | None = None
    """Those among them whose form has a figure that the words have not."""
    progressive: re.Pattern[str] | None = None
    """The auxiliary of a verb form that says the same as the plain present."""
    is_verb_second: bool = False
    """Whether the verb stays second when a phrase moves to the front."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> "ComparingWords":
        """The rules in a language's data."""
        values = dict(pair.split("=") for pair in data.get("cardinals", "").split())
        zeros = dict(pair.split("=") for pair in data.get("multiples", "").split())
        return cls(
            numbers=_numbers(list(values)) if values else None,
            values=values,
            multiples=_multiples(list(zeros)) if zeros else None,
            zeros=zeros,
            joining=frozenset(data.get("joining", "").split()),
            unsaid=any_of(data["unsaid"]) if "unsaid" in data else None,
            reworded=tuple((re.compile(pattern), form) for pattern, form in data.get("reworded", ())),
            ordinals=_ordinals(data.get("reworded", ())),
            progressive=re.compile(data["progressive"]) if "progressive" in data else None,
            is_verb_second=data.get("verb_second", False),
        )


def _numbers(words: list[str]) -> re.Pattern[str]:
    if sets_no_spaces(words[0]) and all(len(word) == 1 for word in words):
        # `十二` is one number and neither of its two signs.
        signs = "".join(words) + "百千万億亿"
        return re.compile(rf"(?<![{signs}])[{''.join(words)}](?![{signs}])")
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


def _ordinals(reworded: Sequence[Sequence[str]]) -> re.Pattern[str] | None:
    patterns = [pattern for pattern, form in reworded if _FIGURE.search(form)]
    return re.compile("|".join(patterns)) if patterns else None


def _multiples(words: list[str]) -> re.Pattern[str]:
    ending = "" if sets_no_spaces(words[0]) else r"(?!\w)"
    return re.compile(rf"(?<![\w.,])(?P<figure>\d+) ?(?P<word>{'|'.join(words)}){ending}")
