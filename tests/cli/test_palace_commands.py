import sqlite3
import threading
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.cli.overview import size_on_disk


def test_a_palace_is_made_listed_and_described(run: Run) -> None:
    run("palace", "create", "work/été 日本", "--description", "the day job")

    [line] = run("palace", "list", "--json").json
    shown = run("palace", "info", "work/été 日本").out

    assert (line["name"], line["description"], line["memories"]) == ("work/été 日本", "the day job", 0)
    assert "work/été 日本" in shown
    assert "the day job" in shown


def test_making_a_palace_twice_keeps_it(run: Run) -> None:
    first = run("palace", "create", "work", "--description", "one", "--json").json
    run("remember", "Something.", "--palace", "work")

    second = run("palace", "create", "work", "--description", "two", "--json").json

    assert (first["created"], second["created"]) == (True, False)
    assert (second["description"], second["created_at"]) == ("one", first["created_at"])
    assert run("palace", "info", "work", "--json").json["memories"] == 1


@pytest.mark.requirement("trusty-layers")
@pytest.mark.parametrize("words", [("--set", "Ada builds ships.\n"), ("--set", "-")])
def test_whom_a_palace_serves_is_said_and_shown_and_recalled_first(run: Run, words: tuple[str, ...]) -> None:
    run("remember", "The harbour opens at six.")
    before = run("palace", "identity")

    told = run("palace", "identity", *words, "--json", stdin="Ada builds ships.\n")

    assert "--set" in before.out
    assert told.json == {"palace": "default", "identity": "Ada builds ships.\n"}
    assert run("palace", "identity", "default").out == "Ada builds ships.\n"
    assert run("recall", "harbour", "--json").json[0]["content"] == "Ada builds ships.\n"


def test_without_palaces_the_list_says_how_to_make_one(run: Run) -> None:
    assert "simonides init" in run("palace", "list").out
    assert run("palace", "list", "--json").json == []


def test_a_palace_that_cannot_be_opened_is_listed_with_its_problem(run: Run, home: Path) -> None:
    run("palace", "create", "broken")
    (home / "palaces" / "broken" / "palace.db").write_bytes(b"not a palace" * 1000)

    result = run("palace", "list", "--json")

    assert result.code == 0
    assert [(line["name"], "problem" in line) for line in result.json] == [("broken", True)]


def test_a_palace_is_deleted_however_its_accents_are_written(run: Run) -> None:
    run("palace", "create", "caf\u00e9")

    assert run("palace", "delete", "cafe\u0301", "--yes").code == 0
    assert run("palace", "list", "--json").json == []


def test_deleting_without_a_terminal_needs_yes(run: Run) -> None:
    run("palace", "create", "work")

    refused = run("palace", "delete", "work")
    deleted = run("palace", "delete", "work", "--yes")

    assert (refused.code, deleted.code) == (1, 0)
    assert "--yes" in refused.err
    assert run("palace", "list", "--json").json == []


@pytest.mark.parametrize(
    "words", [("palace", "delete", "nosuch"), ("palace", "rename", "nosuch", "new"), ("forget", "x", "--palace", "nosuch")]
)
def test_a_palace_that_shall_go_or_give_is_not_proposed_to_be_made(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)

    assert result.code == 1
    assert "palace not found: nosuch" in result.err
    assert "palace create" not in result.err
    assert "`simonides palace list`" in result.err


@pytest.mark.parametrize("words", [("remember", "hello"), ("status",), ("palace", "create", "work"), ("palace", "list")])
@pytest.mark.parametrize("below", ["", "below"])
def test_a_data_directory_that_cannot_be_made_is_named(run: Run, home: Path, words: tuple[str, ...], below: str) -> None:
    home.write_text("in the way", encoding="utf-8")

    result = run(*words, "--data-dir", str(home / below))

    assert result.code == 1
    assert f"cannot create {home / below}: a file is in the way" in result.err


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a directory in which nobody can make another")
def test_a_directory_that_nobody_can_make_is_named_with_the_reason(run: Run) -> None:
    result = run("remember", "hello", "--data-dir", "/proc/x")

    assert result.code == 1
    assert "cannot create /proc/x: No such file or directory" in result.err
    assert "moved or deleted" not in result.err


