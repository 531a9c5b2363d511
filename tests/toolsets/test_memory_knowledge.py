"""The memory contract: entities and relations, and one memory in several vocabularies."""

from collections.abc import Iterator

import pytest

from simonides.settings import Settings
from support.clients import Client

NOTE = "The harbour master keeps the keys of crane seven."


@pytest.fixture
def every(settings: Settings) -> Iterator[Client]:
    client = Client(settings, "palace", "memory")
    yield client
    client.lazy.close()


def entity(memory: Client, name: str, **more: object) -> str:
    return str(memory("create_entity", name=name, **more)["id"])


def relate(memory: Client, first: str, relation: str, second: str, **more: object) -> str:
    reply = memory("create_relation", from_entity=first, to_entity=second, relation_type=relation, **more)
    return str(reply["id"])


def names(memory: Client, start: str, **more: object) -> list[str]:
    reply = memory("get_related", entity_id=start, **more)
    assert (reply["entity_count"], reply["relation_count"]) == (len(reply["entities"]), len(reply["relations"]))
    return [each["name"] for each in reply["entities"]]


@pytest.mark.requirement("memory-entities")
def test_an_entity_is_made_once_however_its_name_is_written(memory: Client) -> None:
    alice = entity(memory, "Alice Smith")

    assert entity(memory, "alice  smith", entity_type="person", description="leads the harbour") == alice
    assert entity(memory, "ALICE SMITH", entity_type="robot", description="something else") == alice
    assert memory("get_status")["entities_count"] == 1
    bob = entity(memory, "Bob")
    relate(memory, bob, "knows", alice)
    [line] = memory("get_related", entity_id=bob)["entities"]
    assert line.keys() == {"id", "name", "entity_type", "description", "created_at"}
    assert (line["id"], line["name"], line["entity_type"]) == (alice, "Alice Smith", "person")
    assert line["description"] == "leads the harbour"


@pytest.mark.requirement("memory-relations")
def test_a_relation_has_a_direction_a_type_and_a_weight(memory: Client) -> None:
    alice, zephyr = entity(memory, "Alice"), entity(memory, "Zephyr")
    relation_id = relate(memory, alice, "works_on", zephyr, weight=0.5)

    [relation] = memory("get_related", entity_id=alice)["relations"]

    assert relation == {
        "id": relation_id,
        "from_entity": alice,
        "to_entity": zephyr,
        "relation_type": "works_on",
        "weight": 0.5,
        "valid_from": None,
        "valid_until": None,
    }


@pytest.mark.requirement("memory-relations")
def test_the_same_relation_again_takes_the_new_weight(memory: Client) -> None:
    alice, zephyr = entity(memory, "Alice"), entity(memory, "Zephyr")
    first = relate(memory, alice, "works_on", zephyr)

    assert relate(memory, alice, "Works On", zephyr, weight=0.25) == first
    [relation] = memory("get_related", entity_id=alice)["relations"]
    assert (relation["id"], relation["weight"]) == (first, 0.25)


@pytest.mark.requirement("memory-relations")
def test_an_unknown_entity_is_named_and_nothing_is_related(memory: Client) -> None:
    alice = entity(memory, "Alice")

    for ends in ({"from_entity": alice, "to_entity": "nobody"}, {"from_entity": "nobody", "to_entity": alice}):
        assert memory.failure("create_relation", relation_type="knows", **ends) == "Entity not found: nobody"
    assert memory.failure("get_related", entity_id="nobody") == "Entity not found: nobody"
    assert memory("get_related", entity_id=alice, direction="both")["relation_count"] == 0
    assert memory("get_status")["entities_count"] == 1


@pytest.mark.requirement("memory-related")
def test_a_walk_goes_as_far_and_in_the_direction_that_is_asked(memory: Client) -> None:
    a, b, c, d, e = (entity(memory, name) for name in "ABCDE")
    for first, second in ((a, b), (b, c), (c, d), (d, e), (e, a)):
        relate(memory, first, "next", second)

    assert names(memory, a) == ["B"]
    assert names(memory, a, depth=2) == ["B", "C"]
    assert names(memory, a, depth=3) == ["B", "C", "D"]
    assert names(memory, a, depth=2, direction="incoming") == ["E", "D"]
    assert names(memory, a, direction="both") == ["B", "E"]
    assert memory("get_related", entity_id=a, depth=3)["relation_count"] == 3


