import json
from pathlib import Path

import pytest

from cli.conftest import Run


@pytest.fixture
def filed(run: Run) -> Run:
    run("remember", "Rollbacks need two approvals.", "--wing", "wing_ops", "--room", "release", "--tag", "policy")
    run("remember", "The staging key rotates on Mondays. 鍵は月曜日に変わる。", "--wing", "wing_ops", "--room", "keys")
    run("kg", "add", "Atlas", "uses", "Postgres", "--from", "2026-01")
    return run


def test_export_writes_one_memory_per_line_to_stdout(filed: Run) -> None:
    lines = [json.loads(line) for line in filed("export").out.splitlines()]

    contents = [line["content"] for line in lines if "type" not in line]
    assert contents == ["Rollbacks need two approvals.", "The staging key rotates on Mondays. 鍵は月曜日に変わる。"]
    kinds = ["entity", "entity", "fact"]
    assert [line["type"] for line in lines if "type" in line] == [*kinds, "log", *(["change"] * 5)]
    bare = [json.loads(line) for line in filed("export", "--without-log").out.splitlines()]
    assert [line["type"] for line in bare if "type" in line] == kinds


def test_an_import_of_lines_can_be_rehearsed_and_makes_nothing(filed: Run, tmp_path: Path) -> None:
    file = tmp_path / "palace.jsonl"
    filed("export", str(file))

    told = filed("import", str(file), "--palace", "copy", "--dry-run")
    again = filed("import", str(file), "--dry-run", "--json").json

    assert (told.code, told.out.splitlines()[0]) == (0, "would be filed: 2 memories, 2 entities and 1 fact")
    assert (again["memories"], again["known"]) == (0, 5)
    assert "copy" not in filed("palace", "list").out


@pytest.mark.parametrize("more", [[], ["--with-vectors"]])
def test_what_was_exported_and_imported_exports_the_same(filed: Run, tmp_path: Path, more: list[str]) -> None:
    file = tmp_path / "palace.jsonl"

    filed("export", str(file), *more)
    imported = filed("import", str(file), "--palace", "copy", "--json").json

    assert filed("export", *more, "--palace", "copy").out == file.read_text(encoding="utf-8")
    assert (imported["memories"], imported["entities"], imported["facts"], imported["pending"]) == (2, 2, 1, 0)


def test_vectors_that_travel_are_not_made_again(filed: Run, tmp_path: Path) -> None:
    filed("export", str(tmp_path / "palace.jsonl"), "--with-vectors")

    imported = filed("import", str(tmp_path / "palace.jsonl"), "--palace", "copy", "--no-embed", "--json").json

    assert (imported["vectors"], imported["embedded"], imported["pending"]) == (2, 0, 0)


def test_another_embedders_vectors_are_left_aside_with_a_notice(filed: Run, tmp_path: Path) -> None:
    file = tmp_path / "palace.jsonl"
    filed("export", str(file), "--with-vectors")
    file.write_text(file.read_text(encoding="utf-8").replace("hashing/1", "something-else/2"), encoding="utf-8")

    result = filed("import", str(file), "--palace", "copy", "--json")

    assert result.code == 0
    assert "something-else/2" in result.err
    assert (result.json["vectors"], result.json["embedded"], result.json["pending"]) == (0, 2, 0)


def test_importing_twice_adds_nothing(filed: Run) -> None:
    lines, bare = filed("export").out, filed("export", "--without-log").out

    again, once_more = (filed("import", "-", "--json", stdin=each).json for each in (lines, bare))

    assert (again["memories"], again["entities"], again["facts"], again["changes"], again["known"]) == (0, 0, 0, 0, 10)
    assert once_more["known"] == 5


def test_a_line_with_nothing_but_content_is_enough_and_comes_once(run: Run) -> None:
    lines = '{"content": "Bare words."}\n\n{"content": "Others.", "wing": "wing_x"}\n'

    first = run("import", "-", "--json", stdin=lines).json
    second = run("import", "-", "--json", stdin=lines).json

    assert (first["memories"], first["embedded"]) == (2, 2)
    assert (second["memories"], second["known"]) == (0, 2)
    assert [hit["wing"] for hit in run("search", "bare words", "--limit", "1", "--json").json] == ["general"]


def test_bad_lines_are_named_and_the_others_go_on(run: Run) -> None:
    lines = (
        b'{"content": "Good."}\nnot json\n{"content": 7}\n{"content": "x", "colour": "red"}\n\xff\xfe\n{"content": "Good too."}\n'
    )

    result = run("import", "-", stdin=lines)

    assert result.code == 1
    assert [line.split(":")[1] for line in result.err.splitlines()] == [" line 2", " line 3", " line 4", " line 5"]
    assert "'colour'" in result.err
    assert "2 memories" in result.out
    assert "lines refused: 4" in result.out


def test_of_many_bad_lines_ten_are_named(run: Run) -> None:
    lines = '{"content": "Good."}\n' + "# not a palace\n" * 2_062

    result = run("import", "-", stdin=lines)

    told = result.err.splitlines()
    assert len(told) == 11
    assert told[0].startswith("simonides: line 2: invalid 'line': is not JSON")
    assert told[-1] == "simonides: … and 2,052 more"
    assert len(run("import", "-", "--json", stdin=lines).json["bad"]) == 1_000


