"""The pool of threads: holders take turns, have a share, and lose no place to calls that were given up."""

import threading
import time
from collections.abc import Callable

import pytest

from simonides.servers import workers
from simonides.servers.workers import Workers

pytestmark = pytest.mark.requirement("fair-threads")


class Gate:
    """Jobs that wait until the test lets them go."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self._change = threading.Condition()
        self._open = threading.Event()

    def job(self, name: str) -> Callable[[], None]:
        def run() -> None:
            with self._change:
                self.started.append(name)
                self._change.notify_all()
            self._open.wait(60)

        return run

    def wait_for(self, count: int) -> list[str]:
        with self._change:
            assert self._change.wait_for(lambda: len(self.started) >= count, 60)
            return list(self.started)

    def open(self) -> None:
        self._open.set()


class PausesTold(Workers):
    """A pool that tells when one of its threads begins to wait."""

    def __init__(self, size: int, at_once: int) -> None:
        super().__init__(size, at_once=at_once)
        self.pauses = threading.Semaphore(0)

    def _wait(self) -> None:
        self.pauses.release()
        super()._wait()


def test_a_holder_gets_half_of_the_threads_and_the_next_holder_does_not_wait() -> None:
    pool, gate = Workers(4), Gate()

    for number in range(6):
        pool.submit(gate.job(f"ann {number}"), "ann")
    gate.wait_for(2)
    pool.submit(gate.job("bob"), "bob")

    assert gate.wait_for(3) == ["ann 0", "ann 1", "bob"]
    gate.open()
    assert pool.drain(60)
    assert sorted(gate.started)[:6] == [f"ann {number}" for number in range(6)]


def test_without_tokens_every_thread_is_used() -> None:
    pool, gate = Workers(3), Gate()

    for number in range(3):
        pool.submit(gate.job(str(number)))

    assert sorted(gate.wait_for(3)) == ["0", "1", "2"]
    gate.open()
    assert pool.drain(60)


def test_of_jobs_that_began_a_moment_ago_few_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BRIEF_S", 60)
    pool, running, counts = Workers(8), list[int](), list[int]()

    def run() -> None:
        running.append(1)
        counts.append(len(running))
        time.sleep(0.01)
        running.pop()

    for _ in range(12):
        pool.submit(run)

    assert pool.drain(60)
    assert (len(counts), max(counts)) == (12, 2)


def test_a_job_begins_as_soon_as_there_is_room_while_that_of_a_holder_at_its_share_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "BRIEF_S", 60)
    pool, gate = PausesTold(4, at_once=3), Gate()
    for number in range(2):
        pool.submit(gate.job(f"ann {number}"), "ann")
        gate.wait_for(number + 1)
    pool.submit(gate.job("ann 2"), "ann")
    pool.pauses.acquire(timeout=60)
    pool.submit(gate.job("bob 0"), "bob")
    pool.pauses.acquire(timeout=60)
    assert not pool.drain(0)

    # One thread looks after Ann's last job, a minute from now; there is room for Bob's long before.
    monkeypatch.setattr(workers, "BRIEF_S", 0.3)
    pool.submit(gate.job("bob 1"), "bob")

    assert gate.wait_for(4)[-2:] == ["bob 0", "bob 1"]
    gate.open()
    assert pool.drain(60)


def test_a_job_that_fails_leaves_its_thread_at_work(caplog: pytest.LogCaptureFixture) -> None:
    pool, done = Workers(1), threading.Event()

    def fail() -> None:
        raise ZeroDivisionError

    for job in (fail, fail, done.set):
        pool.submit(job)

    assert done.wait(60)
    assert pool.drain(60)
    assert caplog.text.count("a call failed") == 2


def test_a_job_that_was_given_up_leaves_its_place_or_never_runs() -> None:
    pool, gate = Workers(1), Gate()
    stuck = pool.submit(gate.job("stuck"))
    gate.wait_for(1)
    dropped = pool.submit(gate.job("dropped"))
    pool.submit(gate.job("next"))

    pool.give_up(dropped)
    pool.give_up(stuck)

    assert gate.wait_for(2) == ["stuck", "next"]
    assert not pool.drain(0)
    gate.open()
    while not pool.drain(60):
        pass
    assert gate.started == ["stuck", "next"]


def count() -> None:
    """Use some CPU."""
    sum(range(100_000))


def test_the_cpu_of_a_holder_is_charged() -> None:
    charged: list[tuple[str, float]] = []
    pool = Workers(1, lambda holder, seconds: charged.append((holder, seconds)))

    pool.submit(lambda: None)
    pool.submit(count, "ann")
    pool.submit(lambda: None, "bob")
    done = threading.Event()
    pool.submit(done.set)
    done.wait(60)

    assert [holder for holder, _ in charged] == ["ann", "bob"]
    assert charged[0][1] > 0
