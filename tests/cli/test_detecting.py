from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.cli.detection import detect
from simonides.domain.errors import Invalid


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "code" / "atlas"
    (folder / "src" / "deep").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("sign", [".git", ".claude", "CLAUDE.md", "pyproject.toml"])
def test_the_nearest_folder_with_a_sign_lends_its_name(project: Path, sign: str) -> None:
    (project / sign).touch()
    (project.parent / ".git").mkdir()

    assert detect(project / "src" / "deep", home=None) == "atlas"


def test_a_marker_file_names_the_palace(project: Path) -> None:
    (project / ".git").mkdir()
    (project / ".simonides").write_text("# ours\n palace = work/atlas \n", encoding="utf-8")

    assert detect(project / "src", home=None) == "work/atlas"


def test_a_nearer_sign_wins_over_a_farther_marker(project: Path) -> None:
    (project.parent / ".simonides").write_text("palace=everything")
    (project / "pyproject.toml").touch()

    assert detect(project, home=None) == "atlas"


def test_in_the_home_folder_only_a_marker_counts(project: Path) -> None:
    home = project.parent.parent
    (home / ".claude").mkdir()

    without = detect(project, home)
    (home / ".simonides").write_text("palace=me")

    assert (without, detect(project, home)) == (None, "me")


@pytest.mark.parametrize("text", ["", "palace", "name=x", "palace=", "palace=../up"])
def test_a_marker_that_names_nothing_is_an_error(project: Path, text: str) -> None:
    (project / ".simonides").write_text(text)

    with pytest.raises(Invalid, match=r"\.simonides"):
        detect(project, home=None)


def test_the_palace_of_a_project_is_taken_only_when_asked_for(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / ".git").mkdir()
    monkeypatch.chdir(project / "src")

    run("remember", "Asked for.", "--detect-palace")
    run("remember", "Not asked for.")
    run("remember", "Named.", "--palace", "other", "--detect-palace")

    assert [palace["name"] for palace in run("palace", "list", "--json").json] == ["atlas", "default", "other"]


def test_outside_of_any_project_nothing_changes(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("SIMONIDES_PALACE", "mine")

    run("remember", "Somewhere.", "--detect-palace")

    assert [palace["name"] for palace in run("palace", "list", "--json").json] == ["mine"]
