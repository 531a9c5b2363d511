"""`simonides index`, run as the real program over real folders."""

import json
import os
import queue
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cli.conftest import Run
from support.signals import heed_interrupts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("class Cart:\n    def pay(self):\n        return 1\n")
    (folder / "notes.md").write_text("# Notes\n\nPay later.\n")
    (folder / "secrets.json").write_text("{}\n")
    return folder


@pytest.mark.requirement("code-command")
def test_a_folder_is_indexed_embedded_and_summed_up(run: Run, folder: Path) -> None:
    result = run("index", str(folder))

    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "shop: 2 files, 3 chunks\n"
        "  files new or changed: 2\n"
        "  texts embedded: 3\n"
        "  skipped secrets.json: its name says that it holds secrets\n"
        "search it with: simonides code 'your question' --project shop\n"
    )


@pytest.mark.requirement("code-command")
def test_json_says_everything(run: Run, folder: Path) -> None:
    run("index", str(folder), "--no-vectors")
    (folder / "notes.md").unlink()

    result = run("index", str(folder), "--json", "--no-vectors")

    assert result.json == {
        "project": "shop",
        "root": str(folder),
        "state": "completed",
        "files": 1,
        "chunks": 2,
        "changed": 0,
        "removed": 1,
        "embedded": 0,
        "is_ours": True,
        "skipped": [{"path": "secrets.json", "reason": "its name says that it holds secrets"}],
    }
    assert run("index", str(folder), "--json", "--afresh").json["changed"] == 1


@pytest.mark.requirement("code-asking")
def test_indexed_code_is_searched_by_the_command_that_indexing_names(run: Run, folder: Path) -> None:
    told = run("index", str(folder), "--palace", "my work").out.splitlines()[-1]
    words = shlex.split(told.removeprefix("search it with: simonides ").replace("your question", "pay"))

    shown, listed = run(*words), run(*words, "--json").json

    heading, *text = shown.out.splitlines()
    assert shown.code == 0
    assert heading == f"1. {folder / 'cart.py'}:2  method Cart.pay"
    assert text[:2] == ["        def pay(self):", "            return 1"]
    assert (listed[0]["path"], listed[0]["start_line"], listed[0]["end_line"]) == (str(folder / "cart.py"), 2, 3)
    assert (listed[0]["project"], listed[0]["kind"], listed[0]["name"]) == ("shop", "method", "Cart.pay")


@pytest.mark.requirement("code-asking")
def test_a_name_that_is_found_misses_no_vector(run: Run, folder: Path) -> None:
    run("index", str(folder), "--no-vectors")

    named = run("code", "Cart")

    assert (named.code, named.err) == (0, "")
    assert "class Cart" in named.out


@pytest.mark.requirement("code-asking")
def test_a_search_of_code_tells_how_much_code_waits_for_its_vectors(run: Run, folder: Path) -> None:
    # More than a search embeds by itself.
    functions = "".join(f"def settle_{number}():\n    return {number}\n\n\n" for number in range(60))
    (folder / "bills.py").write_text(functions, encoding="utf-8")
    run("remember", "A memory is no code")
    run("index", str(folder), "--no-vectors")

    asked = run("code", "who pays for the meal")

    assert re.search(r"\d\d pieces of code have no vector yet and can be found by words alone", asked.err)


@pytest.mark.requirement("code-asking")
def test_a_search_of_code_that_finds_nothing_says_what_is_there(run: Run, folder: Path) -> None:
    run("palace", "create", "default")
    empty = run("code", "pay")
    run("index", str(folder), "--no-vectors")

    unknown = run("code", "pay", "--project", "shpo")

    assert "`simonides index DIR`" in empty.out
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err == "simonides: project not found: shpo; indexed projects: shop\n"
    assert "Nothing found." in run("code", "zebra", "--words-only").out


def test_what_waits_for_vectors_is_said(run: Run, folder: Path) -> None:
    out = run("index", str(folder), "--no-vectors").out

    assert "chunks left for a server or `simonides reembed --pending` to embed: 3" in out


def test_a_folder_that_is_not_there_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    result = run("index", str(tmp_path / "nowhere"))

    assert result.code == 1
    folder = tmp_path / "nowhere"
    reason = f"'{folder}' cannot be read; check that it exists and that you may open it"
    assert result.err == f"simonides: invalid 'path': {reason}\n"


@pytest.mark.requirement("code-watch")
def test_watching_tells_of_every_save_and_ends_with_ctrl_c(home: Path, folder: Path) -> None:
    heed_interrupts()
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "simonides", "index", str(folder), "--watch"],
        env={**os.environ, "SIMONIDES_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    assert process.stderr is not None
    stdout = process.stdout

    def listen() -> None:
        for line in stdout:
            lines.put(line)

    thread = threading.Thread(target=listen)
    thread.start()

    assert "watching" in process.stderr.readline()
    (folder / "late.py").write_text("def late(): ...\n")
    while "files new or changed: 1" not in lines.get(timeout=60):
        pass
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    thread.join(timeout=60)

    assert process.returncode == 130
    process.stdout.close()
    process.stderr.close()


def test_a_progress_bar_is_for_people_only(run: Run, folder: Path) -> None:
    assert json.loads(run("index", str(folder), "--json").out)["files"] == 2
