"""Lexical look-up: a question becomes words, words are looked up in all their forms, and forms of one word count as one."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import WordScores
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.ranking.text_matches import as_one, with_held
from simonides.domain.text.words import AskedWord, asked_words, in_all_forms
from simonides.engine.search.joint_index import JointIndex
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.meanings import OWN_SCRIPTS, TOGETHER, common_words
from simonides.languages.respelling import COMMON, NameScript
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")

QUESTION_WORDS_MAX = 64
"""How many words of a question count."""
READ = 3
"""How many memories are read to tell whether any is in a language."""


@frozen
class LookUp:
    """The words of a question, and what a text index returned for them: one row of matches for each word."""

    asked: list[AskedWord]
    matches: Matches

    @property
    def words(self) -> list[str]:
        """The words themselves."""
        return [each.word for each in self.asked]

    def labelled(self, labels: Iterable[tuple[frozenset[int], "NDArray[np.int64]", int]]) -> "LookUp":
        """The same where each memory under a label also holds the words in these rows, which name it."""
        matches = self.matches
        for rows, keys, count in labels:
            matches = with_held(matches, sorted(rows), keys, count)
        return replace(self, matches=matches)

    def scores(self, wanted: frozenset[str], recipe: Recipe) -> WordScores:
        """The word scores; `wanted` are the whole forms of the identifiers in the question."""
        return fusion.score_words(self.matches, self.words, wanted, recipe)


def look_up(
    question: str,
    matches: Callable[[list[str]], Matches],
    others: Mapping[str, tuple[str, ...]] | None = None,
    untold: frozenset[str] = frozenset(),
    spelled: Mapping[str, tuple[str, ...]] | None = None,
    meant: Mapping[str, tuple[str, ...]] | None = None,
) -> LookUp:
    """Ask an index for the words of a question, and for `others` that mean the same; an empty question asks for none.

    The words in `untold` tell nothing. Names are also asked for as they are `spelled` in other scripts, and telling words as what
    is `meant` is called in other languages.
    """
    words = asked_words(question)[:QUESTION_WORDS_MAX]
    if untold:
        words = [each._replace(is_telling=each.is_telling and each.word not in untold) for each in words]
    if others:
        words = [each._replace(stems=(*each.stems, *others.get(each.word, ()))) for each in words]
    if spelled:
        words = [_with_spellings(each, spelled.get(each.word, ())) for each in words]
    if meant:
        words = [_with_meanings(each, meant.get(each.word, ())) for each in words]
    return LookUp(words, as_one(matches(in_all_forms(words)), words))


def _with_spellings(word: AskedWord, spelled: tuple[str, ...]) -> AskedWord:
    return word._replace(stems=(*word.stems, *spelled), spelled=spelled) if spelled else word


def _with_meanings(word: AskedWord, meant: tuple[str, ...]) -> AskedWord:
    added = tuple(form for form in meant if form not in word.stems) if word.is_telling else ()
    return word._replace(stems=(*word.stems, *added), meant=added) if added else word


class Scripts:
    """The scripts other than Latin that a palace holds texts in."""

    def __init__(self, store: Store, index: JointIndex) -> None:
        self._index = index
        self._seen = _Seen[NameScript](store, NameScript, self._found)

    def present(self) -> frozenset[NameScript]:
        """The scripts in which a text may hold a name; only of those whose names can be respelled."""
        return self._seen.now()

    def _found(self, missing: Sequence[NameScript]) -> Iterator[NameScript]:
        held = self._index.held([word for script in missing for word in COMMON[script]])
        return (script for script in missing if not held.isdisjoint(COMMON[script]))


class Languages:
    """The languages other than English that a palace holds texts in."""

    def __init__(self, store: Store, index: JointIndex) -> None:
        self._index = index
        self._seen = _Seen[str](store, common_words(), self._found)

    def present(self) -> frozenset[str]:
        """The languages in which a text may hold a word that means the same as one of the question."""
        return self._seen.now()

    def _found(self, missing: Sequence[str]) -> Iterator[str]:
        common = common_words()
        held = self._index.held([word for language in missing for word in common[language]])
        for language in missing:
            own = [word for word in common[language] if word in held]
            if own and (language in OWN_SCRIPTS or (len(own) >= TOGETHER[language] and self._is_read(language, own))):
                yield language

    def _is_read(self, language: str, words: list[str]) -> bool:
        """Whether a memory that holds several of these words, each of which any does, is in that language."""
        matches = self._index.matches(words)
        together = np.count_nonzero(matches.counts, axis=0)
        likely = [row for row in fusion.best(together.astype(np.float64), READ) if together[row] >= TOGETHER[language]]
        texts = self._index.at(matches.keys[likely].tolist()).values()
        return any(language in guess(memory.content).likely for memory in texts)


class _Seen(Generic[T]):
    """Which of some kinds of texts a palace holds; asked again after a change until each was found."""

    def __init__(self, store: Store, kinds: Iterable[T], find: Callable[[Sequence[T]], Iterable[T]]) -> None:
        self._store = store
        self._kinds = tuple(kinds)
        self._find = find
        self._found: frozenset[T] = frozenset()
        self._asked_at = -1

    def now(self) -> frozenset[T]:
        """Those that were found so far. What was found once stays: where it is gone, it is looked for in vain."""
        missing = [kind for kind in self._kinds if kind not in self._found]
        if not missing:
            return self._found
        latest = self._store.changes.latest()
        if latest != self._asked_at:
            self._found = self._found.union(self._find(missing))
            self._asked_at = latest
        return self._found
