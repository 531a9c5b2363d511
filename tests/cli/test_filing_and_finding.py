import json
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.cli import progress

NOTE = "We keep the nightly export in cold storage for ninety days."


def test_a_text_is_filed_with_everything_said_about_it(run: Run) -> None:
    filed = run(
        "remember", NOTE, "--wing", "wing_ops", "--room", "backup", "--tag", "policy", "--tag", "storage",
        "--importance", "0.8", "--source", "notes/ops.md", "--author", "the ops team", "--json",
    ).json  # fmt: skip

    memory = filed["memory"]
    assert filed["success"]
    assert (memory["content"], memory["wing"], memory["room"]) == (NOTE, "wing_ops", "backup")
    assert (memory["tags"], memory["importance"]) == (["policy", "storage"], 0.8)
    assert (memory["source"], memory["author"], memory["added_by"]) == ("notes/ops.md", "the ops team", "cli")


def test_a_text_from_stdin_is_kept_byte_for_byte(run: Run) -> None:
    text = "Zeile eins\r\n\tzwei — 日本語 \N{SLIGHTLY SMILING FACE}\n\n"

    filed = run("remember", "-", "--json", stdin=text).json

    assert filed["memory"]["content"] == text


def test_the_vector_is_there_when_the_command_returns(run: Run) -> None:
    run("remember", NOTE)

    shown = run("status", "--json").json

    assert (shown["embedded"], shown["pending"]) == (1, 0)


def test_a_duplicate_is_refused_and_named(run: Run) -> None:
    first = run("remember", NOTE, "--json").json["memory"]["id"]

    again = run("remember", NOTE)
    told = run("remember", NOTE, "--json")

    assert again.code == told.code == 1
    assert first in again.err
    assert "--force" in again.err
    assert (told.json["success"], told.json["reason"], told.json["matches"][0]["id"]) == (False, "duplicate", first)


def test_force_files_a_duplicate(run: Run) -> None:
    run("remember", NOTE)

    assert run("remember", NOTE, "--force").code == 0
    assert run("status", "--json").json["memories"] == 2


def test_a_search_shows_the_words_and_where_they_stand(run: Run) -> None:
    filed = run("remember", NOTE, "--wing", "wing_ops", "--room", "backup", "--source", "notes/ops.md", "--json").json

    found = run("search", "nightly export")

    assert found.code == 0
    for part in (NOTE, "wing_ops / backup", "ops.md", filed["memory"]["id"], filed["memory"]["created_at"][:10]):
        assert part in found.out


def test_blank_lines_at_the_end_of_a_memory_are_not_shown(run: Run) -> None:
    run("remember", "-", stdin=f"\n{NOTE}\n\n\n")

    lines = run("search", "nightly export").out.splitlines()

    assert lines[2:4] == [f"    {NOTE}", ""]
    assert lines[4]


def test_a_search_for_programs_gives_every_field(run: Run) -> None:
    run("remember", NOTE, "--wing", "wing_ops")
    run("remember", "The coffee machine on floor two wants descaling.", "--wing", "wing_home")

    [first] = run("search", "nightly export", "--wing", "wing_ops", "--json").json

    assert first["content"] == NOTE
    assert {"id", "wing", "room", "score", "similarity", "created_at", "metadata"} <= set(first)


@pytest.mark.requirement("recall-misspelt")
def test_a_search_says_how_it_read_a_misspelt_word(run: Run) -> None:
    run("remember", "The thermostat in the hall was replaced on Thursday")

    plain = run("search", "who replaced the thermsotat")
    explained = run("search", "who replaced the thermsotat", "--explain")

    assert "Read “thermsotat” as “thermostat”." in plain.err
    assert "The thermostat in the hall" in plain.out
    assert "Read “thermsotat” as “thermostat”." in explained.out


def test_a_search_by_words_alone_has_no_similarity(run: Run) -> None:
    run("remember", NOTE)

    [hit] = run("search", "nightly", "--words-only", "--json").json

    assert hit["similarity"] is None


def test_a_limit_bounds_a_search(run: Run) -> None:
    for number in range(4):
        run("remember", f"Export job {number} has run.")

    assert len(run("search", "export job", "--limit", "3", "--json").json) == 3


def test_a_wrong_wing_is_answered_with_the_real_ones(run: Run) -> None:
    run("remember", NOTE, "--wing", "wing_ops")

    assert "wings: wing_ops" in run("search", "export", "--wing", "wing_oops").out


def test_a_very_long_memory_is_cut_and_whole_on_request(run: Run) -> None:
    text = "export " * 2000
    run("remember", text)

    shown, listed = run("search", "export"), run("search", "export", "--json", "--max-tokens", "0")

    assert "has the rest" in " ".join(shown.out.split())
    assert listed.json[0]["content"] == text


def test_escape_sequences_in_a_memory_do_not_reach_the_terminal(run: Run) -> None:
    run("remember", "export \x1b]0;owned\x07 done \x9b31m")

    shown = run("search", "export")

    assert "\x1b" not in shown.out
    assert "\\x1b]0;owned\\x07" in shown.out


