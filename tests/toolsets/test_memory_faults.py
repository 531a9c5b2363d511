"""The memory contract: its errors, to the letter, and bad input for every tool."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from simonides.mining.code.folders import Folders
from simonides.ports.embedder import State
from simonides.settings import Settings
from support.clients import Client, Failure
from support.clock import FixedClock
from support.homes import Home
from support.marks import IN_FILES

GOLDEN = Path(__file__).with_name("golden") / "memory_tools.json"
NAMES = [tool["name"] for tool in json.loads(GOLDEN.read_text(encoding="utf-8"))]
NOT_READY = "Embedding service not ready. Please try again."


class AbsentEmbedder(HashingEmbedder):
    """An embedder whose model never comes, noting how long it was waited for."""

    state: State = "loading"

    def __init__(self) -> None:
        super().__init__()
        self.waited_s: list[float] = []

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        self.waited_s.append(timeout_s)
        return False


@pytest.fixture
def absent() -> AbsentEmbedder:
    return AbsentEmbedder()


@pytest.fixture
def loading(settings: Settings, home: Home, absent: AbsentEmbedder, mint: Mint, clock: FixedClock) -> Iterator[Client]:
    """The memory set while its model is loading."""
    client = Client(settings, "memory")
    equipment = Equipment(absent, clock, mint, patience_s=5, sources=Folders())
    client.lazy._engine = Engine(home.shelf(), equipment)
    yield client
    client.lazy.close()


@pytest.mark.requirement("memory-not-ready")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("store_memory", {"content": "words"}),
        ("search", {"query": "words"}),
        ("index_project", {"path": "."}),
        ("recall", {"query": "words", "bm25_weight": 0, "ppr_weight": 0}),
    ],
)
def test_what_needs_the_model_waits_ten_seconds_and_says_so(
    loading: Client, absent: AbsentEmbedder, tool: str, arguments: dict[str, object]
) -> None:
    assert loading.failure(tool, **arguments) == NOT_READY
    assert absent.waited_s == [10.0 if tool != "recall" else 5.0]
    assert loading("list_memories")["total"] == loading("list_projects")["count"] == 0


@pytest.mark.requirement("memory-not-ready")
def test_without_the_model_words_are_not_replaced_but_the_rest_is(loading: Client) -> None:
    loading.lazy.engine().create("default").memories.remember(Draft("harbour crane"), "known")

    assert loading.failure("update_memory", id="known", content="walnut tree") == NOT_READY
    assert loading("get_memory", id="known")["content"] == "harbour crane"
    assert loading("update_memory", id="known", content="harbour crane", memory_type="episodic")["memory_type"] == "episodic"


@pytest.mark.requirement("memory-not-ready")
def test_without_the_model_words_and_links_answer(loading: Client) -> None:
    palace = loading.lazy.engine().create("default")
    for text in ("Alice runs the harbour", "Zephyr is late", "beans"):
        palace.memories.remember(Draft(text))
    loading("create_entity", name="Alice")
    loading("create_entity", name="Zephyr")
    loading("create_relation", from_entity="Alice", to_entity="Zephyr", relation_type="works_on")

    assert [each["content"] for each in loading("search_text", query="harbour")["results"]] == ["Alice runs the harbour"]
    recalled = [each["content"] for each in loading("recall", query="harbour")["results"]]
    assert recalled == ["Alice runs the harbour", "Zephyr is late"]
    assert loading("get_status")["embedding"]["status"] == "loading"


@IN_FILES
@pytest.mark.requirement("memory-faults")
def test_a_store_that_fails_is_told_in_the_contracts_words_and_the_server_lives_on(memory: Client) -> None:
    memory("store_memory", content="first")
    path = Path(memory.lazy.engine().palace("default").info.where) / "palace.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TRIGGER broken BEFORE INSERT ON memories BEGIN SELECT RAISE(ABORT, 'no more'); END")

    assert memory.failure("store_memory", content="second") == "Database error. Please try again."
    assert memory("list_memories")["total"] == 1
    connection.close()


@pytest.mark.requirement("memory-faults")
def test_an_unknown_tool_is_refused_as_mcp_says(memory: Client) -> None:
    with pytest.raises(Failure) as caught:
        memory("no_such_tool")

    assert caught.value.code == -32602


@pytest.mark.requirement("memory-mismatch")
def test_vectors_of_another_model_are_told_and_the_way_out_is_named(settings: Settings) -> None:
    first = Client(settings, "memory")
    first("store_memory", content="embedded by hashing")
    first.lazy.close()

    second = Client(replace(settings, embedder="mneme"), "memory")
    sentences = {second.failure("get_status"), second.failure("search", query="embedded")}
    second.lazy.close()

    [sentence] = sentences
    assert "simonides reembed" in sentence
    assert "hashing/1 (384d)" in sentence


LONG = "x" * 129
BAD_CALLS: list[tuple[str, dict[str, object], str]] = [
    ("store_memory", {}, "content"),
    ("store_memory", {"content": " \n"}, "content"),
    ("store_memory", {"content": 5}, "content"),
    ("store_memory", {"content": "x" * 1_100_000}, "content"),
    ("store_memory", {"content": "x", "memory_type": "dreamy"}, "memory_type"),
    ("store_memory", {"content": "x", "user_id": ""}, "user_id"),
    ("store_memory", {"content": "x", "user_id": "a\x00b"}, "user_id"),
    ("store_memory", {"content": "x", "user_id": LONG}, "user_id"),
    ("store_memory", {"content": "x", "metadata": [1]}, "metadata"),
    ("store_memory", {"content": "x", "metadata": {"a": "y" * 1_100_000}}, "metadata"),
    ("store_memory", {"content": "x", "mood": "good"}, "mood"),
    ("get_memory", {}, "id"),
    ("get_memory", {"id": None}, "id"),
    ("update_memory", {"content": "x"}, "id"),
    ("update_memory", {"id": "known", "content": ""}, "content"),
    ("update_memory", {"id": "known", "memory_type": ""}, "memory_type"),
    ("update_memory", {"id": "known", "metadata": "x"}, "metadata"),
    ("update_memory", {"id": "known", "metadata": {"a": "y" * 1_100_000}}, "metadata"),
    ("delete_memory", {"id": 7}, "id"),
    ("list_memories", {"limit": 0}, "limit"),
    ("list_memories", {"limit": 101}, "limit"),
    ("list_memories", {"offset": -1}, "offset"),
    ("list_memories", {"offset": 2**70}, "offset"),
    ("search", {"query": ""}, "query"),
    ("search", {"query": "x", "limit": 51}, "limit"),
    ("search_text", {"query": " "}, "query"),
    ("search_text", {"query": "x", "limit": "many"}, "limit"),
    ("recall", {"query": ""}, "query"),
    ("recall", {"query": "x", "vector_weight": -0.1}, "vector_weight"),
    ("recall", {"query": "x", "bm25_weight": "much"}, "bm25_weight"),
    ("recall", {"query": "x", "ppr_weight": 1e300}, "ppr_weight"),
    ("recall", {"query": "x", "vector_weight": 0, "bm25_weight": 0, "ppr_weight": 0}, "vector_weight"),
    ("recall", {"query": "x", "include_code": "yes"}, "include_code"),
    ("create_entity", {}, "name"),
    ("create_entity", {"name": " "}, "name"),
    ("create_entity", {"name": "a\nb"}, "name"),
    ("create_entity", {"name": LONG}, "name"),
    ("create_entity", {"name": "a", "entity_type": "b\x01"}, "entity_type"),
    ("create_entity", {"name": "a", "description": "x" * 1_100_000}, "description"),
    ("create_entity", {"name": "a", "user_id": LONG}, "user_id"),
    ("create_relation", {"from_entity": "Ada", "to_entity": "Ada"}, "relation_type"),
    ("create_relation", {"from_entity": "", "to_entity": "Ada", "relation_type": "r"}, "from_entity"),
    ("create_relation", {"from_entity": "Ada", "to_entity": "a\x00", "relation_type": "r"}, "to_entity"),
    ("create_relation", {"from_entity": "Ada", "to_entity": "Ada", "relation_type": LONG}, "relation_type"),
    ("create_relation", {"from_entity": "Ada", "to_entity": "Ada", "relation_type": "r", "weight": 1.5}, "weight"),
    ("get_related", {"entity_id": ""}, "entity_id"),
    ("get_related", {"entity_id": "Ada", "depth": 4}, "depth"),
    ("get_related", {"entity_id": "Ada", "direction": "sideways"}, "direction"),
    ("get_valid", {"user_id": ""}, "user_id"),
    ("get_valid", {"limit": "many"}, "limit"),
    ("get_valid_at", {}, "timestamp"),
    ("get_valid_at", {"timestamp": "yesterday"}, "timestamp"),
    ("get_valid_at", {"timestamp": "2026-13-01T00:00:00Z"}, "timestamp"),
    ("get_valid_at", {"timestamp": "0001-01-01T00:00:00+23:59"}, "timestamp"),
    ("invalidate", {"id": ["x"]}, "id"),
    ("invalidate", {"id": "known", "superseded_by": "known"}, "superseded_by"),
    ("index_project", {}, "path"),
    ("index_project", {"path": ".", "watch": "yes"}, "watch"),
    ("search_code", {"query": ""}, "query"),
    ("search_code", {"query": "x", "limit": "many"}, "limit"),
    ("get_index_status", {}, "project_id"),
    ("list_projects", {"x": 1}, "x"),
    ("delete_project", {"project_id": None}, "project_id"),
    ("get_status", {"verbose": True}, "verbose"),
    ("reset_all_memory", {"confirm": True, "x": 1}, "x"),
]


@pytest.mark.requirement("bad-input", "memory-faults")
@pytest.mark.parametrize(("tool", "arguments", "argument"), BAD_CALLS, ids=lambda value: str(value)[:60])
def test_bad_input_names_the_argument_stores_nothing_and_leaves_the_server_alive(
    memory: Client, tool: str, arguments: dict[str, object], argument: str
) -> None:
    known = memory("store_memory", content="the only memory")["id"]
    memory("create_entity", name="Ada")
    before = (memory("list_memories"), memory("get_related", entity_id="Ada", direction="both"), memory("list_projects"))

    sentence = memory.failure(tool, **{key: known if value == "known" else value for key, value in arguments.items()})

    assert f"'{argument}'" in sentence
    assert (memory("list_memories"), memory("get_related", entity_id="Ada", direction="both"), memory("list_projects")) == before
    assert memory("get_status")["entities_count"] == 1


def test_every_tool_has_a_row_of_bad_input() -> None:
    assert {tool for tool, _, _ in BAD_CALLS} == set(NAMES)


@pytest.mark.requirement("bad-input")
def test_what_no_store_can_hold_is_replaced_in_texts(memory: Client) -> None:
    memory_id = memory("store_memory", content="a\x00b\ud83dc harbour", metadata={"half": "\ud83d"})["id"]

    assert memory("get_memory", id=memory_id)["content"] == "a\ufffdb\ufffdc harbour"
    assert memory.failure("get_memory", id="half \ud83d") == "Memory not found: half \ufffd"
    assert memory("invalidate", id=memory_id, reason="no\x00 more") == {"invalidated": True}
