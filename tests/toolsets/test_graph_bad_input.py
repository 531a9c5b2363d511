"""Bad input to the graph tools: a clear answer, and nothing half-written."""

import re
from typing import Any

import pytest

from toolsets.test_graph import Told, Workspaces, node, served

__all__ = ["served"]

LONG = "x" * 129
MANY_TAGS = [f"tag {number}" for number in range(101)]
ARROW = {"from_entity": "A", "to_entity": "B", "relation_type": "knows"}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("create_entities", {"entities": [{"name": " ", "entity_type": "t"}]}, "invalid 'name': must not be empty"),
    ("create_entities", {"entities": [{"name": LONG, "entity_type": "t"}]}, "invalid 'name'"),
    ("create_entities", {"entities": [{"name": "C", "entity_type": ""}]}, "invalid 'entity_type'"),
    ("create_entities", {"entities": [node("C"), node("D", " ")]}, "invalid 'observations'"),
    ("create_entities", {"entities": [{"name": "C"}]}, r"missing 'entities\[0\].entity_type'"),
    ("create_entities", {"entities": "C"}, "'entities' must be a list"),
    ("create_entities", {"entities": [{**node("C"), "tags": ["a\nb"]}]}, "invalid 'tags'"),
    ("create_entities", {"entities": [{**node("C"), "summary": "x" * 3_000_000}]}, "invalid 'summary': is 3,000,000 bytes long"),
    ("create_entities", {"entities": [{**node("C"), "tags": [LONG]}]}, "invalid 'tags': is 129 characters long"),
    ("create_entities", {"entities": [{**node("C"), "tags": MANY_TAGS}]}, "invalid 'tags': has 101 entries"),
    ("set_tags", {"name": "A", "tags": MANY_TAGS}, "invalid 'tags': has 101 entries; at most 100 are allowed"),
    ("set_summary", {"name": "Nobody", "summary": "x"}, "node not found: Nobody"),
    ("set_summary", {"name": "A", "summary": ""}, "invalid 'summary'"),
    ("set_tags", {"name": "Nobody", "tags": []}, "node not found: Nobody"),
    ("add_observations", {"observations": [{"entity_name": "A", "contents": ["ok", ""]}]}, "invalid 'contents'"),
    ("replace_observation", {"entity_name": "Nobody", "ordinal": 0, "new_content": "x"}, "node not found: Nobody"),
    ("replace_observation", {"entity_name": "A", "ordinal": 7, "new_content": "x"}, "A has none with ordinal 7"),
    ("replace_observation", {"entity_name": "A", "ordinal": -1, "new_content": "x"}, "A has none with ordinal -1"),
    ("query_observations", {"entity_name": "Nobody", "query": "x"}, "node not found: Nobody"),
    ("query_observations", {"entity_name": "A", "query": " "}, "invalid 'query'"),
    ("query_observations", {"entity_name": "A", "query": "x", "mode": "magic"}, "'mode' must be one of"),
    ("create_relations", {"relations": [{**ARROW, "relation_type": ""}]}, "invalid 'relation_type'"),
    ("update_relation_type", {"from_entity": "A", "to_entity": "B", "old_type": "hates", "new_type": "x"}, "relation not found"),
    ("update_relation_type", {"from_entity": "A", "to_entity": "Nobody", "old_type": "k", "new_type": "x"}, "relation not found"),
    ("update_relation_type", {"from_entity": "A", "to_entity": "B", "old_type": "knows", "new_type": "likes"}, "exists already"),
    ("search_nodes", {"query": ""}, "invalid 'query'"),
    ("search_nodes", {"query": "x", "limit": "many"}, "'limit' must be an integer"),
    ("get_stats", {"workspace": "other"}, "unknown argument 'workspace'"),
]

