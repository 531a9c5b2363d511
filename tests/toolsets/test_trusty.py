"""The trusty contract, example by example, with requirement ids as in docs/requirements.md."""

import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from simonides.domain.time import Stamp
from simonides.settings import Settings
from support.clients import Client, Failure
from support.homes import Home
from support.marks import IN_FILES
from support.postgres import PASSWORD

GOLDEN = Path(__file__).with_name("golden")
CONTRACT_KEYS = ("name", "description", "inputSchema")
UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
UNKNOWN_ID = "a3f1c2d4-1234-5678-9abc-def012345678"
NIL = "00000000-0000-0000-0000-000000000000"

PALACE = "my-project"
JWT = "The API gateway validates JWT tokens using RS256."
TAGS = ["auth", "jwt", "api-gateway"]


def listed(client: Client) -> list[dict[str, Any]]:
    return [{key: tool[key] for key in CONTRACT_KEYS} for tool in client.ask("tools/list")["tools"]]


def golden(name: str) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads((GOLDEN / name).read_text(encoding="utf-8"))
    return tools


def remember(client: Client, text: str, **more: object) -> str:
    reply = client("memory_remember", palace=PALACE, text=text, **more)
    return str(reply["drawer_id"])


def contents(reply: dict[str, Any], layer: int | None = None) -> list[str]:
    lines = reply["drawers"] if "drawers" in reply else reply["results"]
    return [line["content"] for line in lines if layer in (None, line.get("layer"))]


@pytest.mark.requirement("trusty-tools")
def test_without_a_default_palace_the_listing_is_the_contracts(trusty: Client) -> None:
    assert json.dumps(listed(trusty)[0]["inputSchema"]["required"]) == '["palace", "text"]'
    assert listed(trusty) == golden("trusty_tools.json")


@pytest.mark.requirement("trusty-tools")
def test_with_a_default_palace_only_required_loses_the_palace(settings: Settings) -> None:
    client = Client(replace(settings, palace=PALACE), "trusty")

    assert listed(client) == golden("trusty_tools_with_palace.json")


