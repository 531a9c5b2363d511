"""Source and pages of this repository and the sample conversations, mined twice: the text of a real project, file by file."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simonides.cli.main import main
from simonides.stores.sqlite.shelf import SqliteShelf

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "tests" / "mining" / "conversations" / "samples"
# Source of many files, and pages.
PARTS = ("src/simonides/domain", "docs", "README.md", "pyproject.toml")
UNTRACKED = shutil.ignore_patterns(".*cache*", "__pycache__")

Mine = Callable[..., Any]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mine:
    monkeypatch.setenv("SIMONIDES_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")

    def call(folder: Path, *words: str) -> Any:
        assert main(["mine", str(folder), *words, "--no-embed", "--json", "--data-dir", str(tmp_path / "data")]) == 0
        return json.loads(capsys.readouterr().out)

    return call


def copy_part(part: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if part.is_dir():
        shutil.copytree(part, target, ignore=UNTRACKED)
    else:
        shutil.copy(part, target)


@pytest.mark.requirement("mine-incremental")
def test_the_second_mining_of_this_repository_files_nothing(tmp_path: Path, mine: Mine) -> None:
    folder = tmp_path / "simonides"
    for part in PARTS:
        copy_part(ROOT / part, folder / part)

    first, second = mine(folder), mine(folder)
    store = SqliteShelf(tmp_path / "data").open("default")

    assert first["read"] > 100
    assert first["filed"] == store.memories.count() > 500
    # Of the pages' pictures it is said that they are no text; nothing else is left out.
    assert {(Path(each["path"]).suffix, each["reason"]) for each in first["skipped"]} == {(".png", "is not text")}
    assert first["files"] == first["read"] + len(first["skipped"])
    assert (second["filed"], second["removed"], second["read"], second["unchanged"]) == (0, 0, 0, first["read"])
    assert list(store.check()) == []
    store.close()


@pytest.mark.requirement("mine-conversations")
def test_the_second_mining_of_conversations_files_nothing_and_ten_more_turns_are_ten_more_drawers(
    tmp_path: Path, mine: Mine
) -> None:
    folder = tmp_path / "talks"
    shutil.copytree(SAMPLES, folder)
    first, second = mine(folder, "--mode", "convos"), mine(folder, "--mode", "convos")

    path = folder / "claude-code.jsonl"
    with path.open("a", encoding="utf-8") as file:
        for number in range(10):
            message = {"role": "user", "content": f"Turn {number} that came later."}
            file.write(json.dumps({"type": "user", "sessionId": "later", "uuid": f"x{number}", "message": message}) + "\n")
    third = mine(folder, "--mode", "convos")

    assert first["filed"] > 50
    assert (second["filed"], second["removed"], second["read"]) == (0, 0, 0)
    assert (third["filed"], third["removed"], third["read"]) == (10, 0, 1)
