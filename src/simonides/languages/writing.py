"""Scripts: which one a text is written in, and where its words begin and end."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from simonides.frozen import frozen

CAPITALS = (
    "A-Z\u00c0-\u00d6\u00d8-\u00de\u0386-\u038f\u0391-\u03ab\u0400-\u042f\u0490\u0531-\u0556"
    # In these blocks capitals and small letters alternate.
    + "".join(letter for letter in map(chr, [*range(0x100, 0x180), *range(0x1EA0, 0x1EFA)]) if letter.isupper())
)
"""Every capital letter in common use, for use inside a regex set."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Han, kana, Hangul, and the South-East Asian scripts without spaces, for use inside a regex set."""

MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Vowel signs and accents inside words, which Python does not count as letters; for use inside a regex set."""

WORD_BEGIN = rf"(?<![\w{MARKS}])"
WORD_END = rf"(?![\w{MARKS}])"

_LATIN_LETTER = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_SCRIPTS = {
    "ru": "\u0400-\u052f",
    "zh": "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "ja": "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f",
    "ko": "\u1100-\u11ff\uac00-\ud7af",
    "ar": "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc",
    "hi": "\u0900-\u097f",
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "he": "\u0590-\u05ff\ufb1d-\ufb4f",
    "th": "\u0e00-\u0e7f",
    "lo": "\u0e80-\u0eff",
    "my": "\u1000-\u109f",
    "km": "\u1780-\u17ff",
    "bn": "\u0980-\u09ff",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "ka": "\u10a0-\u10ff",
    "hy": "\u0530-\u058f",
    "am": "\u1200-\u139f",
}
_PERSIAN = re.compile("[\u067e\u0686\u0698\u06af\u06a9\u06cc]")
_URDU = re.compile("[\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2]")
# One that is there in any case: no sign makes it one of several, and no other choice stands beside the whole phrase.
_FIRST_LETTER = re.compile(r"[^\W\d_](?![?*+{|])(?!.*\\[()|])(?:[^()|]|\((?:[^()]|\([^()]*\))*\))*\Z")
_SIGN_WEIGHT = 2.5
"""How many Latin letters one Chinese, Japanese or Korean character is worth."""
_MAIN_SHARE = 0.5
_SOME_SHARE = 0.1
_SOME = 2


@frozen
class Script:
    """A script other than Latin, by the language that uses it most."""

    language: str
    is_main: bool
    """Whether most of the text is written in it; terms and names in Latin letters do not change that."""


def other_script(text: str) -> Script | None:
    """The non-Latin script that makes up a notable part of a text; None if there is none."""
    found = "".join(_other_letter().findall(text))
    if len(found) < min(_SOME, len(text.strip())):
        return None
    counts = {language: len(pattern.findall(found)) for language, pattern in _patterns().items()}
    language = max(counts, key=lambda each: counts[each])
    if not counts[language]:
        return None
    weight = len(found) * (_SIGN_WEIGHT if language in {"zh", "ja", "ko"} else 1)
    share = weight / (weight + len(_LATIN_LETTER.findall(text)))
    return Script(_told_apart(language, found, counts), share >= _MAIN_SHARE) if share >= _SOME_SHARE else None


def sets_no_spaces(text: str) -> bool:
    """Whether a text holds any character of a script without spaces."""
    return not text.isascii() and _unspaced().search(text) is not None


def any_of(phrases: list[str], flags: int = 0) -> re.Pattern[str]:
    """A pattern that finds any of the phrases, each itself a pattern; as whole words only if their script uses spaces."""
    unspaced = [phrase for phrase in phrases if sets_no_spaces(phrase)]
    spaced = "|".join(_by_first_letter(phrase for phrase in phrases if not sets_no_spaces(phrase)))
    return re.compile("|".join([*unspaced, f"{WORD_BEGIN}(?:{spaced}){WORD_END}"] if spaced else unspaced), flags)


def _by_first_letter(phrases: Iterable[str]) -> Iterator[str]:
    """The same alternatives, where neighbours that begin with the same letter are tried only if it is there."""
    for has_letter, some in groupby(phrases, lambda phrase: _FIRST_LETTER.match(phrase) is not None):
        if not has_letter:
            yield from some
            continue
        rests: dict[str, list[str]] = {}
        for phrase in some:
            rests.setdefault(phrase[0], []).append(phrase[1:])
        yield from (f"{letter}(?:{'|'.join(own)})" for letter, own in rests.items())


def _told_apart(language: str, found: str, counts: dict[str, int]) -> str:
    if language == "zh" and counts["ja"] > 0.05 * counts["zh"]:
        return "ja"
    if language == "ar" and len(_URDU.findall(found)) > 0.03 * counts["ar"]:
        return "ur"
    if language == "ar" and len(_PERSIAN.findall(found)) > 0.03 * counts["ar"]:
        return "fa"
    return language


# Compiled on first use, as all patterns with so many letters: each takes some milliseconds, and English texts need none.
@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")


@cache
def _other_letter() -> re.Pattern[str]:
    """A letter outside the Latin letters, digits, spaces and signs that all languages share."""
    return re.compile(
        "[\u0370-\u1dff\u2c00-\u2dff\u3005-\u3007\u3040-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\uff66-\uffdc\U00020000-\U0003ffff]"
    )


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {language: re.compile(f"[{letters}]") for language, letters in _SCRIPTS.items()}
