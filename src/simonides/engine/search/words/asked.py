"""The words of a question, looked up where they may stand: in texts, in the names of labels, and in those of who wrote."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.question.parsed import Asked
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.ranking.text_matches import within
from simonides.domain.text.words import phrase_words
from simonides.domain.validation import fold_name
from simonides.engine.search.joint_index import JointIndex
from simonides.engine.search.labels.named import LabelQuestion, Labels, NamedLabel
from simonides.engine.search.news import News
from simonides.engine.search.words.lexical import LookUp, look_up
from simonides.engine.search.words.misspellings import MendedQuestion, mended, strange_words
from simonides.engine.search.words.tongues import TonguesOfPalace
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.letters import english_words
from simonides.languages.meanings import in_other_languages
from simonides.languages.respelling import respelled
from simonides.languages.small_words import is_small_word
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_WORD = re.compile(r"[^\W\d_]+")


@frozen
class FoundWords:
    """What is known of the words of a question."""

    texts: LookUp
    """The words that were searched for, and their matches in texts."""
    labels: tuple[NamedLabel, ...] = ()
    """The rooms, wings and tags that the question names."""
    authors: tuple[NamedLabel, ...] = ()
    """Those whom the question names, with their words that it asks for."""


class AskedWords:
    """Looks up the words of questions in one palace."""

    def __init__(self, store: Store, index: JointIndex) -> None:
        self._graph = store.graph
        self._index = index
        news = News(store)
        self._labels = Labels(store, index, news)
        self._tongues = TonguesOfPalace(index, news)

    def look_up(self, text: str, asked: Asked, vectors: "Vectors | None", scope: Scope, recipe: Recipe) -> FoundWords:
        """The words of a question, held by texts, by the names of rooms, wings and tags, and by those of who wrote."""
        said = text if recipe.uses_words else ""
        dates = asked.dates.forms or {}
        tongues = self._tongues.now()
        spelled = {word: forms for word, forms in respelled(said, tongues.scripts).items() if word not in dates}
        meant = {word: forms for word, forms in in_other_languages(said, tongues.languages).items() if word not in dates}
        found = look_up(said, lambda words: self._matches(words, scope), dates, asked.unsaid, spelled, meant)
        if not recipe.place_weight:
            return FoundWords(found)
        naming = LabelQuestion(found.asked, vectors, scope, asked, said)
        labels = self._labels.named(naming, recipe.candidates)
        authors = self._labels.authors(naming, recipe.candidates)
        held = found.labelled((each.rows, each.keys, each.count) for each in (*labels, *authors))
        return FoundWords(held, tuple(labels), tuple(authors))

    def mended(self, text: str, asked: Asked, found: FoundWords) -> MendedQuestion | None:
        """The question with its misspelt words as they are meant; None where nothing seems to be misspelt."""
        counted = zip(found.texts.words, found.texts.matches.frequencies.tolist(), strict=True)
        unknown = {word for word, count in counted if not count}
        strange = strange_words(text, unknown) if unknown else []
        named = self._graph.named(map(fold_name, strange)) if strange else {}
        known = _known(strange, text) if strange else frozenset()
        in_doubt = [word for word in strange if fold_name(word) not in named and word not in known]
        if not in_doubt:
            return None
        labels = self._labels.words()
        in_doubt = [word for word in in_doubt if labels.isdisjoint(phrase_words(word))]
        is_english = asked.language == "en" and (not self._tongues.now().languages or _holds_english(text))
        return mended(text, in_doubt, lambda words: self._index.held(words) | labels.intersection(words), is_english=is_english)

    def _matches(self, words: list[str], scope: Scope) -> Matches:
        found = self._index.matches(words, scope)
        return found if scope == EVERYTHING else within(found, self._index.count(scope))


def _holds_english(text: str) -> bool:
    """Whether a common English word is in a question: a short one counts as English until a word tells otherwise."""
    return not english_words().isdisjoint(each.lower() for each in _WORD.findall(text))


def _known(words: Sequence[str], text: str) -> frozenset[str]:
    """Those of some words that are small or everyday ones of the language of the question, and so spelt as they should be."""
    likely, meant = guess(text).likely, in_other_languages(text, frozenset())
    return frozenset(
        word for word in words if is_small_word(word.lower(), likely) or any(form in meant for form in phrase_words(word))
    )
