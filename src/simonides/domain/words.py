"""Which words does a text hold? One tokenisation for every index and every question.

Words are folded and lightly stemmed. Identifiers (`getUserName`, `OPS-1042`, `src/auth/jwt.py`) are kept whole and in parts.
Scripts without spaces become overlapping pairs of characters, and single characters beside them, so that any substring is found.
Function words and lone letters are left out. A word holds only ASCII letters and digits, `_`, and non-ASCII characters.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import Stemmer

VERSION = 2
"""Counted up whenever the same text gives other words; stores rebuild their text index then."""

WHOLE_MAX = 120
"""Longer identifiers are found by their parts only."""

STOP_WORDS = frozenset(
    # A sentence reads better than a list of 93 strings.
    """a an and are as at be been being but by can could did do does doing done for from had has have having he her hers him his
    how i if in into is it its itself just me my of on or our s she should so some such than that the their them then there these
    they this those to too t us was we were what when where which who whom whose why will with would you your yours about any also
    am ll ve re d m don""".split()
)

# Han, kana, Hangul, and the South-East Asian scripts that set no spaces.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and accents are no letters to Python, yet they stand inside words.
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_LETTER = rf"(?:(?![{_UNSPACED}])[\w{_MARKS}])"
_RUN = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>{_LETTER}+(?:[-./:@#+'\u2019]+{_LETTER}+)*(?:\+\+|#)?)")
_PART = re.compile(rf"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z][\w{_MARKS}]*")
_PIECE = re.compile(rf"{_LETTER}+")
_MARK = re.compile(f"[{_MARKS}]")
_CONTRACTION = re.compile(r"[^\W\d_]+['\u2019][^\W\d_]+")
_POSSESSIVE = re.compile(r"['\u2019]s\Z")
_STEMMER = Stemmer.Stemmer("english", 0)


def index_words(text: str) -> list[str]:
    """Every word under which the text can be found, in order."""
    return list(_words(text, is_question=False))


def query_words(text: str) -> list[str]:
    """The words to look for, in order, repeats included."""
    return list(_words(text, is_question=True))


def identifiers(text: str) -> list[str]:
    """The whole forms of the identifiers in the text: what has digits, inner capitals or inner punctuation."""
    found = []
    for run in _RUN.finditer(_fold_width(text)):
        word = run.group("word")
        if word and _is_identifier(word):
            whole = _whole(word)
            if len(whole) <= WHOLE_MAX:
                found.append(whole)
    return found


def _words(text: str, *, is_question: bool) -> Iterator[str]:
    for run in _RUN.finditer(_fold_width(text)):
        if characters := run.group("unspaced"):
            yield from _pairs(characters, is_question=is_question)
        else:
            yield from _word_forms(run.group("word"))


def _fold_width(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _pairs(characters: str, *, is_question: bool) -> Iterator[str]:
    for first, second in pairwise(characters):
        yield first + second
    if len(characters) == 1 or not is_question:
        yield from characters


# The same words come again and again, in one text and in the next.
@lru_cache(maxsize=65_536)
def _word_forms(word: str) -> tuple[str, ...]:
    forms = []
    for piece in _PIECE.findall(word):
        parts = [piece] if _is_one_word(piece) else _PART.findall(piece)
        forms += [_stem(folded) for part in parts if _is_telling(folded := part.casefold())]
    if _is_identifier(word):
        whole = _whole(word)
        if 1 < len(whole) <= WHOLE_MAX:
            # `YouTube` is found by `youtube`, which as a plain word is stemmed.
            forms += dict.fromkeys([whole, _stem(whole)] if whole.isalpha() else [whole])
    return tuple(forms)


def _is_telling(folded: str) -> bool:
    return folded not in STOP_WORDS and not (len(folded) == 1 and folded.isascii() and folded.isalpha())


def _stem(folded: str) -> str:
    # Snowball's English rules leave digits and other alphabets alone.
    return str(_STEMMER.stemWord(folded))


def _is_one_word(piece: str) -> bool:
    letters = piece if piece.isascii() else _MARK.sub("", piece)
    if not letters:
        return True
    is_even = letters.islower() or letters.isupper() or letters.istitle() or letters.upper() == letters.lower()
    return letters.isalpha() and is_even


def _is_identifier(word: str) -> bool:
    return not (word.isdigit() or _is_one_word(word) or _CONTRACTION.fullmatch(word))


def _whole(word: str) -> str:
    pieces = _PIECE.findall(_POSSESSIVE.sub("", word))
    # The names of some languages end in signs: C++, C#.
    ending = "plus_plus" if word.endswith("++") else "sharp" if word.endswith("#") else None
    return "_".join([*pieces, ending] if ending else pieces).casefold()
