import pytest

from cli.conftest import Run

NOTES = ["The deploy key is rotated every month.", "Lunch was good.", "The garden needs water in May."]


@pytest.fixture
def ids(run: Run) -> list[str]:
    return [run("remember", note, "--json").json["memory"]["id"] for note in NOTES]


@pytest.mark.requirement("explain-terms")
def test_a_search_shows_what_each_term_gave(run: Run, ids: list[str]) -> None:
    shown = run("search", "when is the deploy key rotated?", "--explain")

    assert shown.code == 0
    for part in (
        ids[0],
        "words",
        "1st of 1 by words alone: deploy, key, rotat",
        "meaning",
        "cosine",
        "sum",
        "candidates ranked: ",
    ):
        assert part in shown.out


@pytest.mark.requirement("explain-terms")
def test_a_program_gets_the_terms_beside_every_field(run: Run, ids: list[str]) -> None:
    [first, *_] = run("search", "when is the deploy key rotated?", "--explain", "--json").json

    assert (first["id"], first["content"], first["explained"]["place"]) == (ids[0], NOTES[0], 1)
    assert sum(first["explained"]["terms"].values()) == pytest.approx(first["score"])


@pytest.mark.requirement("explain-why-not")
def test_a_missing_memory_is_explained_beside_the_last_hit(run: Run, ids: list[str]) -> None:
    shown = run("search", "when is the deploy key rotated?", "--limit", "1", "--why-not", ids[1])

    assert shown.code == 0
    assert f"{ids[1]}: it is ranked at place" in shown.out
    assert "place 1" in shown.out


@pytest.mark.requirement("explain-why-not")
def test_the_stage_is_told_to_a_program(run: Run, ids: list[str]) -> None:
    told = run("search", "deploy key", "--wing", "wing_x", "--why-not", ids[0], "--json").json

    assert (told["stage"], told["field"], told["last_shown"]) == ("out_of_scope", "wing", None)
    assert told["memory"]["id"] == ids[0]


@pytest.mark.requirement("explain-why-not")
def test_a_memory_that_is_shown_and_one_that_is_not_there_are_told_apart(run: Run, ids: list[str]) -> None:
    shown = run("search", "deploy key", "--words-only", "--why-not", ids[0])
    unknown = run("search", "deploy key", "--why-not", "nope")

    assert "it is shown, at place 1" in shown.out
    assert unknown.code == 1
    assert "nope" in unknown.err
