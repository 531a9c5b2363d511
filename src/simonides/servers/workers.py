"""The thread pool for calls: a few daemon threads, started when needed, shared fairly by those who ask."""

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

AT_ONCE = 2
"""How many brief calls run at the same time: one has the interpreter, and another is in the encoder or waits for the disk."""
BRIEF_S = 0.05
"""How long a call is a brief one."""

Charge = Callable[[str, float], None]
"""Told of each job's CPU: (holder, seconds)."""


class _Stage(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    GIVEN_UP = "given up"
    DONE = "done"


@dataclass(slots=True, eq=False)
class QueuedCall:
    """One call, and how far it is."""

    run: Callable[[], None]
    holder: str
    stage: _Stage = _Stage.WAITING
    started_s: float = 0.0


class Workers:
    """Runs jobs in at most `size` threads; no thread exists before the first job.

    Of jobs that began a moment ago, only `at_once` run at the same time: threads of one interpreter wait for each other after
    every look into the store, and sixteen get less done than two. A job that takes longer leaves its place to the next, as
    long as there are threads.

    Holders take turns, and a holder with a name gets at most half of the threads, so that nobody waits behind somebody else's
    queue. A running job that was given up leaves its place to another thread, as long as there are fewer than `size` of
    those. The threads are daemons: a call that never ends must not keep the process from ending.
    """

    def __init__(self, size: int, charge: Charge | None = None, at_once: int = AT_ONCE) -> None:
        self._size = size
        self._at_once = at_once
        self._charge = charge
        self._waiting: dict[str, deque[QueuedCall]] = {}
        self._running: Counter[str] = Counter()
        self._begun: list[QueuedCall] = []
        """What runs and was not given up, the latest last."""
        self._lock = threading.Lock()
        self._change = threading.Condition(self._lock)
        self._done = threading.Condition(self._lock)
        self._threads = self._idle = self._unfinished = self._given_up = 0
        self._watched_s = math.inf
        """When a thread wakes by itself, to see whether there is room for a job that waits; never while none does."""

    def submit(self, run: Callable[[], None], holder: str = "") -> QueuedCall:
        """Run a job as soon as a thread is free and it is the holder's turn."""
        job = QueuedCall(run, holder)
        with self._lock:
            self._waiting.setdefault(holder, deque()).append(job)
            self._unfinished += 1
            if self._room_at_s() == 0 or self._look_at_s() < self._watched_s:
                self._call_a_thread()
        return job

    def give_up(self, job: QueuedCall) -> None:
        """Note that nobody waits for a job any more: a waiting one is dropped, a running one no longer takes a place."""
        with self._lock:
            if job.stage is _Stage.WAITING:
                self._drop(job)
            elif job.stage is _Stage.RUNNING:
                job.stage = _Stage.GIVEN_UP
                self._given_up += 1
                self._leave(job)
                self._call_a_thread()
                self._done.notify_all()

    def drain(self, timeout_s: float) -> bool:
        """Wait until every job is done or given up; False when the time ran out first, or a job that was given up still runs."""
        with self._lock:
            self._done.wait_for(lambda: self._unfinished == self._given_up, timeout_s)
            return self._unfinished == 0

    def _call_a_thread(self) -> None:
        if self._idle:
            self._change.notify()
        elif self._threads < self._places:
            self._threads += 1
            threading.Thread(target=self._work, name="call", daemon=True).start()

    @property
    def _places(self) -> int:
        return self._size + min(self._given_up, self._size)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            started_s = time.thread_time()
            try:
                job.run()
            # Whatever a job does, its thread goes on: the pool counts on it.
            except Exception as error:  # noqa: BLE001
                _log(error)
            finally:
                self._finish(job)
                if self._charge is not None and job.holder:
                    self._charge(job.holder, time.thread_time() - started_s)

    def _next(self) -> QueuedCall | None:
        with self._lock:
            while True:
                if self._threads > self._places:
                    self._threads -= 1
                    return None
                job = self._pick()
                if job is not None and self._waiting and self._look_at_s() < self._watched_s:
                    self._call_a_thread()
                if job is not None:
                    return job
                self._wait()

    def _wait(self) -> None:
        """Wait until something has changed; one thread also until there is room for a job that waits."""
        look_s = self._look_at_s() if self._waiting else math.inf
        is_watching = look_s < self._watched_s
        if is_watching:
            self._watched_s = look_s
        self._idle += 1
        self._change.wait(max(look_s - time.monotonic(), 0.0) if is_watching else None)
        self._idle -= 1
        # Another thread may watch by now, which wakes sooner.
        if is_watching and self._watched_s == look_s:
            self._watched_s = math.inf

    def _look_at_s(self) -> float:
        """When to look for a job that waits: once there is room; where there is, it waits for another one of its holder."""
        return self._room_at_s() or time.monotonic() + BRIEF_S

    def _room_at_s(self) -> float:
        """When another job may begin; 0 when one may."""
        if len(self._begun) < self._at_once:
            return 0.0
        room_s = self._begun[-self._at_once].started_s + BRIEF_S
        return room_s if room_s > time.monotonic() else 0.0

    def _pick(self) -> QueuedCall | None:
        """The first job of the holder whose turn it is; that holder then goes to the end of the line."""
        if not self._waiting or self._room_at_s():
            return None
        for holder, jobs in self._waiting.items():
            if not holder or self._running[holder] < max(self._size // 2, 1):
                job = jobs.popleft()
                del self._waiting[holder]
                if jobs:
                    self._waiting[holder] = jobs
                self._begin(job)
                return job
        return None

    def _begin(self, job: QueuedCall) -> None:
        self._running[job.holder] += 1
        self._begun.append(job)
        job.stage, job.started_s = _Stage.RUNNING, time.monotonic()

    def _leave(self, job: QueuedCall) -> None:
        self._running[job.holder] -= 1
        if not self._running[job.holder]:
            del self._running[job.holder]
        self._begun.remove(job)

    def _finish(self, job: QueuedCall) -> None:
        """Note that a job is done; its thread looks for the next one itself."""
        with self._lock:
            if job.stage is _Stage.GIVEN_UP:
                self._given_up -= 1
            else:
                self._leave(job)
            job.stage = _Stage.DONE
            self._unfinished -= 1
            self._done.notify_all()

    def _drop(self, job: QueuedCall) -> None:
        jobs = self._waiting[job.holder]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.holder]
        self._unfinished -= 1
        self._done.notify_all()


def _log(failure: Exception) -> None:
    # Most servers never write a log, and begin sooner without it.
    import logging

    logging.getLogger(__name__).error("a call failed", exc_info=failure)
