"""The memory contract: listing, introduction and memories, with requirement ids as in docs/requirements.md."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from simonides.settings import Settings
from support.clients import Client

GOLDEN = Path(__file__).with_name("golden") / "memory_tools.json"
FIELDS = {
    "id", "content", "memory_type", "event_time", "ingestion_time", "valid_from", "valid_until", "importance_score", "metadata",
}  # fmt: skip
OPENING = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


def store(memory: Client, content: str, **more: object) -> str:
    reply = memory("store_memory", content=content, **more)
    return str(reply["id"])


def contents(reply: dict[str, Any], key: str = "results") -> list[str]:
    return [each["content"] for each in reply[key]]


@pytest.mark.requirement("memory-tools")
def test_names_order_descriptions_and_input_schemas_are_the_contracts(memory: Client) -> None:
    listed = memory.ask("tools/list")["tools"]
    keys = ("name", "description", "inputSchema")

    assert [{key: tool[key] for key in keys} for tool in listed] == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.requirement("memory-tools", "tool-annotations")
def test_every_tool_says_what_it_does_to_the_world(memory: Client) -> None:
    tools = {tool["name"]: tool for tool in memory.ask("tools/list")["tools"]}

    assert all(tool["title"] for tool in tools.values())
    assert {name for name, tool in tools.items() if tool["annotations"]["destructiveHint"]} == {
        "delete_memory",
        "delete_project",
        "reset_all_memory",
    }
    assert not tools["store_memory"]["annotations"]["readOnlyHint"]
    assert tools["recall"]["annotations"]["readOnlyHint"]


@pytest.mark.requirement("memory-introduction")
def test_served_alone_the_server_introduces_itself_as_in_the_contract(memory: Client) -> None:
    opening = memory.ask("initialize", **OPENING)

    assert opening["serverInfo"] == {"name": "memory-mcp", "version": "0.1.0"}
    assert opening["protocolVersion"] == "2024-11-05"
    assert opening["capabilities"] == {"tools": {}}
    assert opening["instructions"] == "AI agent memory server with knowledge graph and code search. 21 tools available."


@pytest.mark.requirement("memory-introduction")
def test_with_others_it_is_simonides(settings: Settings) -> None:
    opening = Client(settings, "palace", "memory").ask("initialize", **OPENING)

    assert opening["serverInfo"]["name"] == "simonides"
    assert "21 tools available" in opening["instructions"]


@pytest.mark.requirement("memory-store")
def test_a_memory_is_stored_under_twenty_letters_and_digits_and_read_back(memory: Client) -> None:
    memory_id = store(memory, "The API uses RS256.\n", memory_type="procedural", metadata={"a": [1, {"b": None}]})

    read = memory("get_memory", id=memory_id)

    assert re.fullmatch(r"[a-z0-9]{20}", memory_id)
    assert read.keys() == FIELDS
    assert read["id"] == {"tb": "memories", "id": {"String": memory_id}}
    assert (read["content"], read["memory_type"]) == ("The API uses RS256.\n", "procedural")
    assert (read["importance_score"], read["valid_until"], read["metadata"]) == (1.0, None, {"a": [1, {"b": None}]})
    assert read["event_time"] == read["ingestion_time"] == read["valid_from"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", read["event_time"])


@pytest.mark.requirement("memory-store")
def test_a_memory_is_semantic_and_without_metadata_unless_told_otherwise(memory: Client) -> None:
    read = memory("get_memory", id=store(memory, "plain", memory_type=None, user_id=None, metadata=None))

    assert (read["memory_type"], read["metadata"]) == ("semantic", {})


@pytest.mark.requirement("memory-store")
def test_blanks_around_an_id_are_nothing(memory: Client) -> None:
    stored, other = (memory("store_memory", content=content)["id"] for content in ("Ada leads billing.", "Cyrus leads billing."))

    assert memory("get_memory", id=f" {stored}\n")["content"] == "Ada leads billing."
    assert memory("update_memory", id=f"{stored} ", content="Ada led billing.")["content"] == "Ada led billing."
    assert memory("invalidate", id=f"\t{stored}", superseded_by=f" {other} ") == {"invalidated": True}
    assert memory("delete_memory", id=f" {stored} ") == {"deleted": True}


def test_the_same_text_may_be_stored_twice(memory: Client) -> None:
    assert store(memory, "again") != store(memory, "again")
    assert memory("list_memories")["total"] == 2


@pytest.mark.requirement("memory-update")
def test_only_what_is_given_changes(memory: Client) -> None:
    memory_id = store(memory, "old words", metadata={"keep": True})
    before = memory("get_memory", id=memory_id)

    assert memory("update_memory", id=memory_id) == before
    assert memory("update_memory", id=memory_id, memory_type="episodic") == {**before, "memory_type": "episodic"}
    assert memory("update_memory", id=memory_id, content="new words")["metadata"] == {"keep": True}
    assert memory("update_memory", id=memory_id, metadata={"other": 1})["metadata"] == {"other": 1}
    assert memory("get_memory", id=memory_id)["content"] == "new words"


@pytest.mark.requirement("memory-update")
def test_new_words_are_embedded_and_old_ones_are_not_embedded_again(memory: Client) -> None:
    def misses() -> int:
        count: int = memory("get_status")["embedding"]["cache_stats"]["misses"]
        return count

    memory_id = store(memory, "harbour crane")
    before = misses()
    memory("update_memory", id=memory_id, content="harbour crane", memory_type="episodic")
    unchanged = misses()
    memory("update_memory", id=memory_id, content="walnut tree")

    assert (unchanged, misses()) == (before, before + 1)
    assert memory("search", query="walnut tree")["results"][0]["score"] > 0.99
    assert memory("search_text", query="crane")["count"] == 0


@pytest.mark.requirement("memory-update")
def test_an_unknown_type_is_refused_by_name_and_changes_nothing(memory: Client) -> None:
    memory_id = store(memory, "words")

    sentence = memory.failure("update_memory", id=memory_id, content="others", memory_type="dreamy")

    assert "'memory_type'" in sentence
    assert "dreamy" in sentence
    assert memory("get_memory", id=memory_id)["content"] == "words"


@pytest.mark.requirement("memory-delete")
def test_a_deleted_memory_is_gone_from_everything(memory: Client) -> None:
    memory_id = store(memory, "harbour crane")

    assert memory("delete_memory", id=memory_id) == {"deleted": True}
    assert memory.failure("get_memory", id=memory_id) == f"Memory not found: {memory_id}"
    assert memory.failure("delete_memory", id=memory_id) == f"Memory not found: {memory_id}"
    assert memory("search_text", query="crane")["count"] == memory("search", query="crane")["count"] == 0


@pytest.mark.requirement("memory-list")
def test_memories_are_listed_newest_first_page_by_page(memory: Client) -> None:
    for number in range(5):
        store(memory, f"note {number}")

    page = memory("list_memories", limit=2, offset=1)

    assert contents(page, "memories") == ["note 3", "note 2"]
    assert (page["total"], page["limit"], page["offset"]) == (5, 2, 1)
    assert page["memories"][0].keys() == FIELDS
    assert memory("list_memories", offset=9)["memories"] == []


@pytest.mark.requirement("memory-list")
def test_an_empty_server_lists_nothing_with_the_contracts_fields(memory: Client) -> None:
    assert memory("list_memories") == {"memories": [], "total": 0, "limit": 20, "offset": 0}


@pytest.mark.requirement("memory-invalidate")
def test_an_invalidated_memory_is_kept_says_why_and_is_no_longer_found(memory: Client) -> None:
    old, new = store(memory, "We use Auth0."), store(memory, "We use Clerk.")

    assert memory("invalidate", id=old, reason="too expensive", superseded_by=new) == {"invalidated": True}

    read = memory("get_memory", id=old)
    assert read.keys() == FIELDS | {"invalidation_reason", "superseded_by"}
    assert (read["invalidation_reason"], read["superseded_by"]) == ("too expensive", new)
    assert read["valid_until"] > read["valid_from"]
    assert [found["id"] for found in memory("search", query="We use Auth0.")["results"]] == [new]
    assert memory("search_text", query="Auth0")["count"] == 0
    assert contents(memory("get_valid")) == ["We use Clerk."]
    assert memory("list_memories")["total"] == 2


@pytest.mark.requirement("memory-invalidate")
def test_a_blank_reason_and_a_blank_successor_are_none(memory: Client) -> None:
    memory_id = store(memory, "We use Auth0.")

    assert memory("invalidate", id=memory_id, reason=" ", superseded_by="") == {"invalidated": True}
    assert memory("get_memory", id=memory_id).keys() == FIELDS


@pytest.mark.requirement("memory-invalidate")
def test_what_is_invalid_stays_as_it_is(memory: Client) -> None:
    memory_id = store(memory, "once")
    memory("invalidate", id=memory_id, reason="first")
    before = memory("get_memory", id=memory_id)

    assert memory("invalidate", id=memory_id, reason="second") == {"invalidated": True}
    assert memory("get_memory", id=memory_id) == before


@pytest.mark.requirement("memory-invalidate")
def test_without_a_reason_only_the_end_is_told(memory: Client) -> None:
    memory_id = store(memory, "once")
    memory("invalidate", id=memory_id)

    assert memory("get_memory", id=memory_id).keys() == FIELDS


@pytest.mark.requirement("memory-invalidate")
def test_an_unknown_memory_or_successor_is_an_error_and_ends_nothing(memory: Client) -> None:
    memory_id = store(memory, "once")

    assert memory.failure("invalidate", id="nope") == "Memory not found: nope"
    assert memory.failure("invalidate", id=memory_id, superseded_by="nope") == "Memory not found: nope"
    assert "'superseded_by'" in memory.failure("invalidate", id=memory_id, superseded_by=memory_id)
    assert memory("get_valid")["count"] == 1
