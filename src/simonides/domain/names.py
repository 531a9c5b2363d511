"""Which names stand in a text? Runs of capitalised words, and years: what leads from one memory to another.

Where there are no capitals, what stands in quotation marks, in katakana or before a title counts as a name.
"""

import re

from simonides.domain.languages.writing import CAPITALS
from simonides.domain.words import STOP_WORDS

_NAME = rf"[{CAPITALS}][\w'\u2019-]*"
_RUN = re.compile(rf"{_NAME}(?:\s+(?:(?:of|the|de|la|van|von|and|in|for)\s+)?{_NAME})*|\b(?:19|20)\d{{2}}\b")
_TITLED = re.compile(
    "[\u3005\u3400-\u9fff\u30a1-\u30fa\u30fc]{1,8}(?=さん|様|氏|先生|ちゃん)|[\uac00-\ud7af]{2,4}(?=씨|님)|[\u4e00-\u9fff]{1,2}(?=先生|女士)"
)
_MARKED = re.compile("(?<=[\u300c\u300e\u300a])[^\u300d\u300f\u300b\n]{2,20}(?=[\u300d\u300f\u300b])|[\u30a1-\u30ff]{3,}")


TEXT_MAX = 20_000
"""How much of a long text is read for names."""


def names_in(text: str) -> set[str]:
    """Every name in the text; of a long one also its first two and last two words."""
    found: set[str] = set()
    for run in _RUN.findall(text[:TEXT_MAX]):
        words = _stripped(run.split())
        if words:
            found.add(" ".join(words))
        if len(words) > 2:
            found |= {" ".join(words[:2]), " ".join(words[-2:])}
    if not text.isascii():
        found.update(_MARKED.findall(text[:TEXT_MAX]), titled_people(text[:TEXT_MAX]))
    return found


def titled_people(text: str) -> list[str]:
    """The people whom a Japanese, Chinese or Korean text calls by a title that only people have, as often as it does."""
    return _TITLED.findall(text)


def _stripped(words: list[str]) -> list[str]:
    telling = [index for index, word in enumerate(words) if word.casefold() not in STOP_WORDS]
    return words[telling[0] : telling[-1] + 1] if telling else []
