"""Self-examination of a palace: how often several recipes find its memories again, by questions made from those memories."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from simonides.domain.memory import EVERYTHING, Memory, Order
from simonides.domain.question.probes import forms_in, gist_of, heading_of, rare_words_of
from simonides.domain.ranking.recipe import HYBRID, LEXICAL, SEMANTIC, Recipe
from simonides.engine.palace import Palace
from simonides.frozen import frozen

DEPTH = 10
TRIES = 3
"""How many memories are tried for one question; some say too little to ask about."""
KINDS = ("rare words", "gist", "heading")

Advance = Callable[[int, int], None]


@frozen
class Probe:
    """A question, and the memories that answer it."""

    kind: str
    question: str
    gold: frozenset[str]


@dataclass(slots=True)
class Figures:
    """The results of one recipe, question by question."""

    recipe: str
    ranks: list[int | None] = field(default_factory=list)
    """The rank of the right memory, from 1; None when it was not among the first ten."""
    kinds: list[str] = field(default_factory=list)
    took_ms: list[float] = field(default_factory=list)

    def found(self, within: int, kind: str | None = None) -> float:
        """From 0 to 1: how often the right memory was among the first `within` hits."""
        ranks = [rank for rank, each in zip(self.ranks, self.kinds, strict=True) if kind in (None, each)]
        return statistics.fmean(rank is not None and rank <= within for rank in ranks) if ranks else 0.0

    @property
    def mean_reciprocal_rank(self) -> float:
        """1 when the right memory always comes first, 0 when it is never found."""
        return statistics.fmean(1 / rank if rank else 0.0 for rank in self.ranks) if self.ranks else 0.0

    def percentile_ms(self, share: float) -> float:
        """The time within which that share of the questions was answered."""
        ordered = sorted(self.took_ms)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


@frozen
class Examination:
    """The outcome of an examination."""

    memories: int
    figures: tuple[Figures, ...]
    embedding_ms: list[float]
    """The time taken to embed each question, which the figures leave out."""
    probes: list[Probe] = field(default_factory=list)
    """The questions that were asked."""

    @property
    def questions(self) -> int:
        """How many questions were asked."""
        return len(self.figures[0].ranks)


WARMING = "Who said what, and when?"


def examine(palace: Palace, questions: int, seed: int, budget_s: float, advance: Advance) -> Examination:
    """Ask that many questions, or as many as time allows; the same seed asks the same questions. Changes nothing."""
    recipes = _recipes(palace)
    for recipe in recipes:
        # The first search loads what later ones find loaded, and would be told as a slow one.
        palace.recall(WARMING, EVERYTHING, DEPTH, recipe)
    examination = Examination(palace.memories.count(), tuple(Figures(recipe.name) for recipe in recipes), [])
    until = time.monotonic() + budget_s
    for probe in _probes(palace, questions, random.Random(seed)):  # noqa: S311 -- which questions are asked is no secret.
        _ask(palace, probe, recipes, examination)
        advance(examination.questions, examination.questions)
        if time.monotonic() > until:
            break
    return examination


def questions_of(palace: Palace, count: int, seed: int = 0) -> list[str]:
    """Questions made from a palace's own memories; the same seed gives the same ones."""
    return [probe.question for probe in _probes(palace, count, random.Random(seed))]  # noqa: S311 -- as above.


def _recipes(palace: Palace) -> list[Recipe]:
    # Without the model every recipe searches by words alone.
    return [LEXICAL] if palace.vectors.of_question("?") is None else [HYBRID, LEXICAL, SEMANTIC]


def _ask(palace: Palace, probe: Probe, recipes: list[Recipe], examination: Examination) -> None:
    examination.probes.append(probe)
    began = time.perf_counter()
    palace.vectors.of_question(probe.question)
    examination.embedding_ms.append((time.perf_counter() - began) * 1000)
    for recipe, figures in zip(recipes, examination.figures, strict=True):
        began = time.perf_counter()
        hits = palace.recall(probe.question, EVERYTHING, DEPTH, recipe)
        figures.took_ms.append((time.perf_counter() - began) * 1000)
        figures.kinds.append(probe.kind)
        figures.ranks.append(next((rank for rank, hit in enumerate(hits, 1) if hit.memory.id in probe.gold), None))


def _probes(palace: Palace, count: int, chance: random.Random) -> Iterator[Probe]:
    total = palace.memories.count()
    made = 0
    for offset in chance.sample(range(total), min(total, TRIES * count)):
        found = palace.memories.page(EVERYTHING, Order.OLDEST, limit=1, offset=offset)
        # Memories may have been deleted since they were counted.
        probe = _probe(palace, found[0], made, chance) if found else None
        if probe is not None:
            made += 1
            yield probe
        if made == count:
            return


def _probe(palace: Palace, memory: Memory, number: int, chance: random.Random) -> Probe | None:
    """A question about a memory, of the kind whose turn it is, or of the next kind that its text allows."""
    for turn in range(len(KINDS)):
        kind = KINDS[(number + turn) % len(KINDS)]
        question = _question(palace, kind, memory.content, chance)
        if question is not None:
            same = palace.store.memories.same_text(memory.content)
            return Probe(kind, question, frozenset([memory.id, *(each.id for each in same)]))
    return None


def _question(palace: Palace, kind: str, text: str, chance: random.Random) -> str | None:
    if kind == "heading":
        return heading_of(text)
    if kind == "gist":
        return gist_of(text, chance)
    return rare_words_of(text, palace.store.closets.frequencies(list(forms_in(text).values())))
