"""Commands on a PostgreSQL database."""

import json
from pathlib import Path

import pytest

from simonides.cli.main import main
from simonides.settings import Settings, environment_for, load
from support.postgres import PASSWORD


@pytest.fixture
def where(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    return ["--database", database_url, "--data-dir", str(tmp_path / "unused")]


def test_a_database_named_on_the_command_line_holds_the_palaces(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["remember", "The harbour was rebuilt in 1911.", "--wing", "town", "--room", "history", *where]) == 0
    capsys.readouterr()
    assert main(["search", "harbour", "--json", *where]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["status", *where]) == 0
    assert main(["doctor", *where]) == 0
    said = capsys.readouterr().out

    assert "1911" in json.dumps(found)
    assert "postgresql://127.0.0.1" in said
    assert "everything agrees" in said
    assert PASSWORD not in said
    assert not (tmp_path / "unused").exists()


def test_a_trial_run_of_mining_leaves_the_database_alone(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# Ships\n\nThree ships came in today, and one of them was late.\n")

    assert main(["mine", str(tmp_path / "notes"), "--dry-run", *where]) == 0
    capsys.readouterr()
    assert main(["palace", "list", "--json", *where]) == 0

    assert json.loads(capsys.readouterr().out) == []


def test_without_its_driver_the_database_says_what_to_install(
    where: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simonides.storage.find_spec", lambda _: None)

    assert main(["status", *where]) == 1
    assert "pip install '.[postgres]' in" in capsys.readouterr().err


def test_another_process_of_ours_gets_the_address_by_its_environment(tmp_path: Path) -> None:
    url = "postgresql://ada:secret@db/palaces"

    assert environment_for(Settings(tmp_path, database=url))["SIMONIDES_DATABASE_URL"] == url
    assert load({}, {"SIMONIDES_DATABASE_URL": url, "SIMONIDES_HOME": str(tmp_path)}).database == url


def test_spreading_a_database_without_citus_is_refused_in_one_sentence(
    where: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["database", "distribute", *where]) == 1
    assert "Citus is not installed in this database, so everything lies on one server" in capsys.readouterr().err
    assert main(["database", "move", "work", *where]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_files_cannot_be_spread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["database", "distribute", "--data-dir", str(tmp_path)]) == 1
    assert "required: files lie on one machine" in capsys.readouterr().err
