"""Days named from today in a language: yesterday, last week, this year, the second quarter."""

import re
from dataclasses import dataclass
from typing import Any

from simonides.languages.writing import any_of, sets_no_spaces

SPANS = ("today", "yesterday", "day_before", "last_week", "this_week", "last_month", "this_month", "last_year", "this_year")
_YEAR = r"(?P<year>(?:19|20)\d{2})"


@dataclass(frozen=True, slots=True)
class RelativeDays:
    """The phrases of a language for spans of days, in lower case."""

    spans: tuple[tuple[str, re.Pattern[str]], ...]
    """Each of `SPANS` with its phrases."""
    quarter: re.Pattern[str]
    """A quarter by its number, with the year if given: the groups `sign`, `before` and `after` hold the number."""
    general: str
    """Words beside a date that ask for nothing in particular: `What did we discuss on 2 June?`"""

    @classmethod
    def read(cls, data: dict[str, Any]) -> "RelativeDays":
        """The phrases as a data file holds them."""
        return cls(tuple((span, any_of(data[span])) for span in SPANS), _quarter(data["quarter"]), data.get("general", ""))


def _quarter(words: list[str]) -> re.Pattern[str]:
    names = "|".join(words)
    end = "" if sets_no_spaces(names) else r"(?!\w)"
    numbered = rf"(?P<before>[1-4])(?:\.|st|nd|rd|th|er|e|º|°|-?й|-?м)? ?(?:{names}){end}|(?:{names}) (?P<after>[1-4])(?!\w)"
    return re.compile(rf"(?<!\w)(?:q(?P<sign>[1-4])(?!\w)|{numbered})(?:[ ,/]{{1,2}}(?:of |de |von |van |di )?{_YEAR})?")
