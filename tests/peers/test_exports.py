import gzip
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from peers.stores import script
from simonides.domain.errors import Invalid
from simonides.engine.graph.entities import EntityDraft
from simonides.peers.found import Found, LeftBehind, Line, Lost
from simonides.peers.kinds import KINDS, kind_named


def read(kind: str, source: Path) -> list[Found]:
    known = kind_named(kind)
    assert known is not None
    return list(known.read(source))


def read_document(kind: str, folder: Path, document: object, name: str = "export.json") -> list[Found]:
    path = folder / name
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return read(kind, path)


def memories(found: list[Found]) -> list[Line]:
    return [each for each in found if isinstance(each, dict) and each["type"] == "memory"]


def test_every_kind_has_a_reader_that_can_be_loaded(tmp_path: Path) -> None:
    assert len(KINDS) == 12
    for kind in KINDS:
        with pytest.raises(Invalid, match="does not exist"):
            kind.read(tmp_path / "none")
        assert iter(kind.read(tmp_path))


def test_mem0_memories_keep_id_date_user_and_categories(tmp_path: Path) -> None:
    entry = {
        "id": "m-1", "memory": "Likes tea", "hash": "x", "created_at": "2026-02-03T04:05:06-07:00", "user_id": "mira",
        "categories": ["food"], "metadata": {"source": "chat"},
    }  # fmt: skip

    [line] = memories(read_document("mem0", tmp_path, {"results": [entry]}))

    assert (line["id"], line["content"], line["created_at"]) == ("m-1", "Likes tea", "2026-02-03T11:05:06Z")
    assert (line["wing"], line["tags"]) == ("mira", ["food"])
    assert line["metadata"] == {"imported_from": "mem0", "metadata": {"source": "chat"}}


def test_what_an_agent_of_mem0_knows_of_a_user_keeps_the_user(tmp_path: Path) -> None:
    entry = {"id": "m-1", "memory": "Likes tea", "user_id": "mira", "agent_id": "helper", "run_id": "r1"}

    [line] = memories(read_document("mem0", tmp_path, {"results": [entry]}))

    assert (line["wing"], line["author"]) == ("helper", "helper")
    assert line["metadata"] == {"imported_from": "mem0", "user_id": "mira", "run_id": "r1"}


def test_an_openmemory_archive_gives_each_memory_once(tmp_path: Path) -> None:
    entry = {"id": "m-1", "content": "Likes tea", "created_at": "2026-02-03T04:05:06"}
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("memories.json", json.dumps({"user": {"id": "u"}, "memories": [entry]}))
        archive.writestr("memories.jsonl.gz", gzip.compress(json.dumps(entry).encode()))

    assert [line["id"] for line in memories(read("mem0", tmp_path / "export.zip"))] == ["m-1"]


def test_an_entry_without_a_text_is_told_and_the_others_arrive(tmp_path: Path) -> None:
    found = read_document("mem0", tmp_path, [{"id": "a"}, {"id": "b", "memory": "kept"}])

    assert [line["id"] for line in memories(found)] == ["b"]
    assert [each for each in found if isinstance(each, Lost)] == [
        Lost("entry 1", "has no text in memory or content or data or text")
    ]


def test_a_file_that_is_no_json_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")

    [told] = read("mem0", tmp_path / "bad.json")

    assert isinstance(told, Lost)
    assert told.where == "bad.json"


def test_what_is_cut_off_or_overwritten_is_told_and_the_rest_arrives(tmp_path: Path) -> None:
    whole = json.dumps([{"memory": f"note {number}"} for number in range(900)]).encode()
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(whole)[:-200])
    (tmp_path / "whole.json.gz").write_bytes(gzip.compress(b'[{"memory": "sound"}]'))
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("a.json", '[{"memory": "torn"}]')
        archive.writestr("b.json", '[{"memory": "kept"}]')
    (tmp_path / "export.zip").write_bytes((tmp_path / "export.zip").read_bytes().replace(b"torn", b"t0rn"))

    of_folder, of_archive = read("mem0", tmp_path), read("mem0", tmp_path / "export.zip")

    assert [line["content"] for line in memories(of_folder)] == ["sound"]
    assert [each.where for each in of_folder if isinstance(each, Lost)] == ["cut.json.gz"]
    assert [line["content"] for line in memories(of_archive)] == ["kept"]
    assert [each.where for each in of_archive if isinstance(each, Lost)] == ["a.json"]