@pytest.mark.requirement("trusty-tools")
def test_tools_and_arguments_stand_in_the_contracts_order(trusty: Client) -> None:
    def order(tools: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
        return [(tool["name"], list(tool["inputSchema"]["properties"])) for tool in tools]

    assert order(listed(trusty)) == order(golden("trusty_tools.json"))


@pytest.mark.requirement("tool-annotations")
def test_every_tool_says_what_it_does_to_the_world(trusty: Client) -> None:
    tools = {tool["name"]: tool for tool in trusty.ask("tools/list")["tools"]}

    assert all(tool["title"] for tool in tools.values())
    assert tools["memory_recall"]["annotations"]["readOnlyHint"]
    assert tools["memory_forget"]["annotations"]["destructiveHint"]
    assert not tools["kg_assert"]["annotations"]["idempotentHint"]


@pytest.mark.requirement("trusty-remember")
def test_a_memory_is_stored_under_a_uuid(trusty: Client) -> None:
    reply = trusty("memory_remember", palace=PALACE, text=JWT, room="Backend", tags=TAGS)

    assert reply == {"drawer_id": reply["drawer_id"], "palace": PALACE, "status": "stored"}
    assert re.fullmatch(UUID, reply["drawer_id"])


@pytest.mark.requirement("trusty-remember")
def test_the_same_text_may_be_stored_twice(trusty: Client) -> None:
    assert remember(trusty, JWT) != remember(trusty, JWT)
    assert trusty("palace_info", palace=PALACE)["drawer_count"] == 2


@pytest.mark.requirement("trusty-remember")
def test_a_text_is_kept_byte_for_byte_and_a_tag_once(trusty: Client) -> None:
    text = " Zeile eins\r\n\tzwei — 日本語 \N{SLIGHTLY SMILING FACE}\n\n"

    remember(trusty, text, tags=["b", "a", "b"])

    [drawer] = trusty("memory_list", palace=PALACE)["drawers"]
    assert (drawer["content"], drawer["tags"]) == (text, ["b", "a"])


@pytest.mark.requirement("trusty-recall")
def test_recall_answers_as_in_the_example(trusty: Client) -> None:
    stored = remember(trusty, JWT, room="Backend", tags=TAGS)
    reply = trusty("memory_recall", palace=PALACE, query="How does token validation work?", top_k=5)

    assert (reply["palace"], reply["query"]) == (PALACE, "How does token validation work?")
    [found] = reply["results"]
    assert list(found) == ["drawer_id", "content", "score", "layer", "tags", "importance"]
    assert 0 < found.pop("score") <= 1
    assert found == {"drawer_id": stored, "content": JWT, "layer": 2, "tags": TAGS, "importance": 0.5}


@pytest.mark.requirement("trusty-recall", "trusty-layers")
def test_recall_begins_with_whom_the_palace_serves_and_what_matters(trusty: Client) -> None:
    trusty.lazy.engine().palace(PALACE).store.tell_about("Ada builds ships.")
    stored = remember(trusty, JWT)

    first, second = trusty("memory_recall", palace=PALACE, query="ships")["results"]

    assert first == {
        "drawer_id": NIL, "content": "Ada builds ships.", "score": 1.0, "layer": 0, "tags": [], "importance": 1.0,
    }  # fmt: skip
    assert (second["drawer_id"], second["layer"]) == (stored, 2)


@pytest.mark.requirement("trusty-recall", "trusty-layers")
def test_fifteen_important_drawers_do_not_bury_the_answer(trusty: Client) -> None:
    stored = remember(trusty, JWT, room="Backend", tags=TAGS)
    for number in range(15):
        remember(trusty, f"Standing order {number}: be kind to the build server.")

    results = trusty("memory_recall", palace=PALACE, query="How does token validation work?", top_k=5)["results"]

    assert (results[0]["drawer_id"], results[0]["layer"]) == (stored, 2)
    assert [result["score"] for result in results] == sorted((result["score"] for result in results), reverse=True)
    assert sum(result["layer"] == 1 for result in results) <= 15


@pytest.mark.requirement("trusty-recall")
@pytest.mark.parametrize(("asked", "given"), [({}, 10), ({"top_k": 20}, 20), ({"top_k": 0}, 1), ({"top_k": 1_000_000}, 40)])
def test_deep_recall_gives_as_many_as_asked_for_within_limits(trusty: Client, asked: dict[str, int], given: int) -> None:
    for number in range(40):
        remember(trusty, f"deployment configuration detail number {number}")

    reply = trusty("memory_recall_deep", palace=PALACE, query="deployment configuration details", **asked)

    assert len(reply["results"]) == given
    assert {result["layer"] for result in reply["results"]} == {3}
    scores = [result["score"] for result in reply["results"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.requirement("trusty-list")
def test_a_list_is_filtered_by_room_and_tag_as_in_the_example(trusty: Client) -> None:
    stored = remember(trusty, JWT, room="Backend", tags=TAGS)
    remember(trusty, "The login page is blue.", room="Frontend", tags=["auth"])
    remember(trusty, "The gateway logs to disk.", room="Backend", tags=["logs"])

    reply = trusty("memory_list", palace=PALACE, room="Backend", tag="auth", limit=20)

    [drawer] = reply["drawers"]
    assert reply["palace"] == PALACE
    assert datetime.fromisoformat(drawer.pop("created_at")).tzinfo is not None
    assert drawer == {"drawer_id": stored, "content": JWT, "importance": 0.5, "tags": TAGS}


@pytest.mark.requirement("trusty-list")
def test_a_list_begins_with_what_matters_most_and_then_with_the_newest(trusty: Client) -> None:
    for name in ("first", "second", "third"):
        remember(trusty, name)
    memories = trusty.lazy.engine().palace(PALACE).memories
    [second] = [memory for memory in memories.page() if memory.content == "second"]
    memories.revise(replace(second, importance=0.9))

    assert contents(trusty("memory_list", palace=PALACE)) == ["second", "third", "first"]


@pytest.mark.requirement("trusty-list")
@pytest.mark.parametrize(("asked", "given"), [({}, 50), ({"limit": 3}, 3), ({"limit": -5}, 1), ({"limit": 100_000}, 60)])
def test_a_list_has_fifty_lines_unless_told_otherwise(trusty: Client, asked: dict[str, int], given: int) -> None:
    for number in range(60):
        remember(trusty, f"note {number}")

    assert len(trusty("memory_list", palace=PALACE, **asked)["drawers"]) == given


ROOMS = ["Frontend", "Backend", "Testing", "Planning", "Documentation", "Research", "Configuration", "Meetings", "General"]


@pytest.mark.requirement("trusty-rooms")
@pytest.mark.parametrize("room", [*ROOMS, "billing", "Custom(billing)", "backend", "ops/日本"])
def test_what_is_put_in_a_room_is_listed_by_it_and_by_no_other(trusty: Client, room: str) -> None:
    remember(trusty, "the one", room=room)
    others = [other for other in (*ROOMS, "shipping") if other != room]

    assert contents(trusty("memory_list", palace=PALACE, room=room)) == ["the one"]
    assert all(contents(trusty("memory_list", palace=PALACE, room=other)) == [] for other in others)


@pytest.mark.requirement("trusty-rooms")
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"room": "Backend"}, "Backend"),
        ({"room": "billing"}, "Custom(billing)"),
        ({"room": "backend"}, "Custom(backend)"),
        ({"room": "Custom(billing)"}, "Custom(billing)"),
        ({"room": "General"}, "general"),
        ({"room": "  "}, "general"),
        ({"room": None}, "general"),
        ({}, "general"),
    ],
)
def test_rooms_stand_in_the_palace_under_their_names(settings: Settings, given: dict[str, object], kept: str) -> None:
    client = Client(replace(settings, palace=PALACE), "trusty", "palace")

    client("memory_remember", text="the one", **given)

    assert client("mempalace_get_taxonomy") == {"taxonomy": {"general": {kept: 1}}}
    client.lazy.close()


