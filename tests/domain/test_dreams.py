from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from simonides.domain.dreams import MERGED, choose, ended, united
from simonides.domain.memory import DIARY_HALL, Memory, Origin, Place

NOW = datetime(2026, 3, 12, 10, 0, tzinfo=UTC)
TEXT = "The nightly export of the billing data failed because the disk was full."
NOTE = Memory("first", TEXT, Place("wing", "room"), NOW)
REPEATED = replace(NOTE, id="second", created_at=NOW + timedelta(days=1))


def test_the_newer_of_two_equals_is_closed() -> None:
    assert choose(NOTE, REPEATED) == choose(REPEATED, NOTE) == (NOTE, REPEATED)


def test_the_less_important_one_is_closed() -> None:
    important = replace(REPEATED, importance=0.9)

    assert choose(NOTE, important) == choose(important, NOTE) == (important, NOTE)


def test_among_equals_the_one_that_says_more_is_kept() -> None:
    fuller = replace(REPEATED, content=f"{TEXT} It was restarted by hand.")

    assert choose(NOTE, fuller) == (fuller, NOTE)


def test_one_that_says_more_is_never_closed() -> None:
    fuller = replace(REPEATED, content=f"{TEXT} It was restarted by hand.", importance=0.1)

    assert choose(NOTE, fuller) is None


@pytest.mark.parametrize(
    "text",
    [
        TEXT.upper(),
        "Nightly exports of billing data failed, because disk was full!",
        "  The nightly export of the billing data failed because the disk was full…",
        "Our nightly export of the billing data actually failed just because its disk was full.",
    ],
)
def test_case_fillers_inflection_and_punctuation_make_no_other_statement(text: str) -> None:
    assert choose(NOTE, replace(REPEATED, content=text))


@pytest.mark.requirement("dream-keeps-statements")
@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Alice reports to Bob.", "Bob reports to Alice."),
        ("Moved from Berlin to Paris.", "Moved to Berlin from Paris."),
        ("Run it before the deploy.", "Run it after the deploy."),
        ("Increase the timeout.", "Decrease the timeout."),
        ("We will migrate.", "We did migrate."),
        ("See ticket OPS-1041.", "See ticket OPS-1042."),
        ("It is safe.", "It is not safe."),
        ("We migrate.", "We should migrate."),
        ("Deploys are forbidden.", "Deploys are forbidden except for hotfixes."),
        ("Use C++ here.", "Use C# here."),
        ("Use C++ here.", "Use C here."),
        ("We use Clerk?", "We use Clerk."),
        ("Our server is down.", "Their server is down."),
        ("It is -5 degrees.", "It is 5 degrees."),
        ("🙂", "🙁"),
        ("x < y", "x > y"),
        ("東京に行く", "京都に行く"),
    ],
)
def test_another_statement_of_nearly_the_same_words_stays(text: str, other: str) -> None:
    assert choose(replace(NOTE, content=text), replace(REPEATED, content=other)) is None


@pytest.mark.requirement("dream-keeps-statements")
@pytest.mark.parametrize(
    "other",
    [
        replace(REPEATED, place=Place("wing", "elsewhere")),
        replace(REPEATED, place=Place("elsewhere", "room")),
        replace(REPEATED, user_id="ada"),
        replace(REPEATED, kind="episodic"),
        replace(REPEATED, metadata={"ticket": 7}),
        replace(REPEATED, origin=Origin(author="Ada")),
        replace(REPEATED, origin=Origin(conversation="c1", position=3)),
        replace(REPEATED, origin=Origin(event_time=NOW)),
        replace(REPEATED, origin=Origin(source="minutes.md")),
        replace(REPEATED, valid_from=NOW - timedelta(days=9)),
        replace(REPEATED, ended_at=NOW),
        NOTE,
    ],
)
def test_the_same_words_from_elsewhere_are_no_repetition(other: Memory) -> None:
    assert choose(NOTE, other) is None


def test_who_filed_it_does_not_matter() -> None:
    assert choose(NOTE, replace(REPEATED, origin=Origin(added_by="mcp")))


def test_diaries_are_left_alone() -> None:
    diary = Place("wing_scout", "diary", DIARY_HALL)

    assert choose(replace(NOTE, place=diary), replace(REPEATED, place=diary)) is None


def test_the_kept_one_gets_the_tags_of_both_and_the_closed_one_a_pointer() -> None:
    kept = replace(NOTE, tags=("b", "a"), importance=0.7)
    closed = replace(REPEATED, tags=("c", "a"), importance=0.2)

    assert united(kept, closed) == replace(kept, tags=("b", "a", "c"))
    assert ended(closed, kept, NOW) == replace(closed, ended_at=NOW, end_reason=MERGED, superseded_by="first")
