"""The graph contract, tool by tool, with requirement ids as in docs/requirements.md."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import anyio
import pytest

from simonides.engine.graph.consolidation import REPORTED_MAX
from simonides.engine.graph.entities import LISTED_MAX, PAIRS_MAX, RESULTS_MAX
from simonides.settings import Settings
from support.clients import Client, called
from toolsets.graph_life import live

NAMES = """create_entities delete_entities open_nodes get_nodes_by_type get_recently_modified set_summary set_tags
    add_observations replace_observation delete_observations query_observations create_relations delete_relations
    update_relation_type get_relations_between get_neighborhood get_path get_orphans get_relation_gaps find_similar_nodes
    search_nodes get_consolidation_report get_pending_consolidation get_stats""".split()


class Told(Exception):
    """A result with isError, as a client gets it."""


class Workspaces:
    """Calls graph tools over a transport with headers, or without."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def __call__(self, tool: str, headers: dict[str, str] | None = None, **arguments: object) -> Any:
        result = called(self.client.core, tool, arguments, headers=headers)
        text = result["content"][0]["text"]
        if result.get("isError"):
            raise Told(text)
        return json.loads(text)


@pytest.fixture
def served(settings: Settings) -> Iterator[Workspaces]:
    client = Client(replace(settings, palace="team/atlas"), "graph", "palace")
    yield Workspaces(client)
    client.lazy.close()


def node(name: str, *observations: str) -> dict[str, object]:
    return {"name": name, "entity_type": "thing", "observations": list(observations)}


def ordinals(served: Workspaces, name: str) -> list[int]:
    [opened] = served("open_nodes", names=[name])["entities"]
    return [line["ordinal"] for line in opened["observations"]]


@pytest.mark.requirement("graph-tools")
def test_there_are_twenty_four_tools_in_the_order_of_the_contract(served: Workspaces) -> None:
    listed = [tool["name"] for tool in served.client.ask("tools/list")["tools"]]

    assert listed[:24] == NAMES


@pytest.mark.requirement("graph-workspace")
def test_no_tool_has_a_workspace_argument(served: Workspaces) -> None:
    tools = {tool["name"]: tool["inputSchema"] for tool in served.client.ask("tools/list")["tools"]}

    assert not any("workspace" in tools[name]["properties"] for name in NAMES)
    assert tools["search_nodes"]["properties"]["limit"]["default"] == 10
    assert tools["search_nodes"]["properties"]["mode"]["enum"] == ["embedding", "text"]
    assert tools["create_entities"]["properties"]["entities"]["items"]["required"] == ["name", "entity_type"]


@pytest.mark.requirement("graph-life")
def test_a_workspace_lives_through_every_tool(served: Workspaces) -> None:
    async def call(tool: str, **arguments: object) -> Any:
        return served(tool, None, **arguments)

    anyio.run(live, call)

    assert list(served.client.lazy.engine().palace("team/atlas").store.check()) == []


@pytest.mark.requirement("graph-workspace")
def test_where_there_are_headers_one_must_name_the_workspace(served: Workspaces) -> None:
    with pytest.raises(Told, match="missing header 'X-Memory-Workspace'"):
        served("get_stats", headers={})


@pytest.mark.requirement("graph-workspace")
def test_an_unknown_workspace_is_named_and_not_made(served: Workspaces) -> None:
    with pytest.raises(Told, match=r"^Workspace 'nowhere' not found$"):
        served("create_entities", headers={"x-memory-workspace": "nowhere"}, entities=[node("A")])

    assert served.client.lazy.engine().names() == ["team/atlas"]


@pytest.mark.requirement("graph-workspace")
def test_workspaces_with_the_same_names_never_see_each_other(served: Workspaces) -> None:
    engine = served.client.lazy.engine()
    for name in ("one", "two"):
        engine.create(name)

    def visit(number: int) -> None:
        mine = "one" if number % 2 else "two"
        headers = {"x-memory-workspace": mine}
        served("create_entities", headers, entities=[node("Shared", f"{mine} wrote {number}"), node(f"Only {number}")])
        served("create_relations", headers, relations=[
            {"from_entity": "Shared", "to_entity": f"Only {number}", "relation_type": mine}
        ])  # fmt: skip
        opened = served("open_nodes", headers, names=["Shared"])
        found = served("search_nodes", headers, query=f"wrote {number}", mode="text")
        near = served("get_neighborhood", headers, name="Shared")
        assert {line["content"].split()[0] for line in opened["entities"][0]["observations"]} == {mine}
        assert {line["relation_type"] for line in near["relations"]} == {mine}
        assert all(line["matched_observation"].startswith(mine) for line in found)

    with ThreadPoolExecutor(50) as pool:
        for done in [pool.submit(visit, number) for number in range(50)]:
            done.result()

    for name in ("one", "two"):
        stats = served("get_stats", {"x-memory-workspace": name})
        assert (stats["node_count"], stats["observation_count"], stats["relation_count"]) == (26, 25, 25)
        assert list(engine.palace(name).store.check()) == []


