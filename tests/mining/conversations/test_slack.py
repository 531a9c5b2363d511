"""Slack: an export gives the days of each channel, and whole threads even across days."""

import json
import shutil
from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said
from simonides.mining.conversations import format_of

THREAD = "harbour/thread/1772352060.000200"


@pytest.mark.requirement("convos-formats", "convos-split")
def test_days_and_threads_are_conversations() -> None:
    conversations, faults = read(SAMPLES / "slack")
    by_key = {found.key: found for found in conversations}

    assert faults == []
    assert list(by_key) == ["harbour/2026-03-01", THREAD, "harbour/2026-03-02"]
    assert [(turn.role, turn.speaker, turn.text) for turn in by_key["harbour/2026-03-01"].turns] == [
        ("system", "Teo", "<@U02> has joined the channel"),
        ("user", "Ines Varga", "Lunch at noon."),
        ("assistant", "weather", "Gale at 15:00"),
    ]
    assert [(turn.speaker, turn.text) for turn in by_key[THREAD].turns] == [
        ("Ines Varga", "Crane 2 is down. <@U02> can you look?"),
        ("Teo", "On it."),
        ("Teo", "Fixed, it was a fuse."),
    ]
    assert by_key[THREAD].turns[2].time == at("2026-03-02T08:00:00.000100")
    assert by_key["harbour/2026-03-02"].turns[0].speaker == "Guest Pilot"
    assert by_key["harbour/2026-03-02"].title == "#harbour"


def test_one_day_is_read_alone_with_the_names_of_its_export() -> None:
    conversations, _ = read(SAMPLES / "slack" / "harbour" / "2026-03-01.json")

    assert [found.key for found in conversations] == ["harbour/2026-03-01", THREAD]
    assert conversations[1].turns[0].speaker == "Ines Varga"


def test_a_folder_of_an_export_is_told_from_any_other(tmp_path: Path) -> None:
    export = format_of(SAMPLES / "slack")

    assert export is not None
    assert export.name == "slack"
    assert format_of(tmp_path) is None


@pytest.mark.requirement("convos-broken")
def test_a_cut_day_and_broken_members_are_reported_while_the_rest_is_read(tmp_path: Path) -> None:
    export = tmp_path / "export"
    shutil.copytree(SAMPLES / "slack", export)
    day = export / "harbour" / "2026-03-02.json"
    day.write_text(day.read_text()[:200])
    (export / "users.json").write_text("[{]")

    conversations, faults = read(export)

    assert {fault.path.name for fault in faults} == {"users.json", "2026-03-02.json"}
    assert [found.key for found in conversations] == ["harbour/2026-03-01", THREAD]
    assert said(conversations[1])[2] == ("user", "Fixed, it was a fuse.")


def test_signs_that_slack_escapes_read_as_they_were_typed(tmp_path: Path) -> None:
    (tmp_path / "harbour").mkdir()
    day = tmp_path / "harbour" / "2026-03-01.json"
    text = "if a &lt; b &amp;&amp; c &gt; 5, write &amp;lt;br&amp;gt; <@U02>"
    day.write_text(json.dumps([{"type": "message", "user": "U01", "text": text, "ts": "1772352060.000200"}]), encoding="utf-8")

    [conversation], _ = read(day)

    assert conversation.turns[0].text == "if a < b && c > 5, write &lt;br&gt; <@U02>"
