"""Requests that take time: run by any thread, alone or as a batch, and given up when their time is up."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeAlias

from simonides.frozen import frozen
from simonides.servers.mcp.messages import Reply

Answer: TypeAlias = Reply | list[Reply] | None


@frozen
class Work:
    """A request whose answer takes time; `run` returns it, or None when the client has cancelled the request.

    It should take no more than `seconds`, where 0 means any number: past them `give_up` returns the answer in its place, which
    is an error, and `run` will return None.
    """

    run: Callable[[], Answer]
    give_up: Callable[[], Answer]
    seconds: float = 0.0


class RequestBatch:
    """Requests that came together and are answered together."""

    def __init__(self, parts: list[Reply | Work | None]) -> None:
        self._parts = parts
        self._answers: list[Answer] = []
        self._lock = threading.Lock()
        self._is_over = False

    def run(self) -> Answer:
        """Every answer, in order; None when the batch was given up."""
        for part in self._parts:
            answer = part.run() if isinstance(part, Work) else part
            with self._lock:
                if self._is_over:
                    return None
                self._answers.append(answer)
        return self._end(())

    def give_up(self) -> Answer:
        """The answers so far, and errors for the rest."""
        with self._lock:
            left = self._parts[len(self._answers) :]
        return self._end([part.give_up() if isinstance(part, Work) else part for part in left])

    def _end(self, rest: Sequence[Answer]) -> Answer:
        with self._lock:
            if self._is_over:
                return None
            self._is_over = True
            return [answer for answer in (*self._answers, *rest) if isinstance(answer, dict)] or None