@pytest.mark.parametrize(("answer", "is_kept"), [("y\n", False), ("n\n", True), ("\n", True)])
def test_deleting_asks_in_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, answer: str, is_kept: bool) -> None:
    run("palace", "create", "work")
    monkeypatch.setattr("simonides.cli.commands.palace.is_interactive", lambda: True)

    result = run("palace", "delete", "work", stdin=answer)

    assert "for good? [y/N]" in result.err
    assert [line["name"] for line in run("palace", "list", "--json").json] == (["work"] if is_kept else [])


def test_palaces_do_not_see_each_other(run: Run) -> None:
    run("remember", "The red folder.", "--palace", "one")
    run("remember", "The blue folder.", "--palace", "two")

    assert [hit["content"] for hit in run("search", "folder", "--palace", "two", "--json").json] == ["The blue folder."]


def test_the_palace_files_are_private(run: Run, home: Path) -> None:
    run("remember", "The red folder.")

    files = [*(home / "palaces").rglob("*")]

    assert files
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)


def test_a_newer_palace_is_refused_with_what_helps(run: Run, home: Path) -> None:
    run("palace", "create", "work")
    connection = sqlite3.connect(home / "palaces" / "work" / "palace.db")
    connection.execute("PRAGMA user_version = 9999")
    connection.close()

    result = run("status", "--palace", "work")

    assert result.code == 1
    assert "upgrade simonides" in result.err


def test_a_status_counts_observations_as_memories_and_never_as_ended(run: Run, tmp_path: Path) -> None:
    graph = tmp_path / "memory.json"
    graph.write_text('{"type": "entity", "name": "Ada", "entityType": "person", "observations": ["builds ships", "is late"]}\n')
    run("import", "server-memory", str(graph))
    kept = run("remember", "The red folder.", "--json").json["memory"]["id"]
    run("edit", kept, "The blue folder.")

    seen = run("status", "--json").json

    assert (seen["memories"], seen["observed"], seen["ended"]) == (3, 2, 1)
    assert "3 (plus 1 ended) in 2 wings, 2 of them observed of entities" in run("status").out


def test_a_renamed_palace_keeps_everything(run: Run) -> None:
    run("remember", "The red folder.", "--palace", "old")

    renamed = run("palace", "rename", "old", "new/é", "--json").json

    assert (renamed["renamed"], renamed["name"]) == ("old", "new/é")
    assert [palace["name"] for palace in run("palace", "list", "--json").json] == ["new/é"]
    assert run("search", "folder", "--palace", "new/é", "--json").json[0]["content"] == "The red folder."


def test_a_palace_is_renamed_only_from_what_is_to_what_is_not(run: Run) -> None:
    run("palace", "create", "one")
    run("palace", "create", "two")

    unknown, taken = run("palace", "rename", "nope", "three"), run("palace", "rename", "one", "two")

    assert (unknown.code, taken.code) == (1, 1)
    assert "nope" in unknown.err
    assert "two" in taken.err
    assert "one is now three" in run("palace", "rename", "one", "three").out


def test_the_size_of_a_palace_is_told_while_files_beside_it_come_and_go(tmp_path: Path) -> None:
    (tmp_path / "palace.db").write_bytes(b"12345")
    sizes: set[int | None] = set()

    def come_and_go() -> None:
        for _ in range(4_000):
            (tmp_path / "palace.db-wal").touch()
            (tmp_path / "palace.db-wal").unlink()

    writer = threading.Thread(target=come_and_go)
    writer.start()
    while writer.is_alive():
        sizes.add(size_on_disk(tmp_path))
    writer.join()

    assert sizes == {5}
