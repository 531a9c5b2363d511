"""Statements of the contracts that no other test of the tool sets covers; docs/requirements.md lists them all."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from simonides.settings import Settings, load
from support.clients import Client

FEES = {
    ".py": "def harbour_fee():\n    return 7\n",
    ".go": "package main\n\nfunc HarbourFee() int {\n\treturn 7\n}\n",
}
CLERK = "We chose Clerk over Auth0 because of its price."


def schemas(client: Client) -> dict[str, dict[str, object]]:
    return {tool["name"]: tool["inputSchema"] for tool in client.ask("tools/list")["tools"]}


def add(call: Client, content: str, wing: str = "wing_myproject", room: str = "decisions", **more: object) -> str:
    return str(call("mempalace_add_drawer", wing=wing, room=room, content=content, **more)["drawer_id"])


@pytest.fixture
def graph(settings: Settings) -> Iterator[Client]:
    client = Client(replace(settings, palace="life"), "graph")
    nodes = [
        {"name": name, "entity_type": "project", "observations": [f"{name} keeps its data in Postgres, on two machines."]}
        for name in ("Atlas", "Boreas", "Corona")
    ]
    client("create_entities", entities=nodes)
    yield client
    client.lazy.close()


@pytest.mark.requirement("palace-status")
def test_status_takes_no_arguments(call: Client) -> None:
    assert schemas(call)["mempalace_status"] == {"type": "object", "properties": {}}


@pytest.mark.requirement("palace-status")
def test_each_rule_names_its_tools(call: Client) -> None:
    add(call, CLERK)

    rules = re.findall(r"^\d\. (.*)$", call("mempalace_status")["protocol"], re.MULTILINE)

    wake, respond, unsure, after, change = rules
    assert "mempalace_status" in wake
    assert "AAAK" in wake
    assert "mempalace_kg_query or mempalace_search first" in respond
    assert "Never guess" in respond
    assert '"let me check"' in unsure
    assert "slow answer beats a wrong one" in unsure
    assert "mempalace_diary_write" in after
    assert change.index("mempalace_kg_invalidate on the old") < change.index("mempalace_kg_add with the new")


@pytest.mark.requirement("palace-search")
def test_similarity_is_a_cosine_to_three_places_and_the_best_comes_first(call: Client) -> None:
    add(call, "The bakery opens at seven.", room="food")
    add(call, CLERK)

    results = call("mempalace_search", query=CLERK)["results"]

    assert results[0]["text"] == CLERK
    assert results[0]["similarity"] == 1.0
    assert all(round(result["similarity"], 3) == result["similarity"] <= 1 for result in results)
    # Of 0 and 1 nobody sees to how many places they were rounded.
    near = call("mempalace_search", query="We chose Clerk because the bakery opens at seven.")["results"]
    assert all(re.fullmatch(r"0\.\d{3}", str(result["similarity"])) for result in near)


@pytest.mark.requirement("palace-check-duplicate")
def test_a_duplicate_is_from_nine_tenths_on_unless_told_otherwise(call: Client) -> None:
    words = "harbour lighthouse keeper ferry tide anchor rope sail mast deck".split()
    add(call, " ".join(words))
    nearer, farther = " ".join([*words[:9], "yeast"]), " ".join([*words[:8], "salt", "yeast"])

    [near] = call("mempalace_check_duplicate", content=nearer)["matches"]
    [far] = call("mempalace_check_duplicate", content=farther, threshold=0.8)["matches"]

    assert 0.8 < far["similarity"] < 0.9 < near["similarity"] < 1
    assert call("mempalace_check_duplicate", content=farther) == {"is_duplicate": False, "matches": []}


@pytest.mark.requirement("palace-search-filters")
@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, {"one", "two", "three"}),
        ({"wing": "wing_a"}, {"one", "two"}),
        ({"room": "plans"}, {"one", "three"}),
        ({"wing": "wing_a", "room": "plans"}, {"one"}),
    ],
)
def test_filters_keep_the_rest_out(call: Client, filters: dict[str, str], found: set[str]) -> None:
    for number, wing, room in (("one", "wing_a", "plans"), ("two", "wing_a", "notes"), ("three", "wing_b", "plans")):
        add(call, f"The harbour opens at {number}", wing, room)

    results = call("mempalace_search", query="When does the harbour open?", **filters)["results"]

    assert {result["text"].rsplit(" ", 1)[1] for result in results} == found


@pytest.mark.requirement("palace-duplicates")
def test_a_drawer_is_filed_with_everything_that_the_contract_names(call: Client) -> None:
    drawer_id = add(call, CLERK, source_file="notes/meeting.md")

    memory = call.lazy.engine().palace("default").memories.get(drawer_id)

    assert list(schemas(call)["mempalace_add_drawer"]["properties"])[:5] == [  # type: ignore[call-overload]
        "wing", "room", "content", "source_file", "added_by",
    ]  # fmt: skip
    assert re.fullmatch(r"drawer_wing_myproject_decisions_[0-9a-f]{16}", drawer_id)
    assert (memory.content, memory.place.wing, memory.place.room) == (CLERK, "wing_myproject", "decisions")
    assert (memory.origin.source, memory.origin.chunk, memory.origin.added_by) == ("notes/meeting.md", 0, "mcp")
    assert datetime.now(UTC) - memory.created_at < timedelta(minutes=5)


@pytest.mark.requirement("palace-status-no-palace")
def test_the_first_drawer_makes_the_palace(call: Client) -> None:
    before = call("mempalace_status")
    add(call, CLERK)

    assert "error" in before
    assert call("mempalace_status")["total_drawers"] == 1


@pytest.mark.requirement("palace-kg-as-of")
def test_a_fact_without_dates_has_always_held_and_still_does(call: Client) -> None:
    call("mempalace_kg_add", subject="Max", predicate="does", object="swimming")

    for as_of in ("1990-01-01", "2090-01-01"):
        [fact] = call("mempalace_kg_query", entity="Max", as_of=as_of)["facts"]
        assert (fact["valid_from"], fact["valid_to"], fact["current"]) == (None, None, True)


@pytest.mark.requirement("palace-kg-query")
def test_a_fact_points_to_its_drawer(call: Client) -> None:
    drawer_id = add(call, CLERK)
    call("mempalace_kg_add", subject="Clerk", predicate="replaces", object="Auth0", source_closet=drawer_id)

    [fact] = call("mempalace_kg_query", entity="Clerk", direction="outgoing")["facts"]

    assert fact["source_closet"] == drawer_id


@pytest.mark.requirement("palace-navigation")
def test_tunnels_without_wings_are_the_bridges_between_all(call: Client) -> None:
    for wing, room in (("wing_a", "auth"), ("wing_b", "auth"), ("wing_b", "plans"), ("wing_c", "plans"), ("wing_c", "own")):
        add(call, f"A note of {wing} on {room}.", wing, room)

    everywhere = call("mempalace_find_tunnels")
    between = call("mempalace_find_tunnels", wing_a="wing_b", wing_b="wing_c")

    assert {tunnel["room"] for tunnel in everywhere} == {"auth", "plans"}
    assert [tunnel["room"] for tunnel in between] == ["plans"]


@pytest.mark.requirement("log-settings")
def test_the_log_is_at_warning_unless_told_otherwise(tmp_path: Path) -> None:
    settings = load({}, {"SIMONIDES_CONFIG": str(tmp_path / "none.toml"), "SIMONIDES_HOME": str(tmp_path)})

    assert settings.log_level_for(["trusty"]) is None
    assert "| `log_level` | `SIMONIDES_LOG` | `serve --log-level` | `warning` |" in (
        Path(__file__).parents[2] / "docs" / "settings.md"
    ).read_text(encoding="utf-8")


@pytest.mark.requirement("graph-life")
def test_opened_nodes_bring_the_relations_of_either_end(graph: Client) -> None:
    arrows = [("Atlas", "Boreas"), ("Corona", "Atlas"), ("Boreas", "Corona")]
    graph(
        "create_relations",
        relations=[{"from_entity": source, "to_entity": target, "relation_type": "feeds"} for source, target in arrows],
    )

    relations = graph("open_nodes", names=["Atlas"])["relations"]

    assert {(line["from"], line["to"]) for line in relations} == {("Atlas", "Boreas"), ("Corona", "Atlas")}


@pytest.mark.requirement("graph-life")
def test_relations_between_are_of_both_directions(graph: Client) -> None:
    there = {"from_entity": "Atlas", "to_entity": "Boreas", "relation_type": "feeds"}
    back = {"from_entity": "Boreas", "to_entity": "Atlas", "relation_type": "pays"}
    graph("create_relations", relations=[there, back])

    between = graph("get_relations_between", entity_a="Boreas", entity_b="Atlas")

    assert {line["relation_type"] for line in between} == {"feeds", "pays"}


@pytest.mark.requirement("graph-recent")
def test_recently_modified_has_its_defaults_and_the_newest_first(graph: Client) -> None:
    graph("set_tags", name="Boreas", tags=["new"])

    recent = graph("get_recently_modified")
    schema = schemas(graph)["get_recently_modified"]["properties"]

    assert recent[0]["name"] == "Boreas"
    assert [line["updated_at"] for line in recent] == sorted((line["updated_at"] for line in recent), reverse=True)
    assert [(name, schema[name]["default"]) for name in schema] == [("days", 7), ("limit", 20)]  # type: ignore[attr-defined, index]


@pytest.mark.requirement("graph-life")
def test_similar_nodes_have_their_defaults_and_related_ones_are_left_out(graph: Client) -> None:
    before = graph("find_similar_nodes")
    related = {"from_entity": "Atlas", "to_entity": "Boreas", "relation_type": "feeds"}
    graph("create_relations", relations=[related])
    schema = schemas(graph)["find_similar_nodes"]["properties"]

    assert all(pair["similarity"] >= 0.75 for pair in before)
    assert {"Atlas", "Boreas"} in [{pair["node_a"], pair["node_b"]} for pair in before]
    assert {"Atlas", "Boreas"} not in [{pair["node_a"], pair["node_b"]} for pair in graph("find_similar_nodes")]
    assert [(name, schema[name]["default"]) for name in schema] == [("limit", 20), ("min_score", 0.75)]  # type: ignore[attr-defined, index]


@pytest.mark.requirement("graph-search")
def test_search_has_its_defaults(graph: Client) -> None:
    schema = schemas(graph)["search_nodes"]["properties"]

    assert schema["limit"]["default"] == 10  # type: ignore[index]
    assert schema["mode"]["default"] == "embedding"  # type: ignore[index]
    assert schema["mode"]["enum"] == ["embedding", "text"]  # type: ignore[index]


@pytest.mark.requirement("palace-duplicates")
@pytest.mark.parametrize(
    "content",
    [
        "We chose Clerk over Auth0, because of its price!",
        "We chose Auth0 over Clerk because of its price.",
        "We chose Clerk over Auth0 because of its support.",
        "Tomatoes and beans grow behind the house.",
    ],
)
def test_a_write_looks_for_duplicates_as_the_check_does_at_nine_tenths(call: Client, content: str) -> None:
    add(call, CLERK)
    check = call("mempalace_check_duplicate", content=content, threshold=0.9)

    reply = call("mempalace_add_drawer", wing="wing_myproject", room="decisions", content=content)

    # What is near but says something else is kept, and named beside the new drawer.
    assert reply.get("matches", reply.get("similar", [])) == check["matches"]
    assert reply["success"] is not content.endswith("!")


@pytest.mark.requirement("memory-recall")
@pytest.mark.parametrize(
    ("only", "files"),
    [
        ({}, {"first.py", "second.py", "second.go"}),
        ({"project_id": "a"}, {"first.py"}),
        ({"language": "go"}, {"second.go"}),
        ({"project_id": "a", "language": "go"}, set()),
    ],
)
def test_a_project_and_a_language_keep_other_code_out(
    memory: Client, tmp_path: Path, only: dict[str, str], files: set[str]
) -> None:
    for name in ("a/first.py", "b/second.py", "b/second.go"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(FEES[path.suffix])
    for project in ("a", "b"):
        memory("index_project", path=str(tmp_path / project))

    reply = memory("recall", query="harbour fee", include_memories=False, include_code=True, **only)

    assert {Path(each["file_path"]).name for each in reply["results"]} == files


@pytest.mark.requirement("trusty-recall")
def test_deep_recall_replies_in_the_shape_of_recall(trusty: Client) -> None:
    trusty("memory_remember", palace="my-project", text="The API gateway validates JWT tokens using RS256.", tags=["auth"])

    plain, deep = (
        trusty(tool, palace="my-project", query="How does token validation work?")
        for tool in ("memory_recall", "memory_recall_deep")
    )

    assert list(plain) == list(deep) == ["palace", "query", "results"]
    assert list(plain["results"][0]) == list(deep["results"][0])
    assert list(deep["results"][0]) == ["drawer_id", "content", "score", "layer", "tags", "importance"]
