"""Hints instead of silence: what was probably meant, and what a write did that nobody may have wanted."""

import json
import re
import shlex
from argparse import Namespace
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.cli.call import typed

pytestmark = pytest.mark.requirement("hints")


def test_a_mistyped_palace_on_a_write_says_that_a_new_one_was_made(run: Run) -> None:
    first = run("kg", "add", "Ana", "lives_in", "Porto", "--palace", "harbour")
    second = run("kg", "add", "Ana", "lives_in", "Porto", "--palace", "harbor")

    assert first.err == ""
    assert "made a new palace 'harbor'. Did you mean 'harbour'?" in second.err


def test_a_mistyped_palace_on_a_read_names_the_nearest(run: Run) -> None:
    run("kg", "add", "Ana", "lives_in", "Porto", "--palace", "harbour")

    failed = run("kg", "query", "Ana", "--palace", "harbur")

    assert failed.code == 1
    assert re.fullmatch(r"simonides: palace not found: harbur .*\. Did you mean 'harbour'\?\n", failed.err)


OF_A_PALACE = [
    ("palace", "info", "harbur"),
    ("palace", "identity", "harbur"),
    ("palace", "rename", "harbur", "port"),
    ("palace", "delete", "harbur", "--yes"),
    ("reembed", "--palace", "harbur"),
    ("bench", "--palace", "harbur"),
    ("backup", "harbur.backup", "--palace", "harbur"),
]


@pytest.mark.parametrize("words", OF_A_PALACE, ids=" ".join)
def test_every_command_of_a_palace_names_the_nearest(run: Run, words: tuple[str, ...]) -> None:
    run("palace", "create", "harbour")

    failed = run(*words)

    assert failed.code == 1
    assert "Did you mean 'harbour'?" in failed.err
    assert "`simonides palace list` shows the existing ones" in failed.err


def test_a_token_for_a_mistyped_palace_names_the_nearest(run: Run) -> None:
    run("palace", "create", "harbour")

    assert "there is no palace 'harbur' yet. Did you mean 'harbour'?" in run("token", "create", "--palace", "harbur").err
    assert "`simonides palace create zork` makes it." in run("token", "create", "--palace", "zork").err


@pytest.mark.parametrize("words", [("",), ("Words.", "--wing", "../up"), ("Words.", "--importance", "7")])
def test_what_cannot_be_filed_makes_no_palace(run: Run, words: tuple[str, ...]) -> None:
    assert run("remember", *words).code == 1
    assert run("palace", "list", "--json").json == []


def test_a_second_value_offers_to_end_the_first_and_a_third_does_not(run: Run) -> None:
    first, second, third = (run("kg", "add", "Ana", "lives_in", city) for city in ("Porto", "Old Town", "Rome"))

    assert first.err == ""
    assert "Ana -> lives_in -> Porto is still current" in second.err
    assert "simonides kg invalidate Ana lives_in Porto" in second.err
    assert third.err == ""


def test_an_unknown_entity_is_answered_with_the_nearest_name(run: Run) -> None:
    run("kg", "add", "Fatima", "works_on", "Lumen")

    assert "Did you mean 'Fatima'?" in run("kg", "query", "Fatma").out
    assert "Did you mean 'Lumen'?" in run("kg", "timeline", "Lumens").out
    assert "Did you mean" not in run("kg", "query", "Zork").out


@pytest.mark.parametrize("words", [("node", "Fatma"), ("merge", "Lumen", "Fatma"), ("invalidate", "Fatma", "works_on", "Lumen")])
def test_a_command_for_an_entity_that_is_not_there_names_the_nearest(run: Run, words: tuple[str, ...]) -> None:
    run("kg", "add", "Fatima", "works_on", "Lumen")

    failed = run("kg", *words)

    assert (failed.code, "Did you mean 'Fatima'?" in failed.err) == (1, True)


def test_ending_a_fact_that_does_not_hold_tells_what_holds(run: Run) -> None:
    run("kg", "add", "Fatima", "works_on", "Lumen")
    run("kg", "add", "Oslo", "is_in", "Norway")

    assert "What holds: Fatima -> works_on -> Lumen" in run("kg", "invalidate", "Fatima", "works_on", "Oslo").err


def test_an_unknown_wing_or_room_is_answered_with_the_nearest_name(run: Run) -> None:
    run("remember", "The tide turns at six.", "--wing", "wing_port", "--room", "routes")

    assert "Did you mean 'wing_port'?" in run("search", "tide", "--wing", "wing_prot", "--words-only").out
    assert "Did you mean 'routes'?" in run("search", "tide", "--room", "rutes", "--words-only").out


def test_an_unknown_tag_or_author_is_answered_with_those_there_are(run: Run) -> None:
    run("remember", "The tide turns at six.", "--tag", "invoice", "--author", "Fatima")

    assert "No tag 'invoices'; tags: invoice. Did you mean 'invoice'?" in run("list", "--tag", "invoices").err
    assert "No author 'Fatma'; authors: Fatima. Did you mean 'Fatima'?" in run("list", "--author", "Fatma", "--json").err
    assert run("list", "--tag", "invoice").err == ""


