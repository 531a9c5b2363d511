"""The thread pool for calls: a few daemon threads, started when needed, shared fairly by those who ask."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Charge = Callable[[str, float], None]
"""Told of each job's CPU: (holder, seconds)."""


class _Stage(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    GIVEN_UP = "given up"
    DONE = "done"


@dataclass(slots=True)
class QueuedCall:
    """One call, and how far it is."""

    run: Callable[[], None]
    holder: str
    stage: _Stage = _Stage.WAITING


class Workers:
    """Runs jobs in at most `size` threads; no thread exists before the first job.

    Holders take turns, and a holder with a name gets at most half of the threads, so that nobody waits behind somebody else's
    queue. A running job that was given up leaves its place to another thread, as long as there are fewer than `size` of
    those. The threads are daemons: a call that never ends must not keep the process from ending.
    """

    def __init__(self, size: int, charge: Charge | None = None) -> None:
        self._size = size
        self._charge = charge
        self._waiting: dict[str, deque[QueuedCall]] = {}
        self._running: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._change = threading.Condition(self._lock)
        self._done = threading.Condition(self._lock)
        self._threads = self._unfinished = self._given_up = 0

    def submit(self, run: Callable[[], None], holder: str = "") -> QueuedCall:
        """Run a job as soon as a thread is free and it is the holder's turn."""
        job = QueuedCall(run, holder)
        with self._lock:
            self._waiting.setdefault(holder, deque()).append(job)
            self._unfinished += 1
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
                self._running[job.holder] -= 1
                self._call_a_thread()
                self._done.notify_all()

    def drain(self, timeout_s: float) -> bool:
        """Wait until every job is done or given up; False when the time ran out first, or a job that was given up still runs."""
        with self._lock:
            self._done.wait_for(lambda: self._unfinished == self._given_up, timeout_s)
            return self._unfinished == 0

    def _call_a_thread(self) -> None:
        if self._threads < min(self._unfinished, self._places):
            self._threads += 1
            threading.Thread(target=self._work, name="call", daemon=True).start()
        self._change.notify()

    @property
    def _places(self) -> int:
        return self._size + min(self._given_up, self._size)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            started_s = time.thread_time()
            try:
                job.run()
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
                if (job := self._pick()) is not None:
                    return job
                self._change.wait()

    def _pick(self) -> QueuedCall | None:
        """The first job of the holder whose turn it is; that holder then goes to the end of the line."""
        for holder, jobs in self._waiting.items():
            if not holder or self._running[holder] < max(self._size // 2, 1):
                job = jobs.popleft()
                del self._waiting[holder]
                if jobs:
                    self._waiting[holder] = jobs
                self._running[holder] += 1
                job.stage = _Stage.RUNNING
                return job
        return None

    def _finish(self, job: QueuedCall) -> None:
        with self._lock:
            if job.stage is _Stage.GIVEN_UP:
                self._given_up -= 1
            else:
                self._running[job.holder] -= 1
            if not self._running[job.holder]:
                del self._running[job.holder]
            job.stage = _Stage.DONE
            self._unfinished -= 1
            # The holder may have reached its share, so that its next job waits for this place.
            self._change.notify()
            self._done.notify_all()

    def _drop(self, job: QueuedCall) -> None:
        jobs = self._waiting[job.holder]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.holder]
        self._unfinished -= 1
        self._done.notify_all()
