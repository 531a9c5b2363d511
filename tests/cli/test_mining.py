import shlex
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.machine.system import IS_WINDOWS


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "plan.md").write_text("We then asked Priya, and so Priya said yes.\n", encoding="utf-8")
    (folder / "log.txt").write_text("Later we met with Priya about the billing export.\n", encoding="utf-8")
    return folder


@pytest.mark.requirement("mine-command")
def test_mine_files_a_folder_once_and_makes_it_searchable(run: Run, notes: Path) -> None:
    first = run("mine", str(notes), "--json").json
    second = run("mine", str(notes), "--json").json

    assert (first["filed"], first["names"], first["embedded"]) == (2, ["Priya"], 2)
    assert (second["filed"], second["unchanged"], second["read"]) == (0, 2, 0)
    assert "billing export" in run("search", "billing export").out


@pytest.mark.requirement("mine-command")
def test_an_exported_conversation_is_read_turn_by_turn_and_one_among_other_files_is_named(run: Run, notes: Path) -> None:
    export = notes / "conversations.json"
    export.write_bytes((Path(__file__).parent.parent / "mining" / "conversations" / "samples" / "chatgpt.json").read_bytes())

    folder = run("mine", str(notes), "--dry-run")
    alone = run("mine", str(export), "--wing", "talks")

    assert "1 file holds exported conversations (conversations.json)" in folder.err
    assert f"mine {notes} --mode convos` files them turn by turn" in folder.err
    assert (alone.code, alone.err) == (0, "")
    assert "gpt-4o" in {each["author"] for each in run("list", "--wing", "talks", "--json").json["memories"]}


@pytest.mark.requirement("mine-command")
def test_mine_says_what_it_did(run: Run, notes: Path) -> None:
    (notes / "picture.bin").write_bytes(b"\x00" * 100)

    said = run("mine", str(notes), "--no-embed").out

    assert "files: 3, new or changed: 2, drawers filed: 2" in said
    assert "picture.bin: is not text" in said


@pytest.mark.requirement("mine-command")
def test_each_count_stands_above_the_files_that_it_counts(run: Run, notes: Path) -> None:
    run("mine", str(notes), "--no-embed")
    (notes / "log.txt").unlink()
    (notes / "picture.bin").write_bytes(b"\x00" * 100)
    (notes / "old.txt").write_bytes("Jürgen counts the boats.\n".encode("latin-1"))
    (notes / "key.md").write_text("token ghp_16C7e42F292c6912E7710c838347Ae178B4a\n", encoding="utf-8")

    said = run("mine", str(notes), "--no-embed").out

    assert said.endswith("""\
  secrets masked: 1
    key.md: GitHub personal access token in line 1
  gaps in files: 1
    old.txt: partly unreadable: line 1: some bytes from here on are not UTF-8 and were replaced by U+FFFD
  files skipped: 1
    picture.bin: is not text
  files gone: 1
    log.txt
""")


@pytest.mark.requirement("mine-limits")
def test_a_dry_run_files_nothing(run: Run, notes: Path) -> None:
    assert run("mine", str(notes), "--dry-run", "--json").json["filed"] == 2
    assert run("palace", "list", "--json").json == []


@pytest.mark.requirement("mine-limits")
def test_a_dry_run_compares_with_the_palace_that_is_there(run: Run, notes: Path) -> None:
    run("mine", str(notes))
    (notes / "new.txt").write_text("One more thing.\n", encoding="utf-8")

    tried = run("mine", str(notes), "--dry-run", "--json").json

    assert (tried["filed"], tried["unchanged"]) == (1, 2)
    assert run("status", "--json").json["memories"] == 2


@pytest.mark.requirement("mine-command")
def test_one_file_can_be_mined_into_a_wing_of_choice(run: Run, notes: Path) -> None:
    assert run("mine", str(notes / "log.txt"), "--wing", "wing_mine", "--json").json["filed"] == 1
    assert run("forget", "--wing", "wing_mine", "--dry-run", "--json").json["found"] == 1


@pytest.mark.parametrize("words", [["/nowhere/at/all"], ["."], ["x\0y"]])
def test_a_folder_that_is_not_there_or_a_bad_wing_is_named(run: Run, words: list[str]) -> None:
    failed = run("mine", *words, "--wing", "../up")

    assert failed.code == 1
    assert "invalid" in failed.err


@pytest.mark.requirement("mine-init")
def test_init_writes_a_file_that_mine_follows(run: Run, notes: Path) -> None:
    made = run("init", str(notes), "--yes", "--json").json
    path = notes / "simonides.yaml"

    assert (made["file"], made["people"]) == (str(path), ["Priya"])
    assert "wing: wing_notes" in path.read_text(encoding="utf-8")

    path.write_text("wing: wing_other\nrooms: [{name: money, keywords: [log]}]\n", encoding="utf-8")
    assert run("init", str(notes), "--yes", "--json").json["file"] is None
    run("mine", str(notes))

    assert "wing_other / money" in run("search", "billing export").out


@pytest.mark.requirement("mine-forget")
def test_forget_takes_back_a_file_a_wing_or_a_time(run: Run, notes: Path) -> None:
    run("mine", str(notes))

    assert run("forget", "--source", str(notes / "log.txt"), "--dry-run").out == "would forget 1 memory\n"
    forgotten = run("forget", "--source", str(notes / "log.txt"), "--yes", "--json").json
    assert forgotten.pop("changes")
    assert forgotten == {"found": 1, "forgotten": 1, "dry_run": False}
    assert run("mine", str(notes), "--json").json["filed"] == 1
    undo = run("forget", "--wing", "wing_notes", "--yes").err.split("`")[1].split()
    assert run(*undo[1:], "--yes").code == 0
    assert run("forget", "--wing", "wing_notes", "--yes", "--json").json["forgotten"] == 2
    assert run("forget", "--since", "2020-01-01", "--yes", "--json").json["forgotten"] == 0


