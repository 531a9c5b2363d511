"""Lexicons of languages: function words, months, numerals and more, each read from its data file when needed."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from simonides.languages.writing import WORD_BEGIN, WORD_END, any_of, sets_no_spaces


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The contents of a language's data file, all in lower case."""

    function_words: frozenset[str] = frozenset()
    """Words that carry no meaning by themselves."""
    fillers: re.Pattern[str] | None = None
    """Question phrases, in a language without spaces."""
    particles: re.Pattern[str] | None = None
    """Particles that join the other words of a question there."""
    joints: re.Pattern[str] | None = None
    """Particles between telling words, in a language without spaces."""
    negations: frozenset[str] = frozenset()
    numerals: frozenset[str] = frozenset()
    numbers: re.Pattern[str] | None = None
    """Any of the numerals."""
    endings: tuple[str, ...] = ()
    """The endings of its words, longest first, for a language without a stemmer."""
    months: dict[str, int] | None = None
    """Every form of the name of a month, with its number."""
    whole_months: frozenset[str] = frozenset()
    """The names of months that mean nothing else, so that one alone is a date."""
    dates: re.Pattern[str] | None = None
    """A month by name, with the day before it and the year after it, if given."""
    when: re.Pattern[str] | None = None
    """Phrases that ask for a time."""
    how_many: re.Pattern[str] | None = None
    """Phrases that ask for a number."""
    times: re.Pattern[str] | None = None
    """Phrases that name a time."""
    directives: re.Pattern[str] | None = None
    """Phrases that give a standing instruction."""


_NOTHING = Lexicon()
_SHORT = 3
"""Month names of this length or shorter also mean other things."""


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; an empty one for most languages."""
    # Imported here because English needs no data file.
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
