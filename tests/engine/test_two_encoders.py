"""Two encoders: only questions in the languages of the second one wait for it."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from simonides.domain.actor import Actor
from simonides.domain.errors import NotReady
from simonides.domain.ids import Mint
from simonides.domain.ranking.recipe import SEMANTIC
from simonides.embedders.hashing import HashingEmbedder
from simonides.embedders.joint import JointEmbedder
from simonides.embedders.routing import readers_of
from simonides.engine.engine import Engine
from simonides.engine.filing.embedding import BATCH, VectorGap
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.dreamer import Rhythm
from simonides.ports.embedder import Identity, State
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock
from support.stopwatch import CountedStopwatch

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

ENGLISH = "The spare key is with the neighbour on the second floor."
GERMAN = "Der Ersatzschlüssel liegt beim Nachbarn im zweiten Stock."
QUESTION = "Wo liegt der Ersatzschlüssel für die Wohnung?"


class SlowEncoder(HashingEmbedder):
    """Loads until it is told to be ready, noting how long it was waited for; nobody may make it read before."""

    state: State = "loading"

    def __init__(self) -> None:
        super().__init__()
        self.identity = Identity("slow/int8/1", 384)
        self.waited_s: list[float] = []

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        self.waited_s.append(timeout_s)
        return self.state == "ready"

    def embed_question(self, text: str) -> "Vectors":
        assert self.state == "ready"
        return super().embed_question(text)


@pytest.fixture
def slow() -> SlowEncoder:
    return SlowEncoder()


@pytest.fixture
def engine(tmp_path: Path, slow: SlowEncoder, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    embedder = JointEmbedder(HashingEmbedder(), slow, readers_of)
    engine = Engine(SqliteShelf(tmp_path), Equipment(embedder, clock, mint, patience_s=5))
    yield engine
    engine.close()


@pytest.mark.requirement("languages-lazy")
def test_writing_never_waits_and_is_made_up_for(engine: Engine, slow: SlowEncoder) -> None:
    palace = engine.create("p")

    palace.memories.remember(Draft(GERMAN))
    palace.memories.remember(Draft("Старые ключи лежат в сером шкафу."))
    palace.entities.create([EntityDraft("Schlüssel", "thing", ["Es gibt nur zwei davon, und einer ist verloren."])])
    waiting = palace.vectors.pending()
    slow.state = "ready"
    palace.vectors.catch_up()

    assert (waiting, palace.vectors.pending(), max(slow.waited_s)) == (3, 0, 0)


@pytest.mark.requirement("languages-lazy")
def test_an_english_question_waits_for_nothing_even_if_other_texts_do(engine: Engine, slow: SlowEncoder) -> None:
    palace = engine.create("p")
    palace.memories.remember(Draft(GERMAN))
    palace.memories.remember(Draft(ENGLISH))

    hits = palace.recall("who has the spare key?")

    assert hits[0].memory.content == ENGLISH
    assert hits[0].similarity is not None
    assert max(slow.waited_s) == 0


@pytest.mark.requirement("languages-lazy")
def test_a_question_in_another_language_waits_and_then_words_must_do(engine: Engine, slow: SlowEncoder) -> None:
    palace = engine.create("p")
    palace.memories.remember(Draft(GERMAN))

    hits = palace.recall(QUESTION)

    assert (hits[0].memory.content, hits[0].similarity) == (GERMAN, None)
    assert max(slow.waited_s) > 4
    with pytest.raises(NotReady):
        palace.recall(QUESTION, recipe=SEMANTIC)


def test_once_it_is_there_meaning_answers(engine: Engine, slow: SlowEncoder) -> None:
    palace = engine.create("p")
    palace.memories.remember(Draft(GERMAN))
    slow.state = "ready"

    assert palace.recall(QUESTION)[0].similarity is not None


class MissingEncoder(SlowEncoder):
    """Cannot be loaded."""

    state: State = "error"

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":  # noqa: ARG002 - the port's signature
        raise NotReady("its file is missing")


class LateEncoder(SlowEncoder):
    """Becomes ready when somebody waits for it."""

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:
        self.state = "ready" if timeout_s > 0 else self.state
        return super().wait(timeout_s, texts)


def test_texts_of_one_encoder_do_not_wait_for_another_that_is_missing(tmp_path: Path, clock: FixedClock, mint: Mint) -> None:
    first = SlowEncoder()
    embedder = JointEmbedder(first, MissingEncoder(), readers_of)
    engine = Engine(SqliteShelf(tmp_path), Equipment(embedder, clock, mint, patience_s=0))
    palace = engine.create("p")
    for text in (GERMAN, ENGLISH):
        palace.memories.remember(Draft(text))
    first.state = "ready"

    done = palace.vectors.catch_up()

    assert (done, palace.vectors.gap().waiting) == (1, 1)
    engine.close()


def test_very_many_texts_of_a_missing_encoder_keep_no_other_waiting(tmp_path: Path, clock: FixedClock, mint: Mint) -> None:
    first, stop = SlowEncoder(), threading.Event()

    class EndsAtLast(JointEmbedder):
        """Ends what would go on for ever."""

        reads = 0

        def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
            self.reads += 1
            if self.reads > 20:
                stop.set()
            return super().embed_texts(texts)

    engine = Engine(SqliteShelf(tmp_path), Equipment(EndsAtLast(first, MissingEncoder(), readers_of), clock, mint, patience_s=0))
    palace = engine.create("p")
    palace.intake.file([*(Draft(f"{GERMAN} {number}") for number in range(3 * BATCH)), Draft(ENGLISH)], Actor.PROGRAM)
    first.state = "ready"

    done = palace.vectors.catch_up(stop)

    assert (done, palace.vectors.gap().waiting, stop.is_set()) == (1, 3 * BATCH, False)
    engine.close()


def test_texts_of_a_missing_encoder_keep_no_dream_from_anything_else(tmp_path: Path, clock: FixedClock, mint: Mint) -> None:
    embedder = JointEmbedder(HashingEmbedder(), MissingEncoder(), readers_of)
    rhythm = Rhythm(stopwatch=CountedStopwatch(step_s=1.0))
    engine = Engine(SqliteShelf(tmp_path), Equipment(embedder, clock, mint, patience_s=0), rhythm)
    palace = engine.create("p")
    palace.memories.remember(Draft(GERMAN))

    report = engine.dream("p", budget_s=100)

    assert report is not None
    assert report.dream.closets_updated == 1
    engine.close()


def test_an_engine_that_ends_embeds_what_was_filed_before_the_model_was_ready(
    tmp_path: Path, clock: FixedClock, mint: Mint
) -> None:
    engine = Engine(SqliteShelf(tmp_path), Equipment(LateEncoder(), clock, mint, patience_s=0))
    engine.catch_up_in_background()
    palace = engine.create("p")
    palace.memories.remember(Draft(ENGLISH))
    before = palace.vectors.gap("who has the key?")

    engine.embed_the_rest(grace_s=30)

    assert (before.waiting, before.by_words_alone) == (1, True)
    assert not palace.vectors.gap()
    engine.close()


@pytest.mark.parametrize(("waiting", "told"), [(0, ""), (1, "1 memory has"), (2, "2 memories have")])
def test_a_gap_is_told_in_numbers_that_fit(waiting: int, told: str) -> None:
    assert VectorGap(waiting, 2).told().startswith(told)
    assert bool(VectorGap(waiting, 2)) is bool(told)