@pytest.mark.parametrize("packed_by", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_was_overwritten_is_told_however_it_was_packed(tmp_path: Path, packed_by: int) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w", packed_by) as archive:
        archive.writestr("a.json", json.dumps([{"memory": f"note {number}"} for number in range(900)]))
    damaged = bytearray((tmp_path / "export.zip").read_bytes())
    damaged[70:100] = b"\xff" * 30
    (tmp_path / "export.zip").write_bytes(damaged)

    assert [each.where for each in read("mem0", tmp_path / "export.zip") if isinstance(each, Lost)] == ["a.json"]


@pytest.mark.parametrize(("place", "wrong"), [(6, b"\xff"), (46, b"\xff\xff")])
def test_an_archive_whose_list_says_what_cannot_be_is_refused(tmp_path: Path, place: int, wrong: bytes) -> None:
    """The version of a way of packing that nobody knows, and a name that is no UTF-8."""
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("\u00e4.json", "[]")
    damaged = bytearray((tmp_path / "export.zip").read_bytes())
    start = damaged.index(b"PK\x01\x02") + place
    damaged[start : start + len(wrong)] = wrong
    (tmp_path / "export.zip").write_bytes(damaged)

    with pytest.raises(Invalid, match="damaged ZIP file"):
        read("mem0", tmp_path / "export.zip")


def test_an_archive_without_its_list_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("a.json", "[]")
    (tmp_path / "export.zip").write_bytes((tmp_path / "export.zip").read_bytes().replace(b"PK\x01\x02", b"PK\x00\x00"))

    with pytest.raises(Invalid, match="damaged ZIP file"):
        read("mem0", tmp_path / "export.zip")


def test_memory_mcp_keeps_both_times_and_the_end(tmp_path: Path) -> None:
    entry = {
        "id": "memories:1", "content": "Deploys on Fridays", "memory_type": "semantic", "namespace": "work",
        "event_time": "2026-01-01T00:00:00Z", "ingestion_time": "2026-01-02T00:00:00Z", "valid_until": "2026-03-01T00:00:00Z",
    }  # fmt: skip
    (tmp_path / "m.jsonl").write_text(json.dumps(entry) + "\n" + json.dumps({"content": "second"}) + "\n", encoding="utf-8")

    first, second = memories(read("memory-mcp", tmp_path / "m.jsonl"))

    assert (first["created_at"], first["event_time"], first["ended_at"]) == (
        "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z",
    )  # fmt: skip
    assert (first["wing"], first["room"]) == ("work", "semantic")
    assert str(second["id"]).startswith("memory-mcp:")


def test_what_a_chat_program_remembers_is_read_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_text("# Work\n- [2026-05-01] Uses Postgres\n* Prefers tabs\n\n2026-05-02\n", encoding="utf-8")

    found = read("chat-memory", tmp_path / "memory.md")

    assert [(line["content"], line["room"], line.get("event_time")) for line in memories(found)] == [
        ("Uses Postgres", "Work", "2026-05-01"), ("Prefers tabs", "Work", None),
    ]  # fmt: skip
    assert [each.count for each in found if isinstance(each, LeftBehind)] == [1]


def test_a_letta_agent_brings_blocks_passages_and_messages(tmp_path: Path) -> None:
    agent = {
        "name": "Sam", "core_memory": [{"label": "human", "value": "Name: Mira"}],
        "archival_memory": [{"id": "p1", "text": "Likes tea", "created_at": "2026-01-01T00:00:00Z"}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}, {"role": "tool", "content": "noise"}],
        "tools": [{"name": "t"}],
    }  # fmt: skip

    found = read_document("letta", tmp_path, {"agents": [agent]}, "sam.af")

    assert [(line["room"], line["content"]) for line in memories(found)] == [
        ("blocks", "Name: Mira"), ("archive", "Likes tea"), ("conversation", "Hello"),
    ]  # fmt: skip
    assert [each.what for each in found if isinstance(each, LeftBehind)] == ["tools"]


def test_a_letta_agent_is_quoted_by_what_it_said_not_by_what_it_thought(tmp_path: Path) -> None:
    call = {"function": {"name": "send_message", "arguments": json.dumps({"message": "Noted."})}}
    said = json.dumps({"type": "user_message", "message": "I like tea", "time": "now"})
    agent = {
        "name": "Sam",
        "messages": [
            {"id": "message-0", "role": "user", "content": [{"type": "text", "text": said}]},
            {"id": "message-1", "role": "assistant", "content": "He likes tea, I see.", "tool_calls": [call]},
        ],
    }

    lines = memories(read_document("letta", tmp_path, {"agents": [agent, {**agent, "name": "Tom"}]}, "both.af"))

    assert [line["content"] for line in lines] == ["I like tea", "Noted."] * 2
    # Every agent file counts its messages from zero.
    assert [line["id"] for line in lines] == [f"letta:{name}:message-{n}" for name in ("Sam", "Tom") for n in (0, 1)]


