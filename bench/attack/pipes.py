"""Attack over stdin and stdout: many lines at once, then every reply is accounted for."""

import json
import queue
import random
import re
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bench.attack.expectations import Expectations
from bench.attack.findings import Findings
from bench.attack.lines import Grammar
from bench.attack.servers import Home

if TYPE_CHECKING:
    import subprocess

PATIENCE_S = 90
"""How long the replies to one batch may take; a call of its own has a deadline of 60 seconds."""
_ID = re.compile(rb'"(?:drawer_id|id|entity_id)":"([^"\\]{8,64})"')


class Pipes:
    """One server on pipes, and the grammar that speaks to it."""

    def __init__(self, home: Home, findings: Findings, chance: random.Random) -> None:
        self._home = home
        self._findings = findings
        self._expectations = Expectations()
        self._numbers = 0
        self.start()
        self._grammar = Grammar(chance, self.ask("tools/list", {})["tools"])

    def start(self) -> None:
        """Begin with a new process, which has forgotten every era."""
        self._home.log.touch()
        self.process = self._home.start(pipes=True)
        self._expectations = Expectations()
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=_drain, args=(self.process, self._said), daemon=True)
        self._reader.start()

    def batch(self, count: int) -> None:
        """Send lines and account for the replies."""
        lines = [self._grammar.line() for _ in range(count)]
        for line in lines:
            self._expectations.send(line)
        self._write(b"\n".join(lines) + b"\n")
        until = time.monotonic() + PATIENCE_S
        while not self._expectations.is_settled() and self._take(until) is not None:
            pass
        # What follows the last reply that is owed can only be one too many.
        self.ask("ping", {})
        for key, complaint in self._expectations.complaints().items():
            guilty = [line for line in lines if key.encode() in line]
            self._findings.add("replies do not match", f"{complaint}: {guilty[:3]!r}"[:3_000])

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One request outside of the count, whatever else comes meanwhile."""
        self._numbers += 1
        own = f"ask-{self._numbers}"
        self._write(json.dumps({"jsonrpc": "2.0", "id": own, "method": method, "params": params}).encode() + b"\n")
        until = time.monotonic() + PATIENCE_S
        while (reply := self._take(until)) is not None:
            if reply.get("id") == own:
                return dict(reply.get("result") or reply.get("error") or {})
        raise ConnectionError(f"{method} is not answered; exit code {self.process.poll()}")

    def end(self) -> int:
        """Close the input and wait for the end; the exit code."""
        assert self.process.stdin
        assert self.process.stdout
        with suppress(OSError):
            self.process.stdin.close()
        code = self.process.wait(60)
        self._reader.join()
        self.process.stdout.close()
        return code

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.end()

    def _write(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _take(self, until: float) -> dict[str, Any] | None:
        try:
            line = self._said.get(timeout=max(until - time.monotonic(), 0.01))
        except queue.Empty:
            return None
        if not line:
            raise ConnectionError(f"the server ended with {self.process.wait(60)}")
        return self._note(line)

    def _note(self, line: bytes) -> dict[str, Any]:
        for found in _ID.findall(line[:2_000])[:3]:
            self._learn(found.decode(errors="replace"))
        try:
            said = json.loads(line)
        except ValueError:
            self._findings.add("stdout carries something else", repr(line[:300]))
            return {}
        for reply in said if isinstance(said, list) else [said]:
            self._count(reply)
        return said if isinstance(said, dict) else {}

    def _learn(self, known: str) -> None:
        if not known.startswith("ask-") and hasattr(self, "_grammar"):
            self._grammar.arguments.learn(known)

    def _count(self, reply: Any) -> None:
        if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0":
            self._findings.add("stdout carries something else", repr(reply)[:300])
        elif "method" in reply:
            self._findings.outcomes["notification"] += 1
        elif not str(reply.get("id")).startswith("ask-"):
            self._findings.outcomes[outcome(reply)] += 1
            self._expectations.receive(reply)


def outcome(reply: dict[str, Any]) -> str:
    """A reply in a word."""
    if "error" in reply:
        return str(reply["error"].get("code"))
    return "isError" if (reply.get("result") or {}).get("isError") else "result"


def _drain(process: "subprocess.Popen[bytes]", said: "queue.SimpleQueue[bytes]") -> None:
    assert process.stdout
    for line in process.stdout:
        said.put(line)
    said.put(b"")
