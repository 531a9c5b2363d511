from pathlib import Path

import pytest

from cli.conftest import Run

TEXT = "The nightly export of the billing data failed because the disk was full."


@pytest.fixture
def repeated(run: Run) -> Run:
    for text in (TEXT, TEXT.upper(), "Something else."):
        run("remember", text, "--force")
    return run


def test_a_run_says_what_was_merged_into_what(repeated: Run) -> None:
    result = repeated("dream", "run", "--budget", "30")

    assert result.code == 0
    assert "default: merged 1, indexed in closets 2" in result.out
    assert "merged into drawer_" in result.out


@pytest.mark.requirement("dream-told")
def test_a_run_and_the_status_speak_json(repeated: Run) -> None:
    before = repeated("dream", "status", "--json").json
    report = repeated("dream", "run", "--json").json
    after = repeated("dream", "status", "--json").json

    assert (before["remaining"], before["totals"]["cycles"], before["last"]) == (3, 0, None)
    assert (report["palace"], report["cycle"], report["merged"], report["remaining"]) == ("default", 1, 1, 0)
    assert [set(merge) for merge in report["merges"]] == [{"ended", "into", "similarity"}]
    assert (after["remaining"], after["totals"]["merged"], after["last"]["cycle"]) == (0, 1, 1)


def test_the_status_is_shown_to_a_person(repeated: Run) -> None:
    fresh = repeated("dream", "status").out
    repeated("dream", "run")
    slept = repeated("dream", "status").out

    assert "never" in fresh
    assert "3 memories" in fresh
    assert "all of them kept" in slept


def test_all_palaces_dream_and_a_broken_one_is_named(repeated: Run, home: Path) -> None:
    repeated("palace", "create", "broken")
    (home / "palaces" / "broken" / "palace.db").write_bytes(b"not a palace" * 1000)

    result = repeated("dream", "run", "--all", "--json")

    assert result.code == 1
    assert [(line["palace"], "problem" in line) for line in result.json] == [("broken", True), ("default", False)]
    assert "broken" in result.err


def test_without_palaces_there_is_nothing_to_dream_of(run: Run) -> None:
    everything, one = run("dream", "run", "--all"), run("dream", "run")

    assert (everything.code, everything.out) == (0, "No palaces yet.\n")
    assert one.code == 1
    assert "palace create" in one.err


@pytest.mark.parametrize("budget", ["0", "-1", "soon", "nan", "1e9"])
def test_a_budget_that_is_none_is_refused(run: Run, budget: str) -> None:
    assert run("dream", "run", "--budget", budget).code == 2
