"""Dates in a language: a month by its name, with day and year if given; days named from today; quarters, ranges of days."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from simonides.frozen import frozen
from simonides.languages.feast_words import TimeNames, with_nouns
from simonides.languages.namesakes import Namesakes
from simonides.languages.part_words import DATE_SIGN, numbers_in, word_begin
from simonides.languages.writing import WORD_BEGIN, WORD_END, any_of, sets_no_spaces

SPANS = (
    *("today", "yesterday", "day_before", "last_week", "this_week", "last_month", "this_month", "last_year", "this_year"),
    *("last_quarter", "this_quarter", "last_weekend", "time_last_year"),
    *("week_before_last", "weekend_before_last", "month_before_last", "year_before_last", "days_ago", "past_days"),
)
COUNTS = ("ago", "past")
RANGES = ("between", "since", "after", "until", "before")
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_TO_YEAR = rf"(?:[ ,/]{{1,2}}(?:of |de |von |van |di )?{_YEAR})?"
_JOINT = r"(?:d[eio]l? |d['\u2019])?"
_DAY_ENDING = r"[.\u00ba]|er|-?го|-?е"


@frozen
class RelativeDays:
    """The phrases of a language for spans of days, in lower case."""

    spans: tuple[tuple[str, re.Pattern[str]], ...]
    """Each of `SPANS` that has phrases, with them."""
    counts: tuple[tuple[str, re.Pattern[str]], ...]
    """For each of `COUNTS` its phrases; the group of a unit's name, or of `two_` and that, holds it, `number` how many."""
    numbers: dict[str, int]
    """What the words in `number` stand for."""
    weekdays: tuple[re.Pattern[str], ...]
    """From the first day of the week on."""
    past_tense: re.Pattern[str] | None
    """What tells that a question is for something past, beside `Lexicon.bygone`."""
    bygone_days: re.Pattern[str]
    """A weekday with words that say that it is over, `last Friday`; the name of the last group ends with its number."""
    before_last_days: re.Pattern[str]
    """The same with words that name the one a week before it: `the Friday before last`."""
    since_days: re.Pattern[str]
    """The same with words that begin a range."""
    weekend: re.Pattern[str]
    """The weekend of a question for something past."""
    last_times: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """What stands before and after a time of the year and makes it its last one that is over: `last March`."""
    before_last_times: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """The same for the one before that: `the summer before last`."""
    day_list: re.Pattern[str]
    """What stands between the days of a list."""
    seasons: TimeNames
    """In groups with their number in the name, from spring on at 0."""
    quarter: re.Pattern[str]
    """A quarter by its number, with the year if given: the groups `sign`, `before` and `after` hold the number."""
    worded_quarters: tuple[re.Pattern[str], ...]
    """The four quarters by their numbers in words, with the year if given."""
    feasts: TimeNames | None
    namesakes: Namesakes
    bare_day: re.Pattern[str] | None
    """A day of this month or the last by its number alone, the group `day`: `on the 3rd`."""
    of_year: re.Pattern[str] | None
    """What may stand between a time of the year and `last year`, in either order."""
    ranges: tuple[tuple[str, re.Pattern[str]], ...]
    """Each of `RANGES` with its phrases, in which `DATE_SIGN` stands for a date."""
    general: str
    """Words beside a date that ask for nothing in particular: `What did we discuss on 2 June?`"""
    general_signs: re.Pattern[str] | None
    """The same in a script without spaces, where words are found inside of runs."""

    @classmethod
    def read(cls, data: dict[str, Any], cardinals: str) -> "RelativeDays":
        """The phrases as a data file holds them."""
        general = data["general"]
        halves = f"(?:{data['day_parts']})?" if "day_parts" in data else ""
        numbers = numbers_in(f"{cardinals} {data['numbers']}")
        return cls(
            spans=tuple((span, any_of(data[span])) for span in SPANS if span in data),
            counts=tuple((kind, each) for kind in COUNTS for each in _counted(data[kind], data, numbers)),
            numbers=numbers,
            weekdays=tuple(any_of([f"(?:{day}){halves}" if halves else day]) for day in data["weekdays"]),
            past_tense=any_of(data["past_tense"]) if "past_tense" in data else None,
            bygone_days=_with_days(data["bygone_days"], data["weekdays"], halves),
            before_last_days=_with_days(data["before_last_days"], data["weekdays"], halves),
            since_days=_with_days(data["since"], data["weekdays"], halves),
            weekend=any_of(data["weekend"]),
            last_times=tuple(_around(phrase) for phrase in data["last_time"]),
            before_last_times=tuple(_around(phrase) for phrase in data["before_last_days"]),
            day_list=re.compile(data["day_list"]),
            seasons=_time_names({f"season{number}": forms for number, forms in enumerate(data["seasons"])}, "season", data),
            quarter=_quarter(data["quarter"]),
            worded_quarters=tuple(_worded_quarter(word, data["quarter"]) for word in data["ordinals"]),
            feasts=_time_names(data["feasts"], "feast", data) if "feasts" in data else None,
            namesakes=Namesakes.read(data),
            bare_day=_maybe(data, "bare_day"),
            of_year=_maybe(data, "of_year"),
            ranges=tuple((kind, _range(data[kind])) for kind in RANGES),
            general=general,
            general_signs=_signs(general.split()) if sets_no_spaces(general) else None,
        )


