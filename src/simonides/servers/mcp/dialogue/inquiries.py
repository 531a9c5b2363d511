"""Questions to a client over stdio: we send a request of our own, and the call waits for the response."""

import itertools
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from simonides.servers.mcp.messages import Reply
from simonides.toolkit.dialogue.voice import Answer, AskFailed

# Lighter to import than a future, which matters before the handshake.
_Promise: TypeAlias = "queue.SimpleQueue[Answer | AskFailed]"

PATIENCE_S = 300.0
"""How long a call waits for an answer; the client may ask a person."""


class Inquiries:
    """The way back to one client, and the questions that it has not answered yet; safe from several threads."""

    def __init__(self, send: Callable[[Reply], None], patience_s: float = PATIENCE_S) -> None:
        self.capabilities: Mapping[str, Any] = {}
        self._send = send
        self._patience_s = patience_s
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[str, _Promise] = {}
        self._is_over = False

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Say something that needs no answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": dict(params)})

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """The client's answer. Raises AskFailed."""
        promise: _Promise = queue.SimpleQueue()
        with self._lock:
            if self._is_over:
                raise AskFailed("the client is gone")
            # Our ids look different from clients' ids, so that logs stay clear.
            number = f"ask-{next(self._numbers)}"
            self._waiting[number] = promise
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": dict(params)})
        try:
            answer = promise.get(timeout=self._patience_s)
        except queue.Empty:
            raise AskFailed(f"no answer within {self._patience_s:.0f} seconds") from None
        finally:
            with self._lock:
                self._waiting.pop(number, None)
        if isinstance(answer, AskFailed):
            raise answer
        return answer

    def take(self, response: Mapping[str, Any]) -> None:
        """Accept a response; one that nobody waits for is ignored."""
        with self._lock:
            promise = self._waiting.pop(str(response.get("id")), None)
        if promise is None:
            return
        result, error = response.get("result"), response.get("error")
        reason = error.get("message") if isinstance(error, Mapping) else "the response has no result"
        promise.put(result if isinstance(result, Mapping) else AskFailed(str(reason)))

    def end(self) -> None:
        """End all waiting: no more responses will come."""
        with self._lock:
            self._is_over = True
            waiting, self._waiting = list(self._waiting.values()), {}
        for promise in waiting:
            promise.put(AskFailed("the client is gone"))
