"""What do we know of a language? Its function words, months, numerals and more, from a data file of its own, read when needed."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from simonides.domain.languages.writing import WORD_BEGIN, WORD_END, any_of, sets_no_spaces


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the data file of a language says; all in small letters."""

    function_words: frozenset[str] = frozenset()
    """Words that say nothing by themselves."""
    fillers: re.Pattern[str] | None = None
    """What makes a question, in a language that sets no spaces around it."""
    particles: re.Pattern[str] | None = None
    """What binds the other words of a question together there."""
    joints: re.Pattern[str] | None = None
    """What stands between telling words, in a language that sets no spaces there."""
    negations: frozenset[str] = frozenset()
    numerals: frozenset[str] = frozenset()
    numbers: re.Pattern[str] | None = None
    """Any of the numerals."""
    endings: tuple[str, ...] = ()
    """The endings of its words, longest first, where no other rules are known."""
    months: dict[str, int] | None = None
    """Every form of the name of a month, with its number."""
    whole_months: frozenset[str] = frozenset()
    """The names of months that mean nothing else, so that they tell even alone."""
    dates: re.Pattern[str] | None = None
    """A month by its name, with the day before it and the year after it where they stand there."""
    when: re.Pattern[str] | None = None
    """Asks for a time."""
    how_many: re.Pattern[str] | None = None
    """Asks for a number."""
    times: re.Pattern[str] | None = None
    """Tells of a time."""
    directives: re.Pattern[str] | None = None
    """Tells of a standing wish."""


_NOTHING = Lexicon()
_SHORT = 3
"""Names of months that are as short as this mean other things too."""


@cache
def lexicon(language: str) -> Lexicon:
    """What is known of a language; of most, nothing."""
    # English needs no data file.
    import tomllib

    path = Path(__file__).parent / f"{language}.toml"
    if not path.is_file():
        return _NOTHING
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    months = {form: number for number, forms in enumerate(data["months"], start=1) for form in forms.split()}
    return Lexicon(
        function_words=frozenset(data["function_words"].split()),
        fillers=re.compile("|".join(data["fillers"])) if "fillers" in data else None,
        negations=frozenset(data["negations"].split()),
        numerals=frozenset(data["numerals"].split()),
        numbers=any_of(data["numerals"].split()),
        particles=re.compile(data["particles"]) if "particles" in data else None,
        joints=re.compile(data["joints"]) if "joints" in data else None,
        endings=tuple(sorted(data.get("endings", "").split(), key=len, reverse=True)),
        months=months,
        whole_months=frozenset(form for form in months if len(form) > _SHORT) | {forms.split()[0] for forms in data["months"]},
        dates=_dates(months) if months else None,
        when=any_of(data["when"]),
        how_many=any_of(data["how_many"]),
        times=any_of([*data["times"], *(form for form in months if len(form) > _SHORT)]),
        directives=any_of(data["directives"]),
    )


def _dates(months: dict[str, int]) -> re.Pattern[str]:
    names = "|".join(sorted(months, key=len, reverse=True))
    if sets_no_spaces(names):
        return re.compile(f"()({names})()")
    joint = r"(?:d[eio]l? |d['\u2019])?"
    day = rf"(?:(\d{{1,2}})(?:[.\u00ba]|er|-?го|-?е)?\s+{joint})?"
    year = rf"(?:\s+{joint}((?:19|20)\d{{2}}))?"
    return re.compile(rf"{WORD_BEGIN}{day}({names}){WORD_END}\.?,?{year}")
