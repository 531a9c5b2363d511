"""What do we know of a language? Its function words, months, numerals and more, from a data file of its own, read when needed."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the data file of a language says; all in small letters."""

    function_words: frozenset[str] = frozenset()
    """Words that say nothing by themselves."""
    fillers: re.Pattern[str] | None = None
    """What says nothing inside of a question, in a language that sets no spaces around it."""
    negations: frozenset[str] = frozenset()
    numerals: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    """The endings of its words, longest first, where no other rules are known."""
    months: dict[str, int] | None = None
    """Every form of the name of a month, with its number."""
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
        endings=tuple(sorted(data.get("endings", "").split(), key=len, reverse=True)),
        months=months,
        when=_pattern(data["when"]),
        how_many=_pattern(data["how_many"]),
        times=_pattern([*data["times"], *(form for form in months if len(form) > _SHORT)]),
        directives=_pattern(data["directives"]),
    )


def _pattern(phrases: list[str]) -> re.Pattern[str]:
    """Finds any of the phrases in a text in small letters, whole words only where the language sets spaces."""
    return re.compile("|".join(rf"(?<!\w){phrase}(?!\w)" if _sets_spaces(phrase) else phrase for phrase in phrases))


def _sets_spaces(phrase: str) -> bool:
    return not re.search("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", phrase)
