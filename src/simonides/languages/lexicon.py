"""Lexicons of languages: function words, months, numerals and more, each read from its data file when needed.

English is read with every text, since names, code and quotations are English in texts of any language.
"""

import re
from collections.abc import Iterable
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.comparing_words import ComparingWords
from simonides.languages.date_words import RelativeDays, date_pattern
from simonides.languages.wish_words import AskingWords, ValueWords, WishWords
from simonides.languages.writing import WORD_END, any_of


@frozen
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
    """The numerals that count something wherever they stand."""
    comparing: ComparingWords = field(default_factory=ComparingWords)
    """What counts and what does not where two texts are compared."""
    endings: tuple[str, ...] = ()
    """The endings of its words, longest first, for a language without a stemmer."""
    months: dict[str, int] = field(default_factory=dict)
    """Every form of the name of a month, with its number."""
    whole_months: frozenset[str] = frozenset()
    """The names of months that mean nothing else, so that one alone is a date."""
    needs_lead: bool = False
    """Whether the name of a month alone is a date only after a word like `in`."""
    dates: re.Pattern[str] | None = None
    """A month by name, with the word before it, the day and the year, if given."""
    weekdays: frozenset[str] = frozenset()
    relative: RelativeDays | None = None
    """Spans of days as seen from today."""
    asking: AskingWords | None = None
    """How it asks for every one of something, and for what held earlier."""
    when: re.Pattern[str] | None = None
    """Phrases that ask for a time."""
    how_many: re.Pattern[str] | None = None
    """Phrases that ask for a number."""
    times: re.Pattern[str] | None = None
    """Phrases that name a time."""
    directives: re.Pattern[str] | None = None
    """Phrases that give a standing instruction."""
    wishes: WishWords | None = None
    """How it asks for a value."""
    bygone: re.Pattern[str] | None = None
    """Phrases of a question for what held or happened once, or for more than one thing."""
    turns: re.Pattern[str] | None = None
    """Phrases that tell that something has become another."""
    refusals: re.Pattern[str] | None = None
    """Phrases that tell of what does not hold: it was refused, proposed, wished for, or held long ago."""
    values: ValueWords | None = None
    """How it states a value."""


_NOTHING = Lexicon()
_SHORT = 3
"""Month names of this length or shorter also mean other things."""
_GAP_MAX = 40
"""How many blanks may stand between the end of a sentence and a directive that opens the next."""


def lexicons_for(text: str) -> list[Lexicon]:
    """The lexicons to read a text with: that of English and those of its likely languages."""
    return [lexicon(language) for language in languages_of(text)]


def languages_of(text: str) -> Iterable[str]:
    """The languages to read a text in: English and its likely languages, each once."""
    return dict.fromkeys(("en", *guess(text).likely))


def spaced(text: str) -> str:
    """The text with spaces in place of particles that only join words; unchanged if its language uses spaces.

    Good enough to name topics, not to search.
    """
    for language in guess(text).likely:
        if joints := lexicon(language).joints:
            text = joints.sub(" ", text)
    return text


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; an empty one for most languages."""
    # Imported here because nothing needs it before the first text.
    import tomllib

    path = Path(__file__).parent / f"{language}.toml"
    if not path.is_file():
        return _NOTHING
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    months = {form: number for number, forms in enumerate(data["months"], start=1) for form in forms.split()}
    weekdays = data["relative"]["weekdays"]
    return Lexicon(
        function_words=_words(data, "function_words"),
        fillers=re.compile("|".join(data["fillers"])) if "fillers" in data else None,
        negations=_words(data, "negations"),
        numerals=_words(data, "numerals"),
        numbers=any_of(data.get("counts", data["numerals"]).split()),
        particles=re.compile(data["particles"]) if "particles" in data else None,
        joints=re.compile(data["joints"]) if "joints" in data else None,
        comparing=ComparingWords.read(data),
        endings=tuple(sorted(data.get("endings", "").split(), key=len, reverse=True)),
        months=months,
        whole_months=frozenset(form for forms in data["months"] for form in _whole(forms.split())),
        needs_lead="before_months" in data,
        dates=date_pattern(months, data) if months else None,
        weekdays=frozenset(name for day in weekdays for name in day.split("|")),
        relative=RelativeDays.read(data["relative"]),
        asking=AskingWords.read(data["asking"]),
        when=any_of(data["when"]),
        how_many=any_of(data["how_many"]),
        times=any_of([*weekdays, *data["times"], *(form for form in months if len(form) > _SHORT)]),
        directives=_directives(data),
        wishes=WishWords.read(data["wishes"]) if "wishes" in data else None,
        bygone=any_of(data["bygone"]) if "bygone" in data else None,
        turns=any_of(data["turns"]) if "turns" in data else None,
        refusals=any_of(data["refusals"]) if "refusals" in data else None,
        values=ValueWords.read(data["values"], data["months"], weekdays) if "values" in data else None,
    )


def _words(data: dict[str, Any], key: str) -> frozenset[str]:
    return frozenset(data[key].split())


def _whole(forms: list[str]) -> list[str]:
    """The forms of a month's name that are not short; one as long as the name itself is no shorter form: `мая`."""
    return [form for form in forms if len(form) > _SHORT or len(form) >= len(forms[0])]


def _directives(data: dict[str, Any]) -> re.Pattern[str]:
    anywhere = any_of(data["directives"])
    if "opening_directives" not in data:
        return anywhere
    opening = "|".join(data["opening_directives"])
    return re.compile(rf"{anywhere.pattern}|(?:\A|[.!?:;\n]\s{{0,{_GAP_MAX}}})(?:{opening}){WORD_END}")
