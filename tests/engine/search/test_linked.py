"""Recall that follows links: current links only, within bounds, and without effect where there are none."""

import pytest

from simonides.domain.errors import Invalid
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search import linked as linked_search
from simonides.engine.search.linked import Weights

HARBOUR = "Alice leads the harbour project since the spring"
ZEPHYR = "Zephyr lost half of its budget"
QUESTION = "who leads the harbour project?"


def remember(palace: Palace, *texts: str) -> None:
    for text in texts:
        palace.memories.remember(Draft(text))


@pytest.fixture
def linked(palace: Palace) -> Palace:
    """Two memories that share no word, joined by one fact between the entities they name, among much else."""
    remember(palace, HARBOUR, ZEPHYR, *(f"note {number} on beans, peas and row {number} of the garden" for number in range(30)))
    palace.facts.add("Alice", "works on", "Zephyr")
    return palace


def texts(palace: Palace, question: str = QUESTION, limit: int = 3, weights: Weights | None = None) -> list[str]:
    return [hit.memory.content for hit in palace.recall_linked(question, limit, weights).hits]


@pytest.mark.requirement("memory-ppr")
def test_a_memory_that_shares_no_word_with_the_question_rises_over_an_entity_two_hops_away(linked: Palace) -> None:
    assert texts(linked) == [HARBOUR, ZEPHYR, texts(linked)[2]]
    assert ZEPHYR not in texts(linked, weights=Weights(graph=0))


@pytest.mark.requirement("memory-ppr")
def test_it_rises_as_well_before_the_model_is_there(linked: Palace) -> None:
    assert texts(linked, weights=Weights(vector=0))[:2] == [HARBOUR, ZEPHYR]


@pytest.mark.requirement("memory-ppr")
def test_the_link_that_is_ended_carries_no_more(linked: Palace) -> None:
    linked.facts.end("Alice", "works on", "Zephyr")

    assert ZEPHYR not in texts(linked)


@pytest.mark.requirement("memory-ppr")
def test_an_ended_memory_is_not_recalled_over_its_links(linked: Palace) -> None:
    [zephyr] = [hit.memory for hit in linked.recall("Zephyr budget", limit=1)]
    linked.memories.end(zephyr.id)

    assert ZEPHYR not in texts(linked, limit=50)


@pytest.mark.requirement("memory-ppr")
def test_each_channel_says_what_it_found_from_nought_to_one(linked: Palace) -> None:
    recalled = linked.recall_linked(QUESTION, 2)

    first, second = recalled.hits
    assert first.words == 1.0
    assert 0 < first.vector <= 1
    assert 0 < second.graph < first.graph <= 1
    assert second.words == 0.0
    assert recalled.nodes == 4


def test_without_weight_the_graph_is_not_even_looked_at(linked: Palace) -> None:
    recalled = linked.recall_linked(QUESTION, 3, Weights(graph=0))

    assert (recalled.nodes, {hit.graph for hit in recalled.hits}) == (0, {0.0})


def test_without_links_the_graph_changes_nothing(palace: Palace) -> None:
    remember(palace, HARBOUR, ZEPHYR, "a note on the garden")

    assert texts(palace) == texts(palace, weights=Weights(graph=0))
    assert palace.recall_linked(QUESTION).nodes == 0


def test_the_links_of_a_poor_answer_do_not_outweigh_the_best_one(palace: Palace) -> None:
    remember(palace, "The harbour project is led by a committee of five", "The garden project, says Mallory, needs water")
    remember(palace, *(f"row {number} of beans" for number in range(20)))
    palace.facts.add("Mallory", "likes", "Water")

    assert texts(palace, "who leads the harbour project by committee?", limit=1) == [
        "The harbour project is led by a committee of five"
    ]


def test_an_entity_that_the_question_names_is_a_place_to_start_from(palace: Palace) -> None:
    remember(palace, "Orion was moved to the basement", *(f"row {number} of beans" for number in range(20)))
    palace.facts.add("Ada", "owns", "Orion")

    assert "Orion was moved to the basement" in texts(palace, "what about ADA?", limit=3)


def test_a_link_made_since_the_last_question_is_followed_at_once(linked: Palace) -> None:
    remember(linked, "Quixote was postponed")
    assert "Quixote was postponed" not in texts(linked, limit=4)

    linked.facts.add("Zephyr", "depends on", "Quixote")

    assert "Quixote was postponed" in texts(linked, limit=4)


def test_of_a_graph_too_large_to_be_walked_whole_the_neighbourhood_answers_the_same(
    linked: Palace, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = linked.recall_linked(QUESTION, 3)
    linked.facts.add("Somebody", "knows", "Nobody")
    monkeypatch.setattr(linked_search, "WHOLE_MAX", 2)

    around = linked.recall_linked(QUESTION, 3)

    assert [(hit.memory.id, hit.score) for hit in around.hits] == [(hit.memory.id, hit.score) for hit in whole.hits]
    assert around.nodes == whole.nodes


@pytest.mark.parametrize(
    ("weights", "argument"), [((-1, 1, 1), "vector_weight"), ((0, 2e6, 0), "bm25_weight"), ((0, 0, -0.1), "ppr_weight")]
)
def test_weights_out_of_range_are_refused_by_name(weights: tuple[float, float, float], argument: str) -> None:
    with pytest.raises(Invalid) as caught:
        Weights(*weights)

    assert caught.value.argument == argument


def test_nothing_but_zeros_is_refused() -> None:
    with pytest.raises(Invalid):
        Weights(0, 0, 0)
