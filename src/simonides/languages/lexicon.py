"""Lexicons of languages: function words, months, numerals and more, each read from its data file when needed.

English is read with every text, since names, code and quotations are English in texts of any language.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from simonides.languages import guess
from simonides.languages.comparing_words import ComparingWords
from simonides.languages.date_words import RelativeDays, date_pattern
from simonides.languages.part_words import PartWords
from simonides.languages.wish_words import AskingWords, ValueWords, WishWords
from simonides.languages.writing import WORD_END, any_of


class Lexicon:
    """The contents of a language's data file, all in lower case; each part is made when it is first asked for.

    Most texts need a few of the patterns, and compiling all of them takes 30 ms.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words that carry no meaning by themselves."""
        return self._words("function_words")

    @cached_property
    def fillers(self) -> re.Pattern[str] | None:
        """Question phrases, in a language without spaces."""
        return re.compile("|".join(self._data["fillers"])) if "fillers" in self._data else None

    @cached_property
    def prefaces(self) -> re.Pattern[str] | None:
        """Phrases before a question that say nothing of what is asked, in any case."""
        phrases = "|".join(self._data.get("prefaces", ()))
        return re.compile(rf"{_OPENING}(?:(?:{phrases})[\s,:;!.>\u2192\u2013\u2014-]+)+", re.IGNORECASE) if phrases else None

    @cached_property
    def asides(self) -> re.Pattern[str] | None:
        """The beginnings of sentences that greet, thank, or say how to answer, in any case."""
        phrases = "|".join(self._data.get("asides", ()))
        return re.compile(rf"{_OPENING}(?:{phrases}){WORD_END}", re.IGNORECASE) if phrases else None

    @cached_property
    def referring(self) -> frozenset[str]:
        """Words for what was said before."""
        return self._words("referring")

    @cached_property
    def vague(self) -> frozenset[str]:
        """Words that ask for help with what was said before, and say nothing of what it is: `problem`, `solve`."""
        return self._words("vague")

    @cached_property
    def particles(self) -> re.Pattern[str] | None:
        """Particles that join the other words of a question there."""
        return re.compile(self._data["particles"]) if "particles" in self._data else None

    @cached_property
    def joints(self) -> re.Pattern[str] | None:
        """Particles between telling words, in a language without spaces."""
        return re.compile(self._data["joints"]) if "joints" in self._data else None

    @cached_property
    def negations(self) -> frozenset[str]:
        """Words that negate."""
        return self._words("negations")

    @cached_property
    def numbers(self) -> re.Pattern[str] | None:
        """The numerals that count something wherever they stand."""
        counts = self._data.get("counts", self._data.get("numerals"))
        return None if counts is None else any_of(counts.split())

    @cached_property
    def comparing(self) -> ComparingWords:
        """What counts and what does not where two texts are compared."""
        return ComparingWords.read(self._data)

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """The endings of its words, longest first, for a language without a stemmer."""
        return tuple(sorted(self._data.get("endings", "").split(), key=len, reverse=True))

    @cached_property
    def months(self) -> dict[str, int]:
        """Every form of the name of a month, with its number."""
        return {form: number for number, forms in enumerate(self._months, start=1) for form in forms.split()}

    @cached_property
    def whole_months(self) -> frozenset[str]:
        """The names of months that mean nothing else, so that one alone is a date."""
        return frozenset(form for forms in self._months for form in _whole(forms.split()))

    @property
    def needs_lead(self) -> bool:
        """Whether the name of a month alone is a date only after a word like `in`."""
        return "before_months" in self._data

    @cached_property
    def dates(self) -> re.Pattern[str] | None:
        """A month by name, with the word before it, the day and the year, if given."""
        return date_pattern(self.months, self._data) if self.months else None

    @cached_property
    def weekdays(self) -> frozenset[str]:
        """The names of the days of the week."""
        return frozenset(name for day in self._weekdays for name in day.split("|"))

    @cached_property
    def relative(self) -> RelativeDays | None:
        """Spans of days as seen from today."""
        return RelativeDays.read(self._data["relative"], self._data.get("cardinals", "")) if self._data else None

    @cached_property
    def date_parts(self) -> PartWords | None:
        """Parts of dates, which few questions name."""
        return PartWords.read(self._data["relative"], self._data.get("cardinals", "")) if self._data else None

    @cached_property
    def asking(self) -> AskingWords | None:
        """How it asks for every one of something, for what held earlier, and for what holds now."""
        return AskingWords.read(self._data["asking"]) if self._data else None

    @cached_property
    def when(self) -> re.Pattern[str] | None:
        """Phrases that ask for a time."""
        return self._phrases("when")

    @cached_property
    def how_many(self) -> re.Pattern[str] | None:
        """Phrases that ask for a number."""
        return self._phrases("how_many")

    @cached_property
    def times(self) -> re.Pattern[str] | None:
        """Phrases that name a time."""
        months = [form for form in self.months if len(form) > _SHORT]
        return any_of([*self._weekdays, *self._data["times"], *months]) if self._data else None

    @cached_property
    def directives(self) -> re.Pattern[str] | None:
        """Phrases that give a standing instruction."""
        return _directives(self._data) if self._data else None

    @cached_property
    def about_oneself(self) -> re.Pattern[str] | None:
        """Words in which somebody speaks of themselves, in any case: `I`, `my`."""
        return any_of(self._data["about_oneself"], re.IGNORECASE) if "about_oneself" in self._data else None

    @cached_property
    def wishes(self) -> WishWords | None:
        """How it asks for a value."""
        return WishWords.read(self._data["wishes"]) if "wishes" in self._data else None

    @cached_property
    def bygone(self) -> re.Pattern[str] | None:
        """Phrases of a question for what held or happened once, or for more than one thing."""
        return self._phrases("bygone")

    @cached_property
    def turns(self) -> re.Pattern[str] | None:
        """Phrases that tell that something has become another."""
        return self._phrases("turns")

    @cached_property
    def refusals(self) -> re.Pattern[str] | None:
        """Phrases that tell of what does not hold: it was refused, proposed, wished for, or held long ago."""
        return self._phrases("refusals")

    @cached_property
    def values(self) -> ValueWords | None:
        """How it states a value."""
        return ValueWords.read(self._data["values"], self._months, self._weekdays) if "values" in self._data else None

    @property
    def _months(self) -> list[str]:
        months: list[str] = self._data.get("months", [])
        return months

    @property
    def _weekdays(self) -> list[str]:
        weekdays: list[str] = self._data["relative"]["weekdays"] if self._data else []
        return weekdays

    def _words(self, key: str) -> frozenset[str]:
        return frozenset(self._data.get(key, "").split())

    def _phrases(self, key: str) -> re.Pattern[str] | None:
        return any_of(self._data[key]) if key in self._data else None


_NOTHING = Lexicon({})
_OPENING = r"[\s\"'(\u00ab\u201c\u201e\u00bf\u00a1]*"
"""Signs before the first word of a sentence."""
_SHORT = 3
"""Month names of this length or shorter also mean other things."""
_GAP_MAX = 40
"""How many blanks may stand between the end of a sentence and a directive that opens the next."""


def lexicons_for(text: str) -> list[Lexicon]:
    """The lexicons to read a text with: that of English and those of its likely languages."""
    return [lexicon(language) for language in languages_of(text)]


def languages_of(text: str) -> Iterator[str]:
    """The languages to read a text in: English and its likely languages, each once; guessed once English is not enough."""
    yield "en"
    yield from (language for language in guess(text).likely if language != "en")


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
    return Lexicon(tomllib.loads(path.read_text(encoding="utf-8")))


def _whole(forms: list[str]) -> list[str]:
    """The forms of a month's name that are not short; one as long as the name itself is no shorter form: `мая`."""
    return [form for form in forms if len(form) > _SHORT or len(form) >= len(forms[0])]


def _directives(data: dict[str, Any]) -> re.Pattern[str]:
    anywhere = any_of(data["directives"])
    if "opening_directives" not in data:
        return anywhere
    opening = "|".join(data["opening_directives"])
    return re.compile(rf"{anywhere.pattern}|(?:\A|[.!?:;\n]\s{{0,{_GAP_MAX}}})(?:{opening}){WORD_END}")
