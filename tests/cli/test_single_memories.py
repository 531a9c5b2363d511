"""One memory at a time on the command line: shown, listed, edited, moved, tagged."""

from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.domain.ids import handle_of
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import Memories


def filed(run: Run, text: str, *words: str) -> str:
    return str(run("remember", text, "--json", *words).json["memory"]["id"])


@pytest.mark.requirement("cli-get")
def test_a_memory_is_shown_whole_in_part_and_with_what_was_before(run: Run) -> None:
    memory = filed(run, "Rate quotes live in Redis", "--wing", "ops", "--author", "Ada")
    run("edit", memory, "Rate quotes live in Postgres")

    shown = run("get", memory, "--history")
    part = run("get", memory, "--range", "5:11")

    assert shown.code == 0
    assert "ops / general" in shown.out
    assert "Ada" in shown.out
    assert shown.out.index("in Postgres") < shown.out.index("in Redis")
    assert part.out.rstrip().endswith("quotes")
    assert "characters 5 to 11 of 28" in part.err


@pytest.mark.requirement("cli-get")
def test_a_long_memory_is_cut_and_says_how_to_read_on(run: Run) -> None:
    memory = filed(run, "word " * 9_000)

    assert len(run("get", memory).out) < 10_000
    assert "--max-tokens 0" in run("get", memory).err
    assert len(run("get", memory, "--max-tokens", "0").out) > 44_000


@pytest.mark.requirement("cli-get")
def test_json_has_the_whole_memory_or_the_part_that_was_asked_for(run: Run) -> None:
    memory = filed(run, "word " * 9_000)

    whole = run("get", memory, "--json").json
    part = run("get", memory, "--range", "5:9", "--json").json
    cut = run("get", memory, "--max-tokens", "10", "--json").json

    assert len(whole["content"]) == 45_000
    assert "length" not in whole
    assert (part["content"], part["begin"], part["end"], part["length"]) == ("word", 5, 9, 45_000)
    assert 0 < len(cut["content"]) == cut["end"] < 100


@pytest.mark.requirement("cli-get")
def test_a_person_may_name_a_memory_as_agents_name_it(run: Run) -> None:
    memory = filed(run, "The harbour pilot is Rosa")
    short = str(handle_of(1, memory))

    assert "The harbour pilot is Rosa" in run("get", short).out
    assert memory in run("move", short, "--room", "people").out
    assert memory in run("search", "pilot", "--why-not", short, "--words-only").out
    assert memory in run("forget", short).out


def test_what_was_forgotten_comes_back_by_the_command_that_is_told(run: Run) -> None:
    memories = [filed(run, text) for text in ("The harbour pilot is Rosa", "The tide turns at noon")]

    told = run("forget", *memories).err

    assert run(*told.split("`")[1].split()[1:], "--yes").code == 0
    assert [run("get", each).code for each in memories] == [0, 0]


def test_what_others_write_meanwhile_hides_no_number_that_undo_needs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    memories = [filed(run, text) for text in ("The harbour pilot is Rosa", "The tide turns at noon")]
    forget = Memories.forget

    def forget_among_others(self: Memories, memory_id: str) -> bool:
        was_there = forget(self, memory_id)
        self.remember(Draft(f"another program writes after {memory_id}"))
        return was_there

    monkeypatch.setattr(Memories, "forget", forget_among_others)
    told = run("forget", *memories).err

    assert run(*told.split("`")[1].split()[1:], "--yes").code == 0
    assert [run("get", each).code for each in memories] == [0, 0]


def test_an_unknown_memory_is_not_forgotten_and_there_is_nothing_to_take_back(run: Run) -> None:
    filed(run, "The harbour pilot is Rosa")

    told = run("forget", "0" * 26)

    assert told.code == 1
    assert told.err.strip() == f"simonides: memory not found: {'0' * 26}"


@pytest.mark.requirement("cli-list")
def test_lists_are_filtered_and_say_how_many_more_there_are(run: Run) -> None:
    for number in range(4):
        filed(run, f"Incident number {number}", "--room", "incidents", "--tag", "incident")
    filed(run, "Something else")

    listed = run("list", "--room", "incidents", "--limit", "3")

    assert listed.out.count("Incident number") == 3
    assert "1 more memory;" in listed.out
    assert run("list", "--tag", "incident", "--json").json["total"] == 4
    assert "Something else" in run("recent", "1").out
    assert run("recent", "--limit", "1").out == run("recent", "1").out
    assert "no memories found. No wing 'wing_ap'" in run("list", "--wing", "wing_ap").err
    assert run("list", "--until", "2020-01-01", "--json").json == {"total": 0, "memories": []}