def date_pattern(months: Iterable[str], data: dict[str, Any]) -> re.Pattern[str]:
    """A pattern with the groups `lead`, `day`, `month`, `later_day` and `year`; only `month` is always there.

    A data file may say what ends a number that is a day, what joins it to its month, which words lead a month that stands alone,
    what may end the name of a month, and that a day may follow it.
    """
    names = "|".join(sorted(months, key=len, reverse=True))
    if sets_no_spaces(names):
        return re.compile(f"(?P<lead>)(?P<day>)(?P<month>{names})(?P<later_day>)(?P<year>)")
    joint, ending = data.get("month_joint", _JOINT), data.get("day_ending", _DAY_ENDING)
    leads = "|".join(data.get("before_months", ()))
    lead = rf"(?:(?P<lead>{leads})[\s-]+)?" if leads else "(?P<lead>)"
    day = rf"(?:(?P<day>\d{{1,2}})(?:{ending})?\s+{joint})?"
    # `17 June, 2,300 euros`: where the day is told already, the next number is something else.
    after = rf"(?(day)|(?:\s+(?P<later_day>\d{{1,2}})(?:{ending})?\b(?!\d))?)"
    later = after if data.get("days_after_months") else "(?P<later_day>)"
    end = data.get("month_end", WORD_END)
    year = rf"(?:,?\s+{joint}(?P<year>(?:19|20)\d{{2}}))?"
    # In Arabic `and` is written together with the day after it.
    begin = f"(?:{WORD_BEGIN}|(?<={WORD_BEGIN}{data['glued']}))" if "glued" in data else WORD_BEGIN
    return re.compile(rf"{begin}{lead}{day}(?P<month>{names}){end}\.?,?{later}{year}")


def _with_days(phrases: list[str], weekdays: list[str], halves: str) -> re.Pattern[str]:
    days = ["|".join(f"(?P<phrase{at}_day{number}>{day})" for number, day in enumerate(weekdays)) for at in range(len(phrases))]
    return any_of([phrase.replace("{}", f"(?:{day}){halves}") for phrase, day in zip(phrases, days, strict=True)])


def _around(phrase: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    before, after = phrase.split("{}")
    begin, end = ("", "") if sets_no_spaces(phrase) else (WORD_BEGIN, WORD_END)
    return re.compile(rf"{begin if before else ''}{before}\Z"), re.compile(after + end)


def _time_names(names: dict[str, str], kind: str, data: dict[str, Any]) -> TimeNames:
    return TimeNames.read(names, kind, data, _year_after("".join(names.values())))


def _maybe(data: dict[str, Any], key: str) -> re.Pattern[str] | None:
    return re.compile(with_nouns(data[key], data)) if key in data else None


def _signs(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(words, key=len, reverse=True)))


def _year_after(name: str) -> str:
    # In scripts without spaces the year stands before: `2026年秋`.
    return "(?P<year>)" if sets_no_spaces(name) else _TO_YEAR


def _quarter(words: list[str]) -> re.Pattern[str]:
    names = "|".join(words)
    end = "" if sets_no_spaces(names) else r"(?!\w)"
    numbered = rf"(?P<before>[1-4])(?:\.|st|nd|rd|th|er|e|º|°|-?й|-?м)? ?(?:{names}){end}|(?:{names}) (?P<after>[1-4])(?!\w)"
    return re.compile(rf"(?<!\w)(?:q(?P<sign>[1-4])(?!\w)|{numbered}){_TO_YEAR}")


def _worded_quarter(ordinal: str, words: list[str]) -> re.Pattern[str]:
    names = "|".join(words)
    if sets_no_spaces(names):
        return re.compile(f"(?:{ordinal}) ?(?:{names})")
    return re.compile(rf"(?<!\w)(?:(?:{ordinal}) (?:{names})|(?:{names}) (?:{ordinal}))(?!\w){_TO_YEAR}")


def _counted(templates: list[str], data: dict[str, Any], numbers: Iterable[str]) -> Iterator[re.Pattern[str]]:
    """The pattern of each phrase for a number of units of time."""
    units = {**data["units"], **{f"two_{unit}": forms for unit, forms in data.get("pairs", {}).items()}}
    unit = "|".join(f"(?P<{name}>{forms})" for name, forms in units.items())
    words = sorted(numbers, key=len, reverse=True)
    # `2.5 years`, `1,000 days`: no part of a longer figure.
    number = rf"(?P<number>(?<!\d[.,])\d{{1,3}}|{'|'.join(words)})"
    begin, end = WORD_BEGIN, WORD_END
    if signs := "".join(word for word in words if len(word) == 1 and sets_no_spaces(word)):
        # `十二` is one number and neither of its signs, and `8月3日` is a day.
        begin, end, number = "", "", rf"(?<![\d.,月월{signs}百千])(?<!월 ){number}"
    for template in templates:
        yield re.compile(begin + template.replace("{n}", number).replace("{unit}", f"(?:{unit})") + end)


def _range(templates: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(word_begin(template) + template.replace("{}", DATE_SIGN) for template in templates))
