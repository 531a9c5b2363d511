from datetime import timedelta

import pytest

from simonides.domain.actor import Actor
from simonides.domain.memory import EVERYTHING, Memory, Order, Origin, Place, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.repeats import Repeats
from simonides.engine.palace import Palace
from simonides.ports.memories import MemoryStore
from support.clock import FixedClock


class Watched:
    """The memories of a palace, and how many of them were read."""

    def __init__(self, memories: MemoryStore) -> None:
        self._memories = memories
        self.read = 0

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        found = self._memories.page(scope, order, limit, offset)
        self.read += len(found)
        return found


def turn(clock: FixedClock, number: int, source: str) -> Draft:
    said_at = clock() - timedelta(days=90) + timedelta(minutes=number)
    origin = Origin(role="user", conversation="one", position=number, event_time=said_at, source=source)
    return Draft(f"Turn {number}.", Place("wing_talks", "conversations"), origin)


@pytest.mark.requirement("mine-twins")
def test_what_a_long_conversation_adds_is_compared_with_its_own_time_alone(palace: Palace, clock: FixedClock) -> None:
    palace.intake.file([turn(clock, number, "/a") for number in range(1200)], Actor.MINER)
    watched = Watched(palace.store.memories)

    fresh, others = Repeats(watched).without("/b", [turn(clock, number, "/b") for number in range(1195, 1205)])  # type: ignore[arg-type]

    assert [draft.content for draft in fresh] == [f"Turn {number}." for number in range(1200, 1205)]
    assert (others, watched.read) == ({"/a": 5}, 5)


@pytest.mark.requirement("mine-twins")
def test_a_whole_conversation_is_compared_however_long_it_is(palace: Palace, clock: FixedClock) -> None:
    palace.intake.file([turn(clock, number, "/a") for number in range(2000)], Actor.MINER)

    fresh, others = Repeats(palace.store.memories).without("/b", [turn(clock, number, "/b") for number in range(2001)])

    assert ([draft.content for draft in fresh], others) == (["Turn 2000."], {"/a": 2000})
