"""Shared passes: short texts that several threads embed at the same moment go through the encoder together.

Of a short question half of a pass is not arithmetic, so eight in one pass take about three quarters of what eight passes take.
A note is nearly all arithmetic: it gains nothing, and would only make the others wait, so it has a pass of its own. Nobody
waits for company: whoever finds a core free begins at once, and those who come while all are busy share the next pass.
"""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

    Encode = Callable[[Sequence[str]], list[Vectors]]

SHARED_MAX = 16
"""How many callers share one pass: the last of them waits for all."""
CHARS_MAX = 240
"""How long the texts of one call may be together to share a pass: about fifty tokens."""


@dataclass(eq=False, slots=True)
class _Caller:
    """The texts of one call; `turn` is set when they are embedded, or when this caller is to run the next pass."""

    texts: Sequence[str]
    turn: threading.Event = field(default_factory=threading.Event)
    leads: bool = False
    vectors: "list[Vectors] | None" = None
    error: BaseException | None = None


class SharedPasses:
    """An encoder shared by threads, with at most `at_once` passes of short texts at the same time."""

    def __init__(self, encode: "Encode", at_once: int | None = None) -> None:
        self._encode = encode
        self._at_once = at_once or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._waiting: list[_Caller] = []
        self._running = 0

    def encode(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, its vectors; raises what the encoder raises for these texts, whatever the others hold."""
        if sum(map(len, texts)) > CHARS_MAX:
            return self._encode(texts)
        own = _Caller(texts)
        with self._lock:
            self._waiting.append(own)
            if self._running < self._at_once:
                self._running += 1
                own.leads = True
        if not own.leads:
            own.turn.wait()
        if own.leads:
            self._lead()
        if own.error is not None:
            raise own.error
        return own.vectors or []

    def _lead(self) -> None:
        """Run a pass for everybody who waits, and let the first of those who came meanwhile run the next."""
        with self._lock:
            share, self._waiting = self._waiting[:SHARED_MAX], self._waiting[SHARED_MAX:]
        try:
            self._run(share)
        finally:
            with self._lock:
                if self._waiting:
                    self._waiting[0].leads = True
                    self._waiting[0].turn.set()
                else:
                    self._running -= 1
            for caller in share:
                caller.turn.set()

    def _run(self, share: Sequence[_Caller]) -> None:
        try:
            vectors = self._encode([text for caller in share for text in caller.texts])
        # A broad catch: whatever the encoder raises goes to the caller whose texts it is about.
        except BaseException as error:  # noqa: BLE001
            if len(share) == 1:
                share[0].error = error
                return
            for caller in share:
                self._run([caller])
            return
        for caller in share:
            caller.vectors, vectors = vectors[: len(caller.texts)], vectors[len(caller.texts) :]
