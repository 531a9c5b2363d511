"""The thread pool for calls: a few daemon threads, started when needed."""

import queue
import threading
from collections.abc import Callable


class Workers:
    """Runs jobs in at most `size` threads; no thread exists before the first job.

    The threads are daemons: a call that never ends must not keep the process from ending.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._change = threading.Condition()
        self._threads = 0
        self._unfinished = 0

    def submit(self, job: Callable[[], None]) -> None:
        """Run a job as soon as a thread is free."""
        with self._change:
            self._unfinished += 1
            needs_thread = self._threads < min(self._unfinished, self._size)
            self._threads += needs_thread
        self._jobs.put(job)
        if needs_thread:
            threading.Thread(target=self._work, name="call", daemon=True).start()

    def drain(self, timeout_s: float) -> bool:
        """Wait until every job is done; False when the time ran out first."""
        with self._change:
            return self._change.wait_for(lambda: self._unfinished == 0, timeout_s)

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                job()
            finally:
                with self._change:
                    self._unfinished -= 1
                    self._change.notify_all()
