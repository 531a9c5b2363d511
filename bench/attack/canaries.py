"""Writes that must not be lost: filed between the attacks in a palace that no attack names, and looked up again."""

import random
from collections.abc import Callable
from typing import Any

from bench.attack.findings import Findings

PALACE = "kept apart"
Call = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Calls a tool of the server that runs now: its name and arguments, its result."""


class Canaries:
    """What was acknowledged, by room: each canary has one of its own."""

    def __init__(self, findings: Findings, chance: random.Random) -> None:
        self._findings = findings
        self._chance = chance
        self._texts: dict[str, str] = {}

    def file(self, call: Call) -> None:
        """File one more; it counts from the moment that its reply is there."""
        if not self._texts:
            call("palace_create", {"name": PALACE})
        room = f"room {len(self._texts)}"
        text = f"Canary {len(self._texts)} sings of {self._chance.getrandbits(64):x}."
        result = call("memory_remember", {"palace": PALACE, "text": text, "room": room})
        if "content" in result and not result.get("isError"):
            self._texts[room] = text
        else:
            self._findings.add("a good write is refused", repr(result)[:300])

    def look_up(self, call: Call, *, share: float) -> None:
        """Look for some of them, or for all."""
        for room, text in self._texts.items():
            if self._chance.random() < share:
                result = call("memory_list", {"palace": PALACE, "room": room})
                if text not in str(result):
                    self._findings.add("an acknowledged write is gone", f"{text} in {result!r}"[:300])

    def __len__(self) -> int:
        return len(self._texts)