@pytest.mark.requirement("trusty-rooms")
def test_a_custom_room_is_found_by_either_form(trusty: Client) -> None:
    remember(trusty, "one", room="billing")
    remember(trusty, "two", room="Custom(billing)")

    for room in ("billing", "Custom(billing)"):
        assert contents(trusty("memory_list", palace=PALACE, room=room)) == ["two", "one"]


@pytest.mark.requirement("trusty-forget")
def test_a_forgotten_drawer_is_gone_everywhere(trusty: Client) -> None:
    stored = remember(trusty, JWT)

    reply = trusty("memory_forget", palace=PALACE, drawer_id=stored)

    assert reply == {"status": "deleted", "drawer_id": stored, "palace": PALACE}
    assert contents(trusty("memory_recall", palace=PALACE, query="JWT")) == []
    assert contents(trusty("memory_recall_deep", palace=PALACE, query="JWT")) == []
    assert contents(trusty("memory_list", palace=PALACE)) == []
    with pytest.raises(Failure, match=f"-32603: drawer not found: {stored}"):
        trusty("memory_forget", palace=PALACE, drawer_id=stored)


@pytest.mark.requirement("trusty-palaces")
def test_a_palace_is_created_once_and_keeps_what_it_has(trusty: Client) -> None:
    arguments = {"name": "client-acme", "description": "Memories for the Acme client engagement"}
    first = trusty("palace_create", **arguments)
    palace = trusty.lazy.engine().palace("client-acme")
    trusty("memory_remember", palace="client-acme", text=JWT)
    created_at = palace.info.created_at

    again = trusty("palace_create", name="client-acme", description="other words")

    assert first == again == {"palace_id": "client-acme", "status": "created"}
    assert trusty("palace_info", palace="client-acme")["drawer_count"] == 1
    assert (palace.info.description, palace.info.created_at) == (arguments["description"], created_at)


@pytest.mark.requirement("trusty-palaces")
def test_palaces_are_listed_and_described(trusty: Client, home: Home) -> None:
    trusty("palace_create", name="client-acme")
    trusty("palace_create", name="agent-pm")
    remember(trusty, JWT)

    info = trusty("palace_info", palace=PALACE)

    assert trusty("palace_list") == {"palaces": ["agent-pm", "client-acme", PALACE]}
    assert info == {"id": PALACE, "name": PALACE, "drawer_count": 1, "data_dir": home.shelf().where(PALACE)}
    assert f":{PASSWORD}@" not in info["data_dir"]


