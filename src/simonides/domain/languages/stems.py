"""What is the stem of a word in a language? Snowball's rules where there are any, else a few endings, else the word itself.

A stemmer is made when its language is first met. Stems are compared folded, so that accents left out do no harm.
"""

from functools import cache

import Stemmer

from simonides.domain.folding import fold
from simonides.domain.languages.lexicon import lexicon

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
"""An ending is no ending when less than this would be left of the word."""


def has_rules(language: str) -> bool:
    """Whether words of the language have stems of their own, or other forms than folded ones."""
    return language in SNOWBALL or language in _OWN_RULES


def stem(word: str, language: str) -> str:
    """The folded stem of a word in small letters."""
    if language == "vi":
        # Tones tell its words apart, and nothing is inflected.
        return word
    if language in SNOWBALL:
        return fold(str(_stemmer(language).stemWord(word)))
    return _without_ending(fold(word), language)


def stem_as_written(word: str, language: str) -> str:
    """The folded stem of a word in any letters."""
    # Only Turkish has a capital I without a dot.
    return stem(word.replace("İ", "i").replace("I", "ı").lower() if language == "tr" else word.casefold(), language)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer:
    # Words are cached by whoever asks.
    return Stemmer.Stemmer(SNOWBALL[language], 0)


def _without_ending(word: str, language: str) -> str:
    for ending in lexicon(language).endings:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_MIN:
            return word[: -len(ending)]
    return word
