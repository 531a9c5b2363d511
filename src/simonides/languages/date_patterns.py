"""Patterns of dates in a language: the name of a month, with its day and year if given."""

import re
from collections.abc import Iterable
from typing import Any

from simonides.languages.writing import WORD_BEGIN, WORD_END, sets_no_spaces

_JOINT = r"(?:d[eio]l? |d['\u2019])?"
_DAY_ENDING = r"[.\u00ba]|er|-?го|-?е"


def date_pattern(months: Iterable[str], data: dict[str, Any]) -> re.Pattern[str]:
    """A pattern with the groups `lead`, `day`, `month`, `later_day` and `year`; only `month` is always there.

    A data file may say what ends a number that is a day, what joins it to its month, which words lead a month that stands alone,
    and that a day may follow its month.
    """
    names = "|".join(sorted(months, key=len, reverse=True))
    if sets_no_spaces(names):
        return re.compile(f"(?P<lead>)(?P<day>)(?P<month>{names})(?P<later_day>)(?P<year>)")
    joint, ending = data.get("month_joint", _JOINT), data.get("day_ending", _DAY_ENDING)
    leads = "|".join(data.get("before_months", ()))
    lead = rf"(?:(?P<lead>{leads})\s+)?" if leads else "(?P<lead>)"
    day = rf"(?:(?P<day>\d{{1,2}})(?:{ending})?\s+{joint})?"
    later = rf"(?:\s+(?P<later_day>\d{{1,2}})(?:{ending})?\b(?!\d))?" if data.get("days_after_months") else "(?P<later_day>)"
    year = rf"(?:,?\s+{joint}(?P<year>(?:19|20)\d{{2}}))?"
    return re.compile(rf"{WORD_BEGIN}{lead}{day}(?P<month>{names}){WORD_END}\.?,?{later}{year}")
