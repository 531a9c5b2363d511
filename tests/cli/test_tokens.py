import pytest

from cli.conftest import Run

NOTES = ("The harbour crane was painted green by the night shift in June", "Clerk was chosen because single sign-on was included")


@pytest.mark.requirement("cli-tokens")
def test_each_set_is_told_with_its_list_and_its_median_answer(run: Run) -> None:
    for note in NOTES:
        run("remember", note)

    told = run("tokens", "--questions", "2", "--json").json

    sets = {each["set"]: each for each in told["sets"]}
    assert told["questions"] == 2
    assert sets["core"]["tools"] == 6
    assert sets["core"]["list"] <= 1_200 < sets["palace"]["list"]
    assert 0 < sets["core"]["median_answer"] == sets["core"]["median_answer_with_data"] < sets["palace"]["median_answer"]
    assert sets["palace-more"]["median_answer"] is None


@pytest.mark.requirement("cli-tokens")
def test_without_a_palace_lists_are_told_and_nothing_is_made(run: Run) -> None:
    told = run("tokens")

    assert "no memories to ask about yet" in told.out
    assert run("palace", "list", "--json").json == []


def test_one_question_is_counted_in_words_that_fit_it(run: Run) -> None:
    run("remember", NOTES[0])

    assert "questions asked, made from your own memories: 1." in run("tokens").out
