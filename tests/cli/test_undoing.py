"""`simonides changes` and `undo` at the command line."""

import json
from datetime import UTC, datetime

import pytest

from cli.conftest import Run


@pytest.mark.requirement("past-undo")
@pytest.mark.requirement("past-bin")
def test_a_forgotten_memory_is_brought_back(run: Run) -> None:
    filed = json.loads(run("remember", "the key is under the mat", "--json").out)["memory"]
    run("forget", filed["id"])
    change = json.loads(run("changes", "--limit", "1", "--json").out)["changes"][0]
    assert (change["actor"], change["toolset"]) == ("cli", "cli")
    assert change["changed"] == [{"kind": "memory", "id": filed["id"], "operation": "delete"}]

    dry = run("undo", str(change["change"]), "--dry-run")
    assert dry.out.startswith(f"would undo {change['change']}  ")
    done = run("undo", str(change["change"]))

    assert done.code == 0
    assert "the key is under the mat" in run("get", filed["id"]).out
    assert f"undid {change['change']}: added memory" in run("changes").out


@pytest.mark.requirement("past-undo-refused")
def test_what_cannot_be_undone_is_one_line(run: Run) -> None:
    run("remember", "words")

    for words, error in (
        (["undo", "99"], "change not found: 99"),
        (["undo"], "as `simonides changes` shows it, or somebody by --actor"),
        (["undo", "--actor", "cli"], "say since when"),
        (["undo", "--actor", "nobody", "--since", "2020"], "none by nobody since then"),
    ):
        result = run(*words)
        assert (result.code, result.out) == (1, "")
        assert error in result.err
        assert len(result.err.strip().splitlines()) == 1


@pytest.mark.requirement("past-known-at")
@pytest.mark.requirement("past-diff")
def test_what_was_known_and_what_became_of_it(run: Run) -> None:
    memory = json.loads(run("remember", "quotes live in Redis", "--json").out)["memory"]["id"]
    run("kg", "add", "Ada", "uses", "Redis")
    moment = datetime.now(UTC).isoformat()
    run("edit", memory, "quotes live in Postgres")
    run("kg", "invalidate", "Ada", "uses", "Redis")

    assert "Redis" in run("get", memory, "--known-at", moment).out
    assert "Redis" in run("search", "where do quotes live?", "--known-at", moment).out
    assert "Redis" in run("list", "--known-at", moment).out
    assert json.loads(run("kg", "query", "Ada", "--known-at", moment, "--json").out)[0]["valid_to"] is None
    told = json.loads(run("diff", moment, "--json").out)["differences"]
    assert {(each["kind"], each["verb"]) for each in told} == {("memory", "corrected"), ("fact", "ended")}
    assert "corrected  memory" in run("diff", moment).out
    assert "invalid 'SINCE'" in run("diff", "someday").err


@pytest.mark.requirement("past-diff")
def test_a_long_difference_ends_at_its_limit_and_says_so(run: Run) -> None:
    for name in ("one", "two", "three"):
        run("remember", f"note {name}")

    short, whole = run("diff", "today", "--limit", "2"), run("diff", "today", "--limit", "3")

    assert [line for line in short.out.splitlines() if line.startswith("  +")] == ["  + note two", "  + note three"]
    assert "only the 2 that changed last are shown" in short.err
    assert "note one" in whole.out
    assert "only" not in whole.err


@pytest.mark.requirement("past-erase")
def test_a_receipt_is_printed_without_the_words(run: Run) -> None:
    memory = json.loads(run("remember", "quokkafeather is the word", "--json").out)["memory"]["id"]

    erased = run("forget", "--for-good", memory)

    assert erased.code == 0
    assert f"erased {memory}" in erased.out
    assert "nothing is left" in erased.out
    assert "quokkafeather" not in erased.out
    assert run("undo", "1", "--along").code == 1
    assert run("forget", "--for-good", memory).err.strip().endswith(f"memory not found: {memory}")


