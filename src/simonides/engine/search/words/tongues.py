"""The languages and scripts that a palace holds texts in: looked up in its index once, and then read from what is new."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from simonides.domain.memory import Memory
from simonides.domain.ranking import fusion
from simonides.domain.text.words import index_words
from simonides.engine.search.joint_index import JointIndex
from simonides.engine.search.news import News
from simonides.frozen import frozen
from simonides.languages import Guess, guess
from simonides.languages.meanings import OWN_SCRIPTS, SPACED_SCRIPTS, TOGETHER, common_words
from simonides.languages.respelling import COMMON, NameScript

READ = 3
"""How many memories are read to tell whether any is in a language."""


@frozen
class Tongues:
    """The languages and scripts found in a palace up to a change. One that is gone stays, and is looked for in vain."""

    seen: int
    scripts: frozenset[NameScript] = frozenset()
    """The scripts other than Latin in which a text may hold a name; only of those whose names can be respelled."""
    languages: frozenset[str] = frozenset()
    """The languages other than English in which a text may hold a word that means the same as one of a question."""


class TonguesOfPalace:
    """Keeps up with the languages and scripts of the texts of a palace."""

    def __init__(self, index: JointIndex, news: News) -> None:
        self._index = index
        self._news = news
        self._known = Tongues(-1)

    def now(self) -> Tongues:
        """The languages and scripts at this moment."""
        # Taken at once: other threads ask, too.
        known, latest = self._known, self._news.latest()
        if latest != known.seen:
            added = self._added(known, latest)
            found = self._looked_up(known) if added is None else _read(known, added)
            self._known = known = replace(found, seen=latest)
        return known

    def _added(self, known: Tongues, latest: int) -> list[Memory] | None:
        """The memories that were written meanwhile; None when the log does not tell, or tells of observations."""
        written = self._news.between(known.seen, latest)
        return None if written is None or any(line.kind == "observation" for line in written.lines) else written.memories

    def _looked_up(self, known: Tongues) -> Tongues:
        common, scripts = common_words(), [each for each in NameScript if each not in known.scripts]
        languages = [each for each in common if each not in known.languages]
        words = [word for script in scripts for word in COMMON[script]]
        held = self._index.held(list(dict.fromkeys([*words, *(word for each in languages for word in common[each])])))
        return replace(
            known,
            scripts=known.scripts.union(script for script in scripts if not held.isdisjoint(COMMON[script])),
            languages=known.languages.union(each for each in languages if self._is_held(each, held)),
        )

    def _is_held(self, language: str, held: frozenset[str]) -> bool:
        own = [word for word in common_words()[language] if word in held]
        return bool(own) and (language in SPACED_SCRIPTS or self._is_read(language, own))

    def _is_read(self, language: str, words: list[str]) -> bool:
        """Whether one of the memories that hold most of these words, each of which any does, is in that language."""
        matches = self._index.matches(words)
        together = np.count_nonzero(matches.counts, axis=0)
        rows = fusion.best(together.astype(np.float64), READ)
        texts = self._index.at(matches.keys[rows].tolist())
        counts = dict(zip(matches.keys[rows].tolist(), together[rows].tolist(), strict=True))
        return any(_is_in(language, guess(memory.content), counts[key]) for key, memory in texts.items())


def _read(known: Tongues, memories: Sequence[Memory]) -> Tongues:
    for memory in memories:
        guessed = guess(memory.content)
        if guessed.likely == ("en",) and memory.content.isascii():
            continue
        words = frozenset(index_words(memory.content))
        known = replace(
            known,
            scripts=known.scripts.union(each for each in NameScript if not words.isdisjoint(COMMON[each])),
            languages=known.languages.union(_languages(words, guessed)),
        )
    return known


def _languages(words: frozenset[str], guessed: Guess) -> Iterator[str]:
    for language, common in common_words().items():
        together = sum(word in words for word in common)
        if _is_in(language, guessed, together) or (together and language in SPACED_SCRIPTS):
            yield language


def _is_in(language: str, guessed: Guess, together: int) -> bool:
    """Whether a text that holds so many common words of a language is in that language.

    A name in its script makes no text of a language, nor do `la` and `van` in English.
    """
    if language in guessed.likely and together >= TOGETHER[language]:
        return True
    # One sign of a script is enough where most of the text is written in it.
    return together > 0 and guessed.is_sure and guessed.language == language and language in OWN_SCRIPTS