@pytest.mark.requirement("memory-related")
def test_a_walk_that_leaves_something_out_says_so(memory: Client) -> None:
    alice = entity(memory, "Alice")
    palace = memory.lazy.engine().palace("default")
    for number in range(200):
        palace.facts.add("Alice", "knows", f"friend {number}")
    whole = memory("get_related", entity_id=alice)

    palace.facts.add("Alice", "knows", "one too many")
    cut = memory("get_related", entity_id=alice)

    assert (whole["entity_count"], whole["relation_count"], "note" in whole) == (200, 200, False)
    assert (cut["entity_count"], cut["relation_count"]) == (200, 200)
    assert cut["note"] == "There is more: only the nearest 200 entities and 1,000 relations are shown."


@pytest.mark.requirement("memory-related")
def test_a_name_serves_where_an_id_is_asked_for(memory: Client) -> None:
    entity(memory, "Alice")
    entity(memory, "Zephyr")
    relate(memory, "alice", "works_on", "ZEPHYR")

    assert names(memory, "Alice") == ["Zephyr"]


@pytest.mark.requirement("one-memory", "memory-related")
def test_entities_and_relations_are_the_entities_and_facts_of_the_palace(every: Client) -> None:
    alice, zephyr = entity(every, "Alice", entity_type="person"), entity(every, "Zephyr")
    relate(every, alice, "works_on", zephyr)
    every("mempalace_kg_add", subject="Alice", predicate="likes", object="Tea")
    every("mempalace_kg_add", subject="Alice", predicate="liked", object="Coffee")
    every("mempalace_kg_invalidate", subject="Alice", predicate="liked", object="Coffee")

    facts = every("mempalace_kg_query", entity="alice")["facts"]

    assert {(fact["predicate"], fact["object"], fact["current"]) for fact in facts} == {
        ("works_on", "Zephyr", True),
        ("likes", "Tea", True),
        ("liked", "Coffee", False),
    }
    assert names(every, alice) == ["Zephyr", "Tea"]
    assert every("mempalace_kg_stats")["entities"] == every("get_status")["entities_count"] == 4


@pytest.mark.requirement("one-memory")
def test_what_one_set_stores_the_other_finds_under_the_same_id(every: Client) -> None:
    stored = every("store_memory", content=NOTE)["id"]
    filed = every("mempalace_add_drawer", wing="wing_port", room="ferry", content="The ferry leaves at nine.")["drawer_id"]

    assert [found["drawer_id"] for found in every("mempalace_search", query="keys of the crane", limit=1)["results"]] == [stored]
    assert [found["id"] for found in every("recall", query="when does the ferry leave?", limit=1)["results"]] == [filed]
    assert every("get_memory", id=filed)["content"] == "The ferry leaves at nine."
    assert every("mempalace_status")["total_drawers"] == every("get_status")["memories_count"] == 2

    every("invalidate", id=filed)
    every("mempalace_delete_drawer", drawer_id=stored)

    assert every.failure("get_memory", id=stored) == f"Memory not found: {stored}"
    assert every("mempalace_search", query="ferry")["results"] == []
    assert every("mempalace_status")["total_drawers"] == every("get_status")["memories_count"] == 0


@pytest.mark.requirement("one-memory")
def test_the_trusty_set_recalls_what_the_memory_set_stored(settings: Settings) -> None:
    client = Client(settings, "memory", "trusty")
    stored = client("store_memory", content=NOTE, metadata={"shift": 2})["id"]

    recalled = client("memory_recall_deep", palace="default", query="keys of the crane")["results"]
    remembered = client("memory_remember", palace="default", text="The tide turns at six.")["drawer_id"]

    assert [line["drawer_id"] for line in recalled] == [stored]
    assert client("update_memory", id=remembered, memory_type="episodic")["memory_type"] == "episodic"
    assert client("search_text", query="tide")["results"][0]["id"] == remembered
    client.lazy.close()