@pytest.mark.long
@pytest.mark.requirement("past-undo")
def test_what_comes_back_is_found_by_its_meaning_without_a_server(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "bundled")
    memory = json.loads(run("remember", "Die Fähre nach Föhr legt um neun ab, nicht um zehn.", "--json").out)["memory"]["id"]
    run("edit", memory, "Die Fähre nach Amrum legt um elf Uhr am neuen Anleger ab.")
    assert run("status", "--json").json["pending"] == 0
    run("forget", memory)

    done = run("undo", str(run("changes", "--json").json["changes"][0]["change"]))

    assert done.code == 0
    assert run("status", "--json").json["pending"] == 0


def test_changes_say_what_is_new_what_was_there_and_where(run: Run) -> None:
    memory = run("remember", "the key is under the mat", "--wing", "home", "--room", "keys", "--json").json["memory"]["id"]
    run("move", memory, "--room", "doors")
    run("edit", memory, "the key is under the pot")

    told = run("changes").out.splitlines()

    assert [told[line] for line in (1, 2, 4, 6)] == [
        "  - home / doors: the key is under the mat",
        "  + the key is under the pot",
        "    home / doors: the key is under the mat",
        "  + home / doors: the key is under the mat",
    ]
    assert told[0].endswith(f"  changed memory {memory}")
    assert [each["subject"] for each in run("changes", "--limit", "1", "--json").json["changes"]] == ["the key is under the mat"]


@pytest.mark.parametrize(
    ("long", "before", "after", "shown"),
    [
        ("We pay the mooring at the east quay every month to the office, ", "80 crowns.", "90 crowns.", "month to the office, "),
        ("We pay the mooring at the east quay every month to the office.", "", " In crowns.", "month to the office."),
        (
            "毎月東の埠頭の係留料を港湾事務所に支払うことになっているが、今年からその金額は変わり、",
            "八千円",
            "九千円",
            "なっているが、今年からその金額は変わり、",
        ),
    ],
    ids=["another", "longer", "without spaces"],
)
def test_long_texts_are_shown_from_where_they_differ(run: Run, long: str, before: str, after: str, shown: str) -> None:
    memory = run("remember", f"{long}{before}", "--json").json["memory"]["id"]
    run("edit", memory, f"{long}{after}")

    minus, plus = run("changes", "--limit", "1").out.splitlines()[1:3]
    assert (minus, plus) == (f"  - general / general: ... {shown}{before}", f"  + ... {shown}{after}")


@pytest.mark.parametrize(("said", "is_found"), [("yesterday", True), ("today", True), ("2h", True), ("3 d", True), ("0m", False)])
def test_times_may_be_said_as_people_do(run: Run, said: str, *, is_found: bool) -> None:
    run("remember", "the key is under the mat")

    told = [run("changes", "--since", said).out, run("list", "--since", said).out, run("diff", said).out]

    assert ["under the mat" in each for each in told] == [is_found] * 3
    assert run("forget", "--since", said, "--dry-run").code == (0 if is_found else 1)


def test_changes_say_when_there_are_earlier_ones(run: Run) -> None:
    for text in ("The tide turns at noon", "The harbour pilot is Rosa"):
        run("remember", text)

    assert "there are earlier changes; --limit shows more" in run("changes", "--limit", "1").out
    assert "earlier" not in run("changes", "--limit", "2").out


def test_changes_tell_what_was_done_to_a_memory_beside_its_words(run: Run) -> None:
    memory = run("remember", "The tide turns at noon", "--tag", "draft", "--json").json["memory"]["id"]
    run("move", memory, "--room", "tides")
    run("tag", memory, "sea", "--remove", "draft")
    run("edit", memory, "--trust", "reported")
    run("kg", "add", "Tide", "turns_at", "noon")
    run("kg", "invalidate", "Tide", "turns_at", "noon")

    ended, _, trusted, tagged, moved, _ = run("changes", "--json").json["changes"]

    assert [each.get("how") for each in (ended, trusted, tagged, moved)] == [
        "ended",
        "trust own to reported",
        "tagged sea, tags taken off: draft",
        "moved from general / general",
    ]
    assert ": moved from general / general\n" in run("changes").out