@pytest.mark.requirement("graph-ordinals")
def test_ordinals_begin_at_zero_and_are_never_given_out_twice(served: Workspaces) -> None:
    served("create_entities", entities=[node("A", "zero", "one")])
    served("delete_observations", deletions=[{"entity_name": "A", "ordinals": [0, 1]}])

    served("add_observations", observations=[{"entity_name": "A", "contents": ["two"]}])

    assert ordinals(served, "A") == [2]


@pytest.mark.requirement("graph-create-entities")
def test_a_name_that_comes_twice_in_one_call_is_one_node(served: Workspaces) -> None:
    made = served("create_entities", entities=[node("Twin", "first"), node("TWIN", "second"), node("twin", "third")])

    assert [line["name"] for line in made] == ["Twin", "Twin", "Twin"]
    assert served("get_stats")["node_count"] == 1
    assert ordinals(served, "twin") == [0, 1, 2]


@pytest.mark.requirement("graph-create-entities")
def test_an_existing_node_keeps_its_type_summary_and_tags(served: Workspaces) -> None:
    served("create_entities", entities=[{**node("A"), "summary": "The first.", "tags": ["x"]}])

    served("create_entities", entities=[{**node("A", "more"), "entity_type": "other", "summary": "Another.", "tags": ["y"]}])

    [opened] = served("open_nodes", names=["A"])["entities"]
    assert (opened["entity_type"], opened["summary"], opened["tags"]) == ("thing", "The first.", ["x"])
    assert [line["content"] for line in opened["observations"]] == ["more"]


@pytest.mark.requirement("graph-stale")
def test_a_summary_is_stale_once_something_was_observed_after_it(served: Workspaces) -> None:
    served("create_entities", entities=[{**node("Fresh", "known"), "summary": "Known."}, node("Bare")])
    before = [line["name"] for line in served("get_pending_consolidation")]

    served("add_observations", observations=[{"entity_name": "Fresh", "contents": ["news"]}])
    after = {line["name"] for line in served("get_pending_consolidation")}
    served("set_summary", name="Fresh", summary="Known, and news.")

    assert (before, after) == (["Bare"], {"Fresh", "Bare"})
    assert [line["name"] for line in served("get_pending_consolidation")] == ["Bare"]


@pytest.mark.requirement("graph-life")
def test_a_summary_is_answered_as_it_was_kept(served: Workspaces) -> None:
    served("create_entities", entities=[node("A")])

    told = served("set_summary", name="a", summary="before\x00after")

    assert told["summary"] == "before\ufffdafter"
    assert served("open_nodes", names=["A"])["entities"][0]["summary"] == told["summary"]


@pytest.mark.requirement("graph-gaps")
def test_only_whole_words_are_references(served: Workspaces) -> None:
    served("create_entities", entities=[node("Art"), node("a"), node("The"), node("New York")])
    served("create_entities", entities=[node("B", "The article starts a party.", "Art is in new york, and new york is big.")])

    gaps = {(gap["node"], gap["referenced_name"]): gap["reference_count"] for gap in served("get_relation_gaps")}

    assert gaps == {("B", "Art"): 1, ("B", "New York"): 1}


@pytest.mark.requirement("graph-gaps")
def test_a_node_made_later_is_found_in_older_observations_and_a_relation_closes_the_gap(served: Workspaces) -> None:
    served("create_entities", entities=[node("B", "Zephyr is fast.", "Zephyr is red.")])
    served("create_entities", entities=[node("Zephyr")])
    open_gap = served("get_relation_gaps")

    served("create_relations", relations=[{"from_entity": "Zephyr", "to_entity": "B", "relation_type": "known_to"}])

    assert open_gap == [{"node": "B", "referenced_name": "Zephyr", "reference_count": 2}]
    assert served("get_relation_gaps") == []


