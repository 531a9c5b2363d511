import json
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.domain.time import rfc3339, system_clock


def said(run: Run, *words: str) -> list[str]:
    return [f"{fact['subject']} {fact['predicate']} {fact['object']}" for fact in run(*words, "--json").json]


def test_a_fact_that_changes_is_told_by_date(run: Run) -> None:
    run("kg", "add", "Atlas", "hosted_on", "the old cluster", "--from", "2026-01-10", "--source", "drawer_1")
    run("kg", "invalidate", "Atlas", "hosted_on", "the old cluster", "--ended", "2026-04-30")
    run("kg", "add", "Atlas", "hosted_on", "the new cluster", "--from", "2026-05-01")

    assert said(run, "kg", "query", "atlas", "--as-of", "2026-02-01") == ["Atlas hosted_on the old cluster"]
    assert said(run, "kg", "query", "ATLAS", "--as-of", "2026-06") == ["Atlas hosted_on the new cluster"]
    assert [fact["current"] for fact in run("kg", "query", "Atlas", "--json").json] == [False, True]


def test_a_fact_with_an_end_to_come_is_current_until_then(run: Run) -> None:
    run("kg", "add", "Atlas", "hosted_on", "the old cluster")
    run("kg", "invalidate", "Atlas", "hosted_on", "the old cluster", "--ended", "2999-04-30")

    [fact] = run("kg", "query", "Atlas", "--json").json

    assert (fact["current"], fact["valid_to"]) == (True, "2999-04-30")
    assert "2999-04-30" in run("kg", "timeline", "Atlas").out


def test_a_direction_is_read_one_way(run: Run) -> None:
    run("kg", "add", "Atlas", "uses", "Postgres")

    assert said(run, "kg", "query", "Postgres", "--direction", "incoming") == ["Atlas uses Postgres"]
    assert said(run, "kg", "query", "Postgres", "--direction", "outgoing") == []


def test_nothing_in_one_direction_is_not_told_as_nothing_at_all(run: Run) -> None:
    run("kg", "add", "Atlas", "uses", "Postgres")

    assert run("kg", "query", "Atlas", "--direction", "incoming").out == "Nothing is known about 'Atlas' among incoming facts.\n"


def test_a_fact_that_is_noted_again_is_told_as_known(run: Run) -> None:
    first, again = (run("kg", "add", *words, "uses", "Postgres") for words in (["Atlas"], ["atlas"]))

    assert first.out == "noted: Atlas -> uses -> Postgres\n"
    assert again.out == "known already: Atlas -> uses -> Postgres\n"


def test_a_timeline_is_in_the_order_of_beginning(run: Run) -> None:
    run("kg", "add", "Atlas", "uses", "Kafka", "--from", "2026-03")
    run("kg", "add", "Atlas", "uses", "Postgres", "--from", "2025")

    assert said(run, "kg", "timeline") == ["Atlas uses Postgres", "Atlas uses Kafka"]
    assert said(run, "kg", "timeline", "Kafka") == ["Atlas uses Kafka"]


def test_what_is_left_out_of_many_facts_is_said(run: Run) -> None:
    lines = [
        json.dumps({"type": "fact", "subject": "Atlas", "predicate": "uses", "object": f"Tool {number:03}"})
        for number in range(103)
    ]
    run("import", "-", "--no-embed", stdin="\n".join(lines))

    query, story, few = run("kg", "query", "Atlas"), run("kg", "timeline"), run("kg", "timeline", "Atlas", "--limit", "2")

    assert [result.out.count("Tool") for result in (query, story, few)] == [100, 100, 2]
    assert "100 of 103 are shown" in query.err
    assert "these are the first 100; --limit shows more" in story.err
    assert "these are the first 2; --limit shows more" in few.err
    assert len(said(run, "kg", "query", "Atlas")) == len(said(run, "kg", "timeline", "Atlas")) == 103
    assert run("kg", "timeline", "--limit", "103").err == ""


def test_facts_are_shown_as_a_table(run: Run) -> None:
    run("kg", "add", "Atlas", "uses", "Postgres", "--from", "2025-06-01")

    shown = run("kg", "query", "Atlas").out

    assert all(word in shown for word in ("subject", "Atlas", "uses", "Postgres", "2025-06-01", "now"))


def test_ending_a_fact_that_nobody_noted_fails(run: Run) -> None:
    run("palace", "create", "default")

    result = run("kg", "invalidate", "Atlas", "uses", "Oracle")

    assert result.code == 1
    assert "Atlas -> uses -> Oracle" in result.err


def test_nothing_known_is_said_plainly(run: Run) -> None:
    run("palace", "create", "default")

    assert run("kg", "query", "Atlas").out == "Nothing is known about 'Atlas'.\n"
    assert run("kg", "timeline").out == "No facts yet.\n"


def test_a_diary_is_read_newest_first(run: Run) -> None:
    run("diary", "write", "Scout", "First day.", "--topic", "start")
    run("diary", "write", "Scout", "-", stdin="Second day.\n")

    shown, listed = run("diary", "read", "scout"), run("diary", "read", "Scout", "--last", "1", "--json").json

    assert shown.out.index("Second day.") < shown.out.index("First day.")
    assert "start" in shown.out
    assert (listed["total"], [entry["content"] for entry in listed["entries"]]) == (2, ["Second day.\n"])


def test_an_empty_diary_says_so(run: Run) -> None:
    run("palace", "create", "default")

    assert run("diary", "read", "Scout").out == "No diary entries yet for Scout.\n"


@pytest.mark.requirement("graph-perspectives")
def test_perspectives_are_shown_set_and_dropped(run: Run) -> None:
    run("palace", "create", "default")

    assert run("perspectives", "set", "legal", "(contracts)", "--json").json == {
        "name": "legal",
        "instruction": "(contracts) ",
        "pending": 0,
    }
    assert [line["name"] for line in run("perspectives", "list", "--json").json][-2:] == ["project", "legal"]
    assert "(contracts)" in run("perspectives", "list").out
    assert run("perspectives", "drop", "legal").code == 0
    assert run("perspectives", "drop", "legal").code == 1


@pytest.mark.requirement("past-known-at")
def test_a_node_is_shown_as_it_is_and_as_it_was_known(run: Run, tmp_path: Path) -> None:
    lines = tmp_path / "memory.json"
    node = {"type": "entity", "name": "Atlas", "entityType": "ship", "observations": ["It leaks."]}
    lines.write_text(json.dumps(node), encoding="utf-8")
    run("import", "server-memory", str(lines))
    between = rfc3339(system_clock())
    lines.write_text(json.dumps(node | {"observations": ["It was mended."]}), encoding="utf-8")
    run("import", "server-memory", str(lines))

    now, then = (run("kg", "node", "atlas", *more, "--json").json for more in ([], ["--known-at", between]))

    assert [each["content"] for each in now["observations"]] == ["It leaks.", "It was mended."]
    assert [each["content"] for each in then["observations"]] == ["It leaks."]
    assert run("kg", "node", "Atlas", "--as-of", "2020", "--json").json["observations"] == []
    assert "It was mended." in run("kg", "node", "Atlas").out
    assert run("kg", "node", "Nobody").code == 1
