import threading
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.errors import Invalid, NotReady
from simonides.domain.ids import Mint
from simonides.domain.memory import Hit, Memory, Place, Scope
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing import accesses
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.search.layers import NIL, LayeredHit, Layers, relevances
from simonides.ports.embedder import State
from support.clock import FixedClock
from support.homes import Home
from support.marks import IN_FILES

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class BrokenEmbedder(HashingEmbedder):
    """Was ready once, and fails at every question."""

    def embed_question(self, text: str) -> "Vectors":  # noqa: ARG002 - the port's signature
        raise NotReady("the server is gone")

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        return [HashingEmbedder.embed_question(self, text) for text in texts]


class AbsentEmbedder(HashingEmbedder):
    """Never gets ready."""

    state: State = "loading"

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return False


def remember(palace: Palace, text: str, importance: float = 0.5) -> Memory:
    return palace.memories.remember(Draft(text, Place("wing_app", "notes"), importance=importance))


def fill_essentials(palace: Palace) -> None:
    for number in range(15):
        remember(palace, f"Principle number {number} of the house.", importance=0.9)


def contents(recalled: list[LayeredHit], layer: int) -> list[str]:
    return [each.memory.content for each in recalled if each.layer == layer]


def accesses_of(palace: Palace, memory: Memory) -> int:
    return palace.memories.get(memory.id).accesses


@pytest.mark.requirement("trusty-layers")
def test_without_an_identity_text_there_is_no_first_layer(palace: Palace) -> None:
    remember(palace, "The harbour opens at six.")

    assert contents(palace.layers.recall("harbour"), layer=0) == []


@pytest.mark.requirement("trusty-layers")
def test_the_identity_text_comes_first_as_a_memory_that_is_none(palace: Palace) -> None:
    palace.store.tell_about("\ufeffAda builds ships.\n")
    remember(palace, "The harbour opens at six.")

    first = palace.layers.recall("harbour")[0]

    assert (first.memory.id, first.memory.content, first.score, first.layer) == (NIL, "Ada builds ships.\n", 1.0, 0)


@pytest.mark.requirement("trusty-layers")
@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_blank_identity_text_is_none(palace: Palace, text: str) -> None:
    palace.store.tell_about(text)

    assert palace.layers.recall("anything") == []


def test_an_identity_text_is_cut_where_it_gets_too_long(palace: Palace) -> None:
    palace.store.tell_about("ä" * 100_000)

    [first] = palace.layers.recall("anything")

    assert first.memory.content.startswith("ää")
    assert len(first.memory.content.encode()) < 70_000


@IN_FILES
def test_a_file_that_is_no_text_serves_as_one(palace: Palace) -> None:
    (Path(palace.info.where) / "identity.txt").write_bytes(b"\xff\x00" + "ä".encode())

    [first] = palace.layers.recall("anything")

    assert first.memory.content == "\ufffd\ufffdä"


@pytest.mark.requirement("trusty-layers")
def test_the_second_layer_is_the_fifteen_most_important_the_newest_first_among_equals(palace: Palace, clock: FixedClock) -> None:
    for number in range(20):
        remember(palace, f"Note {number}.", importance=1.0 if number == 3 else 0.5)
        clock.pass_time(minutes=1)

    essentials = palace.layers.essentials()

    assert [each.memory.content for each in essentials] == ["Note 3.", *(f"Note {number}." for number in range(19, 5, -1))]
    assert [(each.score, each.layer) for each in essentials[:2]] == [(1.0, 1), (0.5, 1)]


def test_every_layer_is_of_the_time_that_is_asked_for(palace: Palace, clock: FixedClock) -> None:
    palace.store.tell_about("Ada builds ships.")
    ended = palace.memories.remember(Draft("The tower crane is rented.", Place(), importance=0.9))
    clock.pass_time(days=2)
    then = clock.now
    clock.pass_time(days=2)
    palace.amending.invalidate(ended.id)
    palace.memories.remember(Draft("The tower crane is ours.", Place(), importance=1.0))
    clock.pass_time(days=2)

    def told(scope: Scope) -> list[tuple[int, str]]:
        return [(each.layer, each.memory.content) for each in palace.layers.recall("who rows?", 1, scope)]

    assert told(Scope(valid_at=then)) == [(2, "The tower crane is rented.")]
    assert told(Scope(valid_at=then, wing="nowhere")) == [(1, "The tower crane is rented.")]
    assert told(Scope(valid_at=then - timedelta(days=99))) == []
    assert [layer for layer, _ in told(Scope(valid_at=clock.now))] == [0, 2]


