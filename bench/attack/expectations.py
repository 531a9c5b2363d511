"""Which replies a line must get: computed from its bytes alone, by the words of JSON-RPC and MCP."""

import json
import re
from collections import Counter
from typing import Any

BATCHES = "2025-03-26"
"""The one version in which a line may hold several messages."""

LINE_MAX = 64 * 1024 * 1024
"""Bytes of a line that is read; a longer one is told once, without its id."""

Key = str
"""An id as JSON; `null` stands for a message whose id cannot be told."""


class Expectations:
    """Counts what is owed and what came, for one connection, in the order of its lines."""

    def __init__(self) -> None:
        self.owed: Counter[Key] = Counter()
        self.came: Counter[Key] = Counter()
        self._optional: Counter[Key] = Counter()
        # Cancelled requests of the batch before, which may still be answered.
        self._late: Counter[Key] = Counter()
        # None when two requests of one id leave open which of them was heard.
        self._has_batches: bool | None = False

    def send(self, line: bytes) -> None:
        """Note a line that goes out."""
        if not line.strip():
            return
        if len(line) > LINE_MAX:
            self.owed["null"] += 1
            return
        try:
            message = json.loads(line.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            self.owed["null"] += 1
            return
        if not isinstance(message, list):
            self._owe(message)
        elif not message or self._has_batches is False:
            self.owed["null"] += 1
        else:
            self._owe_batch(message)

    def receive(self, reply: dict[str, Any]) -> None:
        """Note a reply that came back."""
        self.came[_written(reply.get("id"))] += 1

    def is_settled(self) -> bool:
        """Whether everything owed has come."""
        return all(self.came[key] >= count - self._optional[key] for key, count in self.owed.items())

    def complaints(self) -> dict[Key, str]:
        """Which ids were answered too often or too rarely, and a clean slate."""
        found = {
            key: f"id {key[:80]}: {self.owed[key]} sent, {self.came[key]} answered"
            for key in self.owed.keys() | self.came.keys()
            if not self.owed[key] - self._optional[key] <= self.came[key] <= self.owed[key] + self._late[key]
        }
        self._late = self._optional.copy()
        self.owed.clear()
        self.came.clear()
        self._optional.clear()
        return found

    def _owe_batch(self, batch: list[Any]) -> None:
        before, is_certain = self.owed.copy(), self._has_batches is True
        for one in batch:
            self._owe(one)
        if not is_certain:
            self.owed["null"] += 1
            self._optional += self.owed - before
            self._has_batches = None

    def _owe(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self.owed[_key(message)] += 1
        elif "method" not in message and ("result" in message or "error" in message):
            return
        elif "id" in message or not isinstance(message.get("method"), str):
            self.owed[_key(message)] += 1
            self._shake_hands(message)
        elif message["method"] == "notifications/cancelled" and isinstance(message.get("params"), dict):
            self._cancel(message["params"].get("requestId"))

    def _cancel(self, request: Any) -> None:
        if isinstance(request, int | str):
            # JSON's true counts as 1 where ids are compared.
            key = _written(int(request) if isinstance(request, bool) else request)
            self._optional[key] = self.owed[key]

    def _shake_hands(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        is_heard = message.get("method") == "initialize" and _key(message) != "null"
        if is_heard and (params is None or isinstance(params, dict)):
            is_first = self.owed[_key(message)] == 1
            self._has_batches = (params or {}).get("protocolVersion") == BATCHES if is_first else None


def _key(message: Any) -> Key:
    found = message.get("id") if isinstance(message, dict) else None
    return _written(found) if isinstance(found, int | str) and not isinstance(found, bool) else "null"


def _written(found: object) -> Key:
    # Half a surrogate pair cannot be written in UTF-8, so it comes back as U+FFFD.
    return json.dumps(re.sub("[\ud800-\udfff]", "\ufffd", found) if isinstance(found, str) else found)


def _refuse(name: str) -> object:
    raise ValueError(name)
