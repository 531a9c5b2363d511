"""The memory contract: validity in time, owners, health of the server, and deleting everything."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from simonides.domain.time import rfc3339
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.servers.mcp.eras import MODERN
from simonides.settings import Settings
from support.clients import Client, called


def store(memory: Client, content: str, **more: object) -> str:
    reply = memory("store_memory", content=content, **more)
    return str(reply["id"])


def contents(reply: dict[str, Any]) -> list[str]:
    return [each["content"] for each in reply["results"]]


@pytest.mark.requirement("memory-validity")
def test_what_held_at_a_moment_began_before_it_and_ended_after_it(memory: Client) -> None:
    first = store(memory, "first")
    second = store(memory, "second")
    memory("invalidate", id=first)
    begin, end = (memory("get_memory", id=first)[key] for key in ("valid_from", "valid_until"))
    later = memory("get_memory", id=second)["valid_from"]

    def valid_at(timestamp: str) -> list[str]:
        reply = memory("get_valid_at", timestamp=timestamp)
        assert (reply["timestamp"], reply["count"]) == (timestamp, len(reply["results"]))
        return contents(reply)

    assert valid_at(begin) == ["first"]
    assert valid_at(later) == ["second", "first"]
    assert valid_at(end) == ["second"]
    assert valid_at("2020-01-06T12:00:00Z") == []
    assert contents(memory("get_valid_at", timestamp=begin[:10])) == ["second"]


@pytest.mark.requirement("memory-validity")
def test_a_moment_before_an_edit_has_the_words_of_that_moment_and_those_alone(memory: Client) -> None:
    amending = memory.lazy.engine().create("default").amending
    edited = store(memory, "first")
    begin = memory("get_memory", id=edited)["valid_from"]
    ends = []
    for words in ("second", "third"):
        amending.edit(edited, Edit(content=words))
        ends.append(memory("get_memory", id=edited)["valid_from"])

    assert [contents(memory("get_valid_at", timestamp=each)) for each in (begin, *ends)] == [["first"], ["second"], ["third"]]


@pytest.mark.requirement("memory-validity")
def test_a_memory_that_somebody_ended_as_edited_keeps_its_own_words(memory: Client) -> None:
    old, new = (store(memory, text) for text in ("the code is 1111", "the code is 2222"))
    moment = memory("get_memory", id=new)["valid_from"]
    memory("invalidate", id=old, reason="edited", superseded_by=new)
    memory("update_memory", id=new, content="the code is 3333")

    assert sorted(contents(memory("get_valid_at", timestamp=moment))) == ["the code is 1111", "the code is 2222"]


@pytest.mark.requirement("memory-validity")
def test_a_moment_before_an_update_has_the_words_of_that_moment(memory: Client) -> None:
    updated = store(memory, "first")
    moments = [memory("get_memory", id=updated)["valid_from"]]
    for change in ({"content": "second"}, {"memory_type": "procedural"}, {"content": "third", "metadata": {"a": 1}}):
        memory("update_memory", id=updated, **change)
        moments.append(rfc3339(datetime.now(UTC)))
    memory.lazy.engine().create("default").amending.edit(updated, Edit(content="fourth"))
    moments.append(memory("get_memory", id=updated)["valid_from"])

    replies = [memory("get_valid_at", timestamp=moment)["results"] for moment in moments]

    words = [[each["content"] for each in results] for results in replies]
    assert words == [["first"], ["second"], ["second"], ["third"], ["fourth"]]
    assert [results[0]["memory_type"] for results in replies[:3]] == ["semantic", "semantic", "procedural"]
    assert [results[0]["metadata"] for results in replies[2:4]] == [{}, {"a": 1}]


@pytest.mark.requirement("memory-validity")
def test_an_edit_of_what_has_ended_does_not_let_any_of_its_words_hold_longer(memory: Client) -> None:
    amending = memory.lazy.engine().create("default").amending
    ended = store(memory, "first")
    memory("invalidate", id=ended)
    begin, end = (memory("get_memory", id=ended)[key] for key in ("valid_from", "valid_until"))

    amending.edit(ended, Edit(content="second"))

    assert [contents(memory("get_valid_at", timestamp=each)) for each in (begin, end)] == [["first"], []]


@pytest.mark.requirement("memory-users")
def test_a_user_sees_only_what_is_valid_of_his_own(memory: Client) -> None:
    store(memory, "of ada", user_id="ada")
    store(memory, "of bob", user_id="bob")
    store(memory, "of nobody")
    now = "2999-01-01T00:00:00Z"

    assert contents(memory("get_valid", user_id="ada")) == ["of ada"]
    assert contents(memory("get_valid_at", timestamp=now, user_id="bob")) == ["of bob"]
    assert memory("get_valid", user_id="eve") == {"results": [], "count": 0}
    assert memory("get_valid", limit=1000)["count"] == 3
    assert memory("get_valid", limit=-5)["count"] == 1


@pytest.mark.requirement("memory-validity")
def test_at_most_a_hundred_valid_memories_are_listed_and_twenty_unless_told_otherwise(memory: Client) -> None:
    palace = memory.lazy.engine().create("default")
    for number in range(101):
        palace.memories.remember(Draft(f"note {number}"))
    later = "2100-01-01T00:00:00Z"

    counts = [memory("get_valid", **limit)["count"] for limit in ({}, {"limit": 101})]
    counts_at = [memory("get_valid_at", timestamp=later, **limit)["count"] for limit in ({}, {"limit": 101})]

    assert counts == counts_at == [20, 100]


@pytest.mark.requirement("memory-status")
def test_status_counts_and_says_where_the_model_stands(memory: Client) -> None:
    store(memory, "one")
    memory("invalidate", id=store(memory, "two"))
    memory("create_entity", name="Alice")

    assert memory("get_status") == {
        "version": "0.1.0",
        "status": "healthy",
        "memories_count": 1,
        "entities_count": 1,
        "code_chunks_count": 0,
        "embedding": {
            "status": "ready",
            "model": "hashing/1",
            "dimensions": 384,
            "cache_stats": {"hits": 0, "misses": 2, "size": 2},
        },
        "db_dimension": 384,
    }


@pytest.mark.requirement("memory-reset")
@pytest.mark.parametrize("arguments", [{}, *({"confirm": value} for value in (False, None, "yes", "true", 1, [True], {"a": 1}))])
def test_without_confirmation_nothing_is_deleted(memory: Client, arguments: dict[str, object]) -> None:
    store(memory, "kept")

    reply = memory("reset_all_memory", **arguments)

    assert reply == {"reset": False, "message": "Confirmation required. Set confirm=true to delete all data."}
    assert memory("list_memories")["total"] == 1


@pytest.mark.requirement("memory-reset")
def test_with_confirmation_everything_is_deleted_and_counted(memory: Client, tmp_path: Path) -> None:
    project = tmp_path / "demo"
    project.mkdir()
    (project / "main.py").write_text("def main():\n    return 1\n")
    memory("index_project", path=str(project))
    alice, bob = (memory("create_entity", name=name)["id"] for name in ("Alice", "Bob"))
    memory("create_relation", from_entity=alice, to_entity=bob, relation_type="knows")
    store(memory, "Alice knows Bob")
    memory("invalidate", id=store(memory, "gone already"))

    reply = memory("reset_all_memory", confirm=True)

    assert reply == {"reset": True, "deleted": {"memories": 2, "entities": 2, "relations": 1, "code_chunks": 1}}
    status = memory("get_status")
    assert (status["memories_count"], status["entities_count"], status["code_chunks_count"]) == (0, 0, 0)
    assert memory("list_projects") == {"projects": [], "count": 0}
    assert memory("recall", query="Alice knows Bob", include_code=True)["results"] == []
    store(memory, "a new beginning")
    assert memory("search_text", query="beginning")["count"] == 1


@pytest.mark.requirement("memory-palace")
def test_reading_makes_the_configured_palace_but_never_one_that_a_header_names(settings: Settings) -> None:
    client = Client(replace(settings, palace="mine"), "memory")

    assert client("get_status")["memories_count"] == 0
    result = called(client.core, "get_status", {}, MODERN, {"x-memory-workspace": "theirs"})

    assert (result["isError"], result["content"][0]["text"]) == (True, "Palace not found: theirs")
    assert client.lazy.engine().names() == ["mine"]
    client.lazy.close()
