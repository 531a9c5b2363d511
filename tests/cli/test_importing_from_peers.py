import json
from pathlib import Path

import pytest

from cli.conftest import Run
from peers.stores import GRAPH, chroma, drawer, script

KEY = "AKIA" + "Q7ZLMN4TRX2WSDJK"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / ".mempalace"
    chroma(folder / "palace" / "chroma.sqlite3", [(f"d{number}", drawer(f"Text number {number}.")) for number in range(3)])
    script(folder / "knowledge_graph.sqlite3", GRAPH)
    return folder


def test_everything_arrives_once_and_is_compared_by_hash(run: Run, store: Path) -> None:
    first = run("import", "mempalace", str(store), "--palace", "new", "--json")
    second = run("import", "mempalace", str(store), "--palace", "new", "--json").json

    assert first.code == 0
    assert (first.json["memories"], first.json["facts"], first.json["verified"]) == (3, 1, 3)
    assert (second["memories"], second["facts"], second["known"], second["verified"]) == (0, 0, 6, 3)
    assert run("get", "d1", "--palace", "new", "--json").json["created_at"] == "2026-03-04T05:06:07Z"


def test_a_dry_run_counts_and_makes_nothing(run: Run, store: Path) -> None:
    result = run("import", "mempalace", str(store), "--dry-run")

    assert "found: 3 memories, 1 fact, 2 entities and 0 observations" in result.out
    assert "filed" not in result.out
    assert run("palace", "list", "--json").json == []


def test_half_an_emoji_and_a_name_that_is_no_text_are_mended_on_the_way(run: Run, tmp_path: Path) -> None:
    """Half an emoji is what JavaScript leaves where it cuts a text; it stands in JSON as an escape."""
    export, folder = tmp_path / "export.json", tmp_path / "caf\udce9"
    export.write_text(
        r'[{"memory": "cut \ud83d", "a\ud83d": "b\ud83d", "tags": ["\ud83d"]}, {"memory": "named", "id": "x\ud83d"}]'
    )
    folder.mkdir()
    (folder / "CLAUDE.md").write_text("# Rules\n\nBuild with make.\n")

    arrived = [run("import", "mem0", str(export), "--json") for _ in range(2)]
    rules = run("import", "instructions", str(tmp_path), "--json")

    assert [(each.json["memories"], each.json["known"], each.json["verified"]) for each in arrived] == [(2, 0, 2), (0, 2, 2)]
    assert (rules.json["memories"], rules.json["verified"]) == (1, 1)
    assert {each["content"] for each in run("list", "--wing", "mem0", "--json").json["memories"]} == {"cut \ufffd", "named"}


def test_what_was_edited_here_stays_and_is_told(run: Run, store: Path) -> None:
    run("import", "mempalace", str(store))
    run("edit", "d1", "Another text.")

    result = run("import", "mempalace", str(store), "--json").json

    assert result["differing"] == ["d1"]
    assert run("get", "d1", "--json").json["content"] == "Another text."


def test_a_damaged_store_gives_what_is_left_and_exit_code_1(run: Run, store: Path) -> None:
    path = store / "palace" / "chroma.sqlite3"
    path.write_bytes(path.read_bytes()[: 4096 * 3])

    result = run("import", "mempalace", str(store))

    assert result.code == 1
    assert "could not be read" in result.out


def test_secrets_are_masked_and_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps([{"id": "k", "memory": f"The key is {KEY} for deployment."}]), encoding="utf-8")

    result = run("import", "mem0", str(path), "--json").json

    assert (result["masked"], result["verified"]) == (1, 0)
    assert KEY not in run("get", "k").out


def test_observations_are_added_to_a_node_that_is_there(run: Run, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Ada.md").write_text("- [job] writes code\n", encoding="utf-8")
    run("import", "obsidian", str(vault))
    (vault / "Ada.md").write_text("- [job] writes code\n- [taste] likes Bach\n", encoding="utf-8")

    result = run("import", "obsidian", str(vault), "--json").json

    assert (result["found"]["observations"], result["observations"]) == (2, 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nosuch", "x"), "'nosuch' is unknown; use one of server-memory, mempalace"),
        (("chatgpt", "conversations.json"), "`simonides mine conversations.json --mode convos` reads conversations"),
        (("mempalace", "no/such/folder"), "does not exist"),
        (("mempalace", "."), "holds neither"),
    ],
)
def test_a_wrong_kind_or_source_is_told_and_makes_no_palace(run: Run, words: tuple[str, str], told: str) -> None:
    result = run("import", *words)

    assert result.code == 1
    assert told in result.err
    assert run("palace", "list", "--json").json == []
