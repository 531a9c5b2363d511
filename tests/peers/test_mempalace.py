import shutil
from pathlib import Path

import pytest

from peers.stores import GRAPH, chroma, drawer, queued, script
from simonides.domain.errors import Invalid
from simonides.peers.found import Found, LeftBehind, Lost
from simonides.peers.mempalace import read_mempalace


def memories(found: list[Found]) -> dict[str, str]:
    lines = [each for each in found if isinstance(each, dict) and each["type"] == "memory"]
    return {str(line["id"]): str(line["content"]) for line in lines}


def lost(found: list[Found]) -> list[Lost]:
    return [each for each in found if isinstance(each, Lost)]


def test_drawers_keep_their_id_place_date_and_author(tmp_path: Path) -> None:
    chroma(tmp_path / "palace" / "chroma.sqlite3", [("d1", drawer("We chose Clerk.", added_by="mira", source_file="a.md"))])

    [line, _] = read_mempalace(tmp_path)

    assert isinstance(line, dict)
    assert (line["id"], line["content"], line["wing"], line["room"]) == ("d1", "We chose Clerk.", "wing_app", "auth")
    assert (line["created_at"], line["added_by"], line["source"]) == ("2026-03-04T05:06:07Z", "mira", "a.md")


def test_a_diary_entry_is_read_as_its_agents(tmp_path: Path) -> None:
    entry = drawer("found.bug", type="diary_entry", hall="hall_diary", room="diary", wing="wing_rev", agent="rev", topic="x")
    chroma(tmp_path / "chroma.sqlite3", [("e1", entry)])

    line = next(read_mempalace(tmp_path))

    assert isinstance(line, dict)
    assert (line["hall"], line["author"], line["metadata"]) == (
        "hall_diary", "rev", {"imported_from": "mempalace", "type": "diary_entry", "topic": "x"},
    )  # fmt: skip


def test_the_pieces_of_a_long_drawer_become_one_text_again(tmp_path: Path) -> None:
    parts = [
        (f"d_chunk_{number}", drawer(text, chunk_index=number, parent_drawer_id="d"))
        for number, text in ((1, "two "), (0, "one "), (2, "three"))
    ]
    chroma(tmp_path / "chroma.sqlite3", parts)

    assert memories(list(read_mempalace(tmp_path))) == {"d": "one two three"}


def test_pieces_with_a_gap_are_filed_by_themselves_and_told(tmp_path: Path) -> None:
    parts = [
        (f"c{number}", drawer(text, chunk_index=number, parent_drawer_id="d")) for number, text in ((0, "one"), (2, "three"))
    ]
    chroma(tmp_path / "chroma.sqlite3", parts)

    found = list(read_mempalace(tmp_path))

    assert memories(found) == {"c0": "one", "c2": "three"}
    assert [each.where for each in lost(found)] == ["d"]


def test_closets_and_vectors_are_named_as_left_behind(tmp_path: Path) -> None:
    store = chroma(tmp_path / "chroma.sqlite3", [("d1", drawer("text"))])
    chroma(store, [("closet", drawer("index"))], segment="s2")

    found = list(read_mempalace(tmp_path))

    assert memories(found) == {"d1": "text"}
    assert [each.what for each in found if isinstance(each, LeftBehind)] == ["closets", "vectors"]


def test_facts_keep_names_and_validity(tmp_path: Path) -> None:
    chroma(tmp_path / "palace" / "chroma.sqlite3", [])
    script(tmp_path / "knowledge_graph.sqlite3", GRAPH)

    lines = [each for each in read_mempalace(tmp_path) if isinstance(each, dict)]

    fact = lines[-1]
    assert [line["type"] for line in lines] == ["entity", "entity", "fact"]
    assert (fact["subject"], fact["object"], fact["valid_from"], fact["valid_to"]) == (
        "Mira",
        "Porto",
        "2025-01-02",
        "2026-02-02",
    )


