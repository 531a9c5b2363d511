"""Mining as people run it: real processes over a real folder, stopped in the middle, left watching, and run again."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simonides.ports.stores import Store
from simonides.stores.sqlite.shelf import SqliteShelf
from support.signals import heed_interrupts

FILES = 1_500
INTERRUPTED = 130


Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Start `simonides mine` with these words; whatever still runs in the end is ended."""
    heed_interrupts()
    started: list[Process] = []

    def begin(*words: str, embedder: str = "hashing") -> Process:
        settings = {"SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": embedder, "SIMONIDES_CONFIG": str(home / "none")}
        command = [sys.executable, "-m", "simonides", "mine", *words, "--json"]
        process = subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def finish(process: Process) -> Any:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return json.loads(out)


def open_store(home: Path) -> Store:
    shelf = SqliteShelf(home)
    until(lambda: "default" in shelf.names())
    return shelf.open("default")


def until(is_so: Callable[[], bool]) -> None:
    # The timeout of the test ends this.
    while not is_so():
        time.sleep(0.005)


def sources(store: Store) -> Counter[str]:
    return Counter(str(memory.origin.source) for memory in store.memories.after(0, 100_000).values())


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:04}.txt").write_text(f"Note number {number} about the harbour.", encoding="utf-8")
    return folder


@pytest.mark.requirement("mine-resume")
def test_after_ctrl_c_nothing_is_missing_and_nothing_is_double(start: Start, home: Path, notes: Path) -> None:
    process = start(str(notes), "--no-embed")
    store = open_store(home)
    until(lambda: store.memories.count() > 0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    there = store.memories.count()

    assert (process.returncode, out, err.strip()) == (INTERRUPTED, "", "simonides: interrupted")
    assert 0 < there < FILES
    assert list(store.check()) == []

    again = finish(start(str(notes), "--no-embed"))

    assert (again["filed"], again["unchanged"]) == (FILES - there, there)
    assert sources(store) == Counter(str(path) for path in notes.iterdir())
    assert list(store.check()) == []
    store.close()


@pytest.mark.long
@pytest.mark.requirement("mine-resume")
def test_after_ctrl_c_while_embedding_the_rest_is_embedded(start: Start, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(200):
        (folder / f"{number}.txt").write_text(f"Note {number}. " + "The harbour master noted the tide. " * 25, encoding="utf-8")
    process = start(str(folder), embedder="mneme")
    store = open_store(home)
    until(lambda: store.search.coverage()[0] > 0)
    process.send_signal(signal.SIGINT)
    process.communicate()
    embedded, filed = store.search.coverage()

    again = finish(start(str(folder), embedder="mneme"))

    assert process.returncode == INTERRUPTED
    assert 0 < embedded < filed == 200
    assert (again["filed"], again["embedded"]) == (0, 200 - embedded)
    assert store.search.coverage() == (200, 200)
    store.close()


def turns(first: int, count: int) -> str:
    lines = [
        {
            "type": "user" if number % 2 == 0 else "assistant",
            "sessionId": "s1",
            "uuid": f"u{number}",
            "timestamp": f"2026-03-01T10:{number:02}:00Z",
            "message": {"role": "user" if number % 2 == 0 else "assistant", "content": f"Turn {number} about the harbour."},
        }
        for number in range(first, first + count)
    ]
    return "".join(f"{json.dumps(line)}\n" for line in lines)


@pytest.mark.requirement("mine-watch")
def test_a_watched_transcript_files_exactly_the_turns_that_are_added(start: Start, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "session.jsonl").write_text(turns(0, 6), encoding="utf-8")
    process = start(str(folder), "--mode", "convos", "--watch", "--no-embed")
    assert process.stderr
    assert "watching" in process.stderr.readline()
    store = open_store(home)
    before = set(store.memories.after(0, 100))

    with (folder / "session.jsonl").open("a", encoding="utf-8") as file:
        file.write(turns(6, 10))
    reports = [next_document(process), next_document(process)]
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()

    assert (process.returncode, err) == (0, "")
    assert [report["filed"] for report in reports] == [6, 10]
    assert before < set(store.memories.after(0, 100))
    assert [memory.origin.position for memory in store.memories.read_from(str(folder / "session.jsonl"))] == list(range(16))
    store.close()


def next_document(process: Process) -> Any:
    """The next JSON document on stdout, as soon as it is whole."""
    assert process.stdout
    text = ""
    while line := process.stdout.readline():
        text += line
        with suppress(ValueError):
            return json.loads(text)
    pytest.fail(f"stdout ended with {text!r}")
