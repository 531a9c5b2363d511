"""The wording of a text, without what says nothing: the form in which two texts are compared.

Case, quotation marks, markup, articles, fillers, contractions, spellings of one word, numbers in words and the form of dates are
evened out by the data files of the likely languages; every other word, sign and figure stays, in its order.
"""

import re
from collections.abc import Collection
from functools import cache, cached_property

from simonides.domain.text.sentences import is_question, pieces
from simonides.frozen import frozen
from simonides.languages.folding import even_out, fold
from simonides.languages.lexicon import Lexicon, lexicon
from simonides.languages.writing import UNSPACED

BREAK, COLON = ",", ":"
"""The pauses of a sentence."""
ASKED = "?"
NOT = "not"
PROGRESSIVE = "\ue001"
"""Stands before a verb form that says the same as the plain present."""
_DATE = "\ue000"
_IN_WORDS = "\ue002"
"""Stands around a figure that was written in words."""

Tokens = tuple[str, ...]

_QUOTES = re.compile(
    "[\"\u201c-\u201f\u00ab\u00bb\u300c-\u300f\u2039\u203a\u300a\u300b\u201a`]|(?<!\\w)['\u2018]|['\u2019](?!\\w)"
)
_APOSTROPHE = re.compile("(?<=\\w)[\u2019\u02bc](?=\\w)")
_NO_DIGIT = re.compile(r"\D")
_DIGIT = re.compile(r"[^\D0]")
_BLANKS = re.compile(r"[ \t]+")
_LINK = re.compile(r"\[([^\[\]\n]{1,400})\]\(([^)\s]{1,2000})\)")
_LIST_MARK = re.compile(r"^[ \t]*(?:[-*+\u2022]|#{1,6}|>)[ \t]+", re.MULTILINE)
_STRESS = re.compile(r"(\*{1,3}|_{1,3})(?=[^\s*_])([^*_\n]+?)(?<=[^\s*_])\1(?!\w)")
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_GROUPED_ELSEWHERE = re.compile(r"(?<![\d.,])\d{1,3}(?:[. \u202f]\d{3})+(?![\d.,])")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_YEAR_FIRST = re.compile(r"(?<![0-9a-z_./-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![0-9a-z_/-]|\.\d)")
_YEAR_SIGNS = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_YEAR_LAST = re.compile(r"(?<![0-9a-z_./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![0-9a-z_/-]|\.\d)")
_MONTHS = 12
_TENS = re.compile(f"{_IN_WORDS}([2-9]0){_IN_WORDS}[- ]{_IN_WORDS}([1-9]){_IN_WORDS}")
_SEMICOLON = re.compile(r"[;；]\s*")
_PAUSES = {",": BREAK, "、": BREAK, ":": COLON}
_PLURAL = re.compile(r"(?<=[a-z]{2})(?:(?<=[^aeiou])ies|(?<=ch|sh|ss)es|(?<=x)es|(?<=[^suix])s)\Z")


@frozen
class Sentence:
    """One statement: its words and signs in order, with a mark wherever the text pauses."""

    paused: Tokens

    @property
    def words(self) -> Tokens:
        """The words and signs without the pauses."""
        return tuple(token for token in self.paused if token not in {BREAK, COLON})


