"""One memory in several vocabularies: what one tool set stores another finds."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from simonides.settings import Settings
from support.clients import Client

NOTE = "The harbour master keeps the keys of crane seven."


@pytest.fixture
def both(settings: Settings) -> Iterator[Client]:
    client = Client(replace(settings, palace="my-project"), "palace", "trusty")
    yield client
    client.lazy.close()


@pytest.mark.requirement("one-memory")
def test_what_one_set_remembers_the_other_finds(both: Client) -> None:
    stored = both("memory_remember", text=NOTE, room="Backend")

    [found] = both("mempalace_search", query="who has the keys of the crane?")["results"]

    assert (found["drawer_id"], found["text"]) == (stored["drawer_id"], NOTE)
    assert (found["wing"], found["room"]) == ("general", "Backend")


@pytest.mark.requirement("one-memory")
def test_what_the_other_files_is_recalled_listed_and_forgotten(both: Client) -> None:
    filed = both("mempalace_add_drawer", wing="wing_port", room="keys", content=NOTE)

    deep = both("memory_recall_deep", query="keys of the crane")["results"]
    listed = both("memory_list", room="keys")["drawers"]
    both("memory_forget", drawer_id=filed["drawer_id"])

    assert [line["drawer_id"] for line in deep] == [line["drawer_id"] for line in listed] == [filed["drawer_id"]]
    assert both("mempalace_search", query="keys of the crane")["results"] == []


@pytest.mark.requirement("one-memory")
def test_facts_are_the_same_facts(both: Client) -> None:
    both("kg_assert", subject="auth-service", predicate="deployed_version", object="2.4.1", confidence=0.95, provenance="log")
    both("kg_assert", subject="auth-service", predicate="deployed_version", object="2.5.0")
    both("mempalace_kg_add", subject="auth-service", predicate="owned_by", object="Kai", valid_from="2026-03")
    both("mempalace_kg_add", subject="auth-service", predicate="written_in", object="Go")

    told = both("mempalace_kg_query", entity="auth-service")["facts"]
    triples = both("kg_query", subject="auth-service")["triples"]

    assert [(fact["object"], fact["current"], fact["confidence"], fact["source_closet"]) for fact in told[:2]] == [
        ("2.4.1", False, 0.95, "log"),
        ("2.5.0", True, 1.0, None),
    ]
    assert [triple["object"] for triple in triples] == ["2.5.0", "Kai", "Go"]
    assert triples[1]["valid_from"] == "2026-03-01T00:00:00Z"
    assert triples[2]["valid_from"].endswith("Z")


@pytest.mark.requirement("one-memory")
def test_counts_agree(both: Client) -> None:
    both("memory_remember", text=NOTE)
    both("mempalace_add_drawer", wing="wing_port", room="keys", content="The gate is rusty.")
    both("kg_assert", subject="gate", predicate="is", object="rusty")

    assert both("palace_info")["drawer_count"] == both("mempalace_status")["total_drawers"] == 2
    assert both("mempalace_kg_stats")["current_facts"] == len(both("kg_query", subject="gate")["triples"]) == 1


@pytest.mark.requirement("one-memory")
def test_nothing_in_particular_is_one_room_in_every_vocabulary(both: Client) -> None:
    both("memory_remember", text=NOTE, room="General")
    both("mempalace_add_drawer", wing="general", room="general", content="The gate is rusty.")

    assert len(both("memory_list", room="General")["drawers"]) == 2
    assert both("mempalace_list_rooms") == {"wing": "all", "rooms": {"general": 2}}