@pytest.mark.requirement("trusty-layers")
def test_the_limit_is_of_the_third_layer_only(palace: Palace) -> None:
    fill_essentials(palace)
    for number in range(8):
        remember(palace, f"Crane {number} stands in the harbour.")

    recalled = palace.layers.recall("crane in the harbour", limit=3)

    assert len(contents(recalled, layer=1)) == 15
    assert len(contents(recalled, layer=2)) == 3


@pytest.mark.requirement("trusty-layers")
def test_what_answers_comes_before_what_matters_in_general_and_scores_only_fall(palace: Palace) -> None:
    palace.store.tell_about("Ada builds ships.")
    fill_essentials(palace)
    for number in range(8):
        remember(palace, f"Crane {number} stands in the harbour.", importance=0.1)

    recalled = palace.layers.recall("crane in the harbour", limit=3)

    assert [each.layer for each in recalled] == [0, 2, 2, 2, *[1] * 15]
    scores = [each.score for each in recalled]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.requirement("trusty-layers")
def test_what_answers_and_matters_is_shown_once_as_an_answer(palace: Palace) -> None:
    fill_essentials(palace)

    recalled = palace.layers.recall("which principle of the house?", limit=10)
    deep = palace.layers.recall_deep("which principle of the house?", limit=10)

    assert len(recalled) == len({each.memory.id for each in recalled}) == 15
    assert [each.layer for each in recalled] == [2] * 10 + [1] * 5
    assert all(0 < each.score < 1 for each in recalled[:10])
    assert {each.memory.id for each in recalled[:10]} == {each.memory.id for each in deep}


@pytest.mark.requirement("trusty-layers")
def test_what_the_search_did_not_bring_up_scores_nothing(palace: Palace) -> None:
    fill_essentials(palace)
    for number in range(8):
        remember(palace, f"Crane {number} stands in the harbour.", importance=0.1)

    recalled = palace.layers.recall("crane in the harbour", limit=1)

    assert recalled[0].score > 0
    assert [(each.layer, each.score) for each in recalled[-3:]] == [(1, 0.0)] * 3


@pytest.mark.requirement("trusty-layers")
def test_deep_recall_is_the_fourth_layer_alone(palace: Palace) -> None:
    palace.store.tell_about("Ada builds ships.")
    fill_essentials(palace)
    remember(palace, "The harbour opens at six.")

    recalled = palace.layers.recall_deep("when does the harbour open?", limit=2)

    assert recalled[0].memory.content == "The harbour opens at six."
    assert [each.layer for each in recalled] == [3, 3]


@pytest.mark.requirement("trusty-layers", "trusty-decay")
def test_between_equal_answers_importance_decides(palace: Palace) -> None:
    fill_essentials(palace)
    remember(palace, "The harbour opens at six, says the guard.", importance=0.1)
    remember(palace, "The harbour opens at six, says the clerk.", importance=0.6)

    [first, second] = contents(palace.layers.recall("when does the harbour open?", limit=2), layer=2)

    assert (first[-6:], second[-6:]) == ("clerk.", "guard.")


@pytest.mark.requirement("trusty-decay")
def test_an_old_answer_scores_less_than_it_did_but_keeps_its_importance(palace: Palace, clock: FixedClock) -> None:
    memory = remember(palace, "The harbour opens at six.")
    [before] = palace.layers.recall_deep("when does the harbour open?")

    clock.pass_time(days=360)
    [after] = palace.layers.recall_deep("when does the harbour open?")

    assert after.score < before.score
    assert palace.memories.get(memory.id).importance == 0.5


def test_a_memory_that_has_ended_comes_to_mind_no_more(palace: Palace) -> None:
    memory = remember(palace, "The harbour opens at six.")

    palace.memories.end(memory.id)

    assert palace.layers.recall("harbour") == palace.layers.recall_deep("harbour") == []


@pytest.mark.requirement("bad-input")
def test_a_blank_question_is_refused_before_any_layer(palace: Palace) -> None:
    with pytest.raises(Invalid) as caught:
        palace.layers.recall("  ")

    assert caught.value.argument == "query"


@pytest.mark.requirement("trusty-words")
@pytest.mark.parametrize("embedder", [AbsentEmbedder(), BrokenEmbedder()])
def test_without_vectors_words_answer(home: Home, embedder: HashingEmbedder) -> None:
    engine = Engine(home.shelf(), Equipment(embedder, system_clock, Mint(), patience_s=0.01))
    palace = engine.create("p")
    fill_essentials(palace)
    remember(palace, "The harbour opens at six.")

    [answer] = [each for each in palace.layers.recall("harbour") if each.layer == 2]
    engine.close()

    assert answer.memory.content == "The harbour opens at six."
    assert 0 < answer.score <= 1


