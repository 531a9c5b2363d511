from pathlib import Path

import pytest

from cli.conftest import Run


@pytest.fixture
def filed(run: Run) -> Run:
    run("remember", "Rollbacks need two approvals.", "--palace", "one")
    run("remember", "The staging key rotates on Mondays.", "--palace", "two")
    return run


@pytest.mark.requirement("migrate-verified")
def test_all_palaces_of_a_directory_are_moved_and_compared(filed: Run, home: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"

    moved = filed("migrate", "--from", f"sqlite:{home}", "--to", f"sqlite:{there}")
    checked = filed("migrate", "--from", f"sqlite:{there}", "--to", f"sqlite:{home}", "--check", "--json")

    assert moved.code == checked.code == 0
    assert "one: the same in both stores (memories 1, changes of the log 1, vectors 1), digest " in moved.out
    assert [(each["palace"], each["same"], each["moved"]["lines"]) for each in checked.json] == [
        ("one", True, 0),
        ("two", True, 0),
    ]
    assert "two approvals" in filed("search", "approvals", "--palace", "one", "--data-dir", str(there)).out


@pytest.mark.requirement("migrate-verified")
def test_a_difference_is_told_and_counts_as_a_failure(filed: Run, home: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    filed("migrate", "--from", f"sqlite:{home}", "--to", f"sqlite:{there}", "--palace", "one")
    filed("remember", "Said there alone.", "--palace", "one", "--data-dir", str(there))

    told = filed("migrate", "--from", f"sqlite:{home}", "--to", f"sqlite:{there}", "--palace", "one")

    assert told.code == 1
    assert "one: 2 differences\n" in told.out
    assert "the change log differs in the target" in told.out
    assert "exists only in the target" in told.out
    assert not (there / "palaces" / "two").exists()


@pytest.mark.parametrize(
    ("source", "target"),
    [("sqlite:", "sqlite:/x"), ("mysql://x/y", "sqlite:/x"), ("sqlite:/x", "sqlite:/x"), ("/x", "sqlite:/x")],
)
def test_addresses_that_mean_nothing_are_refused(run: Run, source: str, target: str) -> None:
    failed = run("migrate", "--from", source, "--to", target)

    assert failed.code == 1
    assert "invalid" in failed.err


def test_a_directory_without_palaces_says_so_and_is_no_success(run: Run, tmp_path: Path) -> None:
    said = run("migrate", "--from", f"sqlite:{tmp_path / 'nothing'}", "--to", f"sqlite:{tmp_path / 'there'}")

    assert (said.code, "no palace found" in said.err) == (1, True)
    assert not (tmp_path / "there").exists()


@pytest.mark.requirement("past-who")
def test_the_past_moves_along(filed: Run, home: Path, tmp_path: Path) -> None:
    there = str(tmp_path / "there")
    memory = filed("list", "--palace", "one", "--json").json["memories"][0]["id"]
    filed("forget", memory, "--palace", "one")
    before = filed("changes", "--palace", "one", "--json").json["changes"]

    filed("migrate", "--from", f"sqlite:{home}", "--to", f"sqlite:{there}", "--palace", "one")

    after = filed("changes", "--palace", "one", "--data-dir", there, "--json").json["changes"]
    assert [each | {"change": 0} for each in after] == [each | {"change": 0} for each in before]
    assert filed("undo", str(after[0]["change"]), "--palace", "one", "--data-dir", there).code == 0
    assert "two approvals" in filed("get", memory, "--palace", "one", "--data-dir", there).out