def test_graphiti_brings_episodes_nodes_and_dated_edges(tmp_path: Path) -> None:
    graph = {
        "nodes": [
            {"uuid": "1", "name": "Mira", "labels": ["Entity", "Person"], "summary": "An engineer", "attributes": {"of": "x"}},
            {"uuid": "2", "name": "Porto"},
        ],
        "edges": [{
            "uuid": "e", "source_node_uuid": "1", "target_node_uuid": "2", "name": "LIVES_IN", "fact": "Mira lives in Porto",
            "valid_at": "2025-01-01T00:00:00Z", "invalid_at": "2026-01-01T00:00:00Z",
        }, {"uuid": "x", "source_node_uuid": "1", "target_node_uuid": "9", "name": "KNOWS"}],
        "episodes": [{"uuid": "ep", "content": "Mira moved.", "valid_at": "2025-01-01T00:00:00Z", "source": "message"}],
    }  # fmt: skip

    found = read_document("graphiti", tmp_path, graph)

    assert [line["content"] for line in memories(found)] == ["Mira moved."]
    assert [each for each in found if isinstance(each, EntityDraft)] == [
        EntityDraft("Mira", "person", ["An engineer", "of: x"]), EntityDraft("Porto", "unknown", []),
    ]  # fmt: skip
    [fact] = [each for each in found if isinstance(each, dict) and each["type"] == "fact"]
    assert (fact["subject"], fact["predicate"], fact["object"], fact["valid_to"]) == (
        "Mira",
        "LIVES_IN",
        "Porto",
        "2026-01-01T00:00:00Z",
    )
    assert [each.where for each in found if isinstance(each, Lost)] == ["edge x"]


def test_mcp_memory_service_leaves_deleted_memories_behind(tmp_path: Path) -> None:
    script(
        tmp_path / "sqlite_vec.db",
        """
        CREATE TABLE memories (
            id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT,
            memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT,
            deleted_at REAL DEFAULT NULL
        );
        INSERT INTO memories VALUES (1, 'h1', 'kept', 'a,b', 'note', '{"source":"x.md"}', 1767225600.5, 0, '', '', NULL);
        INSERT INTO memories VALUES (2, 'h2', 'gone', '', 'note', '{}', 0, 0, '', '', 5.0);
        """,
    )

    found = read("mcp-memory-service", tmp_path)

    [line] = memories(found)
    assert (line["id"], line["content"], line["tags"], line["created_at"]) == (
        "h1",
        "kept",
        ["a", "b"],
        "2026-01-01T00:00:00.500000Z",
    )
    assert [(each.what, each.count) for each in found if isinstance(each, LeftBehind)] == [("memories", 1), ("vectors", 1)]


def test_mcp_memory_service_brings_stores_beliefs_and_what_was_replaced(tmp_path: Path) -> None:
    script(
        tmp_path / "sqlite_vec.db",
        """
        CREATE TABLE memories (
            id INTEGER PRIMARY KEY, content_hash TEXT, content TEXT, metadata TEXT, created_at REAL, deleted_at REAL,
            store TEXT DEFAULT 'default', superseded_by TEXT
        );
        INSERT INTO memories VALUES (1, 'h1', 'old', '{"superseded_by": "h2"}', 1767225600, NULL, 'work', 'h2');
        INSERT INTO memories VALUES (2, 'h2', 'new', '{}', 1767225660, NULL, 'default', NULL);
        CREATE TABLE beliefs (belief_hash TEXT, content TEXT, confidence REAL, status TEXT, created_at TEXT);
        INSERT INTO beliefs VALUES ('b1', 'It changes', 0.7, 'active', '2026-01-02T00:00:00');
        CREATE TABLE memory_graph (source_hash TEXT, target_hash TEXT);
        INSERT INTO memory_graph VALUES ('h1', 'h2');
        """,
    )

    found = read("mcp-memory-service", tmp_path)

    old, new, belief = memories(found)
    assert (old["wing"], old["superseded_by"], old["ended_at"]) == ("work", "h2", "2026-01-01T00:01:00Z")
    assert (new["wing"], "superseded_by" in new, "ended_at" in new) == ("mcp-memory-service", False, False)
    assert (belief["id"], belief["room"], belief["created_at"]) == ("b1", "beliefs", "2026-01-02T00:00:00Z")
    assert [each.what for each in found if isinstance(each, LeftBehind)] == ["vectors", "links between memories"]


def test_mcp_memory_service_export_is_read_too(tmp_path: Path) -> None:
    entry = {
        "content": "kept",
        "content_hash": "h1",
        "tags": ["a"],
        "created_at": 1767225600,
        "memory_type": "note",
        "metadata": {},
    }

    [line] = memories(read_document("mcp-memory-service", tmp_path, {"memories": [entry]}))

    assert (line["id"], line["created_at"]) == ("h1", "2026-01-01T00:00:00Z")