@pytest.mark.requirement("graph-shared-truth")
def test_nodes_and_relations_are_the_palace_sets_entities_and_facts(served: Workspaces) -> None:
    served("create_entities", entities=[node("Max"), node("Chess")])
    served("create_relations", relations=[{"from_entity": "Max", "to_entity": "Chess", "relation_type": "loves"}])
    served("mempalace_kg_add", subject="Max", predicate="lives in", object="Oslo")

    facts = served("mempalace_kg_query", entity="max")["facts"]
    opened = served("open_nodes", names=["oslo", "Max"])

    assert {(fact["predicate"], fact["object"], fact["current"]) for fact in facts} == {
        ("loves", "Chess", True), ("lives in", "Oslo", True),
    }  # fmt: skip
    assert [line["entity_type"] for line in opened["entities"]] == ["unknown", "thing"]
    assert {(line["from"], line["relation_type"], line["to"]) for line in opened["relations"]} == {
        ("Max", "loves", "Chess"), ("Max", "lives in", "Oslo"),
    }  # fmt: skip


@pytest.mark.requirement("graph-shared-truth")
def test_a_fact_that_was_ended_is_no_relation_and_a_deleted_node_is_gone_everywhere(served: Workspaces) -> None:
    served("mempalace_kg_add", subject="Max", predicate="lives in", object="Oslo")
    served("mempalace_kg_add", subject="Max", predicate="loves", object="Chess")
    served("mempalace_kg_invalidate", subject="Max", predicate="lives in", object="Oslo")
    between = served("get_relations_between", entity_a="Max", entity_b="Oslo")

    served("delete_entities", entity_names=["chess"])

    assert between == []
    assert [fact["object"] for fact in served("mempalace_kg_query", entity="Max")["facts"]] == ["Oslo"]
    assert served("mempalace_kg_stats")["entities"] == 2


def test_a_relation_whose_end_lies_ahead_is_one_until_then(served: Workspaces) -> None:
    served("create_entities", entities=[node("Ada"), node("Bob"), node("Cy")])
    advises = {"from_entity": "Ada", "to_entity": "Bob", "relation_type": "advises"}
    served("create_relations", relations=[advises])
    served("mempalace_kg_invalidate", subject="Ada", predicate="advises", object="Bob", ended="2999-01-01")

    again = served("create_relations", relations=[advises])
    [between] = served("get_relations_between", entity_a="Ada", entity_b="Bob")

    assert again["created"] == []
    assert again["already_existed"] == [between]
    assert served("get_path", from_entity="Bob", to_entity="Ada")["path"] == ["Bob", "Ada"]
    assert [line["name"] for line in served("get_neighborhood", name="Ada")["nodes"]] == ["Ada", "Bob"]
    assert [line["name"] for line in served("get_orphans")] == ["Cy"]
    assert (served("get_stats")["relation_count"], served("mempalace_kg_stats")["current_facts"]) == (1, 1)
    assert served("delete_relations", relations=[advises]) == {"deleted": 1, "not_found": 0}


@pytest.mark.requirement("graph-recent")
def test_deleting_a_node_changes_those_it_had_relations_with(served: Workspaces) -> None:
    served("create_entities", entities=[node(name) for name in ("A", "B", "C", "D")])
    arrows = [("A", "B"), ("C", "A")]
    served("create_relations", relations=[{"from_entity": a, "to_entity": b, "relation_type": "knows"} for a, b in arrows])
    served("set_tags", name="D", tags=["latest"])

    served("delete_entities", entity_names=["A"])

    assert {line["name"] for line in served("get_recently_modified", limit=2)} == {"B", "C"}


@pytest.mark.requirement("graph-shared-truth")
def test_a_node_deleted_by_two_of_its_names_is_found_by_both(served: Workspaces) -> None:
    served("create_entities", entities=[node("Bob", "likes coffee"), node("Robert", "likes tea")])
    served.client.lazy.engine().palace("team/atlas").claims.names.merge("Bob", "Robert")

    assert served("delete_entities", entity_names=["Robert", "Bob", "Bert"]) == {"deleted": ["Bob"], "not_found": ["Bert"]}


@pytest.mark.requirement("graph-shared-truth")
def test_an_entity_that_only_facts_have_named_gets_its_type_from_create_entities(served: Workspaces) -> None:
    served("mempalace_kg_add", subject="Max", predicate="lives in", object="Oslo")

    [made] = served("create_entities", entities=[{"name": "oslo", "entity_type": "city", "observations": ["It rains."]}])

    assert (made["name"], made["entity_type"]) == ("Oslo", "city")
    assert [line["name"] for line in served("get_nodes_by_type", entity_type="City")] == ["Oslo"]