@pytest.mark.parametrize("lines", ["# Heading\n\nWords.\n", '{"content": 7}\n', ""])
def test_a_file_without_a_good_line_makes_no_palace(run: Run, lines: str) -> None:
    result = run("import", "-", "--json", stdin=lines)

    assert result.code == (1 if lines else 0)
    assert (result.json["memories"], result.json["pending"]) == (0, 0)
    assert run("palace", "list", "--json").json == []


def test_a_file_without_a_good_line_leaves_the_palace_that_was_there(filed: Run) -> None:
    assert filed("import", "-", stdin="# Heading\n").code == 1
    assert filed("status", "--json").json["memories"] == 2


def test_embedding_can_be_left_to_a_server_and_made_up_for(run: Run) -> None:
    waiting = run("import", "-", "--no-embed", "--json", stdin='{"content": "One."}\n{"content": "Two."}\n').json

    caught_up = run("reembed", "--pending", "--json").json

    assert (waiting["pending"], caught_up["embedded"]) == (2, 2)
    assert run("status", "--json").json["pending"] == 0


def test_reembedding_makes_every_vector_anew(filed: Run) -> None:
    assert filed("reembed", "--json").json["embedded"] == 2
    assert filed("status", "--json").json["pending"] == 0


def test_a_missing_folder_is_named_and_not_a_file_that_nobody_asked_for(filed: Run, tmp_path: Path) -> None:
    for command in ("export", "backup"):
        refused = filed(command, str(tmp_path / "absent" / "palace"))

        assert refused.code == 1
        assert refused.err == f"simonides: {tmp_path / 'absent'}: No such file or directory\n"


def test_an_exported_file_is_private_and_whole(filed: Run, tmp_path: Path) -> None:
    file = tmp_path / "palace.jsonl"
    file.write_text("older", encoding="utf-8")

    written = filed("export", str(file), "--force", "--json").json

    assert file.stat().st_mode & 0o777 == 0o600
    assert written["lines"] == len(file.read_bytes().splitlines())
    assert [path.name for path in tmp_path.glob("*.partial")] == []


def test_more_lines_than_a_batch_holds_are_all_taken(run: Run) -> None:
    lines = "".join(json.dumps({"content": f"Note {number}.", "created_at": "2026-01-01"}) + "\n" for number in range(2_345))

    imported = run("import", "-", "--no-embed", "--json", stdin=lines).json
    exported = run("export", "--without-log").out.splitlines()

    assert (imported["memories"], imported["lines"]) == (2_345, 2_345)
    assert [json.loads(line)["content"] for line in exported] == [f"Note {number}." for number in range(2_345)]


@pytest.mark.requirement("cli-export-force")
def test_an_export_replaces_a_file_only_when_told_to(filed: Run, tmp_path: Path) -> None:
    file = tmp_path / "palace.jsonl"
    file.write_text("something dear", encoding="utf-8")

    refused = filed("export", str(file))
    kept = file.read_text(encoding="utf-8")
    forced = filed("export", str(file), "--force")

    assert (refused.code, refused.out, kept) == (1, "", "something dear")
    assert refused.err == f"simonides: invalid 'file': {file} exists already; choose another name, or replace it with --force\n"
    assert forced.code == 0
    assert file.read_text(encoding="utf-8") == filed("export").out


@pytest.mark.requirement("exchange-tokens")
def test_tokens_travel_with_a_palace_where_that_is_wanted(filed: Run, tmp_path: Path) -> None:
    secret = filed("token", "create", "--palace", "default", "--note", "for Bob", "--json").json["token"]
    file, there = tmp_path / "palace.jsonl", ["--data-dir", str(tmp_path / "there")]
    filed("export", str(file))

    left = filed("import", str(file), *there)
    filed("import", str(file), "--with-tokens", "--palace", "copy", *there)

    assert secret not in file.read_text(encoding="utf-8")
    assert "--with-tokens takes them over" in left.err
    assert [(each["palace"], each["note"]) for each in filed("token", "list", "--json", *there).json] == [("copy", "for Bob")]
    assert '"token"' not in filed("export", "--without-log").out


def test_an_import_that_finds_the_disk_full_says_what_is_done_and_goes_on_later(run: Run, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = tmp_path / "lines.jsonl"
    contents = [f"note {number}" + " and so on" * (500 if number > 1_000 else 0) for number in range(1, 1_601)]
    file.write_text("".join(json.dumps({"content": content}) + "\n" for content in contents))
    former = resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (2_500_000, former[1]))
    try:
        failed = run("import", str(file), "--no-embed")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)
    again = run("import", str(file), "--no-embed", "--json")

    assert failed.code == 1
    assert failed.err.splitlines()[0] == "simonides: the first 1,000 lines are done; import the file again to go on with the rest"
    assert (again.code, again.json["memories"], again.json["known"]) == (0, 600, 1_000)
