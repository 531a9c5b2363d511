import sqlite3
from pathlib import Path

import pytest

from cli.conftest import Run


def problems(run: Run) -> dict[str, str]:
    """What is wrong, and what helps."""
    result = run("doctor", "--json")
    found = {finding["says"]: finding["fix"] for finding in result.json["findings"] if not finding["is_ok"]}
    assert result.code == (1 if found else 0)
    assert result.json["ok"] == (not found)
    return found


def test_a_healthy_palace_has_no_problems(run: Run) -> None:
    run("remember", "The spare key is with the neighbour.")

    shown = run("doctor")

    assert shown.code == 0
    assert "PROBLEM" not in shown.out
    assert all(subject in shown.out for subject in ("python", "sqlite", "data directory", "disk", "embedder", "palace default"))


def test_nothing_made_yet_is_no_problem_and_makes_nothing(run: Run, home: Path) -> None:
    assert problems(run) == {}
    assert not home.exists()


@pytest.mark.requirement("cli-doctor-pending")
def test_vectors_that_are_still_to_be_made_are_told_and_are_no_problem(run: Run) -> None:
    run("import", "-", "--no-embed", stdin='{"content": "One."}\n')

    told = {finding["says"]: finding["fix"] for finding in run("doctor", "--json").json["findings"]}

    assert problems(run) == {}
    fix = "`simonides reembed --pending --palace default`, or leave it to a running server"
    assert told["memories that still wait for a vector: 1"] == fix


def test_another_embedders_palace_names_reembed(run: Run, home: Path) -> None:
    run("remember", "One.")
    with sqlite3.connect(home / "palaces" / "default" / "palace.db") as connection:
        connection.execute("UPDATE meta SET value = replace(value, 'hashing', 'other') WHERE key = 'embedder'")
    connection.close()

    [(says, fix)] = problems(run).items()
    run("reembed")

    assert "other/1" in says
    assert "`simonides reembed --palace default`" in fix
    assert problems(run) == {}


def test_a_newer_palace_wants_a_newer_program(run: Run, home: Path) -> None:
    run("palace", "create", "work")
    connection = sqlite3.connect(home / "palaces" / "work" / "palace.db")
    connection.execute("PRAGMA user_version = 9999")
    connection.close()

    assert list(problems(run).values()) == ["upgrade simonides"]


def test_a_damaged_palace_is_named(run: Run, home: Path) -> None:
    run("palace", "create", "work")
    run("remember", "Fine.", "--palace", "other")
    (home / "palaces" / "work" / "palace.db").write_bytes(b"not a palace" * 1000)

    assert list(problems(run).values()) == ["restore the palace from a backup"]


def test_a_counter_that_is_wrong_is_found(run: Run, home: Path) -> None:
    run("remember", "One.")
    with sqlite3.connect(home / "palaces" / "default" / "palace.db") as connection:
        connection.execute("UPDATE counters SET value = 7 WHERE name = 'entities'")
    connection.close()

    assert "The counter 'entities' is 7, but the rows add up to 0." in problems(run)


def test_files_that_others_may_read_are_named(run: Run, home: Path) -> None:
    run("remember", "One.")
    (home / "palaces" / "default").chmod(0o755)

    assert problems(run)["other users can read it"].startswith("chmod go-rwx")


def test_a_wrong_setting_is_a_finding(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "crystal-ball")

    assert "crystal-ball" in next(iter(problems(run)))


def test_a_data_directory_that_is_a_file_is_a_problem(run: Run, home: Path) -> None:
    home.write_text("in the way", encoding="utf-8")

    assert any("SIMONIDES_HOME" in fix for fix in problems(run).values() if fix)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a directory in which nobody can make another")
def test_a_data_directory_that_nobody_can_make_is_a_problem(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_HOME", "/proc/x")

    assert any(says.startswith("/proc/x cannot be written to") for says in problems(run))


def test_looking_leaves_nothing_behind(run: Run, home: Path) -> None:
    home.mkdir()

    assert problems(run) == {}
    assert list(home.iterdir()) == []
