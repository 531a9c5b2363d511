"""`simonides review` at the command line."""

import json

import pytest

from cli.conftest import Run


def filed(run: Run, text: str, *words: str) -> str:
    return str(json.loads(run("remember", text, *words, "--json").out)["memory"]["id"])


@pytest.mark.requirement("claims-review")
@pytest.mark.requirement("claims-history")
def test_what_was_edited_is_listed_as_accepted_and_its_chain_is_shown(run: Run) -> None:
    memory = filed(run, "quotes live in Redis")
    run("edit", memory, "quotes live in Postgres")

    assert "nothing waits for a decision" in run("review").err
    listed = json.loads(run("review", "--state", "all", "--json").out)
    assert [(each["cause"], each["state"], each["newer"]["text"]) for each in listed["pairs"]] == [
        ("edit", "accepted", "quotes live in Postgres")
    ]
    shown = run("review", "--state", "accepted").out
    assert "1. accepted: an edit" in shown
    assert "quotes live in Redis" in shown
    assert "quotes live in Redis" in run("get", memory, "--history").out


@pytest.mark.requirement("claims-bad-input")
def test_what_cannot_be_reviewed_is_one_line(run: Run) -> None:
    memory = filed(run, "quotes live in Redis")
    run("edit", memory, "quotes live in Postgres")

    for words, error in (
        (["review", "accept"], "name the pairs by their numbers"),
        (["review", "accept", "9"], "pair not found: 9"),
        (["review", "reject", "1"], "comes from an edit; undo that change instead"),
        (["review", "later", "--end", "1"], "belongs to accept"),
        (["review", "--end"], "belongs to `review accept`"),
    ):
        result = run(*words)
        assert (result.code, result.out) == (1, "")
        assert error in result.err
        assert len(result.err.strip().splitlines()) == 1


@pytest.mark.requirement("claims-search")
@pytest.mark.requirement("claims-history")
def test_search_shows_what_a_hit_replaces_and_with_history_the_chain(run: Run) -> None:
    memory = filed(run, "rate quotes live in Redis")
    run("edit", memory, "rate quotes live in Postgres")
    run("edit", memory, "rate quotes live in DuckDB")

    plain = run("search", "where do rate quotes live?", "--words-only").out
    assert "(and 1 before)  rate quotes live in Postgres" in plain
    chain = run("search", "where do rate quotes live?", "--words-only", "--history").out
    assert chain.index("rate quotes live in DuckDB") < chain.index("in Postgres") < chain.index("in Redis")
    [hit] = json.loads(run("search", "rate quotes", "--words-only", "--history", "--json").out)
    assert (hit["before"]["text"], hit["before"]["earlier"], hit["replaced_by"]) == ("rate quotes live in Postgres", 1, None)
    assert [each["text"] for each in hit["history"]["older"]] == ["rate quotes live in Postgres", "rate quotes live in Redis"]
    former = json.loads(run("get", hit["before"]["id"], "--history", "--json").out)
    assert [each["id"] for each in former["newer"]] == [memory]
