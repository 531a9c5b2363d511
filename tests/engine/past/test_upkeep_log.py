"""What upkeep did: read backwards, between two moments and page by page, and taken back for good."""

from collections.abc import Iterator

import pytest

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.past.upkeep import Deed
from support.clock import FixedClock
from support.homes import Home

pytestmark = pytest.mark.requirement("dream-ledger")

TEXT = "The nightly export of the billing data failed because the disk was full and nobody had an eye on it."


@pytest.fixture
def engine(home: Home, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    # The log tells the same time as the palace.
    engine = Engine(home.shelf(clock), Equipment(HashingEmbedder(), clock, mint, patience_s=5))
    yield engine
    engine.close()


def dream(engine: Engine) -> None:
    assert engine.dream("test", budget_s=600)


def kinds(deeds: list[Deed]) -> list[str]:
    return ["pair" if deed.pair else deed.line.kind for deed in deeds]


def test_a_merge_and_its_cycle_are_told_with_both_memories(engine: Engine, palace: Palace) -> None:
    palace.memories.remember(Draft(TEXT, tags=("a",)), "m1")
    palace.memories.remember(Draft(TEXT.upper(), tags=("b",), importance=0.9), "m2")
    dream(engine)

    cycle, merge = palace.past.upkeep.newest().deeds

    assert cycle.cycle
    assert cycle.cycle.merged == 1
    assert merge.closed
    assert merge.kept
    assert (merge.closed.id, merge.kept.id, merge.undone_by) == ("m1", "m2", None)


def test_names_that_seem_to_be_one_are_told_as_a_proposal(engine: Engine, palace: Palace) -> None:
    for name in ("Kirsten Berg", "Kirsten-Berg"):
        palace.facts.add(name, "lives_in", "Oslo")
    dream(engine)

    assert kinds(palace.past.upkeep.newest().deeds) == ["dream", "pair"]


def test_a_merge_that_was_taken_back_is_not_made_again(engine: Engine, palace: Palace, clock: FixedClock) -> None:
    palace.memories.remember(Draft(TEXT), "m1")
    palace.memories.remember(Draft(TEXT.upper()), "m2")
    clock.pass_time(minutes=1)
    dream(engine)
    [merge] = [deed for deed in palace.past.upkeep.newest().deeds if deed.closed]

    palace.past.undoing.undo([merge.line.act])
    clock.pass_time(minutes=1)
    dream(engine)

    assert {memory.id for memory in palace.memories.page()} == {"m1", "m2"}
    [told] = [deed for deed in palace.past.upkeep.newest().deeds if deed.line.kind == "memory"]
    assert told.undone_by
    # A third copy is new, and goes as any repetition does.
    palace.memories.remember(Draft(TEXT.lower()), "m3")
    clock.pass_time(minutes=1)
    dream(engine)
    assert len(palace.memories.page()) == 2


def test_a_memory_that_was_opened_again_stays_open(engine: Engine, palace: Palace, clock: FixedClock) -> None:
    palace.memories.remember(Draft(TEXT), "m1")
    palace.memories.remember(Draft(TEXT.upper(), importance=0.9), "m2")
    clock.pass_time(minutes=1)
    dream(engine)

    palace.amending.reopen("m1")
    clock.pass_time(minutes=1)
    dream(engine)

    assert len(palace.memories.page()) == 2


def test_deeds_come_by_pages_and_between_two_moments(engine: Engine, palace: Palace, clock: FixedClock) -> None:
    days = []
    for text in ("Tea is at five.", "Ropes lie in the shed.", "Nine crows sat there.", "Ivy grows fast."):
        clock.pass_time(days=1)
        days.append(clock())
        palace.memories.remember(Draft(text))
        dream(engine)
    log = palace.past.upkeep

    first = log.newest(3)
    second = log.newest(3, first.older)
    middle = log.newest(since=days[1], until=days[2])

    assert [deed.cycle.cycle for deed in first.deeds if deed.cycle] == [4, 3, 2]
    assert [deed.cycle.cycle for deed in second.deeds if deed.cycle] == [1]
    assert second.older is None
    assert [deed.cycle.cycle for deed in middle.deeds if deed.cycle] == [3, 2]
    assert log.newest(until=days[0].replace(year=2001)).deeds == []
    assert log.newest(since=days[3].replace(year=2901)).deeds == []
    assert log.newest(before=1) == log.newest(before=1, limit=1)


def test_an_empty_palace_has_no_deeds(palace: Palace) -> None:
    assert palace.past.upkeep.newest().deeds == []
