"""Language by letters: how common each triple of letters is in each language, counted beforehand.

`scripts/build_languages.py` makes the tables. The scores of all languages are the digits of one large number, 16 bits each, so
that one sum adds them all. A table is read when it is first needed; most English texts are recognised without one.
"""

import re
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
# A capital inside a sentence mostly begins a name, and names say little about the language.
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+\b")
_BITS = 16
_MASK = (1 << _BITS) - 1

TRIPLES_MAX = 500
"""More would overflow a digit of the sum."""


class Alphabet:
    """The languages that share an alphabet, and how they use it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def scores(self, words: Iterable[str]) -> dict[str, int]:
        """How well the letters of words fit each language, six points to the bit; only differences are meaningful."""
        languages, triples = self._table
        padded = f" {' '.join(words)} "
        total = sum(triples.get(padded[start : start + 3], 0) for start in range(min(len(padded) - 2, TRIPLES_MAX)))
        return {language: total >> place * _BITS & _MASK for place, language in enumerate(reversed(languages))}

    def likeliest(self, words: Iterable[str], margin: int) -> tuple[str, ...]:
        """The languages that score within `margin` of the best, best first."""
        scores = self.scores(words)
        best = max(scores.values())
        return tuple(sorted((each for each in scores if scores[each] >= best - margin), key=lambda each: (-scores[each], each)))

    @cached_property
    def _table(self) -> tuple[list[str], dict[str, int]]:
        path = Path(__file__).parent / f"{self._name}.txt"
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        # Each score is one character, which in UTF-16 takes exactly the bits of one digit.
        triples = {line[:3].replace("_", " "): int.from_bytes(line[4:].encode("utf-16-be")) for line in lines}
        return first.split(), triples


LATIN = Alphabet("latin")
CYRILLIC = Alphabet("cyrillic")


def words_in(text: str) -> list[str]:
    """The distinct words of a text, in lower case, without what looks like a name."""
    return list(dict.fromkeys(_WORD.findall(_NAME.sub("", text).replace("\u2019", "'").lower())))


def words_in_order(text: str) -> list[str]:
    """Every word of a text as it is written, in order."""
    return _WORD.findall(text)


@cache
def english_words() -> frozenset[str]:
    """Common words that are mainly English: no evidence for another language."""
    return _common_words()[0]


@cache
def function_words() -> frozenset[str]:
    """The function words of other languages that are plain ASCII: evidence for another language."""
    return _common_words()[1]


@cache
def shared_words() -> frozenset[str]:
    """Frequent English words that some other language uses more: `under`, `die`."""
    return _common_words()[2]


def _common_words() -> list[frozenset[str]]:
    path = Path(__file__).parent / "words.txt"
    return [frozenset(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]


def best_but(scores: dict[str, int], language: str) -> int:
    """The highest score of any other language."""
    return max(score for each, score in scores.items() if each != language)