class Reader:
    """Reads texts in some languages; two texts are compared by what one reader makes of both."""

    def __init__(self, languages: Collection[str]) -> None:
        self._known = [lexicon(language) for language in languages]
        self._is_english = "en" in languages
        self.joining = frozenset().union(*(each.comparing.joining for each in self._known))
        self.function_words = frozenset().union(*(each.function_words for each in self._known))
        self._times = [each.times for each in self._known if each.times]
        self.is_verb_second = any(each.comparing.is_verb_second for each in self._known)

    @cached_property
    def negations(self) -> frozenset[str]:
        """The words that negate."""
        return frozenset({NOT}).union(*(each.negations for each in self._known))

    def names_time(self, word: str) -> bool:
        """Whether a word is a date or names a time."""
        return word.startswith(_DATE) or any(times.fullmatch(word) for times in self._times)

    def sentences(self, text: str) -> list[Sentence]:
        """The sentences of a text; those without a word are left out."""
        plain = self._plain(text)
        parts = [part for piece in pieces(plain) for part in _SEMICOLON.split(piece)]
        return [sentence for part in parts if (sentence := self._sentence(part)).words]

    def figures(self, text: str) -> list[str] | None:
        """The digits of a text but for zeros, sorted; None when some of its words may stand for figures as well.

        Two texts that say the same have the same ones: what is evened out adds digits for words, and adds or drops only zeros.
        """
        even = self._even(text)
        return None if any(_names_figures(even, known) for known in self._known) else digits(even)

    def _plain(self, text: str) -> str:
        return self._with_figures(self._with_dates(self._even(text)))

    def _even(self, text: str) -> str:
        even = _LIST_MARK.sub("", _LINK.sub(r"\1 (\2)", even_out(text)))
        even = _APOSTROPHE.sub("'", _QUOTES.sub(" ", _STRESS.sub(r"\2", even))).casefold()
        return fold(even) if self._is_english else even

    def _with_dates(self, text: str) -> str:
        for known in self._known:
            text = _with_named_dates(text, known)
        for pattern in (_YEAR_FIRST, _YEAR_SIGNS):
            text = pattern.sub(lambda found: _date(*found.groups()), text)
        return _YEAR_LAST.sub(self._year_last, text)

    def _year_last(self, found: re.Match[str]) -> str:
        first, sign, second, year = found.groups()
        # In English both orders are in use; only a number that is no month tells them apart.
        if int(second) > _MONTHS >= int(first) and sign != ".":
            return _date(year, first, second)
        return _date(year, second, first) if not self._is_english or sign == "." or int(first) > _MONTHS else found.group()

    def _with_figures(self, text: str) -> str:
        for known in self._known:
            text = _rewritten(text, known)
        if self._is_english:
            return _GROUPED.sub(lambda found: found.group().replace(",", ""), text)
        return _DECIMAL_COMMA.sub(".", _GROUPED_ELSEWHERE.sub(lambda found: _NO_DIGIT.sub("", found.group()), text))

    def _sentence(self, text: str) -> Sentence:
        words = [self._token(text, found) for found in _word_or_sign().finditer(text)]
        return Sentence((*words, ASKED) if is_question(text.rstrip()) else tuple(words))

    def _token(self, text: str, found: re.Match[str]) -> str:
        token = found.group()
        if token in _PAUSES:
            return f"_{token}" if _stands_inside(text, found) else _PAUSES[token]
        return _singular(token) if self._is_english else token


@cache
def _word_or_sign() -> re.Pattern[str]:
    # Compiled on first use: near copies that differ in a figure are told apart without it.
    return re.compile(
        rf"{_DATE}[\dx]+|[{UNSPACED}]|{PROGRESSIVE}?(?:(?![{UNSPACED}])[^\W\d_])+|\d+"
        r"|(?<=\d)[-\u2010-\u2015](?=\d)|(?<![\w-])--?(?=\w)|(?<=\w)[./:](?=\w)|[,:、]"
        r"|[^\w\s.,;:!?()\[\]\"'\u2018-\u201f\u2026\u2010-\u2015\u3001-\u3011\uff01-\uff1b\uff1f\u00a1\u00bf-]"
    )


def digits(text: str) -> list[str]:
    """The digits of a text but for zeros, sorted."""
    return sorted(_DIGIT.findall(text))


def _names_figures(text: str, known: Lexicon) -> bool:
    """Whether a text has a number, an ordinal or a month in words."""
    words = (known.comparing.numbers, known.comparing.ordinals, known.dates)
    return any(pattern is not None and pattern.search(text) for pattern in words)


def _rewritten(text: str, known: Lexicon) -> str:
    words = known.comparing
    for pattern, form in words.reworded:
        text = pattern.sub(form, text)
    if words.unsaid:
        text = words.unsaid.sub(" ", text)
    if words.progressive:
        text = words.progressive.sub(PROGRESSIVE, _BLANKS.sub(" ", text))
    if words.numbers:
        text = _TENS.sub(_sum, words.numbers.sub(lambda found: f"{_IN_WORDS}{words.values[found.group()]}{_IN_WORDS}", text))
    text = text.replace(_IN_WORDS, "")
    return words.multiples.sub(lambda found: found["figure"] + words.zeros[found["word"]], text) if words.multiples else text


def _sum(found: re.Match[str]) -> str:
    """`twenty-five` as one figure."""
    return str(int(found[1]) + int(found[2]))


def _with_named_dates(text: str, known: Lexicon) -> str:
    return known.dates.sub(lambda found: _named_date(found, known), text) if known.dates else text


def _named_date(found: re.Match[str], known: Lexicon) -> str:
    day = found["day"] or found["later_day"]
    if not day:
        return found.group()
    lead = f"{found['lead']} " if found["lead"] else ""
    return lead + _date(found["year"] or "", str(known.months[found["month"]]), day)


def _date(year: str, month: str, day: str) -> str:
    return f" {_DATE}{year}x{int(month)}x{int(day)} "


def _stands_inside(text: str, found: re.Match[str]) -> bool:
    """Whether a colon or comma joins two words or figures, as in `9:45`."""
    around = text[max(found.start() - 1, 0)] + text[found.end() : found.end() + 1]
    return len(around) > 1 and around.isascii() and around.isalnum()


def _singular(token: str) -> str:
    return _PLURAL.sub(_ending, token) if token.isascii() and len(token) > 3 else token


def _ending(found: re.Match[str]) -> str:
    return "y" if found.group() == "ies" else ""