def test_what_a_killed_writer_left_in_the_queue_arrives(tmp_path: Path) -> None:
    store = chroma(tmp_path / "chroma.sqlite3", [("d1", drawer("filed"))])
    queued(store, "d2", 2, drawer("written, not filed"))
    queued(store, "d3", 0, drawer("written and deleted"))
    queued(store, "d3", 3)

    assert memories(list(read_mempalace(tmp_path))) == {"d1": "filed", "d2": "written, not filed"}


@pytest.mark.parametrize("share", [0.9, 0.6, 0.3])
def test_from_a_truncated_store_everything_readable_arrives(tmp_path: Path, share: float) -> None:
    texts = {f"d{number:04}": f"Drawer number {number}. " + "word " * 60 for number in range(600)}
    store = chroma(tmp_path / "chroma.sqlite3", ((name, drawer(text)) for name, text in texts.items()))
    raw = store.read_bytes()
    store.write_bytes(raw[: int(len(raw) * share)])

    found = list(read_mempalace(tmp_path))

    arrived = set(memories(found).values())
    assert arrived <= set(texts.values())
    assert len(arrived) == len(memories(found))
    assert len(arrived) > len(texts) * (share - 0.35)
    assert lost(found)
    assert store.read_bytes() == raw[: int(len(raw) * share)]


def test_a_page_overwritten_in_the_middle_loses_only_its_own_rows(tmp_path: Path) -> None:
    texts = {f"d{number:04}": f"Drawer number {number}. " + "word " * 60 for number in range(400)}
    store = chroma(tmp_path / "chroma.sqlite3", ((name, drawer(text)) for name, text in texts.items()))
    raw = bytearray(store.read_bytes())
    # A leaf of a table begins with the byte 13.
    middle = next(at for at in range(len(raw) // 2 // 4096 * 4096, len(raw), 4096) if raw[at] == 13)
    raw[middle : middle + 4096] = b"\xff" * 4096
    store.write_bytes(raw)

    found = list(read_mempalace(tmp_path))

    assert len(memories(found)) > 370
    assert memories(found).items() <= texts.items()
    assert lost(found)


def test_the_exact_store_is_read_too(tmp_path: Path) -> None:
    script(
        tmp_path / "sqlite_exact.sqlite3",
        """
        CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT, dimension INTEGER, created_at TEXT);
        CREATE TABLE documents (
            collection_id INTEGER, id TEXT, document TEXT, metadata_json TEXT, embedding BLOB, dim INTEGER, created_at TEXT,
            updated_at TEXT
        );
        INSERT INTO collections VALUES (1, 'mempalace_drawers', 3, 'x');
        INSERT INTO documents VALUES (1, 'd1', 'the text', '{"wing":"w","room":"r"}', x'00', 3, 'x', 'x');
        """,
    )

    found = list(read_mempalace(tmp_path))

    assert memories(found) == {"d1": "the text"}


def test_a_folder_without_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"holds neither chroma\.sqlite3 nor"):
        list(read_mempalace(tmp_path))


def test_tunnels_that_cannot_be_read_are_told_as_lost(tmp_path: Path) -> None:
    chroma(tmp_path / "chroma.sqlite3", [("d1", drawer("text"))])
    (tmp_path / "tunnels.json").write_text("[" * 100_000, encoding="utf-8")

    found = list(read_mempalace(tmp_path))

    assert memories(found) == {"d1": "text"}
    assert [each.where for each in lost(found)] == ["tunnels.json"]


def test_nothing_of_the_source_changes(tmp_path: Path) -> None:
    store = chroma(tmp_path / "palace" / "chroma.sqlite3", [("d1", drawer("text"))])
    shutil.copyfile(store, tmp_path / "before")

    list(read_mempalace(tmp_path))

    assert store.read_bytes() == (tmp_path / "before").read_bytes()
    assert sorted(path.name for path in store.parent.iterdir()) == ["chroma.sqlite3"]
