"""Lexical look-up: a question becomes words, words are looked up in all their forms, and forms of one word count as one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import WordScores
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.ranking.text_matches import as_one
from simonides.domain.text.words import asked_words, in_all_forms

QUESTION_WORDS_MAX = 64
"""How many words of a question count."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """The words of a question, and what a text index returned for them: one row of matches for each word."""

    words: list[str]
    matches: Matches

    def scores(self, wanted: frozenset[str], recipe: Recipe) -> WordScores:
        """The word scores; `wanted` are the whole forms of the identifiers in the question."""
        return fusion.score_words(self.matches, self.words, wanted, recipe)


def look_up(
    question: str, matches: Callable[[list[str]], Matches], others: Mapping[str, tuple[str, ...]] | None = None
) -> LookUp:
    """Ask an index for the words of a question, and for `others` that mean the same; an empty question asks for none."""
    words = asked_words(question)[:QUESTION_WORDS_MAX]
    if others:
        words = [each._replace(stems=(*each.stems, *others.get(each.word, ()))) for each in words]
    return LookUp([each.word for each in words], as_one(matches(in_all_forms(words)), words))
