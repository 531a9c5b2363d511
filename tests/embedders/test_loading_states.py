import threading
from queue import Queue

import pytest

from simonides.domain.errors import NotReady
from simonides.embedders.loading import Loading


def test_a_thing_is_idle_then_loading_then_ready() -> None:
    may_go_on = threading.Event()
    loading = Loading(may_go_on.wait, name="the thing")

    states = [loading.state]
    loading.start()
    states.append(loading.state)
    may_go_on.set()
    loading.wait()
    states.append(loading.state)

    assert states == ["idle", "loading", "ready"]


def test_waiting_ends_in_time_while_loading_goes_on() -> None:
    may_go_on = threading.Event()
    loading = Loading(may_go_on.wait, name="the thing")

    was_ready = loading.wait(0.0)
    state = loading.state
    may_go_on.set()

    assert (was_ready, state) == (False, "loading")
    assert loading.wait()


def test_starting_twice_loads_once() -> None:
    calls: list[str] = []
    may_go_on = threading.Event()

    def load() -> int:
        calls.append("loaded")
        may_go_on.wait()
        return len(calls)

    loading = Loading(load, name="the thing")
    loading.start()
    loading.start()
    may_go_on.set()

    assert loading.get() == 1
    loading.start()
    assert loading.get() == 1


def test_a_failure_is_told_to_everyone_who_asks() -> None:
    def load() -> int:
        raise OSError("no such disk")

    loading = Loading(load, name="the thing")

    assert not loading.wait()
    assert loading.state == "error"
    with pytest.raises(NotReady, match="the thing could not be loaded: no such disk"):
        loading.get()


def test_a_failed_attempt_may_be_repeated() -> None:
    attempts: list[str] = []

    def load() -> str:
        attempts.append("again")
        if len(attempts) == 1:
            raise OSError("not yet")
        return "loaded"

    loading = Loading(load, name="the thing")

    assert not loading.wait()
    assert loading.get() == "loaded"
    assert loading.state == "ready"


def test_an_unforeseen_failure_is_told_and_lets_those_who_wait_go(monkeypatch: pytest.MonkeyPatch) -> None:
    told: Queue[type[BaseException]] = Queue()
    monkeypatch.setattr(threading, "excepthook", lambda failure: told.put(failure.exc_type))

    def load() -> int:
        raise AssertionError("a mistake of ours")

    loading = Loading(load, name="the thing")

    assert not loading.wait()
    assert loading.state == "error"
    assert told.get() is AssertionError
