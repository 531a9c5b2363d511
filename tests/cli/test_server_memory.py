from pathlib import Path

import pytest

from cli.conftest import Run

FILE = """\
{"type":"entity","name":"Ada","entityType":"person","observations":["writes code","likes Bach"]}
{"type":"entity","name":"Bach","entityType":"composer","observations":[]}
{"type":"relation","from":"Ada","to":"Bach","relationType":"likes"}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "memory.json"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


@pytest.mark.requirement("graph-import")
def test_a_palace_that_does_not_exist_is_made_and_told(run: Run, file: str) -> None:
    run("palace", "create", "work")

    result = run("import", "server-memory", file, "--palace", "wrok")

    assert result.code == 0
    assert "made a new palace 'wrok'" in result.err
    assert "filed: 2 entities, 2 observations and 1 relation" in result.out


@pytest.mark.requirement("graph-import")
def test_the_reference_servers_file_is_imported_once(run: Run, file: str) -> None:
    run("palace", "create", "work")

    first = run("import", "server-memory", file, "--palace", "work", "--json").json
    second = run("import", "server-memory", file, "--palace", "work", "--json").json

    counted = ("entities", "observations", "relations", "known", "refused", "pending")
    assert [first[name] for name in counted] == [2, 2, 1, 0, 0, 0]
    assert [second[name] for name in counted] == [0, 0, 0, 5, 0, 0]
    assert run("kg", "query", "Ada", "--palace", "work", "--json").json[0]["object"] == "Bach"


@pytest.mark.requirement("graph-import")
def test_a_dry_run_counts_and_makes_nothing(run: Run, file: str) -> None:
    result = run("import", "server-memory", file, "--palace", "work", "--dry-run")

    assert "would be filed: 2 entities, 2 observations and 1 relation" in result.out
    assert run("palace", "list", "--json").json == []


def test_a_bad_line_is_told_and_the_rest_is_filed(run: Run, file: str) -> None:
    run("palace", "create", "work")
    Path(file).write_text(FILE + "nonsense\n", encoding="utf-8")

    result = run("import", "server-memory", file, "--palace", "work")

    assert result.code == 1
    assert "line 4: is not JSON" in result.err
    assert "filed: 2 entities, 2 observations and 1 relation" in result.out
    assert "  lines refused: 1" in result.out.splitlines()


def test_a_file_with_nothing_to_take_names_ten_lines_and_makes_no_palace(run: Run, file: str) -> None:
    Path(file).write_text("nonsense\n" * 30, encoding="utf-8")

    result = run("import", "server-memory", file, "--palace", "work")

    assert result.code == 1
    assert len(result.err.splitlines()) == 11
    assert "… and 20 more" in result.err
    assert run("palace", "list", "--json").json == []


@pytest.mark.parametrize("name", ["", " ", "x" * 129, "a\\u0007b"])
def test_a_bad_name_is_refused(run: Run, file: str, name: str) -> None:
    run("palace", "create", "work")
    Path(file).write_text(FILE.replace('"name":"Bach"', f'"name":"{name}"'), encoding="utf-8")

    result = run("import", "server-memory", file, "--palace", "work")

    assert result.code == 1
    assert "line 2: " in result.err
    assert "  lines refused: 1" in result.out.splitlines()


def test_observations_travel_with_their_ordinals(run: Run, file: str, tmp_path: Path) -> None:
    run("palace", "create", "work")
    run("import", "server-memory", file, "--palace", "work")
    exported = tmp_path / "work.jsonl"
    run("export", str(exported), "--palace", "work")

    imported = run("import", str(exported), "--palace", "copy", "--json").json

    assert (imported["entities"], imported["observations"], imported["facts"]) == (2, 2, 1)
    assert run("export", "--palace", "copy").out == exported.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["mempalace", "one", "two"], ["server-memory", "one", "two"]])
def test_words_that_make_no_sense_together_are_told(run: Run, words: list[str]) -> None:
    result = run("import", *words)

    assert result.code == 1
    assert "KIND SOURCE" in result.err
