"""Node search: a name that stands in the question lifts its node."""

import pytest

from simonides.domain.graph import FoundNode
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.engine.search.node_sources import with_names


@pytest.fixture
def graph(palace: Palace) -> Palace:
    palace.entities.create(
        [
            EntityDraft("climate-hub", "service", ("Keeps temperature and humidity within the band.",)),
            EntityDraft("seed_hub", "service", ("Written in Go since the port was opened.",)),
            EntityDraft("Wilma Stein", "person", ("Sows tomatoes in March.",)),
        ]
    )
    return palace


def scores(graph: Palace, question: str) -> dict[str, float]:
    return {each.node.entity.name: each.score for each in graph.node_search.search(question, 3)}


@pytest.mark.parametrize("name", ["climate-hub", "climate hub", "CLIMATE HUB"])
def test_the_node_that_the_question_names_is_first_whatever_its_texts_say(graph: Palace, name: str) -> None:
    found = graph.node_search.search(f"in which language is {name} written", 3)

    assert found[0].node.entity.name == "climate-hub"


def test_a_word_that_names_share_lifts_less_than_one_of_a_single_name(graph: Palace) -> None:
    found = [FoundNode(each.node, each.text, 0.2, None) for each in graph.node_search.search("anything", 3)]

    lifted = {each.node.entity.name: each.score for each in with_names("what does the seed hub do", found)}

    assert lifted["seed_hub"] == pytest.approx(0.6)
    assert 0.2 < lifted["climate-hub"] < 0.4
    assert lifted["Wilma Stein"] == 0.2


@pytest.mark.parametrize(
    ("question", "is_lifted"),
    [("what happened to OR-1", False), ("how did sprint 1 end", True), ("how did the sprint end", True)],
    ids=["a number alone", "with its word", "its word"],
)
def test_a_number_alone_names_no_node(palace: Palace, question: str, is_lifted: bool) -> None:
    palace.entities.create([EntityDraft("Sprint 1", "sprint", ("Began on Monday.",))])
    found = [FoundNode(each.node, each.text, 0.2, None) for each in palace.node_search.search("anything", 3)]

    assert (with_names(question, found)[0].score > 0.2) == is_lifted


def test_a_number_that_is_all_of_a_name_names_it(palace: Palace) -> None:
    palace.entities.create([EntityDraft("1984", "book", ("Lies on the shelf.",))])
    found = [FoundNode(each.node, each.text, 0.2, None) for each in palace.node_search.search("anything", 3)]

    assert with_names("who wrote 1984", found)[0].score > 0.2


def test_a_score_never_passes_one(graph: Palace) -> None:
    assert scores(graph, "Wilma Stein: Sows tomatoes in March.")["Wilma Stein"] <= 1.0


def test_an_empty_graph_has_no_names_to_lift(palace: Palace) -> None:
    assert palace.node_search.search("climate-hub", 3) == []
