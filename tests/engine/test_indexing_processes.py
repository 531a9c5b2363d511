"""Indexing runs of several processes, some of them killed."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.domain.code import CodeScope, IndexState
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment, Palace
from simonides.mining.code.folders import Folders
from support.homes import Home

TESTS = Path(__file__).parent.parent
FILES = 200


def write(folder: Path, word: str) -> None:
    folder.mkdir(exist_ok=True)
    for number in range(FILES):
        (folder / f"part{number}.py").write_text(f"LIMIT = {number}\n\ndef {word}_{number}():\n    return {number}\n")


def start(home: Home, folder: Path, mode: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "engine.indexing_process", home.where, str(folder), mode],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def next_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def indexed(home: Home, tmp_path: Path) -> Iterator[Palace]:
    write(tmp_path / "shop", "old")
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), 5, Folders()))
    palace = engine.create("test")
    palace.codebase.index(str(tmp_path / "shop"))
    yield palace
    engine.close()


@pytest.mark.requirement("code-kill-9")
def test_a_killed_run_leaves_every_file_old_or_new_and_the_next_one_goes_on(indexed: Palace, home: Home, tmp_path: Path) -> None:
    write(tmp_path / "shop", "new")
    process = start(home, tmp_path / "shop", "wait")
    done = int(next_line(process))
    assert indexed.codebase.status("shop").progress.state is IndexState.INDEXING

    process.send_signal(signal.SIGKILL)
    process.communicate()

    status = indexed.codebase.status("shop")
    assert 0 < done < FILES
    assert (status.progress.state, status.chunks) == (IndexState.FAILED, 2 * FILES)
    answers = [indexed.codebase.search(f"{word}_{FILES - 1}")[0].chunk.name for word in ("old", "new")]
    assert answers[0] == f"old_{FILES - 1}" or answers[1] == f"new_{FILES - 1}"
    assert list(indexed.store.check()) == []

    report = indexed.codebase.index(str(tmp_path / "shop"))

    assert (report.changed, report.status.chunks) == (FILES - done, 2 * FILES)
    assert report.status.progress.state is IndexState.COMPLETED
    assert all(indexed.codebase.search(f"new_{number}")[0].chunk.name == f"new_{number}" for number in range(0, FILES, 20))
    assert list(indexed.store.check()) == []


@pytest.mark.requirement("code-one-run")
def test_one_run_per_project_at_a_time(indexed: Palace, home: Home, tmp_path: Path) -> None:
    write(tmp_path / "shop", "new")
    process = start(home, tmp_path / "shop", "wait")
    done = int(next_line(process))

    refused = indexed.codebase.index(str(tmp_path / "shop"))
    seen = indexed.codebase.index_in_background(str(tmp_path / "shop"), patience_s=60)
    output, _ = process.communicate("go on\n")

    assert not refused.is_ours
    assert (seen.progress.state, seen.progress.indexed_files, seen.progress.total_files) == (IndexState.INDEXING, done, FILES)
    assert seen.eta_s is not None
    assert output.splitlines()[-1] == f"done {FILES}"
    assert indexed.codebase.index(str(tmp_path / "shop")).changed == 0


@pytest.mark.requirement("code-one-run")
def test_a_call_during_the_run_of_another_process_is_made_good_when_that_ends(
    indexed: Palace, home: Home, tmp_path: Path
) -> None:
    write(tmp_path / "shop", "new")
    process = start(home, tmp_path / "shop", "wait")
    next_line(process)

    write(tmp_path / "shop", "newer")
    indexed.codebase.index_in_background(str(tmp_path / "shop"), patience_s=60)
    [thread] = [each for each in threading.enumerate() if each.name == "indexing shop"]
    process.communicate("go on\n")
    thread.join(60)

    assert not thread.is_alive()
    assert all(indexed.codebase.search(f"newer_{number}")[0].chunk.name == f"newer_{number}" for number in range(0, FILES, 20))
    assert indexed.codebase.status("shop").chunks == 2 * FILES


@pytest.mark.requirement("code-one-run")
def test_processes_that_start_together_make_one_project_without_duplicates(home: Home, tmp_path: Path) -> None:
    write(tmp_path / "shop", "word")
    processes = [start(home, tmp_path / "shop", "go") for _ in range(3)]

    outputs = [process.communicate()[0].splitlines()[-1] for process in processes]

    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), 5, Folders()))
    palace = engine.palace("test")
    assert f"done {FILES}" in outputs
    assert set(outputs) <= {f"done {FILES}", "done nothing", "done 0"}
    assert [project.id for project in palace.codebase.projects()] == ["shop"]
    assert palace.codebase.status("shop").chunks == 2 * FILES
    assert len(palace.codebase.search("word_7", CodeScope("shop"), limit=50)) == 1
    assert list(palace.store.check()) == []
    engine.close()
