"""Claims: what is said, edited and asserted is recorded; proposals are decided on; chains follow from what is accepted."""

from datetime import UTC, datetime

import pytest

from engine.past.histories import state
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Invalid, NotFound, SimonidesError
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.past.supersession import Supersession, pair
from simonides.engine.claims.review import ReviewFilter
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

ADA = Caller(Actor.PERSON, "ada", "cli")
MARCH = datetime(2026, 3, 1, tzinfo=UTC)
ALL = ReviewFilter(())


def file(palace: Palace, name: str, text: str = "", wing: str = "app", at: datetime | None = None) -> Memory:
    return palace.memories.remember(Draft(text or f"words of {name}", Place(wing, "db"), Origin(event_time=at)), name)


def propose(palace: Palace, older: str = "a", newer: str = "b") -> str:
    made = pair("memory", older, newer, "guess", MARCH, "dreaming", 0.8)
    return str(palace.store.supersessions.add(made))


def pairs(palace: Palace) -> list[tuple[str, str, str, str]]:
    return [(each.older, each.newer, each.cause, each.state) for each in palace.store.supersessions.after(0, 100)]


def last(palace: Palace) -> int:
    return palace.past.acts.newest(1)[0].number


@pytest.mark.requirement("claims-pairs")
def test_what_somebody_says_edits_and_asserts_is_recorded_with_the_act(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    with called_by(ADA):
        palace.amending.invalidate("a", "moved on", "b")
        palace.amending.edit("b", Edit(content="better words"))
        first = palace.facts.supersede("Ada", "lives_in", "Paris")
        second = palace.facts.supersede("Ada", "lives_in", "Lisbon")
        palace.facts.supersede("Ada", "lives_in", "lisbon")
    [former] = palace.amending.former("b")

    assert pairs(palace) == [
        ("a", "b", "said", "accepted"),
        (former.id, "b", "edit", "accepted"),
        (first.id, second.id, "fact", "accepted"),
    ]
    assert {each.pair.said_by for each in palace.claims.review.page(ALL)} == {"ada (cli)"}
    assert palace.claims.review.page() == []
    assert palace.complaints() == []


@pytest.mark.requirement("claims-pairs")
def test_an_act_that_is_undone_takes_its_pair_along(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    filed, before = last(palace), state(palace)
    palace.amending.invalidate("a", None, "b")
    palace.past.undoing.undo([last(palace)])
    assert (pairs(palace), state(palace)) == ([], before)

    palace.past.undoing.undo([last(palace)])
    assert pairs(palace) == [("a", "b", "said", "accepted")]
    with pytest.raises(Invalid, match="cannot be undone alone"):
        palace.past.undoing.undo([filed])


def test_a_proposal_does_not_stand_in_the_way_of_an_undo(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    filed = last(palace)
    propose(palace)

    palace.past.undoing.undo([filed])
    assert (pairs(palace), [memory.id for memory in palace.memories.page()]) == ([], ["a"])
    palace.past.undoing.undo([last(palace)])
    assert pairs(palace) == [("a", "b", "guess", "proposed")]


@pytest.mark.requirement("claims-review")
def test_accepting_alone_ends_nothing(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    number = propose(palace)
    before = palace.memories.get("a")

    with called_by(ADA):
        [accepted] = palace.claims.review.decide([number], "accept")

    assert (accepted.pair.state, accepted.pair.decided_by) == ("accepted", "ada (cli)")
    assert palace.memories.get("a") == before
    palace.past.undoing.undo([last(palace)])
    assert [each.pair.state for each in palace.claims.review.page()] == ["proposed"]


@pytest.mark.requirement("claims-review")
def test_accepting_with_end_ends_the_older_one_when_the_newer_one_begins(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b", at=MARCH)
    number = propose(palace)
    before = state(palace)

    palace.claims.review.decide([number], "accept", end=True)
    older = palace.memories.get("a")
    assert (older.ended_at, older.end_reason, older.superseded_by) == (MARCH, "superseded", "b")

    palace.past.undoing.undo([last(palace)])
    assert state(palace) == before


@pytest.mark.requirement("claims-review")
def test_an_edit_of_the_newer_one_does_not_move_the_end_of_the_older_one(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b", at=MARCH)
    for words in ("better words", "the best words"):
        palace.amending.edit("b", Edit(content=words))

    palace.claims.review.decide([propose(palace)], "accept", end=True)

    assert palace.memories.get("a").ended_at == MARCH


@pytest.mark.requirement("claims-review")
def test_what_is_rejected_never_comes_back_and_what_is_put_off_stays_in_the_list(palace: Palace) -> None:
    for name in "abc":
        file(palace, name)
    rejected, later = propose(palace), propose(palace, "a", "c")
    palace.claims.review.decide([rejected], "reject")
    palace.claims.review.decide([later], "later")

    assert [(each.pair.newer, each.pair.state) for each in palace.claims.review.page()] == [("c", "later")]
    assert [each.pair.newer for each in palace.claims.review.page(ReviewFilter(("rejected",)))] == ["b"]
    palace.claims.review.decide([rejected, later], "accept")
    assert palace.claims.review.count() == 0


def test_every_pair_that_waits_is_counted_and_reached(palace: Palace) -> None:
    for name in ("a", "b"):
        file(palace, name)
    with palace.store.writing():
        for number in range(2_050):
            palace.store.supersessions.add(pair("memory", f"x{number}", "b", "guess", MARCH))
    first = pair("memory", "x0", "b", "guess", MARCH)

    assert palace.claims.review.count() == 2_050
    assert [each.pair.id for each in palace.claims.review.page(limit=5, offset=2_049)] == [first.id]


@pytest.mark.requirement("claims-review")
def test_the_list_is_filtered_and_passes_over_what_has_ended(palace: Palace) -> None:
    file(palace, "a", wing="app")
    file(palace, "b", wing="app")
    file(palace, "c", wing="home")
    propose(palace)
    propose(palace, "b", "c")

    wanted = [ReviewFilter(wing="home"), ReviewFilter(wing="app"), ReviewFilter(cause="said"), ReviewFilter(kind="fact")]
    assert [palace.claims.review.count(each) for each in wanted] == [1, 2, 0, 0]
    assert [each.pair.newer for each in palace.claims.review.page(limit=1, offset=1)] == ["b"]
    palace.amending.invalidate("c")
    assert [each.pair.newer for each in palace.claims.review.page()] == ["b"]


@pytest.mark.requirement("claims-bad-input")
def test_what_cannot_be_decided_is_one_sentence_and_changes_nothing(palace: Palace) -> None:
    for name in "abc":
        file(palace, name)
    palace.amending.invalidate("a", None, "b")
    palace.amending.edit("c", Edit(content="other"))
    said, edit = (str(each.key) for each in palace.store.supersessions.after(0, 10))
    number, back = propose(palace, "b", "c"), propose(palace, "b", "a")
    before, at = state(palace), last(palace)

    for names, decision, end, sentence in (
        (["99"], "accept", False, "pair not found: 99"),
        (["nope"], "accept", False, "pair not found: nope"),
        (["9" * 40], "accept", False, "pair not found"),
        ([edit], "reject", False, "comes from an edit; undo that change instead"),
        ([said], "later", False, "is accepted already; only what waits"),
        ([number], "reject", True, "belongs to accept"),
        ([back], "accept", False, "b already takes the place of a, so a cannot take the place of b"),
        ([number, "99"], "accept", True, "pair not found: 99"),
    ):
        with pytest.raises(SimonidesError, match=sentence):
            palace.claims.review.decide(names, decision, end=end)  # type: ignore[arg-type]
    assert (state(palace), last(palace)) == (before, at)


@pytest.mark.requirement("claims-bad-input")
def test_cycles_itself_and_unknown_ones_cannot_be_said(palace: Palace) -> None:
    for name in "abc":
        file(palace, name)
    palace.amending.invalidate("a", None, "b")
    palace.amending.invalidate("b", None, "c")
    before, at = state(palace), last(palace)

    with pytest.raises(Invalid, match="a memory cannot supersede itself"):
        palace.amending.invalidate("a", None, "a")
    with pytest.raises(Invalid, match="c already takes the place of a, so a cannot take the place of c; reject that pair first"):
        palace.amending.invalidate("c", None, "a")
    with pytest.raises(NotFound, match="nope"):
        palace.amending.invalidate("c", None, "nope")
    with pytest.raises(NotFound, match="nope"):
        palace.amending.invalidate("nope", None, "a")
    assert (state(palace), last(palace)) == (before, at)


def test_a_memory_that_holds_again_is_no_longer_replaced(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    palace.amending.invalidate("a", None, "b")
    palace.amending.reopen("a")
    palace.amending.invalidate("b", None, "a")

    assert pairs(palace) == [("a", "b", "said", "rejected"), ("b", "a", "said", "accepted")]
    assert [link.memory.id for link in palace.claims.chains.of("a").older] == ["b"]


@pytest.mark.requirement("claims-history")
def test_a_chain_goes_as_far_as_it_was_accepted(palace: Palace) -> None:
    for name in "abcd":
        file(palace, name)
    palace.amending.invalidate("a", None, "b")
    palace.amending.edit("b", Edit(content="better words"))
    palace.amending.invalidate("b", None, "c")
    propose(palace, "c", "d")
    chain, [former] = palace.claims.chains.of("c"), palace.amending.former("b")

    assert [link.memory.id for link in chain.older] == ["b", former.id, "a"]
    assert [link.memory.id for link in palace.claims.chains.of("a").newer] == ["b", "c"]
    assert chain.newer == ()


@pytest.mark.requirement("claims-search")
def test_a_hit_says_what_it_replaces_and_what_replaces_it(palace: Palace) -> None:
    memories = [file(palace, name) for name in "abcd"]
    propose(palace, "c", "d")
    assert palace.claims.chains.lineages(memories) == {}

    palace.amending.invalidate("a", None, "b")
    palace.amending.invalidate("b", None, "c")
    found = palace.claims.chains.lineages(memories)

    told = {name: (each.before and each.before.id, each.earlier, each.after and each.after.id) for name, each in found.items()}
    assert told == {"a": (None, 0, "c"), "b": ("a", 0, "c"), "c": ("b", 0, None)}


def test_a_deleted_memory_leaves_no_pair_and_comes_back_with_it(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    palace.amending.invalidate("a", None, "b")
    palace.memories.forget("b")
    assert pairs(palace) == []

    palace.past.undoing.undo([last(palace)])
    assert pairs(palace) == [("a", "b", "said", "accepted")]


@pytest.mark.requirement("claims-pairs")
def test_a_guess_becomes_certain_when_somebody_says_it(palace: Palace) -> None:
    file(palace, "a")
    file(palace, "b")
    number = propose(palace)
    with called_by(ADA):
        palace.amending.invalidate("a", None, "b")

    found: Supersession = palace.claims.review.find(number).pair
    assert (found.cause, found.state, found.decided_by) == ("said", "accepted", "ada (cli)")


@pytest.mark.requirement("past-known-at")
@pytest.mark.requirement("claims-history")
def test_what_was_known_to_replace_something_is_read_as_of_then(palace: Palace) -> None:
    for name in "ab":
        file(palace, name)
    before = datetime.now(UTC)
    palace.amending.edit("a", Edit(content="other words of a"))
    palace.amending.invalidate("a", None, "b")
    between = datetime.now(UTC)
    palace.amending.reopen("a")

    then = palace.past.knowing.at(between)
    assert [link.memory.content for link in then.chains.of("b").older] == ["other words of a", "words of a"]
    assert palace.past.knowing.at(before).chains.of("b").older == ()
    assert palace.claims.chains.of("b").older == ()


def test_facts_say_which_value_they_took_the_place_of(palace: Palace) -> None:
    palace.facts.supersede("Ada", "lives_in", "Paris")
    second = palace.facts.supersede("Ada", "lives_in", "Lisbon")
    other = palace.facts.add("Ada", "likes", "tea")

    found = palace.claims.facts_before([second, other])
    assert {name: fact.object for name, fact in found.items()} == {second.id: "Paris"}
