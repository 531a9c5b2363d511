"""The life of a workspace: every tool of the graph set at least once, with every field of every reply checked."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

Call = Callable[..., Awaitable[Any]]

MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z")

ATLAS = {
    "name": "Atlas",
    "entity_type": "project",
    "observations": ["Atlas keeps its data in Postgres.", "Maya leads the rewrite of Atlas."],
    "tags": ["backend", "2026"],
}
MAYA = {"name": "Maya", "entity_type": "person", "observations": ["Maya drinks green tea."], "summary": "Leads Atlas."}
POSTGRES = {"name": "Postgres", "entity_type": "database"}
BOREAS = {
    "name": "Boreas",
    "entity_type": "project",
    "observations": ["Boreas keeps its data in Postgres.", "Maya leads the rewrite of Boreas."],
}


async def live(call: Call) -> None:
    await _make_nodes(call)
    await _observe(call)
    await _relate(call)
    await _walk(call)
    await _search(call)
    await _consolidate(call)
    await _leave(call)


async def _make_nodes(call: Call) -> None:
    made = await call("create_entities", entities=[ATLAS, MAYA, POSTGRES, BOREAS])
    assert [(line["name"], line["entity_type"]) for line in made] == [
        ("Atlas", "project"), ("Maya", "person"), ("Postgres", "database"), ("Boreas", "project"),
    ]  # fmt: skip
    assert all(line.keys() == {"name", "entity_type", "created_at"} and MOMENT.fullmatch(line["created_at"]) for line in made)

    again = await call("create_entities", entities=[{"name": "atlas", "entity_type": "car", "observations": ["Atlas is late."]}])
    assert (again[0]["name"], again[0]["entity_type"], again[0]["created_at"]) == ("Atlas", "project", made[0]["created_at"])

    opened = await call("open_nodes", names=["ATLAS", "Nobody"])
    assert opened.keys() == {"entities", "relations", "not_found"}
    [atlas] = opened["entities"]
    assert atlas.keys() == {"name", "entity_type", "summary", "tags", "observations", "created_at", "updated_at"}
    assert (atlas["name"], atlas["entity_type"], atlas["summary"], atlas["tags"]) == (
        "Atlas", "project", None, ["backend", "2026"],
    )  # fmt: skip
    assert [line["ordinal"] for line in atlas["observations"]] == [0, 1, 2]
    assert [line["content"] for line in atlas["observations"]] == [*ATLAS["observations"], "Atlas is late."]
    assert atlas["updated_at"] >= atlas["created_at"] == made[0]["created_at"]
    assert (opened["relations"], opened["not_found"]) == ([], ["Nobody"])

    projects = await call("get_nodes_by_type", entity_type="project")
    assert [line["name"] for line in projects] == ["Atlas", "Boreas"]
    assert all(line.keys() == {"name", "entity_type", "summary", "tags", "updated_at"} for line in projects)

    tagged = await call("set_tags", name="maya", tags=["lead", "team-a"])
    assert tagged == {"name": "Maya", "tags": ["lead", "team-a"]}
    summed_up = await call("set_summary", name="maya", summary="Leads Atlas and drinks tea.")
    assert (summed_up["name"], summed_up["summary"]) == ("Maya", "Leads Atlas and drinks tea.")
    assert MOMENT.fullmatch(summed_up["updated_at"])

    recent = await call("get_recently_modified", days=1, limit=2)
    assert [line["name"] for line in recent] == ["Maya", "Atlas"]
    assert all(line.keys() == {"name", "entity_type", "summary", "updated_at"} for line in recent)
    assert recent[0]["summary"] == "Leads Atlas and drinks tea."


async def _observe(call: Call) -> None:
    added = await call(
        "add_observations",
        observations=[
            {"entity_name": "maya", "contents": ["Maya moved to Lisbon in May.", "Maya plays chess."]},
            {"entity_name": "Nobody", "contents": ["nothing"]},
        ],
    )
    assert added == [
        {
            "entity_name": "Maya",
            "added": [
                {"ordinal": 1, "content": "Maya moved to Lisbon in May."},
                {"ordinal": 2, "content": "Maya plays chess."},
            ],
            "not_found": False,
        },
        {"entity_name": "Nobody", "added": [], "not_found": True},
    ]

    replaced = await call("replace_observation", entity_name="MAYA", ordinal=1, new_content="Maya moved to Porto in May.")
    assert replaced == {
        "entity_name": "Maya",
        "ordinal": 1,
        "old_content": "Maya moved to Lisbon in May.",
        "new_content": "Maya moved to Porto in May.",
    }

    deleted = await call("delete_observations", deletions=[{"entity_name": "Maya", "ordinals": [2, 9]}])
    assert deleted == [{"entity_name": "Maya", "deleted_ordinals": [2], "not_found_ordinals": [9]}]
    [line] = await call("add_observations", observations=[{"entity_name": "Maya", "contents": ["Maya speaks Portuguese."]}])
    assert [each["ordinal"] for each in line["added"]] == [3]

    found = await call("query_observations", entity_name="Maya", query="Maya moved to Porto")
    assert found[0]["content"] == "Maya moved to Porto in May."
    assert {each["ordinal"] for each in found} == {0, 1, 3}
    assert all(each.keys() == {"ordinal", "content", "score"} for each in found)
    assert found[0]["score"] > found[-1]["score"]
    by_word = await call("query_observations", entity_name="Maya", query="portuguese", mode="text")
    assert [each["ordinal"] for each in by_word] == [3]


async def _relate(call: Call) -> None:
    arrow = {"from_entity": "maya", "to_entity": "atlas", "relation_type": "leads"}
    wanted = [arrow, {**arrow, "to_entity": "Ghost"}]
    assert await call("create_relations", relations=wanted) == {
        "created": [{"from": "Maya", "to": "Atlas", "relation_type": "leads"}],
        "already_existed": [],
        "not_found": ["Ghost"],
    }
    uses = {"from_entity": "Atlas", "to_entity": "Postgres", "relation_type": "uses"}
    assert await call("create_relations", relations=[arrow, uses]) == {
        "created": [{"from": "Atlas", "to": "Postgres", "relation_type": "uses"}],
        "already_existed": [{"from": "Maya", "to": "Atlas", "relation_type": "leads"}],
        "not_found": [],
    }
    renamed = await call("update_relation_type", from_entity="Maya", to_entity="Atlas", old_type="leads", new_type="is_lead_of")
    assert renamed == {"from_entity": "Maya", "to_entity": "Atlas", "old_type": "leads", "new_type": "is_lead_of"}
    between = await call("get_relations_between", entity_a="Atlas", entity_b="Maya")
    assert between == [{"from": "Maya", "to": "Atlas", "relation_type": "is_lead_of"}]


async def _walk(call: Call) -> None:
    near = await call("get_neighborhood", name="postgres", depth=1)
    assert [line["name"] for line in near["nodes"]] == ["Postgres", "Atlas"]
    assert all(line.keys() == {"name", "entity_type", "summary", "tags"} for line in near["nodes"])
    assert near["relations"] == [{"from": "Atlas", "to": "Postgres", "relation_type": "uses"}]
    assert len((await call("get_neighborhood", name="postgres", depth=2))["nodes"]) == 3

    path = await call("get_path", from_entity="Postgres", to_entity="Maya")
    assert path == {
        "found": True,
        "path": ["Postgres", "Atlas", "Maya"],
        "relations": [
            {"from": "Atlas", "to": "Postgres", "relation_type": "uses"},
            {"from": "Maya", "to": "Atlas", "relation_type": "is_lead_of"},
        ],
    }
    assert await call("get_path", from_entity="Maya", to_entity="Boreas") == {"found": False, "path": [], "relations": []}

    [orphan] = await call("get_orphans")
    assert orphan.keys() == {"name", "entity_type", "summary", "updated_at"}
    assert orphan["name"] == "Boreas"

    gaps = await call("get_relation_gaps")
    assert {(gap["node"], gap["referenced_name"], gap["reference_count"]) for gap in gaps} == {
        ("Boreas", "Postgres", 1), ("Boreas", "Maya", 1),
    }  # fmt: skip

    similar = await call("find_similar_nodes", limit=5, min_score=0.2)
    assert (similar[0]["node_a"], similar[0]["node_b"]) == ("Atlas", "Boreas")
    assert (similar[0]["node_a_type"], similar[0]["node_b_type"]) == ("project", "project")
    assert 0.2 <= similar[0]["similarity"] <= 1


async def _search(call: Call) -> None:
    found = await call("search_nodes", query="Who drinks green tea?", limit=2)
    assert len(found) == 2
    assert found[0].keys() == {
        "name", "entity_type", "summary", "matched_observation", "matched_perspective", "score",
    }  # fmt: skip
    assert (found[0]["name"], found[0]["entity_type"]) == ("Maya", "person")
    assert found[0]["matched_observation"] == "Maya drinks green tea."
    assert found[0]["matched_perspective"] in {"general", "technical", "relational", "temporal", "project"}
    assert found[0]["summary"] == "Leads Atlas and drinks tea."
    assert 1 >= found[0]["score"] >= found[1]["score"]

    [by_word] = await call("search_nodes", query="tea", mode="text")
    assert (by_word["name"], by_word["matched_perspective"]) == ("Maya", None)
    assert 0 < by_word["score"] <= 1


async def _consolidate(call: Call) -> None:
    pending = await call("get_pending_consolidation")
    assert {line["name"] for line in pending} == {"Atlas", "Maya", "Postgres", "Boreas"}
    by_name = {line["name"]: line for line in pending}
    assert all(
        line.keys() == {"name", "entity_type", "observation_count", "last_observation_at", "summary_updated_at"}
        for line in pending
    )
    assert (by_name["Atlas"]["observation_count"], by_name["Atlas"]["summary_updated_at"]) == (3, None)
    assert by_name["Maya"]["summary_updated_at"] < by_name["Maya"]["last_observation_at"]
    assert by_name["Postgres"]["last_observation_at"] is None

    report = await call("get_consolidation_report")
    assert report.keys() == {
        "stale_summaries", "relation_candidates", "orphaned_nodes", "cluster_summary", "event_summary",
    }  # fmt: skip
    stale = {line["name"]: line for line in report["stale_summaries"]}
    assert stale["Maya"].keys() == {"name", "entity_type", "last_modified", "observation_count", "draft_summary"}
    assert (stale["Maya"]["observation_count"], stale["Maya"]["draft_summary"]) == (3, None)
    assert [(line["name"], line["entity_type"]) for line in report["orphaned_nodes"]] == [("Boreas", "project")]
    assert all(line.keys() == {"node_a", "node_b", "similarity_score", "rationale"} for line in report["relation_candidates"])
    assert [cluster["cluster_id"] for cluster in report["cluster_summary"]] == list(range(len(report["cluster_summary"])))
    assert {"Maya", "Atlas", "Postgres"} <= {name for line in report["cluster_summary"] for name in line["node_names"]}
    assert report["event_summary"].keys() == {"since", "creates", "updates", "deletes"}
    assert report["event_summary"]["creates"] == 6
    assert report["event_summary"]["deletes"] == 1
    assert report["event_summary"]["updates"] >= 10

    stats = await call("get_stats")
    assert (stats["node_count"], stats["observation_count"], stats["relation_count"]) == (4, 8, 2)
    assert (stats["embedding_coverage"], stats["workspace"]) == (1.0, "team/atlas")


async def _leave(call: Call) -> None:
    uses = {"from_entity": "atlas", "to_entity": "postgres", "relation_type": "uses"}
    assert await call("delete_relations", relations=[uses, uses]) == {"deleted": 1, "not_found": 1}
    deleted = await call("delete_entities", entity_names=["ATLAS", "Nobody", "boreas"])
    assert deleted == {"deleted": ["Atlas", "Boreas"], "not_found": ["Nobody"]}
    assert (await call("get_relations_between", entity_a="Maya", entity_b="Atlas")) == []
    stats = await call("get_stats")
    assert (stats["node_count"], stats["observation_count"], stats["relation_count"]) == (2, 3, 0)
    assert [line["name"] for line in await call("search_nodes", query="rewrite of Atlas")] == ["Maya"]
