import csv
import io
import json
from pathlib import Path

import pytest

from cli.conftest import Run

TEXT = "# Queue\n\nWe drain it at night: «every» hour;\nno more."


@pytest.fixture
def filled(run: Run) -> Run:
    run("remember", TEXT, "--wing", "wing/app", "--room", "queues", "--tag", "decision", "--date", "2026-03-04")
    run("remember", "Zweite Notiz.", "--wing", "wing/app", "--room", "queues")
    run("kg", "add", "Mira", "works_on", "Atlas", "--from", "2026-01-02")
    graph = '{"type":"entity","name":"Ada","entityType":"person","observations":["writes code","[taste] likes Bach"]}\n'
    run("import", "server-memory", "-", stdin=graph)
    return run


def test_notes_go_there_and_back_without_loss_of_what_they_hold(filled: Run, tmp_path: Path) -> None:
    result = filled("export", str(tmp_path / "notes"), "--as", "markdown")
    back = filled("import", "basic-memory", str(tmp_path / "notes"), "--palace", "back", "--json").json

    lines = [json.loads(line) for line in filled("export", "--palace", "back").out.splitlines()]
    memories = {line["content"]: line for line in lines if line.get("type", "memory") == "memory"}
    assert "notes written to" in result.out
    assert "vectors" in result.out
    assert back["lost"] == []
    assert memories[TEXT]["tags"] == ["decision"]
    assert str(memories[TEXT]["event_time"]).startswith("2026-03-04")
    observed = [each["content"] for line in lines if line.get("type") == "observations" for each in line["observations"]]
    facts = [(line["subject"], line["predicate"], line["object"]) for line in lines if line.get("type") == "fact"]
    assert observed == ["writes code", "[taste] likes Bach"]
    assert ("Mira", "works_on", "Atlas") in facts


def test_the_reference_servers_file_goes_there_and_back(filled: Run, tmp_path: Path) -> None:
    filled("export", str(tmp_path / "m.json"), "--as", "server-memory")
    back = filled("import", "server-memory", str(tmp_path / "m.json"), "--palace", "back", "--json").json
    again = filled("export", "--as", "server-memory", "--palace", "back").out

    entities = {line["name"]: line for line in map(json.loads, again.splitlines()) if line["type"] == "entity"}
    assert back["refused"] == 0
    assert entities["Ada"]["observations"] == ["writes code", "[taste] likes Bach"]
    assert TEXT in [text for entity in entities.values() for text in entity["observations"]]


def test_csv_holds_every_memory_and_says_what_it_leaves(filled: Run, tmp_path: Path) -> None:
    told = filled("export", str(tmp_path / "m.csv"), "--as", "csv", "--json").json

    rows = list(csv.DictReader(io.StringIO((tmp_path / "m.csv").read_text(encoding="utf-8"))))
    assert [row["content"] for row in rows] == [TEXT, "Zweite Notiz."]
    assert told["written"] == {"memories": 2}
    assert (told["left"]["facts"], told["left"]["observations"]) == (1, 2)


def test_two_memories_that_look_alike_as_files_both_leave(filled: Run, tmp_path: Path) -> None:
    lines = [{"id": name, "content": f"text of {name}"} for name in ("a:b", "a/b", "A-B")]
    filled("import", "-", "--palace", "names", stdin="\n".join(map(json.dumps, lines)))

    filled("export", str(tmp_path / "notes"), "--as", "markdown", "--palace", "names")

    assert len(list((tmp_path / "notes").rglob("*.md"))) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--as", "markdown"), "name the folder to write"),
        ((".", "--as", "markdown"), "exists already"),
        (("x.csv", "--as", "csv", "--with-vectors"), "only lines carry vectors"),
    ],
)
def test_what_makes_no_sense_is_told(filled: Run, words: tuple[str, ...], told: str) -> None:
    result = filled("export", *words)

    assert result.code == 1
    assert told in result.err
