"""Stems of words in a language: Snowball's rules if there are any, else a few endings, else the word itself.

A stemmer is created when its language first occurs. Stems are compared folded, so that omitted accents do no harm.
"""

from bisect import bisect_left
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.languages.folding import fold
from simonides.languages.lexicon import lexicon

if TYPE_CHECKING:
    from Stemmer import Stemmer

SNOWBALL = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
_OWN_RULES = frozenset({"uk", "vi"})
_STEM_MIN = 3
"""An ending is removed only if at least this many letters of the word remain."""


def has_rules(language: str) -> bool:
    """Whether the language has stemming rules, or word forms other than the folded ones."""
    return language in SNOWBALL or language in _OWN_RULES


def stem(word: str, language: str) -> str:
    """The folded stem of a word in lower case."""
    if language == "vi":
        # Vietnamese words differ by their tone marks and are never inflected.
        return word
    if language in SNOWBALL:
        return fold(str(_stemmer(language).stemWord(word)))
    return _without_ending(fold(word), language)


def is_spelt(word: str) -> bool:
    """Whether a small word, or another form of it, is an English word or well-known name that is spelt as it should be."""
    words, wanted = _dictionary(), stem(word, "en")

    def word_at(place: int) -> str:
        first = words.rfind(" ", 0, place) + 1
        return words[first : words.find(" ", first)]

    # To look through all of it would take a tenth of a millisecond for each word of a long question.
    place = bisect_left(range(len(words) - 1), wanted, key=word_at)
    return bool(wanted) and word_at(place) == wanted


@cache
def _dictionary() -> str:
    # In one text, in order: a set of these words would take ten times the memory, and is seldom asked.
    return (Path(__file__).parent / "english.txt").read_text(encoding="utf-8")


def stem_as_written(word: str, language: str) -> str:
    """The folded stem of a word in any case."""
    # Only in Turkish is the small letter of a plain capital I dotless.
    return stem(word.replace("İ", "i").replace("I", "ı").lower() if language == "tr" else word.casefold(), language)


@cache
def _stemmer(language: str) -> "Stemmer":
    # Imported late: it holds the rules of all languages, and a list of tools needs none.
    from Stemmer import Stemmer

    # No cache inside the stemmer: callers cache the words.
    return Stemmer(SNOWBALL[language], 0)


def _without_ending(word: str, language: str) -> str:
    for ending in lexicon(language).endings:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_MIN:
            return word[: -len(ending)]
    return word