@IN_FILES
@pytest.mark.requirement("trusty-palaces")
def test_a_palace_names_the_directory_it_is_in(trusty: Client, tmp_path: Path) -> None:
    folder = Path(trusty("palace_info", palace=PALACE)["data_dir"])

    assert folder.is_relative_to(tmp_path)
    assert folder.is_dir()


FACT = {"subject": "auth-service", "predicate": "deployed_version"}


@pytest.mark.requirement("trusty-kg-query")
def test_a_fact_is_asserted_and_queried_as_in_the_example(trusty: Client) -> None:
    asserted = trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1", confidence=0.95, provenance="deploy-log-2026-05-10")

    reply = trusty("kg_query", palace=PALACE, subject="auth-service")

    [triple] = reply["triples"]
    assert asserted == {"status": "asserted"}
    assert reply["subject"] == "auth-service"
    assert list(triple) == ["subject", "predicate", "object", "valid_from", "valid_to", "confidence", "provenance"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", triple.pop("valid_from"))
    assert triple == {**FACT, "object": "2.4.1", "valid_to": None, "confidence": 0.95, "provenance": "deploy-log-2026-05-10"}


@pytest.mark.requirement("trusty-kg-assert")
def test_asserting_ends_what_was_said_before_and_leaves_the_rest(trusty: Client) -> None:
    trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1")
    trusty("kg_assert", palace=PALACE, subject="auth-service", predicate="owned_by", object="Kai")

    trusty("kg_assert", palace=PALACE, **FACT, object="2.5.0")

    triples = trusty("kg_query", palace=PALACE, subject="auth-service")["triples"]
    assert [(triple["predicate"], triple["object"]) for triple in triples] == [
        ("owned_by", "Kai"),
        ("deployed_version", "2.5.0"),
    ]
    assert all((triple["confidence"], triple["provenance"]) == (1.0, None) for triple in triples)


@pytest.mark.requirement("trusty-kg-query")
def test_a_blank_provenance_is_none_and_any_other_is_kept_to_the_letter(trusty: Client) -> None:
    for said, told in ((" ", None), ("deploy log,  of May ", "deploy log,  of May ")):
        trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1", provenance=said)
        [triple] = trusty("kg_query", palace=PALACE, subject="auth-service")["triples"]
        assert triple["provenance"] == told


@pytest.mark.requirement("trusty-kg-query")
def test_a_fact_for_which_somebody_named_an_end_is_no_triple_of_the_contract(trusty: Client) -> None:
    trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1")
    facts = trusty.lazy.engine().palace(PALACE).facts
    facts.end(FACT["subject"], FACT["predicate"], "2.4.1", Stamp.parse("2999"))

    assert trusty("kg_query", palace=PALACE, subject=FACT["subject"])["triples"] == []


@pytest.mark.requirement("trusty-kg-assert")
def test_asserting_the_same_again_begins_it_anew(trusty: Client) -> None:
    trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1", provenance="first")
    trusty("kg_assert", palace=PALACE, **FACT, object="2.4.1", provenance="second")

    [triple] = trusty("kg_query", palace=PALACE, subject="AUTH-service")["triples"]
    stats = trusty.lazy.engine().palace(PALACE).facts.stats()

    assert triple["provenance"] == "second"
    assert (stats.facts, stats.current_facts) == (2, 1)


@pytest.mark.requirement("trusty-kg-query")
def test_only_what_the_subject_itself_does_is_told(trusty: Client) -> None:
    trusty("kg_assert", palace=PALACE, subject="gateway", predicate="calls", object="auth-service")

    assert trusty("kg_query", palace=PALACE, subject="auth-service") == {"subject": "auth-service", "triples": []}
    assert trusty("kg_query", palace=PALACE, subject="nobody") == {"subject": "nobody", "triples": []}


@pytest.mark.requirement("trusty-default-palace")
def test_a_default_palace_stands_in_and_an_argument_wins(settings: Settings) -> None:
    client = Client(replace(settings, palace=PALACE), "trusty")
    client("palace_create", name="other")

    here = client("memory_remember", text="here")
    there = client("memory_remember", palace="other", text="there")

    assert (here["palace"], there["palace"]) == (PALACE, "other")
    assert contents(client("memory_list")) == ["here"]
    assert contents(client("memory_list", palace="other")) == ["there"]
    client.lazy.close()
