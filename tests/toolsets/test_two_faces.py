"""One record with two faces: an observation of an entity is a memory to every tool set, and a drawer leads to its entities."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from simonides.settings import Settings
from support.clients import Client

TEA = "Prefers smoked Lapsang tea in the afternoon."
CRANE = "The harbour master keeps the keys of crane seven."


@pytest.fixture
def every(settings: Settings) -> Iterator[Client]:
    client = Client(replace(settings, palace="my-project"), "palace", "trusty", "graph", "memory")
    client("palace_create", name="my-project")
    client("mempalace_add_drawer", wing="wing_port", room="keys", content=CRANE)
    client("create_entities", entities=[{"name": "Ada", "entity_type": "person", "observations": [TEA], "tags": ["team"]}])
    yield client
    client.lazy.close()


def observation_id(every: Client) -> str:
    [found] = every("mempalace_search", query="Lapsang tea", limit=1)["results"]
    return str(found["drawer_id"])


@pytest.mark.requirement("two-faces")
def test_an_observation_is_found_by_every_search_with_its_entity(every: Client) -> None:
    [palace] = every("mempalace_search", query="smoked Lapsang", limit=1)["results"]
    trusty = [line for line in every("memory_recall_deep", query="smoked Lapsang")["results"] if line["content"] == TEA]
    recalled = every("recall", query="smoked Lapsang", limit=1)["results"]
    by_words = every("search_text", query="smoked Lapsang", limit=1)["results"]
    by_meaning = every("search", query="smoked Lapsang", limit=1)["results"]

    assert (palace["text"], palace["wing"], palace["room"], palace["source_file"]) == (TEA, "entities", "person", "Ada")
    assert [line["tags"] for line in trusty] == [["Ada", "team"]]
    assert [line["content"] for line in (*recalled, *by_words, *by_meaning)] == [TEA] * 3


@pytest.mark.requirement("two-faces")
def test_wake_up_listings_and_counts_know_an_observation(every: Client) -> None:
    status = every("mempalace_status")

    assert status["total_drawers"] == every("palace_info")["drawer_count"] == every("get_status")["memories_count"] == 2
    assert (status["wings"], status["rooms"]) == ({"entities": 1, "wing_port": 1}, {"keys": 1, "person": 1})
    assert every("mempalace_list_rooms", wing="entities")["rooms"] == {"person": 1}
    assert {line["content"] for line in every("list_memories")["memories"]} == {TEA, CRANE}
    assert [line["content"] for line in every("memory_list", tag="Ada")["drawers"]] == [TEA]
    assert every("get_stats")["observation_count"] == 1


@pytest.mark.requirement("two-faces", "memory-reset")
def test_a_reset_counts_what_the_list_counted(every: Client) -> None:
    every("invalidate", id=every("store_memory", content="The old crane was sold.")["id"])
    listed = every("list_memories")["total"]

    assert every("reset_all_memory", confirm=True)["deleted"]["memories"] == listed == 3


@pytest.mark.requirement("two-faces")
def test_an_observation_is_read_edited_and_deleted_by_the_id_of_its_face(every: Client) -> None:
    face = observation_id(every)

    assert every("get_memory", id=face)["content"] == TEA
    every("update_memory", id=face, content="Prefers coffee now.")
    [node] = every("open_nodes", names=["Ada"])["entities"]
    assert node["observations"] == [{"ordinal": 0, "content": "Prefers coffee now."}]
    assert "only its text" in every.failure("update_memory", id=face, memory_type="episodic")
    assert "only its text" in every.failure("invalidate", id=face)

    every("mempalace_delete_drawer", drawer_id=face)
    every("add_observations", observations=[{"entity_name": "Ada", "contents": ["Plays chess."]}])
    [node] = every("open_nodes", names=["Ada"])["entities"]
    # The ordinal of what was deleted is never given to another.
    assert node["observations"] == [{"ordinal": 1, "content": "Plays chess."}]
    assert every("mempalace_status")["total_drawers"] == 2


@pytest.mark.requirement("two-faces")
def test_the_words_of_an_observation_are_edited_in_every_set_and_come_back(settings: Settings) -> None:
    every = Client(replace(settings, palace="my-project"), "core", "palace-more", "graph", "memory", "past")
    every("create_entities", entities=[{"name": "Ada", "entity_type": "person", "observations": [TEA]}])
    [listed] = every("list_memories")["memories"]
    face = listed["id"]["id"]["String"]

    every.ask("tools/call", name="revise_memory", arguments={"do": "edit", "ids": [face], "old": "afternoon", "text": "evening"})
    edited = every("open_nodes", names=["Ada"])["entities"][0]["observations"]
    every("mempalace_update_drawer", drawer_id=face, content="Prefers coffee now.")
    found = every("search_nodes", query="coffee", mode="text")
    every("past_undo", changes=[act["change"] for act in every("past_changes", limit=2)])

    assert edited == [{"ordinal": 0, "content": TEA.replace("afternoon", "evening")}]
    assert [line["matched_observation"] for line in found] == ["Prefers coffee now."]
    assert every("list_memories")["memories"] == [listed]
    every.lazy.close()


@pytest.mark.requirement("two-faces")
def test_scopes_hold_for_both_faces(every: Client) -> None:
    def texts(**scope: Any) -> list[str]:
        return [line["text"] for line in every("mempalace_search", query="tea or keys of the crane", **scope)["results"]]

    assert set(texts()) == {TEA, CRANE}
    assert texts(wing="entities") == texts(room="person") == [TEA]
    assert texts(wing="wing_port") == [CRANE]
    assert texts(wing="entities", room="project") == []


@pytest.mark.requirement("two-faces")
def test_an_edit_of_an_observation_is_taken_back_by_the_name_of_its_face(every: Client, settings: Settings) -> None:
    face = observation_id(every)
    every("update_memory", id=face, content="Prefers coffee now.")
    core = Client(replace(settings, palace="my-project"), "core")

    told = core.ask("tools/call", name="revise_memory", arguments={"do": "undo", "ids": [face]})
    core.lazy.close()

    assert every("get_memory", id=face)["content"] == TEA
    assert told["content"][0]["text"].startswith("Taken back: o")


@pytest.mark.requirement("two-faces")
def test_a_repeated_undo_of_a_forgotten_observation_leaves_it_there(every: Client, settings: Settings) -> None:
    core = Client(replace(settings, palace="my-project"), "core")

    def revise(do: str, name: str) -> str:
        return str(core.ask("tools/call", name="revise_memory", arguments={"do": do, "ids": [name]})["content"][0]["text"])

    name = revise("forget", observation_id(every)).split(": ")[1].strip(".")
    told = [revise("undo", name) for _ in range(2)]
    core.lazy.close()

    assert told[0].startswith("Taken back: o")
    assert f"{name} is back already" in told[1]
    assert every("get_memory", id=observation_id(every))["content"] == TEA


@pytest.mark.requirement("two-faces")
def test_a_deleted_entity_takes_the_faces_of_its_observations_along(every: Client) -> None:
    every("delete_entities", entity_names=["Ada"])

    assert [line["text"] for line in every("mempalace_search", query="smoked Lapsang tea")["results"]] == [CRANE]
    assert every("mempalace_status")["total_drawers"] == 1


@pytest.mark.requirement("two-faces")
def test_a_drawer_and_a_summary_lead_to_the_entity(every: Client) -> None:
    every("create_entities", entities=[{"name": "Bertil", "entity_type": "person"}])
    every("create_entities", entities=[{"name": "Quay", "entity_type": "place", "summary": "Where barges unload gravel."}])
    every("mempalace_add_drawer", wing="wing_port", room="people", content="Bertil welds the rudder of every tugboat.")

    by_words = [every("search_nodes", query=query, mode="text", limit=1)[0] for query in ("tugboat rudder", "gravel barges")]
    by_meaning = every("search_nodes", query="Who welds the tugboat rudder?")

    assert [(line["name"], line["matched_observation"]) for line in by_words] == [
        ("Bertil", "Bertil welds the rudder of every tugboat."),
        ("Quay", "Where barges unload gravel."),
    ]
    assert by_meaning[0]["name"] == "Bertil"
    assert [line["name"] for line in every("search_nodes", query="gravel barges")][:1] == ["Quay"]


@pytest.mark.requirement("graph-recent")
def test_a_written_relation_changes_both_of_its_nodes(every: Client) -> None:
    every("create_entities", entities=[{"name": name, "entity_type": "person"} for name in ("Bo", "Cy", "Di")])

    def latest() -> set[str]:
        return {line["name"] for line in every("get_recently_modified", limit=2)}

    relation = {"from_entity": "Ada", "to_entity": "Bo", "relation_type": "knows"}
    every("create_relations", relations=[relation])
    assert latest() == {"Ada", "Bo"}
    every("create_relations", relations=[{"from_entity": "Cy", "to_entity": "Di", "relation_type": "knows"}])
    assert latest() == {"Cy", "Di"}
    every("update_relation_type", from_entity="Ada", to_entity="Bo", old_type="knows", new_type="likes")
    assert latest() == {"Ada", "Bo"}
    every("mempalace_kg_add", subject="Cy", predicate="likes", object="Di")
    assert latest() == {"Cy", "Di"}
    every("delete_relations", relations=[relation | {"relation_type": "likes"}])
    assert latest() == {"Ada", "Bo"}


@pytest.mark.requirement("memory-recall-adds-up")
def test_the_parts_of_a_recalled_score_add_up(every: Client) -> None:
    every("mempalace_add_drawer", wing="wing_port", room="people", content="Ada signs for the keys of crane seven.")
    every("mempalace_kg_add", subject="Ada", predicate="works at", object="harbour")
    weights = {"vector_weight": 0.5, "bm25_weight": 0.2, "ppr_weight": 0.3}

    results = every("recall", query="who keeps the keys of the crane?", **weights)["results"]

    assert len(results) == 3
    for line in results:
        parts = 0.5 * line["vector_score"] + 0.2 * line["bm25_score"] + 0.3 * line["ppr_score"]
        assert line["score"] == pytest.approx(parts, abs=1e-3)
        assert all(0 <= line[name] <= 1 for name in ("vector_score", "bm25_score", "ppr_score"))
