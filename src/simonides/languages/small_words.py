"""Small words: the language of a short question by its function words, and by the words with which it asks.

Letters say little about three words, and what English does not know may be a name.
`scripts/build_small_words.py` makes the table.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from simonides.frozen import frozen
from simonides.languages import letters

WORDS_MAX = 6
"""Letters tell the language of a longer text."""


@frozen
class SmallWords:
    """Those of one language."""

    function: frozenset[str]
    asking: frozenset[str]
    """Words that ask for a list, a number or a time and are no function words: `alle`, `vorige`."""

    def count(self, words: Sequence[str], rather_english: frozenset[str], *, is_question: bool) -> int:
        """How many of the words of a short text are known here; 0 when that is no evidence for this language."""
        own = [word for word in words if word in self.function or word in self.asking]
        rest = [word for word in words if word not in own]
        if not own or 2 * len(own) < len(words) or not rather_english.isdisjoint(rest):
            return 0
        # `van` and `el` are in many a name; a sign of a question, or a word that only asks, is not.
        if len(own) == 1 and not is_question and own[0] not in self.asking:
            return 0
        english, shared = letters.english_words(), letters.shared_words()
        # A word that English uses as well counts only beside one that nobody knows.
        is_strange = any(word not in english and word not in shared for word in rest)
        telling = sum(word not in english and word not in rather_english and (is_strange or word not in shared) for word in own)
        known = max(sum(word in english for word in rest), sum(word in english for word in own))
        return len(own) if telling and telling >= known else 0


def likely_by_words(words: Sequence[str], rather_english: frozenset[str], *, is_question: bool) -> tuple[str, ...]:
    """The languages that most words of a short text are from; none for a longer one, and mostly none."""
    if not 0 < len(words) <= WORDS_MAX:
        return ()
    counts = {each: own.count(words, rather_english, is_question=is_question) for each, own in _table().items()}
    most = max(counts.values())
    if not most:
        return ()
    scores = letters.LATIN.scores(words)
    return tuple(sorted((each for each in counts if counts[each] == most), key=lambda each: (-scores[each], each)))


def is_small_word(word: str, languages: Sequence[str]) -> bool:
    """Whether a word in small letters is a small word of one of some languages."""
    return any(word in own.function or word in own.asking for each, own in _table().items() if each in languages)


@cache
def _table() -> dict[str, SmallWords]:
    path = Path(__file__).parent / "small_words.txt"
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    listed = {(language, kind): frozenset(words) for language, kind, *words in lines}
    return {language: SmallWords(listed[language, "function"], listed[language, "asking"]) for language, _ in listed}