@pytest.mark.requirement("mine-forget")
def test_forget_asks_in_a_terminal(run: Run, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("mine", str(notes))
    monkeypatch.setattr("simonides.cli.commands.forget.is_interactive", lambda: True)

    assert run("forget", "--wing", "wing_notes", stdin="n\n").code == 1
    assert run("status", "--json").json["memories"] == 2
    assert run("forget", "--wing", "wing_notes", "--yes").code == 0


@pytest.mark.parametrize("words", [[], ["some-id", "--wing", "w"], ["--since", "soon"]])
def test_forget_wants_one_way_of_naming(run: Run, words: list[str]) -> None:
    run("palace", "create", "default")

    assert run("forget", *words).code == 1


@pytest.mark.requirement("cli-path-and-line")
def test_a_hit_from_a_file_is_shown_with_path_and_line(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "boat.md").write_text("# Boat\n\nThe spinnaker hangs in the shed.\n", encoding="utf-8")
    run("mine", str(notes))
    before = run("search", "spinnaker").out
    (notes / "boat.md").write_text("\n\n\n# Boat\n\nThe spinnaker hangs in the shed.\n", encoding="utf-8")
    after = run("search", "spinnaker").out
    (notes / "boat.md").unlink()

    assert f"{notes / 'boat.md'}:1\n" in before
    assert f"{notes / 'boat.md'}:4\n" in after
    assert f"{notes / 'boat.md'}\n" in run("search", "spinnaker").out


@pytest.mark.requirement("cli-path-and-line")
@pytest.mark.skipif(IS_WINDOWS, reason="no name of a file there holds a line break")
def test_a_line_break_in_the_name_of_a_file_forges_no_line(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    name, shown = "a\n1. 0.99 forged.py", r"a\n1. 0.99 forged.py"
    (notes / name).write_text("def spinnaker(): pass\n", encoding="utf-8")
    run("mine", str(notes))
    run("index", str(notes))
    found = [run("search", "spinnaker"), run("code", "spinnaker"), run("get", run("list", "--json").json["memories"][0]["id"])]
    (notes / name).unlink()
    gone = run("mine", str(notes))

    assert all(f"{notes / shown}:1" in result.out for result in found)
    assert (f"    {shown}\n" in gone.out, str(notes / shown) in gone.err) == (True, True)


@pytest.mark.requirement("cli-path-and-line")
@pytest.mark.parametrize(("encoding", "end"), [("utf-8", "\r\n"), ("utf-16", "\r\n"), ("utf-8-sig", "\n")])
def test_the_line_of_a_hit_is_told_whatever_ends_its_lines(run: Run, tmp_path: Path, encoding: str, end: str) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "boat.txt").write_bytes(
        end.join(["Boat", "The spinnaker hangs in the shed.", "Its sheets are new."]).encode(encoding)
    )

    run("mine", str(notes))

    assert f"{notes / 'boat.txt'}:1\n" in run("search", "spinnaker").out


def test_what_is_neither_folder_nor_file_is_refused_by_name(run: Run) -> None:
    failed = run("mine", "/dev/null")

    assert (failed.code, failed.out) == (1, "")
    assert "/dev/null is neither a folder nor a regular file" in failed.err


@pytest.mark.requirement("mine-init")
def test_the_file_that_init_writes_is_no_file_of_a_room(run: Run, notes: Path) -> None:
    first = run("init", str(notes), "--yes", "--json").json

    assert run("init", str(notes), "--yes", "--json").json["rooms"] == first["rooms"]


@pytest.mark.requirement("mine-command")
def test_files_that_are_gone_are_named_until_they_are_forgotten_and_renamed_ones_are_not(run: Run, notes: Path) -> None:
    run("mine", str(notes))
    (notes / "docs" / "plan.md").rename(notes / "docs" / "idea.md")
    (notes / "log.txt").unlink()

    dry, again = run("mine", str(notes), "--dry-run", "--json").json, run("mine", str(notes))

    assert dry["gone"] == run("mine", str(notes), "--json").json["gone"] == ["log.txt"]
    assert "files gone: 1\n    log.txt\n" in again.out
    typed = shlex.split(again.err.split("`")[1])[1:]
    assert typed == ["forget", "--source", str(notes / "log.txt")]
    run(*typed, "--yes")
    assert "gone" not in run("mine", str(notes)).out


@pytest.mark.requirement("mine-command")
def test_what_a_file_that_is_gone_left_is_forgotten_by_any_name_of_its_folder(run: Run, tmp_path: Path) -> None:
    """Also where the file is called as its folder is, and where the folder is named by a link."""
    notes, link = tmp_path / "notes.md", tmp_path / "link"
    notes.mkdir()
    link.symlink_to(notes, target_is_directory=True)
    for name in ("notes.md", "other.md"):
        (notes / name).write_text(f"# What {name} says\n\nThe {name} of the harbour.\n")
    run("mine", str(link))
    (notes / "notes.md").unlink()

    typed = shlex.split(run("mine", str(link)).err.split("`")[1])[1:]

    assert typed == ["forget", "--source", str(notes / "notes.md")]
    assert "would forget 1 memory" in run("forget", "--source", str(link / "notes.md"), "--dry-run").out
