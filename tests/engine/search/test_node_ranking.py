"""Node search: observations are ranked as memories are, by words, days and kinds, beside their meaning."""

import pytest

from simonides.domain.memory import Place
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace


@pytest.fixture
def log(palace: Palace) -> Palace:
    """Twelve observations of the same kind of thing, two of them on a day of their own."""
    told = {name: f"2025-09-{day:02}: We discussed plan {day}." for day, name in enumerate("abcdefghijkl", 1)}
    days = [EntityDraft(name, "diary", [text]) for name, text in told.items()]
    june = EntityDraft("lamp", "thing", ["2025-06-02: The keeper wants a new lamp, order OPS-1042."])
    palace.entities.create([*days, june, EntityDraft("oil", "thing", ["2025-06-02: It should burn rapeseed."])])
    return palace


def names(palace: Palace, question: str, limit: int = 2) -> list[str]:
    return [each.node.entity.name for each in palace.node_search.search(question, limit)]


def test_an_observation_that_begins_with_a_day_is_found_by_the_day(log: Palace) -> None:
    assert set(names(log, "What did we discuss on 2 June 2025?")) == {"lamp", "oil"}


def test_an_identifier_finds_the_one_node_that_holds_it(log: Palace) -> None:
    assert names(log, "what about OPS-1042", 1) == ["lamp"]


def test_a_list_of_a_kind_is_found_by_the_kind(log: Palace) -> None:
    log.entities.create([EntityDraft(name, "incident", [f"{name} stood still at night."]) for name in ("crane", "lift", "pump")])

    assert set(names(log, "all incidents", 3)) == {"crane", "lift", "pump"}


def test_a_kind_is_listed_though_many_others_are_nearer(log: Palace) -> None:
    nearer = [f"Incidents of winter {number} were listed" for number in range(90)]
    log.entities.create([EntityDraft(f"list {number}", "diary", [text]) for number, text in enumerate(nearer)])
    log.entities.create([EntityDraft(name, "incident", [f"{name} stood still at night."]) for name in ("crane", "lift", "pump")])

    assert set(names(log, "all incidents", 3)) == {"crane", "lift", "pump"}


def test_scores_fall_and_never_pass_one(log: Palace) -> None:
    scores = [each.score for each in log.node_search.search("which lamp does the keeper want", 10)]

    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[0] <= 1


def test_a_memory_leads_to_the_node_it_names_in_its_rank(log: Palace) -> None:
    log.entities.create([EntityDraft("Bertil", "person", ["Likes herring."])])
    log.memories.remember(Draft("Bertil welds the rudder of every tugboat.", Place("port")))

    found = log.node_search.search("who welds the tugboat rudder", 1)

    assert [(each.node.entity.name, each.text) for each in found] == [("Bertil", "Bertil welds the rudder of every tugboat.")]


def test_a_name_leads_from_one_observation_to_another(palace: Palace) -> None:
    told = [f"Ordinary remark {number} about weather." for number in range(40)]
    palace.entities.create([EntityDraft(f"remark {number}", "note", [text]) for number, text in enumerate(told)])
    palace.entities.create([EntityDraft("survey", "note", ["Speed of the winch was measured by Xanthe Vogel."])])
    palace.entities.create([EntityDraft("move", "note", ["Xanthe Vogel goes to Tromsø in December."])])

    assert set(names(palace, "who measured the speed of the winch")) == {"survey", "move"}