def test_claude_mem_brings_observations_summaries_and_prompts(tmp_path: Path) -> None:
    script(
        tmp_path / "claude-mem.db",
        """
        CREATE TABLE observations (
            id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, created_at TEXT,
            created_at_epoch INTEGER, title TEXT, facts TEXT, narrative TEXT, concepts TEXT
        );
        CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT, memory_session_id TEXT, project TEXT);
        CREATE TABLE session_summaries (
            id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, request TEXT, learned TEXT, created_at TEXT,
            created_at_epoch INTEGER
        );
        CREATE TABLE user_prompts (
            id INTEGER PRIMARY KEY, content_session_id TEXT, prompt_number INTEGER, prompt_text TEXT, created_at TEXT,
            created_at_epoch INTEGER
        );
        INSERT INTO observations VALUES (1, 's', 'atlas', NULL, 'bugfix', '', 1767225600000, 'Title', '["f1"]', 'Story', '["c"]');
        INSERT INTO session_summaries VALUES (1, 's', 'atlas', 'fix it', 'why', '', 1767225600000);
        INSERT INTO sdk_sessions VALUES (1, 'client', 's', 'atlas');
        INSERT INTO user_prompts VALUES (1, 'client', 1, 'please', '', 1767225600000);
        """,
    )

    lines = memories(read("claude-mem", tmp_path))

    assert [line["content"] for line in lines] == ["Title\nStory\n- f1", "request: fix it\nlearned: why", "please"]
    assert {(line["wing"], line["conversation"]) for line in lines} == {("atlas", "s")}
    assert {str(line["created_at"]) for line in lines} == {"2026-01-01T00:00:00Z"}


def test_each_palace_of_trusty_memory_becomes_a_wing(tmp_path: Path) -> None:
    for name in ("one", "two"):
        path = script(
            tmp_path / name / "kg.db",
            """
            CREATE TABLE drawers (id TEXT, content TEXT, importance REAL, tags TEXT, created_at TEXT);
            CREATE TABLE triples (
                id INTEGER PRIMARY KEY, subject TEXT, predicate TEXT, object TEXT, valid_from TEXT, valid_to TEXT
            );
            INSERT INTO triples VALUES (1, 'a', 'is', 'b', '2026-01-01T00:00:00Z', NULL);
            """,
        )
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO drawers VALUES (?, 'text', 0.9, '[\"t\"]', '2026-01-01T00:00:00Z')", (f"{name}-1",))

    found = read("trusty-memory", tmp_path)

    assert [(line["id"], line["wing"], line["importance"], line["tags"]) for line in memories(found)] == [
        ("one-1", "one", 0.9, ["t"]), ("two-1", "two", 0.9, ["t"]),
    ]  # fmt: skip
    assert len([each for each in found if isinstance(each, dict) and each["type"] == "fact"]) == 2


def test_lists_that_are_nested_too_deep_take_no_memory_with_them(tmp_path: Path) -> None:
    brackets = "[" * 100_000
    script(
        tmp_path / "claude-mem.db",
        f"""
        CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, narrative TEXT, facts TEXT);
        INSERT INTO observations VALUES (1, 's', 'atlas', 'Story', '{brackets}');
        """,  # noqa: S608 - brackets alone
    )
    script(
        tmp_path / "kg.db",
        f"""
        CREATE TABLE drawers (id TEXT, content TEXT, tags TEXT);
        INSERT INTO drawers VALUES ('d1', 'text', '{brackets}');
        """,  # noqa: S608 - brackets alone
    )

    assert [str(line["content"]).partition("\n")[0] for line in memories(read("claude-mem", tmp_path))] == ["Story"]
    assert [line["content"] for line in memories(read("trusty-memory", tmp_path))] == ["text"]


@pytest.mark.parametrize("document", ['["tea", "Oslo"]', '{"memories": ["tea", {"content": "Oslo"}]}', '{"text": "tea"}'])
def test_memories_that_are_texts_alone_or_stand_alone_arrive(tmp_path: Path, document: str) -> None:
    (tmp_path / "memory.json").write_text(document, encoding="utf-8")

    found = read("chat-memory", tmp_path / "memory.json")

    assert {line["content"] for line in memories(found)} == {"tea", "Oslo"} & set(document.split('"'))


@pytest.mark.parametrize("document", ['{"people": ["tea"]}', "[7]", "7"])
def test_a_document_without_memories_is_told(tmp_path: Path, document: str) -> None:
    (tmp_path / "memory.json").write_text(document, encoding="utf-8")

    [found] = read("chat-memory", tmp_path / "memory.json")

    assert isinstance(found, Lost)
    assert "has no text" in found.reason
