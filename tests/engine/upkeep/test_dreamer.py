"""The dreamer: which palaces it dreams of, when, and how it ends. Rounds run by hand; time passes only when told to."""

import threading
from collections.abc import Iterator
from itertools import count

import pytest

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.dreamer import Rhythm
from support.clock import FixedClock
from support.homes import Home
from support.stopwatch import CountedStopwatch


class Night:
    """An engine, another one over the same palaces, and the time that passes for both."""

    def __init__(self, home: Home) -> None:
        self.clock = FixedClock()
        self.stopwatch = CountedStopwatch()
        self.numbers = count(1)
        self.home = home
        self.engine = self.another()
        self.other = self.another()

    def another(self, dimensions: int = 384, rhythm: Rhythm | None = None) -> Engine:
        mint = Mint(lambda: str(next(self.numbers)))
        equipment = Equipment(HashingEmbedder(dimensions), self.clock, mint, patience_s=5)
        return Engine(self.home.shelf(self.clock), equipment, rhythm or Rhythm(stopwatch=self.stopwatch))

    def pass_time(self, seconds: float) -> None:
        self.clock.pass_time(seconds=seconds)
        self.stopwatch.now += seconds

    def dreamt_of(self) -> list[str]:
        return [report.palace for report in self.engine.dreamer.look_around()]


@pytest.fixture
def night(home: Home) -> Iterator[Night]:
    night = Night(home)
    yield night
    night.engine.close()
    night.other.close()


@pytest.mark.requirement("dream-idle")
def test_a_palace_is_dreamt_of_when_nobody_has_called_for_a_while(night: Night) -> None:
    night.engine.create("work").memories.remember(Draft("a note"))

    night.pass_time(299)
    too_early = night.dreamt_of()
    night.pass_time(1)

    assert too_early == []
    assert night.dreamt_of() == ["work"]


@pytest.mark.requirement("dream-idle")
def test_a_call_puts_the_dream_off(night: Night) -> None:
    night.engine.create("work").memories.remember(Draft("a note"))

    night.pass_time(200)
    night.engine.palace("work")
    night.pass_time(200)

    assert night.dreamt_of() == []


@pytest.mark.requirement("dream-idle")
def test_a_write_of_another_process_puts_the_dream_off(night: Night) -> None:
    night.engine.create("work")

    night.pass_time(200)
    night.other.palace("work").memories.remember(Draft("a note"))
    night.pass_time(200)
    too_early = night.dreamt_of()
    night.pass_time(100)

    assert too_early == []
    assert night.dreamt_of() == ["work"]


@pytest.mark.requirement("dream-idle")
def test_a_look_at_the_dreams_does_not_put_them_off(night: Night) -> None:
    night.engine.create("work").memories.remember(Draft("a note"))

    night.pass_time(299)
    night.engine.dream_status("work")
    night.pass_time(1)

    assert night.dreamt_of() == ["work"]


@pytest.mark.requirement("dream-idle")
def test_a_call_ends_the_dream_under_way(night: Night) -> None:
    palace = night.engine.create("work")
    for number in range(10):
        palace.memories.remember(Draft(f"note number {number}"))
    night.pass_time(300)

    looks = count()

    def call_at_the_twelfth_look() -> None:
        if next(looks) == 12:
            night.engine.palace("work")

    night.stopwatch.step_s = 0.001
    night.stopwatch.at_look = call_at_the_twelfth_look
    [report] = night.engine.dreamer.look_around()

    assert 0 < report.dream.remaining < 10


def test_nothing_to_do_is_no_dream(night: Night) -> None:
    night.engine.create("work").memories.remember(Draft("a note"))
    night.pass_time(300)
    night.dreamt_of()
    lines = night.engine.palace("work").store.changes.latest()

    night.pass_time(300)

    assert night.dreamt_of() == []
    assert night.engine.palace("work").store.changes.latest() == lines


def test_a_palace_that_nobody_opened_is_visited_and_closed_again(night: Night) -> None:
    night.other.create("asleep").memories.remember(Draft("a note"))
    night.other.create("awake")

    night.pass_time(300)
    rounds = [night.dreamt_of() for _ in range(3)]

    assert rounds == [["asleep"], [], []]
    assert night.other.dream_status("asleep").totals.cycles == 1
    assert night.engine._open == {}


@pytest.mark.requirement("dream-every-palace")
def test_each_palace_that_nobody_opened_is_visited_once_a_day_one_in_a_round(night: Night) -> None:
    for number in range(7):
        night.other.create(f"p{number}").memories.remember(Draft("a note"))
    night.pass_time(300)

    first_day = [night.dreamt_of() for _ in range(10)]
    for number in range(7):
        night.other.palace(f"p{number}").memories.remember(Draft("another note"))
    night.pass_time(300)
    too_early = night.dreamt_of()
    night.pass_time(86_400)
    second_day = [night.dreamt_of() for _ in range(10)]

    assert first_day == second_day == [*([f"p{number}"] for number in range(7)), [], [], []]
    assert too_early == []


@pytest.mark.requirement("dream-every-palace")
def test_a_process_that_nobody_called_counts_as_idle_until_somebody_does(night: Night) -> None:
    night.other.create("asleep").memories.remember(Draft("a note"))
    night.other.create("open").memories.remember(Draft("a note"))
    night.pass_time(300)
    engine = night.engine = night.another()
    engine.palace("open")

    called = night.dreamt_of()
    engine.dreamer.count_as_idle()

    assert called == []
    assert night.dreamt_of() == ["open", "asleep"]


def test_nobody_is_visited_while_there_are_calls(night: Night) -> None:
    night.other.create("asleep").memories.remember(Draft("a note"))
    night.engine.create("work")
    night.pass_time(300)
    night.engine.palace("work")

    assert night.dreamt_of() == []


def test_a_palace_that_cannot_be_opened_does_not_end_the_round(night: Night) -> None:
    foreign = night.another(dimensions=128)
    foreign.create("a").memories.remember(Draft("of another embedder"))
    foreign.close()
    night.other.create("b").memories.remember(Draft("a note"))
    night.pass_time(300)

    assert [night.dreamt_of() for _ in range(2)] == [[], ["b"]]


def test_a_palace_deleted_by_another_process_does_not_end_the_round(night: Night) -> None:
    night.engine.create("gone").memories.remember(Draft("a note"))
    night.engine.create("there").memories.remember(Draft("a note"))
    night.other.delete("gone")
    night.pass_time(300)

    assert night.dreamt_of() == ["there"]


@pytest.fixture
def restless(night: Night) -> Iterator[Engine]:
    """An engine whose dreamer is in the middle of a long dream of the palace `work`."""
    is_dreaming = threading.Event()

    def stopwatch() -> float:
        if threading.current_thread().name == "dreamer":
            is_dreaming.set()
        return 0.0

    engine = night.another(rhythm=Rhythm(idle_s=0, pause_s=0, budget_s=float("inf"), stopwatch=stopwatch))
    palace = engine.create("work")
    for number in range(200):
        palace.memories.remember(Draft(f"note number {number}"))
    engine.dream_in_background()
    engine.dream_in_background()
    assert is_dreaming.wait(60)
    yield engine
    engine.close()


@pytest.mark.requirement("dream-budget")
def test_closing_ends_the_dream_under_way(night: Night, restless: Engine) -> None:
    restless.close()

    assert not [thread for thread in threading.enumerate() if thread.name == "dreamer"]
    assert list(night.other.palace("work").store.check()) == []


def test_a_palace_can_be_deleted_while_it_is_dreamt_of(restless: Engine) -> None:
    restless.delete("work")

    assert restless.names() == []
