"""The first harvest of a large palace: others write meanwhile, and what was begun is gone on with."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.sync.replicas import differences, pull
from simonides.domain.memory import Memory
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.engine.sync import harvest, replica
from simonides.engine.sync.replica import replica_of
from support.clock import FixedClock

AT_ONCE = 10


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest, "BEGUN_AT_ONCE", AT_ONCE)
    for kind in ("entities", "facts", "memories", "observations"):
        monkeypatch.setattr(f"simonides.engine.sync.kinds.{kind}.BLOCK", AT_ONCE // 2)


@pytest.fixture
def memories(home_palace: Palace) -> list[Memory]:
    return home_palace.store.memories.page(limit=100)


@pytest.fixture
def home_palace(engine: Engine) -> Palace:
    """A palace that holds far more than is numbered at once."""
    palace = engine.create("home")
    palace.entities.create([EntityDraft(f"Person {number}", "person", [f"likes tea {number}"]) for number in range(20)])
    for number in range(20):
        palace.facts.add(f"Person {number}", "knows", f"Person {(number + 1) % 20}")
        palace.memories.remember(Draft(f"Note {number} tells of something else entirely."))
    return palace


def elsewhere(action: Callable[[], object]) -> None:
    """Do something in another thread, which waits for nobody."""
    with ThreadPoolExecutor(1) as other:
        other.submit(action).result(timeout=60)


def test_others_write_while_a_palace_is_harvested_for_the_first_time(
    engine: Engine, home_palace: Palace, memories: list[Memory], clock: FixedClock
) -> None:
    home, work = home_palace, engine.create("work")
    noted, last = memories[-1], memories[0]
    changes: list[Callable[[], object]] = [
        lambda: home.entities.delete(["Person 0"]),
        lambda: home.facts.add("Person 3", "likes", "coffee"),
        lambda: home.entities.replace_observation("Person 2", 0, "likes water"),
        lambda: home.facts.end("Person 1", "knows", "Person 2"),
        lambda: home.memories.forget(last.id),
        lambda: home.amending.edit(noted.id, Edit(content="Other words.")),
        lambda: home.memories.remember(Draft("Filed meanwhile.")),
    ]

    steps = 0
    for _ in replica_of(home, clock).begin():
        steps += 1
        clock.pass_time(minutes=1)
        elsewhere(changes[min(steps, len(changes)) - 1])

    assert steps >= len(changes)
    pull(work, home)
    assert differences(work, home) == []


@pytest.mark.parametrize(
    "write",
    [
        lambda home: home.facts.add("Person 3", "likes", "Strong Coffee"),
        lambda home: home.entities.create([EntityDraft("Strong Coffee", "drink", ["is black"])]),
    ],
    ids=["fact", "observation"],
)
def test_an_entity_that_is_made_meanwhile_is_spelt_as_it_is_named(
    engine: Engine, home_palace: Palace, write: Callable[[Palace], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "RECORDS_MAX", AT_ONCE)
    home, work = home_palace, engine.create("work")

    begun = replica_of(home).begin()
    # By then all entities were looked at, but not all that names them.
    assert [next(begun) for _ in range(3)] == [AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE]
    elsewhere(lambda: write(home))
    for _ in begun:
        pass

    pull(work, home)
    assert differences(work, home) == []
    assert work.entities.node("strong coffee").entity.name == "Strong Coffee"


def test_what_was_begun_is_gone_on_with(engine: Engine, home_palace: Palace, memories: list[Memory]) -> None:
    home, work = home_palace, engine.create("work")
    begun = replica_of(home).begin()
    assert [next(begun) for _ in range(3)] == [AT_ONCE, 2 * AT_ONCE, 3 * AT_ONCE]
    assert replica_of(home).is_new
    del begun
    home.memories.forget(memories[-1].id)
    home.entities.delete(["Person 1"])

    rest = sum(1 for _ in replica_of(home).begin())

    assert rest > 0
    pull(work, home)
    assert differences(work, home) == []


def test_a_palace_that_was_harvested_is_not_begun_again(home_palace: Palace) -> None:
    reach = replica_of(home_palace).harvest().reach

    assert list(replica_of(home_palace).begin()) == []
    assert replica_of(home_palace).harvest().reach == reach
