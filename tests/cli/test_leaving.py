import csv
import io
import json
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.machine.files import whole_file
from simonides.peers.departure import write_folder

TEXT = "# Queue\n\nWe drain it at night: «every» hour;\nno more."


@pytest.fixture
def filled(run: Run) -> Run:
    run("remember", TEXT, "--wing", "wing/app", "--room", "queues", "--tag", "decision", "--date", "2026-03-04")
    run("remember", "Zweite Notiz.", "--wing", "wing/app", "--room", "queues")
    run("kg", "add", "Mira", "works_on", "Atlas", "--from", "2026-01-02")
    graph = '{"type":"entity","name":"Ada","entityType":"person","observations":["writes code","[taste] likes Bach"]}\n'
    run("import", "server-memory", "-", stdin=graph)
    return run


HELD = {
    "id": "a:1",
    "content": "---\ntitle: x\n---\n- [x] task\u2028 #tag\r\nsecond \u0085 line",
    "wing": "w/ä", "room": "r", "hall": "h",
    "tags": ["one", "two words"], "importance": 0.9, "kind": "episodic", "author": "Mira", "role": "user", "conversation": "c",
    "position": 3, "event_time": "2026-03-04T05:06:07Z", "source": "a/b.md", "chunk": 2, "added_by": "x",
    "created_at": "2026-03-05T05:06:07.000001Z", "ended_at": "2026-04-05T05:06:07Z", "end_reason": "done",
    "metadata": {"quote": 'say "ü\x7f"', "deep": [1, {"a": None}]},
}  # fmt: skip
ENTITY = {"type": "entity", "name": "C#: [x] | y", "entityType": "tool", "observations": ["[x] no task", "two\nlines", "plain"]}


@pytest.mark.parametrize("form", ["markdown", "basic-memory"])
def test_notes_go_there_and_back_without_loss_of_what_they_hold(filled: Run, tmp_path: Path, form: str) -> None:
    filled("import", "-", stdin=json.dumps(HELD))
    filled("import", "server-memory", "-", stdin=json.dumps(ENTITY))
    assert filled("kg", "add", "Mira", "learns", "C#: [x] | y", "--from", "2026-01-02").code == 0
    assert filled("kg", "invalidate", "Mira", "learns", "C#: [x] | y", "--ended", "2026-02-03").code == 0
    result = filled("export", str(tmp_path / "notes"), "--as", form)
    back = filled("import", form.replace("markdown", "obsidian"), str(tmp_path / "notes"), "--palace", "back", "--json")

    assert back.code == 0
    assert "vectors" in result.out
    assert carried(filled, "back") == carried(filled, "default")
    assert len(carried(filled, "back")) == 3 + 2 + 2 + 4


def carried(run: Run, palace: str) -> set[str]:
    """What notes can hold of a palace: memories whole, facts with their time, observations in their order."""
    lines = [{"type": "memory", **json.loads(line)} for line in run("export", "--palace", palace).out.split("\n") if line]
    facts = ("subject", "predicate", "object", "valid_from", "valid_to")
    kept = [[each[name] for name in facts] for each in lines if each["type"] == "fact"]
    kept += [
        [each["entity"], *(said["content"] for said in each["observations"])] for each in lines if each["type"] == "observations"
    ]
    kept += [[each["name"], each["entity_type"]] for each in lines if each["type"] == "entity"]
    return {json.dumps(each) for each in [*kept, *(each for each in lines if each["type"] == "memory")]}


def test_no_note_is_written_over_another_whatever_their_names_become(tmp_path: Path) -> None:
    names = ["A/B", "A:B", "A-B-2", "a-b", "A-B-3"]

    count = write_folder(tmp_path, ((f"{name.translate({ord('/'): '-', ord(':'): '-'})}.md", name) for name in names))

    assert count == 5
    assert sorted(path.read_text(encoding="utf-8") for path in tmp_path.iterdir()) == sorted(names)


def test_the_reference_servers_file_goes_there_and_back(filled: Run, tmp_path: Path) -> None:
    filled("export", str(tmp_path / "m.json"), "--as", "server-memory")
    back = filled("import", "server-memory", str(tmp_path / "m.json"), "--palace", "back", "--json").json
    again = filled("export", "--as", "server-memory", "--palace", "back").out

    entities = {line["name"]: line for line in map(json.loads, again.splitlines()) if line["type"] == "entity"}
    assert back["refused"] == 0
    assert entities["Ada"]["observations"] == ["writes code", "[taste] likes Bach"]
    assert TEXT in [text for entity in entities.values() for text in entity["observations"]]


def test_the_reference_servers_file_has_relations_until_their_end_comes(filled: Run) -> None:
    for predicate, end in (("joins", "2999-01-01"), ("left", "2026-02-03")):
        filled("kg", "add", "Mira", predicate, "Orion")
        filled("kg", "invalidate", "Mira", predicate, "Orion", "--ended", end)

    exported = [json.loads(line) for line in filled("export", "--as", "server-memory").out.splitlines()]

    assert {line["relationType"] for line in exported if line["type"] == "relation"} == {"works_on", "joins"}


def test_csv_holds_every_memory_and_says_what_it_leaves(filled: Run, tmp_path: Path) -> None:
    told = filled("export", str(tmp_path / "m.csv"), "--as", "csv", "--json").json

    rows = list(csv.DictReader(io.StringIO((tmp_path / "m.csv").read_text(encoding="utf-8"))))
    assert [row["content"] for row in rows] == [TEXT, "Zweite Notiz."]
    assert told["written"] == {"memories": 2}
    assert (told["left"]["facts"], told["left"]["observations"]) == (1, 2)


def test_what_is_left_behind_is_counted_in_words_that_fit_one(filled: Run, tmp_path: Path) -> None:
    told = filled("export", str(tmp_path / "m.csv"), "--as", "csv").out

    assert "  left behind, facts: 1\n" in told
    assert "  left behind, observations: 2\n" in told


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_told_with_the_file_that_it_has_no_room_for(filled: Run) -> None:
    assert filled("export", "/dev/full", "--force").err == "simonides: /dev/full: No space left on device\n"


def test_a_file_that_cannot_grow_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, former[1]))
    try:
        with pytest.raises(OSError, match="too large") as caught, whole_file(tmp_path / "all.jsonl") as stream:
            stream.write(b"line\n" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)

    assert caught.value.filename == str(tmp_path / "all.jsonl")
    assert list(tmp_path.iterdir()) == []
