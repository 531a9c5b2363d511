import json
import os
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from scripts.record import SESSION, cast, picture, recorded

from cli.conftest import Run
from simonides.cli.command import build_parser
from simonides.cli.main import every_command
from simonides.engine.demo.story import FACTS, NOTES

ROOT = Path(__file__).parent.parent.parent


def test_the_demo_works_with_an_empty_home_and_leaves_no_palace(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}

    result = subprocess.run(
        [sys.executable, "-m", "scripts.demo"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stderr) == (0, "")
    for answer in ("We bill per active seat", "INC-2207: uploads failed", "event stream", "claude mcp add simonides -- "):
        assert answer in result.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("demo-palace")
def test_a_demo_palace_answers_what_it_says_to_ask_and_goes_again(run: Run) -> None:
    made = run("demo", "--json").json
    again = run("demo")

    found = {command: run(*shlex.split(command)[1:]) for command in made["try"]}
    assert (made["palace"], made["memories"], made["new"]) == ("demo", len(NOTES), True)
    assert "still there" in again.out
    assert all(each.code == 0 and each.out for each in found.values())
    told = "\n".join(each.out for each in found.values())
    # The embedder of these tests knows letters, and no meaning across languages.
    for answer in ("4,200 for the vault", "could not dock", "243 degrees", "southern saltworks"):
        assert answer in told
    assert "1 memory" not in again.out
    assert run("demo", "--remove").code == 0
    assert (run("demo", "--remove").code, run("palace", "list", "--json").json) == (1, [])


@pytest.mark.requirement("demo-palace")
def test_a_palace_of_ones_own_is_neither_filled_nor_deleted(run: Run) -> None:
    run("remember", "my own words", "--palace", "demo")

    for words in (["demo"], ["demo", "--remove"]):
        told = run(*words)
        assert (told.code, "palace of your own" in told.err) == (1, True)
    assert run("search", "own words", "--palace", "demo").out.count("my own words") == 1


@pytest.mark.requirement("demo-palace")
def test_the_story_is_in_order_and_ends_what_has_ended() -> None:
    assert [note.day for note in NOTES] == sorted(note.day for note in NOTES)
    assert {fact.since < fact.until for fact in FACTS if fact.until} == {True}


@pytest.mark.requirement("demo-session")
def test_the_recorded_session_shows_commands_that_exist_and_is_small() -> None:
    pictures = ROOT / "docs" / "pictures"
    svg = (pictures / "session.svg").read_text(encoding="utf-8")
    head, *events = [json.loads(line) for line in (pictures / "session.cast").read_text(encoding="utf-8").splitlines()]

    ET.fromstring(svg)  # noqa: S314 - our own file
    assert len(svg.encode()) < 40_000
    assert head["version"] == 2
    assert [event[0] for event in events] == sorted(event[0] for event in events)
    told = "".join(event[2] for event in events)
    parser = build_parser(every_command())
    for words in SESSION:
        assert f"$ {shlex.join(words)}" in told
        assert callable(parser.parse_args(words[1:]).run)


@pytest.mark.long
@pytest.mark.requirement("demo-session")
def test_the_session_can_be_recorded_anew(tmp_path: Path) -> None:
    lines = recorded(tmp_path)

    assert sum(line.is_typed for line in lines) == len(SESSION)
    ET.fromstring(picture(lines))  # noqa: S314 - our own picture
    assert len(cast(lines).splitlines()) > len(lines)
