from concurrent.futures import ThreadPoolExecutor

import pytest

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from support.clock import FixedClock
from support.homes import Home


@pytest.mark.requirement("memory-update")
def test_two_who_change_different_things_at_once_lose_neither(palace: Palace, home: Home, clock: FixedClock) -> None:
    other = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, Mint(), patience_s=5))
    palace.memories.remember(Draft("words 0"), "m")

    def reword() -> None:
        for number in range(1, 21):
            palace.amending.amend("m", content=f"words {number}")

    def describe() -> None:
        for number in range(1, 21):
            other.palace("test").amending.amend("m", metadata={"number": number})

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(reword), pool.submit(describe)]:
            done.result()
    other.close()

    memory = palace.memories.get("m")
    assert (memory.content, memory.metadata) == ("words 20", {"number": 20})
    assert list(palace.store.check()) == []


@pytest.mark.requirement("memory-invalidate")
def test_a_memory_ends_once_with_its_first_reason(palace: Palace, clock: FixedClock) -> None:
    palace.memories.remember(Draft("words"), "m")
    first = palace.amending.invalidate("m", "first")
    clock.pass_time(days=1)

    assert palace.amending.invalidate("m", "second") == first


@pytest.mark.requirement("memory-invalidate")
def test_ending_again_fills_in_what_was_not_said_and_keeps_the_time(palace: Palace, clock: FixedClock) -> None:
    for memory_id in ("m", "next", "other"):
        palace.memories.remember(Draft(f"words of {memory_id}"), memory_id)
    first = palace.amending.invalidate("m")
    clock.pass_time(days=1)

    palace.amending.invalidate("m", superseded_by="next")
    palace.amending.invalidate("m", "moved", "other")

    memory = palace.memories.get("m")
    assert (memory.ended_at, memory.end_reason, memory.superseded_by) == (first.ended_at, "moved", "next")


@pytest.mark.requirement("memory-invalidate")
def test_nothing_supersedes_itself_or_is_superseded_by_nothing(palace: Palace) -> None:
    palace.memories.remember(Draft("words"), "m")

    with pytest.raises(Invalid):
        palace.amending.invalidate("m", superseded_by="m")
    with pytest.raises(NotFound):
        palace.amending.invalidate("m", superseded_by="nobody")
    assert palace.memories.get("m").ended_at is None
