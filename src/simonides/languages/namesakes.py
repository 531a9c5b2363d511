"""What stands beside a word of time and tells whether it is one: `Mr May`, `room 2019`, `the second quarter of the game`."""

import re
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import WORD_BEGIN, WORD_END, sets_no_spaces

BESIDE_MAX = 24
"""How many characters before a word of time are read."""


@frozen
class Namesakes:
    """How a language tells a time from a name or a number that is written like one."""

    before_names: re.Pattern[str] | None
    """What right before a word makes it a name: `Mr`, `called`."""
    after_names: re.Pattern[str] | None
    before_numbers: re.Pattern[str] | None
    """What right before four figures makes them a number: `room`."""
    after_numbers: re.Pattern[str] | None
    of_things: re.Pattern[str] | None
    """What right after a quarter or a season makes it one of something else, unless a date follows."""
    sure_leads: re.Pattern[str] | None
    """Words right before a word of time that leave no doubt."""
    capitals: str | None
    """What has a capital: `names` and times, or `others`, and no times; None where capitals do not tell."""

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Namesakes":
        """The words as a data file holds them."""
        return cls(
            before_names=_before(data.get("before_names")),
            after_names=_after(data.get("after_names")),
            before_numbers=_before(data.get("before_numbers")),
            after_numbers=_after(data.get("after_numbers")),
            of_things=re.compile(data["of_things"]) if "of_things" in data else None,
            sure_leads=_before(data.get("sure_leads")),
            capitals=data.get("capitals"),
        )

    def make_name(self, small: str, first: int, last: int) -> bool:
        """Whether what stands beside a word of time makes it a name."""
        return _stands_before(self.before_names, small, first) or _stands_after(self.after_names, small, last)

    def make_number(self, small: str, first: int, last: int) -> bool:
        """Whether what stands beside four figures makes them a number."""
        return _stands_before(self.before_numbers, small, first) or _stands_after(self.after_numbers, small, last)

    def leave_no_doubt(self, small: str, first: int) -> bool:
        """Whether a word of time follows words that leave no doubt, or the language has no list of them."""
        return self.sure_leads is None or _stands_before(self.sure_leads, small, first)


def _before(words: str | None) -> re.Pattern[str] | None:
    if words is None:
        return None
    if sets_no_spaces(words):
        return re.compile(rf"(?:{words})\Z")
    return re.compile(rf"{WORD_BEGIN}(?:{words})(?:[.:]? |(?<=['\u2019-]))[(\"]?\Z")


def _after(words: str | None) -> re.Pattern[str] | None:
    if words is None:
        return None
    return re.compile(words if sets_no_spaces(words) else f"(?:{words}){WORD_END}")


def _stands_before(pattern: re.Pattern[str] | None, small: str, first: int) -> bool:
    return pattern is not None and pattern.search(small[max(first - BESIDE_MAX, 0) : first]) is not None


def _stands_after(pattern: re.Pattern[str] | None, small: str, last: int) -> bool:
    return pattern is not None and pattern.match(small, last) is not None