def test_a_program_is_told_on_stderr_that_it_asked_in_a_room_that_is_not_there(run: Run) -> None:
    run("remember", "The tide turns at six.", "--room", "routes")

    asked = run("search", "tide", "--room", "rutes", "--words-only", "--json")

    assert (asked.json, "Did you mean 'routes'?" in asked.err) == ([], True)


def test_a_diary_that_nobody_keeps_is_answered_with_the_nearest_name(run: Run) -> None:
    run("diary", "write", "Scout", "Looked at the tide.")

    assert "No diary entries yet for scoot. Did you mean 'Scout'?" in run("diary", "read", "scoot").out
    assert run("diary", "read", "zork").out == "No diary entries yet for zork.\n"


def test_of_many_wings_some_are_named_and_the_others_counted(run: Run) -> None:
    lines = [json.dumps({"content": f"Note {number}.", "wing": f"wing{number:02}"}) for number in range(23)]
    run("import", "-", "--no-embed", stdin="\n".join(lines))

    assert "wing19 and 3 more." in run("list", "--wing", "zork").err


@pytest.mark.parametrize("words", [("compress",), ("forget", "--yes")])
def test_a_command_over_a_wing_that_is_not_there_names_the_nearest(run: Run, words: tuple[str, ...]) -> None:
    run("remember", "The tide turns at six.", "--wing", "wing_port")

    assert "Did you mean 'wing_port'?" in run(*words, "--wing", "wing_prot").err


def test_what_is_no_file_of_lines_is_sent_to_the_command_that_reads_it(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("id,content\n1,The tide turns at six\n", encoding="utf-8")

    folder, text = run("import", str(tmp_path)), run("import", str(table), "--dry-run")

    assert (folder.code, "`simonides mine` reads one" in folder.err) == (1, True)
    assert (text.code, "`simonides mine` reads texts" in text.err) == (1, True)


def test_a_list_says_where_it_ends(run: Run) -> None:
    for number, room in enumerate(("invoices", "invoices", "garden", "garden", "garden", "roof")):
        run("remember", f"Note {number} of the house", "--room", room)

    assert "The first 2 hits are all that is filed under what the question names" in run("search", "all invoices").err
    assert "The first hit is all that is filed" in run("search", "list everything about the roof").err
    assert run("search", "house").err == ""


def test_init_finds_a_person_who_opens_sentences(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "one.md").write_text("Mira proposed the cache. Mira wants it small.\n", encoding="utf-8")
    (notes / "two.md").write_text("Mira said it works. The review was done by Mira.\n", encoding="utf-8")
    (notes / "three.md").write_text("Backups are made at night. Backups are kept. Backups are tested.\n", encoding="utf-8")

    assert run("init", str(notes), "--yes", "--json").json["people"] == ["Mira"]


@pytest.mark.parametrize(
    ("words", "option"), [(("search", "x", "--limt", "3"), "--limit"), (("kg", "add", "a", "b", "c", "--sorce", "x"), "--source")]
)
def test_a_misspelt_option_is_answered_with_the_one_that_may_be_meant(run: Run, words: tuple[str, ...], option: str) -> None:
    failed = run(*words)

    assert (failed.code, f"Did you mean '{option}'?" in failed.err) == (2, True)


def test_a_command_that_a_hint_names_works_on_the_same_palace_when_it_is_typed(run: Run, tmp_path: Path) -> None:
    here = ("--data-dir", str(tmp_path / "there"), "--palace", "work")
    kept = run("remember", "The tide turns at six.", *here, "--json").json["memory"]["id"]
    run("remember", "The tide turns at seven.", "--json")

    edited = run("edit", kept, "The tide turns at nine.", *here).out
    forgotten = run("forget", kept, *here).err
    typed = [shlex.split(found)[1:] for found in re.findall("`([^`]+)`", edited + forgotten)]

    assert [words[0] for words in typed] == ["get", "undo"]
    assert run(*typed[1]).code == 0
    assert "The tide turns at six." in run(*typed[0]).out
    assert run("list", "--json").json["total"] == 1


@pytest.mark.parametrize(
    "address", ["postgresql://ada:secret@db/home", "postgresql://db/home?password=secret", "password=secret"]
)
def test_a_hint_shows_no_password_of_a_database(address: str) -> None:
    args = Namespace(data_dir=None, database=address, palace=None, detect_palace=True)

    assert typed(args, "undo", "7") == "`simonides undo 7 --database URL --detect-palace`"


def test_a_wrong_time_is_refused_by_the_name_of_its_option(run: Run) -> None:
    run("remember", "The tide turns at six.")

    assert run("search", "tide", "--as-of", "31.12.2025").err.startswith("simonides: invalid '--as-of': '31.12.2025' is not")


def test_the_palace_that_is_missing_is_made_where_it_was_looked_for(run: Run, tmp_path: Path) -> None:
    told = run("search", "tide", "--data-dir", str(tmp_path / "there")).err

    assert f"`simonides palace create default --data-dir {tmp_path / 'there'}`" in told