@pytest.mark.requirement("cli-list")
def test_the_last_day_of_a_list_counts_whole(run: Run) -> None:
    day = run("get", filed(run, "The harbour pilot is Rosa"), "--json").json["created_at"][:10]

    assert "Rosa" in run("list", "--since", day, "--until", day).out


@pytest.mark.parametrize("command", [("list",), ("search", "pilot"), ("recall", "pilot")])
def test_a_time_that_ends_before_it_begins_is_refused_instead_of_finding_nothing(run: Run, command: tuple[str, ...]) -> None:
    filed(run, "The harbour pilot is Rosa")

    refused = run(*command, "--since", "2026-09", "--until", "2026-08")

    assert refused.code == 1
    assert "2026-08 is over before 2026-09 begins" in refused.err


@pytest.mark.requirement("cli-list")
def test_what_a_list_says_of_the_rest_is_true_and_can_be_typed(run: Run) -> None:
    for number in range(3):
        filed(run, f"Incident number {number}")

    assert run("recent", "2").out.endswith("1 more memory; --limit shows more\n")
    assert run("list", "--limit", "2").out.endswith("1 more memory; --limit and --offset show them\n")
    assert run("list").out.endswith("Incident number 0\n")
    assert run("list", "--offset", "-5").code == 2
    beyond = run("list", "--offset", "7")
    assert (beyond.code, beyond.out) == (0, "")
    assert "nothing follows the first 7; there are 3 in all" in beyond.err


@pytest.mark.requirement("cli-get")
def test_a_range_names_what_follows_only_where_something_does(run: Run) -> None:
    memory = filed(run, "Rate quotes live in Redis")

    assert "characters 5 to 11 of 25; --range 11: shows what follows\n" in run("get", memory, "--range", "5:11").err
    assert run("get", memory, "--range", "20:").err.endswith("characters 20 to 25 of 25\n")
    assert run("get", memory, "--range", "90:").err.endswith("there are 25 characters, and none after 90\n")
    assert run("get", memory, "--range", "9:3").code == 2


def test_what_is_known_by_its_day_is_told_by_its_day(run: Run) -> None:
    day = filed(run, "The quince was planted", "--date", "2024-05-17")
    hour = filed(run, "The tide turned", "--date", "2024-05-17T09:30")

    assert "happened    2024-05-17\n" in run("get", day).out
    assert "happened    2024-05-17 09:30\n" in run("get", hour).out


def test_a_memory_that_was_filed_on_its_day_is_listed_with_one_day(run: Run) -> None:
    memory = filed(run, "The quince was planted", "--date", "today")

    assert run("recent").out.split("  ")[0] == run("get", memory, "--json").json["created_at"][:10]


def test_a_tag_that_is_to_be_added_and_taken_off_is_refused(run: Run) -> None:
    memory = filed(run, "Pay the rent", "--tag", "urgent")

    refused = run("tag", memory, "draft", " urgent ", "--remove", "urgent")

    assert (refused.code, "'urgent' cannot be added and taken off at once" in refused.err) == (1, True)
    assert run("get", memory, "--json").json["tags"] == ["urgent"]


@pytest.mark.requirement("cli-edit")
@pytest.mark.parametrize(
    "words", [["edit", "ID", "Pay later"], ["move", "ID", "--room", "general"], ["tag", "ID", "--remove", "draft"]]
)
def test_a_change_that_changes_nothing_is_not_told_as_one(run: Run, words: list[str]) -> None:
    memory = filed(run, "Pay later")

    told = run(*[memory if word == "ID" else word for word in words])

    assert told.out == f"nothing to change\n  {memory}  general / general\n"


@pytest.mark.requirement("cli-edit")
def test_an_edit_is_found_by_its_new_words_alone(run: Run) -> None:
    memory = filed(run, "The deploy key expires in March")

    run("edit", memory, "-", stdin="The deploy key expires in October")

    assert [hit["content"] for hit in run("search", "deploy key", "--json").json] == ["The deploy key expires in October"]
    assert run("list", "--json").json["total"] == 1


