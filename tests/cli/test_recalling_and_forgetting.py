import pytest

from cli.conftest import Run

NOTE = "We keep the nightly export in cold storage for ninety days."


def fill_essentials(run: Run) -> None:
    lines = "\n".join(f'{{"content": "Principle {number} of the house.", "importance": 0.9}}' for number in range(15))
    run("import", "-", stdin=lines)


@pytest.mark.requirement("trusty-layers")
def test_recall_shows_the_layers_in_order(run: Run) -> None:
    fill_essentials(run)
    run("remember", NOTE, "--wing", "wing_ops", "--room", "backup")

    shown = run("recall", "nightly export", "-k", "1").out
    lines = run("recall", "nightly export", "-k", "1", "--json").json

    assert shown.index("L2") < shown.index(NOTE) < shown.index("L1") < shown.index("Principle 3")
    assert "wing_ops / backup" in shown
    assert [line["layer"] for line in lines] == [2] + [1] * 15
    assert lines[0]["content"] == NOTE


@pytest.mark.requirement("trusty-layers")
def test_recall_begins_with_the_identity_text(run: Run) -> None:
    filed = run("remember", NOTE, "--json").json
    path = run("palace", "info", "--json").json["path"]
    with open(f"{path}/identity.txt", "w", encoding="utf-8") as file:  # noqa: PTH123 - a path as the program prints it
        file.write("Ada builds ships.")

    lines = run("recall", "export", "--json").json

    assert [(line["layer"], line["content"]) for line in lines] == [(0, "Ada builds ships."), (2, NOTE)]
    assert lines[1]["id"] == filed["memory"]["id"]
    assert "L0" in run("recall", "export").out


def test_a_recall_as_of_a_time_shows_nothing_of_today_and_says_what_it_left_out(run: Run) -> None:
    run("remember", NOTE)
    path = run("palace", "info", "--json").json["path"]
    with open(f"{path}/identity.txt", "w", encoding="utf-8") as file:  # noqa: PTH123 - a path as the program prints it
        file.write("Ada builds ships.")

    recalled = run("recall", "export", "--as-of", "2020-05-01")

    assert recalled.out == "Nothing recalled.\n"
    assert "whom this palace serves is left out" in recalled.err
    assert [line["layer"] for line in run("recall", "export", "--as-of", "2999", "--json").json] == [0, 2]


def test_a_deep_recall_shows_answers_only(run: Run) -> None:
    fill_essentials(run)
    run("remember", NOTE)

    lines = run("recall", "nightly export", "--deep", "-k", "2", "--json").json

    assert [line["layer"] for line in lines] == [3, 3]
    assert lines[0]["content"] == NOTE


def test_in_an_empty_palace_nothing_comes_to_mind(run: Run) -> None:
    run("palace", "create", "default")

    assert run("recall", "anything").out == "Nothing recalled.\n"
    assert run("recall", "anything", "--json").json == []


@pytest.mark.requirement("trusty-accesses")
def test_what_was_recalled_is_counted_when_the_command_ends(run: Run) -> None:
    run("remember", NOTE)

    run("recall", "nightly export")
    run("recall", "nightly export")

    assert run("recall", "nightly export", "--json").json[0]["accesses"] == 2


def test_memories_are_forgotten_by_their_ids(run: Run) -> None:
    ids = [run("remember", text, "--json").json["memory"]["id"] for text in ("One.", "Two words.", "Three more words.")]

    first = run("forget", ids[0])
    others = run("forget", *ids[1:], "--json")

    assert (first.code, first.out) == (0, f"forgot {ids[0]}\n")
    assert (others.json["forgotten"], others.json["unknown"]) == (ids[1:], [])
    assert run("status", "--json").json["memories"] == 0


@pytest.mark.parametrize("whole_wing", [False, True])
def test_json_names_the_changes_that_bring_what_was_forgotten_back(run: Run, *, whole_wing: bool) -> None:
    memory = run("remember", NOTE, "--wing", "cellar", "--json").json["memory"]["id"]

    forgotten = run("forget", *(("--wing", "cellar", "--yes") if whole_wing else (memory,)), "--json").json

    assert run("undo", *map(str, forgotten["changes"])).code == 0
    assert run("get", memory).code == 0


def test_ids_that_are_not_there_are_named_and_the_others_go(run: Run) -> None:
    known = run("remember", NOTE, "--json").json["memory"]["id"]

    result = run("forget", "nope", known, "--json")

    assert result.code == 1
    assert "memory not found: nope" in result.err
    assert (result.json["forgotten"], result.json["unknown"]) == ([known], ["nope"])


def test_forgetting_makes_no_palace(run: Run) -> None:
    assert run("forget", "x").code == 1
    assert run("palace", "list", "--json").json == []


@pytest.mark.parametrize("option", ["--since", "--wing", "--source"])
@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_an_empty_bound_never_means_the_whole_palace(run: Run, option: str, blank: str) -> None:
    run("remember", NOTE, "--wing", "ops")

    alone = run("forget", option, blank, "--yes")
    beside = run("forget", "--wing", "ops", option, blank, "--yes")

    assert (alone.code, beside.code) == (1, 1)
    assert f"invalid '{option}': must not be empty" in alone.err
    assert run("status", "--json").json["memories"] == 1


@pytest.mark.requirement("mine-forget")
def test_forgetting_many_without_a_terminal_needs_yes(run: Run) -> None:
    run("remember", NOTE, "--wing", "ops")

    refused = run("forget", "--wing", "ops")
    tried = run("forget", "--wing", "ops", "--dry-run")

    assert (refused.code, tried.code) == (1, 0)
    assert "invalid '--yes': required to delete without a terminal" in refused.err
    assert run("status", "--json").json["memories"] == 1
    assert run("forget", "--wing", "ops", "--yes").out == "forgot 1 memory\n"


@pytest.mark.parametrize("more", [[], ["--yes"], ["--dry-run"]])
def test_a_bound_that_nothing_matches_is_told(run: Run, more: list[str]) -> None:
    run("remember", NOTE, "--wing", "ops")

    result = run("forget", "--wing", "sea", *more)

    assert (result.code, result.out) == (1, "")
    assert "no memory matches; nothing was forgotten" in result.err
    assert run("forget", "--wing", "sea", *more, "--json").json["found"] == 0
