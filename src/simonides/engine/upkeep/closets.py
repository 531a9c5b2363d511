"""Closets, the keyword index of memories, and what a keyword match adds to a score: a signal, never a filter."""

from collections.abc import Iterable, Mapping, Sequence

from simonides.domain.memory import Memory
from simonides.domain.text.keywords import keywords
from simonides.domain.text.words import index_words, query_words
from simonides.ports.stores import Store

BOOST = 0.15
"""What a memory gains when one of its keywords is in the question; further matches add nothing."""

LABELLED_MAX = 20_000
"""How many characters of a text are read for its keywords: the first pages say what it is about."""

QUESTION_WORDS_MAX = 64


class Closets:
    """The closets of one palace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def labels(self, memories: Mapping[int, Memory]) -> dict[int, list[str]]:
        """The keywords of memories, by row. Only reads."""
        _, total = self._store.search.coverage()
        words = {key: index_words(memory.content[:LABELLED_MAX]) for key, memory in memories.items()}
        frequencies = self._store.closets.frequencies(_distinct(word for each in words.values() for word in each))
        return {key: keywords(each, frequencies, total) for key, each in words.items()}

    def boosts(self, question: str, memories: Sequence[Memory]) -> dict[str, float]:
        """What each memory gains for a question, by id; memories that gain nothing are left out."""
        words = _distinct(query_words(question))[:QUESTION_WORDS_MAX]
        if not words or not memories:
            return {}
        return dict.fromkeys(self._store.closets.holding(words, [memory.id for memory in memories]), BOOST)


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
