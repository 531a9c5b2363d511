"""The command `sync`: two data directories that meet in a folder."""

from pathlib import Path

import pytest

from cli.conftest import Result, Run
from simonides.domain.errors import NotReady
from simonides.replicas.server import PalaceThere


@pytest.fixture
def elsewhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same program on another machine."""

    def call(*words: str, stdin: str | bytes = b"") -> Result:
        with monkeypatch.context() as patch:
            patch.setenv("SIMONIDES_HOME", str(tmp_path / "elsewhere"))
            return run(*words, stdin=stdin)

    return call


def test_a_palace_is_brought_to_another_machine_and_conflicts_are_listed(run: Run, elsewhere: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "shared")
    note = run("remember", "Tea at four", "--json").json["memory"]["id"]
    rehearsed = run("sync", folder, "--dry-run", "--json").json
    first = run("sync", folder)
    there = elsewhere("sync", folder, "--json").json
    assert there["texts_without_vectors"] == 0
    assert "holds the palace 'default'" in run("sync", folder, "--palace", "other").err
    assert "other" not in run("palace", "list").out
    assert run("sync", folder).err == ""
    run("edit", note, "Tea at five")
    elsewhere("edit", note, "Tea at six")
    for call in (run, elsewhere, run):
        assert call("sync", folder).code == 0

    listed = run("sync", "--conflicts")

    assert (rehearsed["sent"], rehearsed["dry_run"], there["received"]) == (1, True, 1)
    assert "sent       1 change" in first.out
    assert "not synced:" in first.err
    assert "'Tea at six' stands, the other says 'Tea at five'" in listed.out
    assert [each["field"] for each in run("sync", "--conflicts", "--json").json] == ["content"]
    assert run("sync", "--settle", note).code == 0
    assert "agree" in run("sync", "--conflicts").err


@pytest.mark.requirement("hints")
def test_a_folder_that_was_not_there_is_named(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mounted"
    run("remember", "Tea at four")

    pulled, sent, again = run("sync", str(folder), "--pull"), run("sync", str(folder)), run("sync", str(folder))

    assert f"the folder {folder} is not there; check its name" in pulled.err
    assert f"the folder {folder} was not there and is made; check its name" in sent.err
    assert again.err == ""


def test_what_arrives_is_counted_in_words(run: Run, elsewhere: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "shared")
    run("remember", "Tea at four")
    run("remember", "Cake at five")
    run("kg", "add", "Ana", "lives_in", "Porto")
    run("palace", "identity", "--set", "Ana bakes.")
    run("sync", folder)

    told = elsewhere("sync", folder).out

    assert "(1 text about the palace, 2 entities, 1 fact, 2 memories)" in told


def test_what_waits_and_what_is_wrong_is_told_in_a_line(run: Run, elsewhere: Run, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    run("remember", "Tea at four")
    run("sync", str(folder))
    [path] = folder.rglob("*.gz")
    path.write_bytes(path.read_bytes()[:40])

    told = elsewhere("sync", str(folder))

    assert (told.code, "cut off or damaged" in told.out) == (1, True)
    assert "give a folder" in run("sync").err
    assert "not the address" in run("sync", "ftp://example.org").err
    assert "no readable first line" in run("sync", "https://example.org", "--token-file", str(tmp_path / "none")).err
    assert run("sync", "--settle", "nothing").code == 1


def test_a_palace_is_made_for_a_server_that_answers_and_stays_whatever_fails_then(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "tea.py").write_text("def brew_tea(): ...\n")

    def cut_off(there: PalaceThere, *_: object) -> None:
        raise NotReady(f"{there.url} cannot be reached")

    def cut_off_late(there: PalaceThere, *_: object) -> None:
        # Meanwhile somebody else works with the palace.
        run("index", str(tmp_path / "project"))
        cut_off(there)

    with monkeypatch.context() as patch:
        patch.setattr(PalaceThere, "state", cut_off)
        assert "cannot be reached" in run("sync", "http://127.0.0.1:9").err
    assert "default" not in run("palace", "list").out
    monkeypatch.setattr(PalaceThere, "state", lambda _: ({}, {}))
    monkeypatch.setattr(PalaceThere, "changes", cut_off_late)
    assert "cannot be reached" in run("sync", "http://127.0.0.1:9").err
    assert "brew_tea" in run("code", "brew_tea").out