@pytest.mark.requirement("cli-edit")
def test_a_memory_is_moved_and_tagged(run: Run) -> None:
    memory = filed(run, "We deploy on Tuesdays", "--tag", "draft")

    moved = run("move", memory, "--wing", "ops", "--room", "deploys", "--json").json
    tagged = run("tag", memory, "decision", "--remove", "draft", "--json").json

    assert (moved["wing"], moved["room"]) == ("ops", "deploys")
    assert tagged["tags"] == ["decision"]
    assert run("search", "when do we deploy?", "--wing", "ops", "--json").json[0]["id"] == memory


@pytest.mark.requirement("cli-edit")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["get", "nope"], "nope"),
        (["edit", "nope", "text"], "nope"),
        (["move", "ID"], "--wing"),
        (["tag", "ID"], "TAG"),
        (["edit", "ID", "  "], "TEXT"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run: Run, words: list[str], reason: str) -> None:
    memory = filed(run, "something")

    told = run(*(memory if word == "ID" else word for word in words))

    assert told.code == 1
    assert reason in told.err
    assert told.err.count("\n") == 1


@pytest.mark.requirement("bounded-answers")
@pytest.mark.parametrize("command", ["search", "recall"])
def test_an_answer_has_at_most_two_thousand_tokens_unless_asked_for(run: Run, command: str) -> None:
    text = "The tide was low. " * 2_000 + "The mooring fee is 42 crowns. " + "The tide was low. " * 900
    filed(run, text)

    shown, whole = run(command, "mooring fee").out, run(command, "mooring fee", "--max-tokens", "0").out

    assert "fee is 42 crowns" in " ".join(shown.split())
    assert len(shown) < 12_000
    assert f"of {len(text):,};" in " ".join(shown.split())
    assert len(whole) > len(text)


@pytest.mark.requirement("provenance-filters")
def test_a_memory_says_where_it_comes_from_and_takes_another_trust_class(run: Run, tmp_path: Path) -> None:
    memory = filed(run, "The mast is of ash")
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "mast.md").write_text(
        "# Rigging\n\nThe mast is of ash, says the yard, and so is the boom beside it.\n", encoding="utf-8"
    )
    run("mine", str(notes))

    both = run("search", "mast of ash", "--json").json
    [mined] = run("search", "mast of ash", "--source-kind", "file", "--json").json
    run("edit", mined["id"], "--trust", "own")

    assert {(hit["source_kind"], hit["trust"]) for hit in both} == {("person", "own"), ("file", "third-party")}
    assert "[person, own]" in run("search", "mast of ash").out
    assert run("list", "--trust", "third-party", "--json").json["total"] == 0
    assert run("list", "--trust", "own,reported", "--json").json["total"] == 2
    assert "file, own, set by somebody" in run("get", mined["id"]).out
    assert f"{notes / 'mast.md'}:1" in run("get", mined["id"]).out
    assert "say what to change: a new text, --trust, or both" in run("edit", memory).err
    assert "'high' is not one of own, reported, third-party or derived" in run("edit", memory, "--trust", "high").err
    assert "'stone' is not one of person" in run("list", "--source-kind", "stone").err


def test_a_text_may_be_filed_in_place_of_another_which_ends(run: Run) -> None:
    old = run("remember", "The key is under the mat.", "--json").json["memory"]["id"]

    filed = run("remember", "Ana has the key.", "--supersedes", old)
    unknown = run("remember", "Bo has the key.", "--supersedes", "m999zz")
    elsewhere = run("remember", "Bo has the key.", "--supersedes", old, "--palace", "other")

    assert f"  in place of {old}, which has ended" in filed.out
    assert [each["content"] for each in run("list", "--json").json["memories"]] == ["Ana has the key."]
    assert "before: " in run("search", "key", "--words-only").out
    assert (unknown.code, "memory not found: m999zz" in unknown.err) == (1, True)
    assert (elsewhere.code, run("palace", "list", "--json").out.count("other")) == (1, 0)


def test_what_a_text_is_filed_in_place_of_is_not_told_as_kept_beside_it(run: Run) -> None:
    text = "The blue kettle, the red cup, the green plate, the small spoon and the big pot are in the kitchen of the house in "
    old = run("remember", f"{text}Ulm", "--json").json["memory"]["id"]

    filed = run("remember", f"{text}Bonn", "--supersedes", old)
    beside = run("remember", f"{text}Rome")

    assert "similar to" not in filed.out
    assert "similar to" in beside.out
