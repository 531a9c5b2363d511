"""The alarm clock of calls: alarms ring at their time, whichever was set first."""

import threading

from simonides.servers.deadlines import AlarmClock

PATIENCE_S = 10.0


def test_an_alarm_rings_before_one_that_was_set_earlier_for_later() -> None:
    clock, rung = AlarmClock(), threading.Event()
    late = clock.set(3_600, lambda: None)

    clock.set(0.0, rung.set)

    assert rung.wait(PATIENCE_S)
    clock.call_off(late)


def test_alarms_ring_on_after_others_were_called_off() -> None:
    clock, first, second = AlarmClock(), threading.Event(), threading.Event()
    clock.call_off(clock.set(3_600, lambda: None))
    clock.set(0.0, first.set)
    assert first.wait(PATIENCE_S)

    clock.set(0.001, second.set)

    assert second.wait(PATIENCE_S)
