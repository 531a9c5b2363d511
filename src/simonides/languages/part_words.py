"""Words for parts of dates and for the days beside them: the first week of a month, its last weekday, the day after."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simonides.frozen import frozen
from simonides.languages.writing import WORD_BEGIN, sets_no_spaces

INNER_PARTS = ("first_half", "second_half", "early", "middle", "late", "first_week", "final_week")
"""Parts that every language names."""
OTHER_PARTS = (
    *("first_full_week", "last_full_week", "first_day", "last_day", "first_days", "last_days", "numbered_day", "nth_week"),
    *("week_before", "week_after", "week_of", "day_before_it", "day_after_it"),
    *("shortly_before", "shortly_after", "around", "whole"),
)
WEEKDAY_PARTS = ("nth_weekday", "weekday_before", "weekday_after", "weekend_before", "weekend_after")
_BESIDE = frozenset(
    {
        *("week_before", "week_after", "week_of", "weekend_before", "weekend_after", "day_before_it", "day_after_it"),
        *("shortly_before", "shortly_after", "around", "weekday_before", "weekday_after"),
    }
)
DATE_SIGN = "\x00"
"""What stands for a date in a text that is searched for parts and ranges."""
LAST = -1
"""The number of the last one of several."""
_UNIT_DAYS = {"day": 1, "week": 7, "month": 0}


@frozen
class DatePart:
    """Which part of a date is meant, or which days beside it."""

    kind: str
    """One of `INNER_PARTS`, `OTHER_PARTS` and `WEEKDAY_PARTS`."""
    number: int = 0
    days: int = 0
    """How many days, if they are counted."""
    months: int = 0
    nth: int = LAST
    weekday: int = 0

    @property
    def is_beside(self) -> bool:
        """Whether it is days beside the date, and no part of it."""
        return self.kind in _BESIDE

    @classmethod
    def found(cls, kind: str, phrase: re.Match[str], numbers: Mapping[str, int]) -> "DatePart":
        """The part that a phrase names."""
        groups = {name: text for name, text in phrase.groupdict().items() if text}
        amount = groups.get("number", "")
        number = numbers[amount] if amount in numbers else int(amount or 0)
        unit = next((days for name, days in _UNIT_DAYS.items() if name in groups), 1)
        nth = next((int(name[3:]) for name in groups if name.startswith("nth")), 0)
        weekday = next((int(name[7:]) for name in groups if name.startswith("weekday")), 0)
        return cls(kind, number, number * unit, number if "month" in groups else 0, nth or LAST, weekday)


@frozen
class PartWords:
    """The phrases of a language for parts of dates, in which `DATE_SIGN` stands for the date."""

    parts: tuple[tuple[str, re.Pattern[str]], ...]
    """Each kind of part with its phrases; a part is a date that may end a range."""
    weekdays: tuple[tuple[str, re.Pattern[str]], ...]
    """The same for weekdays and weekends within a date and beside it."""
    numbers: dict[str, int]
    """What the words for numbers stand for."""

    @classmethod
    def read(cls, data: Mapping[str, Any], cardinals: str) -> "PartWords":
        """The phrases as a data file holds them."""
        numbers = numbers_in(f"{cardinals} {data['numbers']}")
        parts = (_patterns(data, kinds, numbers) for kinds in ((*INNER_PARTS, *OTHER_PARTS), WEEKDAY_PARTS))
        return cls(tuple(next(parts)), tuple(next(parts)), numbers)


def numbers_in(words: str) -> dict[str, int]:
    """Numbers in words as a data file holds them: `two=2`, and `_` for a blank."""
    return {word.replace("_", " "): int(number) for word, number in (pair.split("=") for pair in words.split())}


def _patterns(data: Mapping[str, Any], kinds: Iterable[str], numbers: Iterable[str]) -> Iterator[tuple[str, re.Pattern[str]]]:
    """For each kind of part its phrases.

    Braces stand for the date, `{n} {unit}` for a number of days, weeks or months, `{nth} {day}` for a weekday by its number,
    and `{d}` for a number that is a day.
    """
    names = {
        "{n}": rf"(?P<number>\d{{1,2}}|{'|'.join(sorted(numbers, key=len, reverse=True))})",
        "{unit}": "(?:" + "|".join(f"(?P<{unit}>{data['units'][unit]})" for unit in _UNIT_DAYS) + ")",
        "{d}": r"(?P<number>\d{1,2})",
        "{nth}": "(?:" + "|".join(f"(?P<nth{number}>{word})" for number, word in enumerate(data.get("nth", ()), 1)) + ")",
        "{last}": f"(?:{data.get('last', '')})",
        "{day}": "(?:" + "|".join(f"(?P<weekday{number}>{day})" for number, day in enumerate(data["weekdays"])) + ")",
    }
    for kind in kinds:
        templates = data.get(kind, [])
        plain = [template.replace("{}", DATE_SIGN) for template in templates if not any(name in template for name in names)]
        if plain:
            yield kind, re.compile("|".join(word_begin(template) + template for template in plain))
        for template in templates:
            if any(name in template for name in names):
                yield kind, re.compile(word_begin(template) + _filled(template, names).replace("{}", DATE_SIGN))


def word_begin(template: str) -> str:
    """What stands before a phrase: no letter, where its script sets spaces between words."""
    return "" if sets_no_spaces(template) else WORD_BEGIN


def _filled(template: str, names: Mapping[str, str]) -> str:
    for name, pattern in names.items():
        template = template.replace(name, pattern)
    return template
