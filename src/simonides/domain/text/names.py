"""Names in a text: runs of capitalised words, and years; they lead from one memory to another.

In scripts without capitals, text in quotation marks, in katakana or before a title counts as a name.
"""

import re
from functools import lru_cache

from simonides.domain.text.words import plain_words
from simonides.languages.writing import CAPITALS

_NAME = rf"[{CAPITALS}][\w'\u2019-]*"
_RUN = re.compile(rf"{_NAME}(?:\s+(?:(?:of|the|de|la|van|von|and|in|for)\s+)?{_NAME})*|\b(?:19|20)\d{{2}}\b")
_TITLED = re.compile(
    "[\u3005\u3400-\u9fff\u30a1-\u30fa\u30fc]{1,8}(?=さん|様|氏|先生|ちゃん)|[\uac00-\ud7af]{2,4}(?=씨|님)|[\u4e00-\u9fff]{1,2}(?=先生|女士)"
)
_MARKED = re.compile("(?<=[\u300c\u300e\u300a])[^\u300d\u300f\u300b\n]{2,20}(?=[\u300d\u300f\u300b])|[\u30a1-\u30ff]{3,}")


TEXT_MAX = 20_000
"""How many characters of a text are searched for names."""
_KEPT_MAX = 2_000
"""The names of texts of up to this many characters are kept, so that those of some hundred texts take no more than a megabyte."""


def names_in(text: str) -> frozenset[str]:
    """Every name in the text; for a name of three or more words also its first two and its last two."""
    return _kept_names_in(text) if len(text) <= _KEPT_MAX else _names_in(text)


def _names_in(text: str) -> frozenset[str]:
    found: set[str] = set()
    for run in _RUN.findall(text[:TEXT_MAX]):
        words = _stripped(run.split())
        if words:
            found.add(" ".join(words))
        if len(words) > 2:
            found |= {" ".join(words[:2]), " ".join(words[-2:])}
    if not text.isascii():
        found.update(_MARKED.findall(text[:TEXT_MAX]), titled_people(text[:TEXT_MAX]))
    return frozenset(found)


# The best memories of one question are mostly among the best of the next.
_kept_names_in = lru_cache(maxsize=512)(_names_in)


def titled_people(text: str) -> list[str]:
    """The people named with a personal title in a Japanese, Chinese or Korean text, repeats included."""
    return _TITLED.findall(text)


def _stripped(words: list[str]) -> list[str]:
    plain = plain_words()
    telling = [index for index, word in enumerate(words) if word.casefold() not in plain]
    return words[telling[0] : telling[-1] + 1] if telling else []