HARMLESS: list[tuple[str, dict[str, Any], Any]] = [
    ("create_entities", {"entities": []}, []),
    ("delete_entities", {"entity_names": []}, {"deleted": [], "not_found": []}),
    ("delete_entities", {"entity_names": ["Nobody", "nobody"]}, {"deleted": [], "not_found": ["Nobody"]}),
    ("open_nodes", {"names": []}, {"entities": [], "relations": [], "not_found": []}),
    ("get_nodes_by_type", {"entity_type": "unheard of"}, []),
    ("get_nodes_by_type", {"entity_type": "thi\ud800ng"}, []),
    ("get_recently_modified", {"days": -5, "limit": -5}, []),
    ("add_observations", {"observations": []}, []),
    ("add_observations", {"observations": [{"entity_name": "A", "contents": []}]},
        [{"entity_name": "A", "added": [], "not_found": False}]),
    ("delete_observations", {"deletions": [{"entity_name": "Nobody", "ordinals": [3, 3]}]},
        [{"entity_name": "Nobody", "deleted_ordinals": [], "not_found_ordinals": [3]}]),
    ("create_relations", {"relations": []}, {"created": [], "already_existed": [], "not_found": []}),
    ("delete_relations", {"relations": [{**ARROW, "to_entity": "Nobody"}]}, {"deleted": 0, "not_found": 1}),
    ("get_relations_between", {"entity_a": "A", "entity_b": "Nobody"}, []),
    ("get_neighborhood", {"name": "Nobody"}, {"nodes": [], "relations": []}),
    ("get_path", {"from_entity": "Nobody", "to_entity": "A"}, {"found": False, "path": [], "relations": []}),
    ("get_path", {"from_entity": "A", "to_entity": "a"}, {"found": True, "path": ["A"], "relations": []}),
    ("find_similar_nodes", {"limit": -3, "min_score": 7}, []),
    ("search_nodes", {"query": "zzzzz", "mode": "text", "limit": 10**12}, []),
    ("query_observations", {"entity_name": "B", "query": "anything"}, []),
]  # fmt: skip


@pytest.fixture
def two(served: Workspaces) -> Workspaces:
    served("create_entities", entities=[node("A", "zero"), node("B")])
    served("create_relations", relations=[ARROW, {**ARROW, "relation_type": "likes"}])
    return served


def everything(served: Workspaces) -> object:
    return served("open_nodes", names=["A", "B", "C", "D"]), served("get_stats")


# One palace for all cases: none of them may change it, and each is held to that.
@pytest.mark.requirement("graph-bad-input")
def test_nonsense_is_told_and_changes_nothing(two: Workspaces) -> None:
    before = everything(two)

    for tool, arguments, told in REFUSED:
        error = refusal(two, tool, arguments)
        assert re.search(told, error), (tool, list(arguments), error)
        assert everything(two) == before, (tool, list(arguments))


def refusal(served: Workspaces, tool: str, arguments: dict[str, Any]) -> str:
    try:
        return f"answered: {served(tool, **arguments)}"
    except Told as told:
        return str(told)


@pytest.mark.requirement("graph-bad-input")
def test_what_means_nothing_does_nothing(two: Workspaces) -> None:
    before = everything(two)

    for tool, arguments, reply in HARMLESS:
        assert two(tool, **arguments) == reply, (tool, arguments)
        assert everything(two) == before, (tool, arguments)


@pytest.mark.requirement("graph-bad-input")
def test_an_absurd_depth_ends_where_the_graph_does(two: Workspaces) -> None:
    reply = two("get_neighborhood", name="A", depth=10**15)

    assert [line["name"] for line in reply["nodes"]] == ["A", "B"]
    assert two("get_neighborhood", name="A", depth=-1)["nodes"][0]["name"] == "A"


@pytest.mark.long
@pytest.mark.requirement("graph-bad-input")
def test_ten_thousand_observations_fit_into_one_call_and_a_bad_one_keeps_all_out(two: Workspaces) -> None:
    many = [f"Observation number {number}." for number in range(10_000)]

    with pytest.raises(Told, match="invalid 'contents'"):
        two("add_observations", observations=[{"entity_name": "A", "contents": [*many, " "]}])
    [line] = two("add_observations", observations=[{"entity_name": "A", "contents": many}])

    assert [each["ordinal"] for each in line["added"]] == list(range(1, 10_001))
    assert two("get_stats")["observation_count"] == 10_001
    assert [line["ordinal"] for line in two("query_observations", entity_name="A", query="9999", mode="text")] == [10_000]


@pytest.mark.requirement("graph-bad-input")
def test_a_hundred_tags_are_kept_and_one_that_comes_twice_counts_once(two: Workspaces) -> None:
    assert two("set_tags", name="A", tags=[*MANY_TAGS[:100], MANY_TAGS[0]])["tags"] == MANY_TAGS[:100]


@pytest.mark.requirement("graph-bad-input")
@pytest.mark.parametrize(
    ("workspace", "reason"),
    [("../etc", "'../etc' looks like a path"), (" ", "must not be empty"), (LONG, "is 129 characters long")],
)
def test_a_workspace_that_none_can_be_called_is_told_as_a_workspace(two: Workspaces, workspace: str, reason: str) -> None:
    with pytest.raises(Told, match=f"^invalid workspace: {reason}"):
        two("get_stats", headers={"x-memory-workspace": workspace})
