"""An embedding server that has answered and is gone, or refuses a text: nothing is lost, and words answer."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from embedders import server as wire
from embedders.server import EmbeddingServer
from simonides.domain.actor import Actor
from simonides.domain.errors import NotReady
from simonides.domain.ids import Mint
from simonides.embedders.caching import CachingEmbedder
from simonides.embedders.remote import Endpoint, RemoteEmbedder
from simonides.engine.answers.excerpts import Excerpts
from simonides.engine.engine import CatchingUp, Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.embedding import BATCH
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.ports.embedder import Embedder
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock

QUESTION = "Where is the spare key?"


def answering(server: EmbeddingServer) -> RemoteEmbedder:
    """An embedder whose server has answered."""
    embedder = RemoteEmbedder(Endpoint("ollama", server.url, "any"), sleep=lambda _: None)
    assert embedder.wait(60)
    return embedder


@pytest.fixture
def open_engine(tmp_path: Path, clock: FixedClock, mint: Mint) -> Iterator[Callable[[Embedder], Engine]]:
    opened: list[Engine] = []

    def open_it(embedder: Embedder) -> Engine:
        opened.append(Engine(SqliteShelf(tmp_path), Equipment(CachingEmbedder(embedder), clock, mint, patience_s=60)))
        return opened[-1]

    yield open_it
    for engine in opened:
        engine.close()


@pytest.fixture
def palace(open_engine: Callable[[Embedder], Engine]) -> Palace:
    """A palace with one note, asked one question, whose server is gone since."""
    with EmbeddingServer() as server:
        palace = open_engine(answering(server)).create("p")
        palace.memories.remember(Draft("The spare key is with the neighbour."))
        palace.recall(QUESTION)
    return palace


@pytest.mark.requirement("embedder-lost")
@pytest.mark.parametrize(
    "write",
    [
        lambda palace: palace.memories.remember(Draft("The dog sleeps.")),
        lambda palace: palace.memories.remember_once(Draft("The dog sleeps.")),
        lambda palace: palace.entities.create([EntityDraft("Ada", "person", ["likes tea"])]),
    ],
    ids=["remember", "remember once", "observe"],
)
def test_what_is_filed_while_the_server_is_gone_is_kept(palace: Palace, write: Callable[[Palace], object]) -> None:
    write(palace)

    assert (palace.memories.count(), palace.vectors.pending()) == (2, 1)


@pytest.mark.requirement("embedder-lost")
def test_a_note_is_edited_while_the_server_is_gone(palace: Palace) -> None:
    [memory] = palace.memories.page()

    palace.amending.edit(memory.id, Edit(content="The spare key is in the drawer."))

    assert palace.memories.get(memory.id).content == "The spare key is in the drawer."


@pytest.mark.requirement("embedder-lost")
def test_words_answer_while_the_server_is_gone(palace: Palace) -> None:
    answer = palace.answer("who has the key?")

    assert [hit.memory.content for hit in answer.hits] == ["The spare key is with the neighbour."]
    assert answer.gap.by_words_alone


@pytest.mark.requirement("embedder-lost")
def test_a_question_whose_vector_is_kept_is_answered_beside_a_text_that_has_none(palace: Palace) -> None:
    palace.intake.file([Draft("The dog sleeps.")], Actor.PROGRAM)

    assert palace.recall(QUESTION)[0].similarity is not None


def test_a_server_that_is_gone_leaves_the_excerpt_to_words() -> None:
    with EmbeddingServer() as server:
        embedder = answering(server)
    text = "It rains. " + "The neighbour has it, as ever. " * 9

    assert Excerpts(embedder)(text, QUESTION, 40).startswith("It rains.")


@pytest.mark.requirement("embedder-lost")
def test_a_text_that_the_server_refuses_is_not_sent_over_and_over(open_engine: Callable[[Embedder], Engine]) -> None:
    stop = threading.Event()

    def refuse_for_the_last_time(handler: wire.Handler) -> None:
        stop.set()
        wire.status(400)(handler)

    with EmbeddingServer() as server:
        palace = open_engine(answering(server)).create("p")
        palace.intake.file([Draft("The dog sleeps.")], Actor.PROGRAM)
        server.first += [wire.status(400), wire.answer, wire.status(400), wire.answer, refuse_for_the_last_time]

        with pytest.raises(NotReady, match="answered 400"):
            palace.vectors.catch_up(stop)

    assert not stop.is_set()


def refuse_the_long(handler: wire.Handler) -> None:
    (wire.status(400) if any("too long" in text for text in handler.message["input"]) else wire.answer)(handler)


@pytest.mark.requirement("embedder-lost")
@pytest.mark.parametrize("place", [0, 2, 5])
def test_a_text_that_the_server_refuses_keeps_no_other_waiting(open_engine: Callable[[Embedder], Engine], place: int) -> None:
    with EmbeddingServer() as server:
        palace = open_engine(answering(server)).create("p")
        texts = [f"Note {number}." for number in range(5)]
        texts.insert(place, "This is too long.")
        palace.intake.file([Draft(text) for text in texts], Actor.PROGRAM)
        server.first += [refuse_the_long] * 99

        done = palace.vectors.catch_up()

    assert (done, palace.vectors.pending()) == (5, 1)


@pytest.mark.requirement("embedder-lost")
@pytest.mark.parametrize("place", [0, 2, 40])
def test_an_observation_that_the_server_refuses_keeps_no_other_waiting(
    open_engine: Callable[[Embedder], Engine], place: int
) -> None:
    texts = [f"counts to {number}" for number in range(50)]
    texts.insert(place, "This is too long.")
    with EmbeddingServer() as server:
        palace = open_engine(answering(server)).create("p")
        server.first += [refuse_the_long] * 199
        palace.entities.create([EntityDraft("Ada", "person", texts)])

        done = palace.vectors.catch_up()

    assert (done, palace.vectors.pending()) == (50, 1)


def test_a_server_that_fails_once_is_asked_for_many_texts_at_once_again(open_engine: Callable[[Embedder], Engine]) -> None:
    with EmbeddingServer() as server:
        palace = open_engine(answering(server)).create("p")
        palace.intake.file([Draft(f"Note {number}.") for number in range(3 * BATCH)], Actor.PROGRAM)
        server.first.append(wire.status(400))
        before = len(server.received)

        palace.vectors.catch_up()

        # One that fails, the question whether the server is back, one for each text of that batch, and two for each other batch.
        assert len(server.received) - before == 2 + BATCH + 2 * 2


@pytest.mark.requirement("embedder-lost")
def test_a_server_that_is_back_is_found_without_being_asked_anything(
    open_engine: Callable[[Embedder], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CatchingUp, "PAUSE_S", 0.01)
    monkeypatch.setattr(CatchingUp, "REST_S", 0.01)
    embedded = threading.Event()

    def answer_at_last(handler: wire.Handler) -> None:
        wire.answer(handler)
        if handler.message["input"] == ["The dog sleeps."]:
            embedded.set()

    with EmbeddingServer() as server:
        embedder = answering(server)
        server.first += [wire.status(400), wire.status(400), *[answer_at_last] * 9]
        engine = open_engine(embedder)
        palace = engine.create("p")
        palace.intake.file([Draft("The dog sleeps.")], Actor.PROGRAM)
        engine.catch_up_in_background()

        assert embedded.wait(60)
        engine.close()
