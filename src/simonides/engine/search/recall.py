"""Search for memories: candidates by words and by meaning, their neighbours, one fused score, the best of them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.errors import NotReady
from simonides.domain.memory import EVERYTHING, Hit, Scope
from simonides.domain.question.parsed import Asked, understand
from simonides.domain.question.spans import narrowed
from simonides.domain.question.usual_limit import widened
from simonides.domain.ranking import fusion, terms
from simonides.domain.ranking.candidates import CandidatePool, Matches, Neighbours
from simonides.domain.ranking.explanation import Misspelling
from simonides.domain.ranking.fusion import Scores, Spread, WordScores
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.ranking.score_terms import ScoreTally
from simonides.domain.ranking.terms import Pairs
from simonides.domain.text.words import AskedWord
from simonides.domain.time import Clock
from simonides.domain.validation import check_question
from simonides.engine.filing.embedding import VectorGap, VectorKeeping
from simonides.engine.search.comparison import Comparing, last_day_come
from simonides.engine.search.context import Context, Hops, pairs_of
from simonides.engine.search.joint_index import JointIndex
from simonides.engine.search.labels.named import NamedLabel
from simonides.engine.search.words.asked import AskedWords, FoundWords
from simonides.engine.search.words.asking_part import AskingPart, asking_part, in_context
from simonides.engine.search.words.lexical import LookUp
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

SPANS_MAX = 3
"""How many spans of days of one question are looked into."""
EARLIEST = 20
"""How many memories of a span come in by their time alone."""
CROWDED = 200
"""How many nearest candidates are compared with each other."""
LEADING = 60
"""How many of the best candidates bring in their neighbours."""


@frozen
class Question:
    """A question, its vectors, its scope and its recipe."""

    text: str
    asked: Asked
    vectors: "Vectors | None"
    scope: Scope
    recipe: Recipe
    misspelt: tuple[Misspelling, ...] = ()
    """Which of its words were typed otherwise."""


@frozen
class Channels:
    """The candidates that the indexes return."""

    found: LookUp
    """The words that were searched for, and their matches."""
    words: WordScores
    near: Neighbours | None
    spread: Spread
    labels: tuple[NamedLabel, ...]
    """The rooms, wings and tags that the question names."""
    authors: tuple[NamedLabel, ...]
    """Those whom the question names, with their words that it asks for."""

    @property
    def unnamed(self) -> list[AskedWord]:
        """The words that may be in a memory by chance: none where they are what a room, wing, tag or person is called."""
        return [] if self.labels or self.authors else self.found.asked


@frozen
class Searched:
    """Every intermediate result of one search; the tally ranks the candidates, and of equal ones the latest event first."""

    question: Question
    channels: Channels
    pool: CandidatePool
    tally: ScoreTally


class Recall:
    """Search over one palace."""

    def __init__(self, store: Store, vectors: VectorKeeping, clock: Clock) -> None:
        self._index = JointIndex(store)
        self._vectors = vectors
        self._clock = clock
        self._context = Context(self._index)
        self._hops = Hops(self._index, vectors.of_question)
        self._words = AskedWords(store, self._index)

    def __call__(self, text: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: Recipe = HYBRID) -> list[Hit]:
        """The memories that answer a question, best first."""
        limit = widened(limit, text)
        with self.searching(text, scope, limit, recipe) as searched:
            return self.hits(searched, limit)

    @contextmanager
    def searching(
        self, text: str, scope: Scope, limit: int, recipe: Recipe, vectors: "Vectors | None" = None
    ) -> Iterator[Searched]:
        """The same search with all its intermediate results; what is read inside comes from the same moment.

        A question that is embedded already brings its vectors.
        """
        question = self._understand(text, scope, recipe, vectors)
        with self._moment(catches_up=question.vectors is not None):
            question, found = self._look_up(question)
            channels = self._ask(question, found)
            pool = self._gather(question, channels)
            yield Searched(question, channels, pool, self._rank(question, channels, pool, limit))

    def _understand(self, text: str, scope: Scope, recipe: Recipe, vectors: "Vectors | None") -> Question:
        text = check_question(text)
        part = asking_part(text) if recipe.heeds_asking_part else AskingPart(text)
        if vectors is None and recipe.uses_vectors:
            vectors = self._meaning(text, part)
        if vectors is None and not recipe.uses_words:
            raise NotReady
        return Question(part.text, understand(part.text, self._clock().date()), vectors, scope, recipe)

    def _meaning(self, text: str, part: AskingPart) -> "Vectors | None":
        vectors = self._vectors.of_question(part.text)
        whole = self._vectors.of_question(text) if vectors is not None and part.has_context else None
        return vectors if vectors is None or whole is None else in_context(vectors, whole)

    @contextmanager
    def _moment(self, *, catches_up: bool) -> Iterator[None]:
        """The moment that is searched: this one, or where texts wait for their vectors the one after they were embedded."""
        with self._index.reading():
            # Counters tell whether any text waits, and the search needs them anyway.
            if not (catches_up and self._vectors.is_behind()):
                yield
                return
        self._vectors.catch_up_if_few()
        self._vectors.views.catch_up_if_few()
        with self._index.reading():
            yield

    def _look_up(self, question: Question) -> tuple[Question, FoundWords]:
        """The words of a question, which is read anew where a word of it is misspelt."""
        found = self._found(question)
        mended = self._words.mended(question.text, question.asked, found) if question.recipe.mends_spelling else None
        if mended is None:
            return question, found
        read = self._understand(mended.text, question.scope, question.recipe, None)
        read = replace(read, misspelt=mended.misspelt)
        return read, self._found(read)

    def _found(self, question: Question) -> FoundWords:
        return self._words.look_up(question.text, question.asked, question.vectors, question.scope, question.recipe)

    def _ask(self, question: Question, words: FoundWords) -> Channels:
        recipe, count, found = question.recipe, self._index.count(question.scope), words.texts
        scored = found.scores(question.asked.identifiers, recipe)
        near = None if question.vectors is None else self._index.nearest(question.vectors, question.scope, recipe.candidates)
        stake = fusion.stake(found.matches, found.words, question.asked.language)
        spread = Spread.measure(scored.weights, count, near, stake)
        return Channels(found, scored, near, spread, words.labels, words.authors)

    def _gather(self, question: Question, channels: Channels) -> CandidatePool:
        keys = channels.words.best(question.recipe.candidates)
        keys = np.sort(keys) if channels.near is None else fusion.united(keys, channels.near.keys)
        if question.recipe.heeds_conversations and not self._index.are_apart(keys.tolist()):
            leading = keys[fusion.best(self._first_guess(question, channels, keys), LEADING)]
            keys = fusion.united(keys, self._index.beside(leading.tolist(), question.scope)[:, 1])
        for label in (*channels.labels, *channels.authors):
            keys = fusion.united(keys, label.keys)
        if question.recipe.date_weight and question.asked.dates.spans:
            keys = fusion.united(keys, self._of_days(question))
        weights, exact = channels.words.at(keys)
        cosines = _known_cosines(channels, keys)
        unknown = np.flatnonzero(np.isnan(cosines))
        if question.vectors is not None and len(unknown):
            cosines[unknown] = self._index.cosines(question.vectors, keys[unknown].tolist(), roughly=True)
        return CandidatePool(keys, weights, exact, cosines, self._index.traits(keys.tolist()))

    def _of_days(self, question: Question) -> "NDArray[np.int64]":
        """The memories of the days that the question names, whatever their words; the nearest of many, and the earliest."""
        keys = [np.zeros(0, np.int64)]
        dates = question.asked.dates
        for span in [each for each in dates.spans if dates.is_all or not each.is_open][:SPANS_MAX]:
            scope = narrowed(question.scope, span)
            keys.append(np.array(self._index.first_of(scope, EARLIEST), np.int64))
            if question.vectors is not None:
                keys.append(self._index.nearest(question.vectors, scope, question.recipe.candidates).keys)
        return np.unique(np.concatenate(keys))

    def _first_guess(self, question: Question, channels: Channels, keys: "NDArray[np.int64]") -> Scores:
        weights, _ = channels.words.at(keys)
        # One that is not among the nearest counts as average here, before its cosine is looked up.
        cosines = _known_cosines(channels, keys)
        cosines[np.isnan(cosines)] = channels.spread.cosine_mean
        return fusion.fuse(
            weights, cosines, channels.spread, terms.vector_weight(question.recipe, question.asked, channels.unnamed)
        )

    def _rank(self, question: Question, channels: Channels, pool: CandidatePool, limit: int) -> ScoreTally:
        recipe, traits = question.recipe, pool.traits
        code = terms.code_share(pool.cosines, traits, question.asked)
        is_apart = traits.is_apart
        beside = pairs_of(traits, 1, 2) if recipe.heeds_conversations and not is_apart.all() else []
        tally = self._weigh(question, channels, pool, code, beside[0] if beside else None)
        if beside:
            self._add_context(tally, recipe, channels.found.matches, pool, *beside)
        if recipe.name_weight and code < 1 and is_apart.any():
            gifts = is_apart * self._context.handed_on(question.text, pool.keys, tally.scores)
            gifts = np.where(traits.is_assistant, recipe.assistant_factor * gifts, gifts)
            tally.add("names", recipe.name_weight * (1 - code) * gifts)
        if (places := self._labelled(question, channels, pool) if channels.labels else None) is not None:
            tally.add("place", places)
        if recipe.rare_name_weight and question.asked.names and code < 1 and is_apart.any():
            held = terms.rare_names(question.asked, channels.found.asked, channels.found.matches, channels.found.held(pool.keys))
            tally.add("rare_name", recipe.rare_name_weight * is_apart * held)
        if channels.authors:
            wrote = np.any([np.isin(pool.keys, author.keys) for author in channels.authors], axis=0)
            tally.add("author", recipe.author_weight * np.asarray(wrote, np.float64))
        if pool.exact.any():
            tally.add("exact", recipe.exact_weight * pool.exact)
        last_day = last_day_come(question.asked, question.scope.valid_at or self._clock())
        comparing = Comparing(self._index, pool, tally.scores, limit, last_day)
        if code < 1:
            # A line that only begins with the name of a label may ask for one thing, of which the newest holds.
            asks_for_all = question.asked.is_list or question.asked.dates.spans or any(each.is_file for each in channels.labels)
            is_list = bool(asks_for_all) and places is not None and bool(places.any())
            self._put_above(question, tally, comparing, is_list=is_list)
        if recipe.sets_copies_back:
            tally.move("copy", comparing.set_back(tally.scores))
        return tally

    def _put_above(self, question: Question, tally: ScoreTally, comparing: Comparing, *, is_list: bool) -> None:
        """Move what holds now above what it replaces, or the answer above the note that leads to it."""
        recipe, asked, is_any_apart = question.recipe, question.asked, bool(comparing.pool.traits.is_apart.any())
        if recipe.puts_newer_first and asked.wish is not None:
            tally.move("newer", comparing.renewed(asked.wish, tally.scores))
        if recipe.follows_descriptions and asked.description is not None and is_any_apart:
            hop = self._hops.answered(question.text, asked.description, comparing.pool, tally.scores)
            tally.move("hop", hop)
            # The note that leads to the answer is not replaced by it.
            if hop.points.any():
                return
        if recipe.puts_newer_first and asked.compares_notes and is_any_apart and not is_list:
            tally.move("update", comparing.updated(question.text, asked, tally.scores))

    def _labelled(self, question: Question, channels: Channels, pool: CandidatePool) -> Scores:
        """The points of what is under labels that the question names."""
        points, words, held = np.zeros(len(pool.keys)), channels.found.asked, channels.found.held(pool.keys)
        for label in channels.labels:
            weights = terms.label_weights(
                question.recipe, question.asked, words, label.rows, held, is_joint=label.is_joint, is_file=label.is_file
            )
            points = np.maximum(points, weights * np.isin(pool.keys, label.keys))
        return points * terms.at_times(pool.traits, question.asked)

    def _add_context(
        self, tally: ScoreTally, recipe: Recipe, matches: Matches, pool: CandidatePool, near: Pairs, further: Pairs
    ) -> None:
        scores, traits = tally.scores, pool.traits
        tally.add("neighbour", recipe.neighbour_weight * terms.best_neighbour(scores, near, traits))
        tally.add("further", recipe.further_weight * terms.best_neighbour(scores, further, traits))
        tally.add("reply", recipe.reply_weight * terms.replied(scores, terms.preceded(near, traits), traits))
        tally.add("peak", recipe.peak_weight * terms.peak(scores, traits))
        tally.add("conversation", recipe.conversation_weight * self._context.conversations(matches, pool.keys, traits))
        tally.add("brief", -recipe.brief_weight * terms.brief(traits) * np.maximum(tally.points("meaning"), 0.0))
        tally.add("long", -recipe.long_weight * terms.long(traits))
        tally.add("opening", recipe.opening_weight * terms.opening(traits))

    def _weigh(self, question: Question, channels: Channels, pool: CandidatePool, code: float, near: Pairs | None) -> ScoreTally:
        tally = ScoreTally(-pool.traits.days if question.asked.is_former else pool.traits.days)
        words, meaning = self._fused(question, channels, pool, code)
        tally.add("words", words)
        tally.add("meaning", meaning)
        if near is not None:
            before = terms.preceded(near, pool.traits)
            tally.add("before", question.recipe.before_weight * terms.drawn_back(meaning, before, pool.traits))
        for term, points in terms.of_traits(question.recipe, pool.traits, question.asked):
            tally.add(term, points)
        if pool.traits.is_assistant.any():
            tally.add("assistant", terms.damping(question.recipe, tally.scores, pool.traits))
        return tally

    def _fused(self, question: Question, channels: Channels, pool: CandidatePool, code: float) -> tuple[Scores, Scores]:
        recipe, cosines = question.recipe, np.maximum(pool.cosines, channels.spread.far)
        # The second encoder puts short texts of other languages close together, so the same few are near to every question.
        share = code if question.asked.language == "en" else 1.0
        if share and recipe.crowding_weight and channels.near is not None:
            rows = fusion.best(np.where(np.isnan(cosines), -1.0, cosines), CROWDED)
            stack = self._index.stack(pool.keys[rows].tolist())
            crowding = np.full(len(cosines), 1.0)
            crowding[rows] = fusion.crowding(stack, len(rows))
            cosines = cosines - recipe.crowding_weight * share * crowding
        return fusion.shares(
            pool.words, cosines, channels.spread, terms.vector_weight(recipe, question.asked, channels.unnamed, code)
        )

    def hits(self, searched: Searched, limit: int) -> list[Hit]:
        """The best candidates of a search as hits."""
        pool, scores = searched.pool, searched.tally.scores
        rows = searched.tally.best(limit)
        keys = pool.keys[rows].tolist()
        memories = self._index.at(keys)
        cosines = self._exact_cosines(searched.question, searched.channels, keys)
        hits = []
        for row, key in zip(rows.tolist(), keys, strict=True):
            memory = memories.get(key)
            # Another process may have deleted a memory since the candidates were found.
            if memory is not None:
                words, exact = float(pool.words[row]), float(pool.exact[row])
                hits.append(Hit(memory, float(scores[row]), cosines.get(key), words, exact, searched.tally.of(row)))
        return hits

    def gap(self, question: str) -> VectorGap:
        """What a search for a question has to do without."""
        return self._vectors.gap(question)

    def count(self, scopes: Iterable[Scope]) -> int:
        """How many memories are in some scopes."""
        return sum(self._index.count(scope) for scope in scopes)

    def _exact_cosines(self, question: Question, channels: Channels, keys: list[int]) -> dict[int, float]:
        """The cosine of each candidate that has a vector; those of the nearest are exact already."""
        if channels.near is None or question.vectors is None:
            return {}
        known = dict(zip(channels.near.keys.tolist(), channels.near.cosines.tolist(), strict=True))
        rough = [key for key in keys if key not in known]
        found = zip(rough, self._index.cosines(question.vectors, rough).tolist(), strict=True)
        return known | {key: cosine for key, cosine in found if not np.isnan(cosine)}


def _known_cosines(channels: Channels, keys: "NDArray[np.int64]") -> Scores:
    cosines = np.full(len(keys), np.nan)
    if channels.near is not None:
        cosines[np.searchsorted(keys, channels.near.keys)] = channels.near.cosines
    return cosines
