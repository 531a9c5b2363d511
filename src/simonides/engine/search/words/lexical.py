"""Lexical look-up: a question becomes words, words are looked up in all their forms, and forms of one word count as one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import WordScores
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.ranking.text_matches import as_one, held_by, with_held
from simonides.domain.text.words import AskedWord, asked_words, in_all_forms, phrase_words
from simonides.frozen import frozen
from simonides.languages.writing import sets_no_spaces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUESTION_WORDS_MAX = 64
"""How many words of a question count."""


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

    def held(self, keys: "NDArray[np.int64]") -> "NDArray[np.bool_]":
        """Which of the words each memory holds: a row for each word."""
        return held_by(self.matches, keys)

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
    if not word.is_telling or not meant:
        return word
    pieces = [tuple(phrase_words(form)) if sets_no_spaces(form) else (form,) for form in meant]
    added = tuple(each[0] for each in pieces if len(each) == 1 and each[0] not in word.stems)
    return word._replace(stems=(*word.stems, *added), meant=added, in_pieces=tuple(each for each in pieces if len(each) > 1))
