import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.conftest import Run

NOTE = "After the outage we decided to use PostgreSQL instead of Redis, because reports need joins and nobody wants two stores."


@pytest.mark.requirement("wake-command")
def test_wake_up_prints_the_text_and_its_estimated_size(run: Run) -> None:
    run("remember", NOTE, "--wing", "app", "--room", "storage")

    shown = run("wake-up", "--max-tokens", "200")
    told = run("wake-up", "--wing", "app", "--json").json

    assert "[app / storage]" in shown.out
    assert "PostgreSQL instead of Redis" in shown.out
    assert told["text"] == shown.out.rstrip("\n")
    assert 0 < told["tokens"] <= 200


@pytest.mark.requirement("wake-command")
def test_a_wing_that_is_not_there_is_named_beside_those_there_are(run: Run) -> None:
    run("remember", NOTE, "--wing", "app", "--room", "storage")
    run("remember", "The sea is deep and blue.", "--wing", "sea", "--room", "water")

    assert run("wake-up", "--wing", "nope").out == "Nothing is remembered in the wing 'nope'; wings: app, sea.\n"


@pytest.mark.requirement("wake-command")
def test_a_budget_that_is_no_number_is_refused(run: Run) -> None:
    assert run("wake-up", "--max-tokens", "few").code == 2


@pytest.mark.requirement("aaak-layer")
def test_compress_writes_lines_beside_the_words_once(run: Run) -> None:
    filed = run("remember", NOTE, "--wing", "app", "--room", "storage", "--json").json["memory"]

    dry = run("compress", "--dry-run")
    first = run("compress", "--json").json
    second = run("compress", "--json").json
    [found] = run("search", "outage", "--json").json

    assert "app|storage|" in dry.out
    assert "0:RED|" in dry.out
    assert (first["memories"], first["written"], second["written"]) == (1, 1, 0)
    assert first["text_chars"] == len(NOTE)
    assert (found["id"], found["content"]) == (filed["id"], NOTE)
    assert found["metadata"]["aaak"].startswith("app|storage|")


def test_a_dry_run_of_compress_shows_the_first_lines_and_counts_the_others(run: Run) -> None:
    lines = [json.dumps({"content": f"The crane of berth {number} is green."}) for number in range(13)]
    run("import", "-", "--no-embed", stdin="\n".join(lines))

    dry = run("compress", "--dry-run").out

    assert dry.count("crane_berth_green") == 10
    assert "and 3 more; --wing shows those of one wing" in dry
    assert "lines that would be written: 13" in dry


def test_a_dry_run_of_compress_does_not_wait_for_a_writer(run: Run) -> None:
    run("remember", NOTE)
    [file] = Path(run("palace", "info", "--json").json["path"]).glob("*.db")
    with closing(sqlite3.connect(file)) as writer:
        writer.execute("BEGIN IMMEDIATE")

        assert "lines that would be written: 1" in run("compress", "--dry-run").out


@pytest.mark.requirement("aaak-layer")
def test_compress_keeps_to_its_wing_and_a_dry_run_writes_nothing(run: Run) -> None:
    run("remember", NOTE, "--wing", "app", "--room", "storage")
    run("remember", "The sea is deep and blue.", "--wing", "sea", "--room", "water")

    run("compress", "--dry-run")
    run("compress", "--wing", "sea")

    metadata = {line["wing"]: line["metadata"] for line in run("search", "outage sea", "--json").json}
    assert ["aaak" in metadata[wing] for wing in ("app", "sea")] == [False, True]
