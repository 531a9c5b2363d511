"""The trusty contract: its table of errors, row by row, and bad input for every tool."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from simonides.settings import Settings
from support.clients import Client, Failure
from support.marks import IN_FILES

PALACE = "my-project"
SCOPED = {
    "memory_remember": {"text": "x"},
    "memory_recall": {"query": "x"},
    "memory_recall_deep": {"query": "x"},
    "kg_assert": {"subject": "a", "predicate": "b", "object": "c"},
    "kg_query": {"subject": "a"},
    "memory_list": {},
    "memory_forget": {"drawer_id": "x"},
    "palace_info": {},
}

BAD_CALLS = [
    ("memory_remember", {}, "text"),
    ("memory_remember", {"text": None}, "text"),
    ("memory_remember", {"text": " \n"}, "text"),
    ("memory_remember", {"text": 5}, "text"),
    ("memory_remember", {"text": "x" * 1_100_000}, "text"),
    ("memory_remember", {"text": "x", "room": ["Backend"]}, "room"),
    ("memory_remember", {"text": "x", "room": "../r"}, "room"),
    ("memory_remember", {"text": "x", "room": "Custom(../r)"}, "room"),
    ("memory_remember", {"text": "x", "room": "r" * 125}, "room"),
    ("memory_remember", {"text": "x", "room": "a\x00"}, "room"),
    ("memory_remember", {"text": "x", "tags": "auth"}, "tags"),
    ("memory_remember", {"text": "x", "tags": ["auth", 5]}, "tags[1]"),
    ("memory_remember", {"text": "x", "tags": ["  "]}, "tags"),
    ("memory_remember", {"text": "x", "tags": ["a\nb"]}, "tags"),
    ("memory_remember", {"text": "x", "importance": 0.9}, "importance"),
    ("memory_recall", {}, "query"),
    ("memory_recall", {"query": "  "}, "query"),
    ("memory_recall", {"query": "x", "top_k": "many"}, "top_k"),
    ("memory_recall", {"query": "x", "top_k": True}, "top_k"),
    ("memory_recall", {"query": "x", "top_k": 2.5}, "top_k"),
    ("memory_recall_deep", {"query": ""}, "query"),
    ("memory_recall_deep", {"query": "x", "depth": 3}, "depth"),
    ("palace_create", {}, "name"),
    ("palace_create", {"name": ""}, "name"),
    ("palace_create", {"name": "../up"}, "name"),
    ("palace_create", {"name": "/etc"}, "name"),
    ("palace_create", {"name": "a" * 129}, "name"),
    ("palace_create", {"name": "other", "description": 5}, "description"),
    ("palace_create", {"name": "other", "description": "x" * 1_100_000}, "description"),
    ("palace_list", {"x": 1}, "x"),
    ("kg_assert", {"subject": "a", "predicate": "b"}, "object"),
    ("kg_assert", {"subject": " ", "predicate": "b", "object": "c"}, "subject"),
    ("kg_assert", {"subject": "a", "predicate": "p" * 129, "object": "c"}, "predicate"),
    ("kg_assert", {"subject": "a", "predicate": "b", "object": "c", "confidence": 1.5}, "confidence"),
    ("kg_assert", {"subject": "a", "predicate": "b", "object": "c", "confidence": -0.1}, "confidence"),
    ("kg_assert", {"subject": "a", "predicate": "b", "object": "c", "confidence": "high"}, "confidence"),
    ("kg_assert", {"subject": "a", "predicate": "b", "object": "c", "provenance": 7}, "provenance"),
    ("kg_query", {}, "subject"),
    ("kg_query", {"subject": ""}, "subject"),
    ("memory_list", {"room": 5}, "room"),
    ("memory_list", {"room": "a\\b"}, "room"),
    ("memory_list", {"tag": "a\x07"}, "tag"),
    ("memory_list", {"limit": "all"}, "limit"),
    ("memory_forget", {}, "drawer_id"),
    ("memory_forget", {"drawer_id": ""}, "drawer_id"),
    ("memory_forget", {"drawer_id": 12}, "drawer_id"),
    ("palace_info", {"verbose": True}, "verbose"),
]


@pytest.mark.requirement("bad-input", "trusty-faults")
@pytest.mark.parametrize(("tool", "arguments", "argument"), BAD_CALLS)
def test_bad_input_names_the_argument_stores_nothing_and_leaves_the_server_alive(
    settings: Settings, tool: str, arguments: dict[str, object], argument: str
) -> None:
    client = Client(replace(settings, palace=PALACE), "trusty")
    client("memory_remember", text="the only drawer")

    with pytest.raises(Failure) as caught:
        client(tool, **arguments)

    assert caught.value.code == -32603
    assert f"'{argument}'" in caught.value.message
    assert client("palace_info")["drawer_count"] == 1
    assert client("palace_list") == {"palaces": [PALACE]}
    assert client("kg_query", subject="a")["triples"] == []
    client.lazy.close()


def test_every_tool_has_a_row_of_bad_input(trusty: Client) -> None:
    assert {tool for tool, _, _ in BAD_CALLS} == {tool["name"] for tool in trusty.ask("tools/list")["tools"]}


@pytest.mark.requirement("trusty-missing-palace")
@pytest.mark.parametrize("tool", SCOPED)
def test_a_missing_palace_is_told_to_the_letter(trusty: Client, tool: str) -> None:
    with pytest.raises(Failure) as caught:
        trusty(tool, **SCOPED[tool])

    assert (caught.value.code, caught.value.message) == (-32603, f"{tool}: missing 'palace' (no --palace default configured)")


@pytest.mark.requirement("trusty-faults")
@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("memory_remember", {}, "memory_remember: missing 'text'"),
        ("memory_recall", {}, "memory_recall: missing 'query'"),
        ("kg_assert", {"subject": "a"}, "kg_assert: missing 'predicate'"),
        ("memory_forget", {}, "memory_forget: missing 'drawer_id'"),
        ("memory_remember", {"content": "a"}, "memory_remember: missing 'text' ('content' is not an argument)"),
        # This tool takes no palace, so the argument that the test adds is unknown to it.
        ("palace_create", {}, "palace_create: missing 'name' ('palace' is not an argument)"),
    ],
)
def test_a_missing_argument_is_named(trusty: Client, tool: str, arguments: dict[str, str], message: str) -> None:
    with pytest.raises(Failure) as caught:
        trusty(tool, palace=PALACE, **arguments)

    assert (caught.value.code, caught.value.message) == (-32603, message)


@pytest.mark.requirement("trusty-faults")
@pytest.mark.parametrize("tool", SCOPED)
def test_an_unknown_palace_is_told_with_what_makes_one(trusty: Client, tool: str) -> None:
    with pytest.raises(Failure) as caught:
        trusty(tool, palace="nowhere", **SCOPED[tool])

    assert caught.value.code == -32603
    assert "nowhere" in caught.value.message
    assert "palace_create" in caught.value.message
    assert trusty("palace_list") == {"palaces": [PALACE]}


@pytest.mark.requirement("trusty-faults")
@pytest.mark.parametrize("name", ["", "  ", "../my-project", 5, ["my-project"]])
def test_a_bad_palace_name_never_opens_another(trusty: Client, name: object) -> None:
    with pytest.raises(Failure) as caught:
        trusty("memory_list", palace=name)

    assert caught.value.code == -32603
    assert "'palace'" in caught.value.message


@pytest.mark.requirement("trusty-faults")
def test_an_unknown_tool_is_named(trusty: Client) -> None:
    with pytest.raises(Failure) as caught:
        trusty("memory_dream")

    assert (caught.value.code, caught.value.message) == (-32603, "unknown tool: memory_dream")


@pytest.mark.requirement("trusty-faults")
def test_among_several_sets_an_unknown_tool_is_mcps_own_error(settings: Settings) -> None:
    with pytest.raises(Failure) as caught:
        Client(settings, "trusty", "palace")("memory_dream")

    assert caught.value.code == -32602


@IN_FILES
@pytest.mark.requirement("trusty-faults")
def test_a_palace_that_cannot_be_opened_is_told_with_the_cause(trusty: Client, tmp_path: Path) -> None:
    trusty("palace_create", name="broken")
    trusty.lazy.engine().close()
    (tmp_path / "palaces" / "broken" / "palace.db").write_bytes(b"not a palace" * 1000)

    with pytest.raises(Failure) as caught:
        trusty("memory_recall", palace="broken", query="x")

    assert caught.value.code == -32603
    assert "not a palace" in caught.value.message


@pytest.mark.requirement("trusty-methods")
@pytest.mark.parametrize("method", ["resources/list", "prompts/list", "logging/setLevel", "completion/complete", "foo"])
def test_only_the_six_methods_of_the_contract_answer(trusty: Client, method: str) -> None:
    with pytest.raises(Failure) as caught:
        trusty.ask(method)

    assert (caught.value.code, caught.value.message) == (-32601, f"Method not found: {method}")
    assert trusty.ask("ping") == {}


@pytest.mark.requirement("bad-input")
def test_what_no_store_can_hold_is_replaced_in_texts_and_harmless_in_ids(trusty: Client) -> None:
    trusty("memory_remember", palace=PALACE, text="a\x00b\ud83dc")

    assert trusty("memory_list", palace=PALACE)["drawers"][0]["content"] == "a\ufffdb\ufffdc"
    with pytest.raises(Failure, match="drawer not found"):
        trusty("memory_forget", palace=PALACE, drawer_id="a\ud83d")
    with pytest.raises(Failure, match="'subject'"):
        trusty("kg_query", palace=PALACE, subject="a\ud83d")
    assert json.dumps(trusty("memory_recall", palace=PALACE, query="b\ud83d"))