@pytest.mark.requirement("trusty-accesses")
def test_recalls_are_counted_with_the_next_write(palace: Palace, clock: FixedClock) -> None:
    memory = remember(palace, "The harbour opens at six.")
    palace.layers.recall_deep("harbour")
    palace.layers.recall("harbour")
    untouched = palace.memories.get(memory.id)
    clock.pass_time(hours=1)

    remember(palace, "Something else.")

    noted = palace.memories.get(memory.id)
    assert (untouched.accesses, noted.accesses) == (0, 2)
    assert noted.accessed_at == memory.created_at


@IN_FILES
@pytest.mark.requirement("trusty-accesses")
def test_a_recall_writes_nothing(palace: Palace) -> None:
    remember(palace, "The harbour opens at six.")
    before = palace.store.changes.latest()
    size = (Path(palace.info.where) / "palace.db-wal").stat().st_size

    for _ in range(20):
        palace.layers.recall_deep("harbour")

    assert palace.store.changes.latest() == before
    assert (Path(palace.info.where) / "palace.db-wal").stat().st_size == size


@pytest.mark.requirement("trusty-accesses")
def test_recalls_are_counted_at_the_end(engine: Engine, palace: Palace) -> None:
    memory = remember(palace, "The harbour opens at six.")
    palace.layers.recall_deep("harbour")

    engine.close()

    assert accesses_of(engine.palace("test"), memory) == 1


@pytest.mark.requirement("trusty-accesses")
def test_recalls_are_counted_when_too_many_wait(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accesses, "KEPT_MAX", 20)
    memory = remember(palace, "The harbour opens at six.")

    for _ in range(21):
        palace.layers.recall_deep("harbour")

    assert accesses_of(palace, memory) == 21


@pytest.mark.requirement("trusty-accesses")
def test_recalls_of_many_threads_are_all_counted(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some are stored while others are being noted.
    monkeypatch.setattr(accesses, "KEPT_MAX", 13)
    memory = remember(palace, "The harbour opens at six.")

    def recall() -> None:
        for _ in range(15):
            palace.layers.recall_deep("harbour")

    threads = [threading.Thread(target=recall) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    palace.accesses.write_down()

    assert accesses_of(palace, memory) == 60


def test_a_memory_forgotten_since_its_recall_is_passed_over(palace: Palace) -> None:
    gone, kept = remember(palace, "The harbour opens at six."), remember(palace, "The harbour closes at ten.")
    palace.layers.recall_deep("harbour")

    palace.store.memories.delete(gone.id)
    palace.accesses.write_down()

    assert accesses_of(palace, kept) == 1


def test_a_keyword_index_raises_a_score_but_never_above_one(palace: Palace, clock: FixedClock) -> None:
    plain, chosen = remember(palace, "The harbour opens at six."), remember(palace, "The harbour opens at six too.")

    def boosts(question: str, memories: Sequence[Memory]) -> dict[str, float]:
        assert question == "harbour"
        return {memory.id: 5.0 for memory in memories if memory.id == chosen.id}

    layers = Layers(palace.store, palace.recall, palace.accesses, clock, boosts)
    first, second = layers.recall_deep("harbour")

    assert (first.memory.id, first.score) == (chosen.id, 1.0)
    assert (second.memory.id, second.score < 1) == (plain.id, True)


hits = st.builds(
    lambda score, similarity, exact: (score, similarity, exact),
    st.floats(-1, 2),
    st.one_of(st.none(), st.floats(-1, 1)),
    st.floats(0, 1),
)


@given(st.lists(hits, max_size=20))
def test_relevance_is_a_share_and_follows_the_order_of_the_search(drawn: list[tuple[float, float | None, float]]) -> None:
    memory = Memory("m", "text", Place(), system_clock())
    ordered = sorted(drawn, key=lambda each: -each[0])
    found = [Hit(memory, score, similarity, exact=exact) for score, similarity, exact in ordered]

    relevance = relevances(found)

    assert relevance == sorted(relevance, reverse=True)
    assert all(0 <= each <= 1 for each in relevance)
    assert len(relevance) == len(found)


def test_what_holds_at_the_time_asked_about_stays_above_a_more_important_one(palace: Palace) -> None:
    held, replaced = remember(palace, "We use NATS.", 0.1), remember(palace, "We use RabbitMQ.", 1.0)
    hits = [Hit(held, 1.0, 0.8, reasons={"update": 0.2}), Hit(replaced, 1.0, 0.8)]

    found = Layers(palace.store, lambda *_: hits, palace.accesses, system_clock, lambda *_: {}).recall_deep("Which broker?")

    assert [each.memory.content for each in found] == ["We use NATS.", "We use RabbitMQ."]