@pytest.mark.requirement("graph-life")
def test_lists_are_in_the_order_they_tell(served: Workspaces) -> None:
    served("create_entities", entities=[node("Kiln"), node("Once", "Kiln is hot."), node("Twice", "Kiln is new.", "Kiln glows.")])
    served("set_tags", name="Kiln", tags=["latest"])

    gaps = [(gap["node"], gap["reference_count"]) for gap in served("get_relation_gaps")]
    orphans = served("get_orphans")

    assert gaps == [("Twice", 2), ("Once", 1)]
    assert orphans[0]["name"] == "Kiln"
    assert [line["updated_at"] for line in orphans] == sorted((line["updated_at"] for line in orphans), reverse=True)


@pytest.mark.requirement("graph-search")
def test_text_mode_puts_what_holds_more_of_the_words_first(served: Workspaces) -> None:
    served("create_entities", entities=[node("B", "the kiln"), node("A", "the kiln", "nothing here", "the kiln glows red")])

    within = served("query_observations", entity_name="A", query="kiln glows red", mode="text")
    found = served("search_nodes", query="kiln glows", mode="text")

    assert [line["ordinal"] for line in within] == [2, 0]
    assert within[0]["score"] > within[1]["score"] > 0
    assert [(line["name"], line["matched_observation"]) for line in found] == [("A", "the kiln glows red"), ("B", "the kiln")]
    assert found[0]["score"] > found[1]["score"] > 0


@pytest.mark.requirement("graph-walks")
def test_a_neighbourhood_is_one_step_wide_unless_told_otherwise_and_shows_summaries(served: Workspaces) -> None:
    served("create_entities", entities=[{**node(name), "summary": f"It is {name}."} for name in ("A", "B", "C")])
    arrows = [{"from_entity": one, "to_entity": other, "relation_type": "next"} for one, other in (("A", "B"), ("B", "C"))]
    served("create_relations", relations=arrows)

    near = served("get_neighborhood", name="A")["nodes"]

    assert [(line["name"], line["summary"]) for line in near] == [("A", "It is A."), ("B", "It is B.")]


@pytest.mark.requirement("graph-report")
def test_a_stale_node_tells_when_it_last_changed(served: Workspaces) -> None:
    served("create_entities", entities=[node("A", "one")])
    served("add_observations", observations=[{"entity_name": "A", "contents": ["two"]}])

    [stale] = served("get_consolidation_report")["stale_summaries"]
    [opened] = served("open_nodes", names=["A"])["entities"]

    assert stale["last_modified"] == opened["updated_at"] > opened["created_at"]


@pytest.mark.requirement("graph-coverage")
def test_statistics_of_an_empty_workspace_have_no_share(served: Workspaces) -> None:
    assert served("get_stats") == {
        "node_count": 0,
        "observation_count": 0,
        "relation_count": 0,
        "embedding_coverage": 1.0,
        "workspace": "team/atlas",
    }


@pytest.mark.requirement("graph-gaps")
def test_names_with_symbols_at_the_edge_are_references_whichever_comes_first(served: Workspaces) -> None:
    served("create_entities", entities=[node("C++"), node(".NET"), node("C")])
    served("create_entities", entities=[node("Notes", "see C++ and .NET and node.js and C#")])
    served("create_entities", entities=[node("node.js"), node("C#")])

    gaps = served("get_relation_gaps")

    assert {(gap["node"], gap["referenced_name"]) for gap in gaps} == {
        ("Notes", name) for name in ("C++", ".NET", "node.js", "C#")
    }


@pytest.mark.requirement("graph-tools")
def test_tools_whose_lists_are_bounded_say_so(served: Workspaces) -> None:
    told = {tool["name"]: tool["description"] for tool in served.client.ask("tools/list")["tools"]}
    bounds = {
        LISTED_MAX: [
            "get_nodes_by_type",
            "get_recently_modified",
            "get_orphans",
            "get_relation_gaps",
            "get_pending_consolidation",
        ],
        REPORTED_MAX: ["get_consolidation_report"],
        PAIRS_MAX: ["find_similar_nodes"],
        RESULTS_MAX: ["search_nodes"],
    }

    assert [name for bound, names in bounds.items() for name in names if f"{bound:,}" not in told[name]] == []