def test_status_counts_wings_and_rooms(run: Run) -> None:
    run("remember", "One.", "--wing", "wing_a", "--room", "x")
    run("remember", "Two words.", "--wing", "wing_a", "--room", "y")
    run("kg", "add", "Atlas", "uses", "Postgres")

    shown, listed = run("status"), run("status", "--json").json

    assert (listed["memories"], listed["wings"]) == (2, {"wing_a": 2})
    assert [(room["wing"], room["room"], room["memories"]) for room in listed["rooms"]] == [
        ("wing_a", "x", 1),
        ("wing_a", "y", 1),
    ]
    assert (listed["facts"], listed["entities"], listed["embedder"]["name"]) == (1, 2, "hashing/1")
    assert listed["size_bytes"] > 0
    assert all(word in shown.out for word in ("wing_a", "x", "2 of 2", "hashing"))


def test_status_shows_the_fullest_rooms_and_counts_the_others(run: Run) -> None:
    rooms = [f"room{number:02}" for number in (*range(25), 24)]
    lines = [json.dumps({"content": f"Note {number} in {room}.", "room": room}) for number, room in enumerate(rooms)]
    run("import", "-", "--no-embed", stdin="\n".join(lines))

    shown = run("status").out

    assert shown.count("room") == 20 + 2
    assert "room24" in shown
    assert "and 5 smaller rooms with 5 memories; use --json for all" in shown
    assert len(run("status", "--json").json["rooms"]) == 25


def test_a_search_tells_when_it_happened_and_when_it_was_filed(run: Run) -> None:
    filed = run("remember", NOTE, "--date", "2024-05-17", "--author", "Ada", "--json").json["memory"]

    found = run("search", "nightly export").out

    assert f"2024-05-17, filed {filed['created_at'][:10]}" in found
    assert "Ada" in found


def test_a_search_may_be_held_to_a_time(run: Run) -> None:
    old = run("remember", NOTE, "--date", "2024-05-17", "--json").json["memory"]["id"]
    new = run("remember", "The export is gone now.", "--json").json["memory"]["id"]

    before = run("search", "export", "--until", "2024-05", "--json").json
    since = run("search", "export", "--since", "2025", "--json").json
    held = run("search", "export", "--as-of", "2024-12-31", "--json").json
    earlier = run("search", "export", "--as-of", "2024-05-16", "--json").json
    bad = run("search", "export", "--since", "soon")

    assert [hit["id"] for hit in before] == [old]
    assert [hit["id"] for hit in since] == [new]
    assert [hit["id"] for hit in held] == [old]
    assert earlier == []
    assert (bad.code, "'soon' is not an ISO 8601 date" in bad.err) == (1, True)


@pytest.mark.parametrize(
    "words", [("remember", NOTE, "--date"), ("changes", "--since"), ("list", "--since"), ("kg", "timeline", "--as-of")]
)
def test_a_time_that_is_none_is_refused_with_the_forms_that_are_understood(run: Run, words: tuple[str, ...]) -> None:
    run("palace", "create", "default")

    refused = run(*words, "last week")

    assert refused.code == 1
    assert refused.err.splitlines() == [
        (
            f"simonides: invalid '{words[-1]}': 'last week' is not an ISO 8601 date or time, such as 2026-03-04; "
            "`today`, `yesterday` and an age such as `3d` are understood, too"
        )
    ]


def mined(run: Run, folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        (folder / f"note-{number}.md").write_text(f"Shelf {number} holds the jar of pears number {number}.")
    run("mine", str(folder), "--no-embed")


@pytest.mark.parametrize("asking", [("search", "fruit in a jar"), ("recall", "fruit in a jar")])
def test_a_question_embeds_what_waits_first(run: Run, tmp_path: Path, asking: tuple[str, str]) -> None:
    mined(run, tmp_path / "notes", 40)
    assert run("status", "--json").json["pending"] == 40

    found = run(*asking)

    assert "no vector yet" not in found.err
    assert run("status", "--json").json["pending"] == 0


def test_a_question_in_one_language_embeds_few_texts_in_another_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "bundled")
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "keys.md").write_text("The spare key of the workshop lies under the blue pot.")
    (folder / "brot.md").write_text("Das Brot muss vor sechs Uhr morgens aus dem Ofen sein.")
    run("mine", str(folder), "--no-embed")

    found = run("search", "Wo liegt der zweite Schlüssel?", "--limit", "1")

    assert "no vector yet" not in found.err
    assert "blue pot" in found.out
    assert run("status", "--json").json["pending"] == 0


def test_where_much_waits_a_question_is_answered_at_once_and_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SOON", 39)
    mined(run, tmp_path / "notes", 40)

    assert "40 memories have no vector yet" in run("search", "fruit in a jar").err
    assert run("search", "jar", "--words-only").code == 0
    assert run("status", "--json").json["pending"] == 40


def test_one_very_long_memory_without_a_vector_keeps_no_question_waiting(run: Run) -> None:
    filed = run("remember", "-", stdin="a kettle boils " * 20_000)

    found = run("search", "kettle", "--max-tokens", "20")

    assert "so long a text is embedded later" in filed.err
    assert "not ready" not in filed.err
    assert "1 memory has no vector yet" in found.err
    assert "kettle" in found.out
    assert run("status", "--json").json["pending"] == 1


def test_bytes_that_are_no_text_are_told_when_they_are_replaced(run: Run) -> None:
    filed = run("remember", "-", "--json", stdin=b"The tide\nturns at \xff six.")

    assert filed.json["memory"]["content"] == "The tide\nturns at \ufffd six."
    assert "line 2: some bytes from here on are not UTF-8 and were replaced by U+FFFD" in filed.err
