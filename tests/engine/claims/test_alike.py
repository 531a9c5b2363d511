"""Notes that are alike and differ: found among the newest, shown until somebody decides."""

import pytest

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.memory import Origin, Place
from simonides.domain.thresholds import DUPLICATE_MIN
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

pytestmark = pytest.mark.requirement("web-review-alike")

OLD = "The red boat of the harbour master lies at the northern pier number five"
NEW = "The red boat of the harbour master lies at the northern pier number six"


def file(palace: Palace, name: str, text: str, wing: str = "port", **origin: str) -> None:
    palace.memories.remember(Draft(text, Place(wing, "notes"), Origin(added_by="mcp", **origin)), name)  # type: ignore[arg-type]


def shown(palace: Palace) -> list[tuple[str, str]]:
    return [(each.older.id, each.newer.id) for each in palace.claims.alike.page(50)]


@pytest.fixture
def two(palace: Palace) -> Palace:
    file(palace, "old", OLD)
    file(palace, "new", NEW)
    return palace


def test_two_that_differ_are_shown_once_and_others_are_not(two: Palace) -> None:
    file(two, "elsewhere", OLD, wing="sea")
    file(two, "other", "Ada bakes bread on Sundays")
    file(two, "said", NEW + " today", conversation="talk")

    [pair] = two.claims.alike.page(50)

    assert {pair.older.id, pair.newer.id} == {"old", "new"}
    assert DUPLICATE_MIN <= pair.similarity < 1
    assert two.claims.alike.page(0) == []


def test_the_same_words_again_are_no_pair(two: Palace) -> None:
    two.memories.end("new")
    file(two, "again", OLD + ".")

    assert shown(two) == []


def test_both_are_kept_for_good_whichever_way_they_are_named(two: Palace) -> None:
    for names in (("old", "new"), ("new", "old")):
        kept = two.claims.alike.keep_both(*names)
        assert (kept.pair.state, kept.pair.cause) == ("rejected", "guess")

    assert shown(two) == []
    assert two.claims.review.count() == 0
    assert [memory.ended_at for memory in two.memories.find(["old", "new"])] == [None, None]


def test_one_that_takes_the_others_place_ends_the_question(two: Palace) -> None:
    two.amending.invalidate("old", None, "new")

    assert shown(two) == []


def test_what_is_not_there_or_the_same_one_twice_is_refused(two: Palace) -> None:
    with pytest.raises(NotFound):
        two.claims.alike.keep_both("old", "none")
    with pytest.raises(Invalid):
        two.claims.alike.keep_both("old", "old")
