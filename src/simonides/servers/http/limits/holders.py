"""Holders of tokens: what each has used of requests, bytes and CPU, and how long it must wait when that was too much.

Each allowance is a bucket that fills with time. A request is let in while every bucket holds something; what it then takes may
leave a debt, which the holder waits for. So a large request is never impossible, and the average is kept.
"""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from simonides.frozen import frozen
from simonides.servers.http.limits.values import HolderLimits

REQUESTS_BURST_S = 2.0
AVERAGE_S = 30.0
SESSION_REQUESTS = 10
"""How many requests the opening of a session counts for."""


class Bucket:
    """An allowance of so much a second, saved up for `burst_s` at most; a rate of 0 is without limit."""

    __slots__ = ("_burst_s", "_level", "_moment_s", "_rate")

    def __init__(self, rate: float, burst_s: float, now_s: float) -> None:
        self._rate = rate
        self._burst_s = burst_s
        self._level = rate * burst_s
        self._moment_s = now_s

    def wait_s(self, now_s: float) -> float:
        """How long until there is something again; 0 when there is."""
        if not self._rate:
            return 0.0
        self._level = min(self._level + (now_s - self._moment_s) * self._rate, self._rate * self._burst_s)
        self._moment_s = now_s
        return 0.0 if self._level > 0 else -self._level / self._rate + 0.001

    def take(self, amount: float) -> None:
        """Use some of it, or more than there is."""
        self._level -= amount


@dataclass(slots=True)
class _Account:
    requests: Bucket
    bytes: Bucket
    cpu: Bucket
    at_once: int = field(default=0)


@frozen
class Refusal:
    """Why a request is not let in, and when to try again."""

    reason: str
    retry_s: int


class Holders:
    """The accounts of all holders; safe to use from any thread."""

    def __init__(self, limits: HolderLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._accounts: dict[str, _Account] = {}
        self._lock = threading.Lock()

    def enter(self, holder: str) -> Refusal | None:
        """Let a request of a holder in, until it leaves; or say why not."""
        with self._lock:
            account = self._account(holder)
            refusal = self._refusal(account)
            if refusal is None:
                account.requests.take(1)
                account.at_once += 1
            return refusal

    def leave(self, holder: str) -> None:
        """Note that a request that was let in has been answered."""
        with self._lock:
            self._account(holder).at_once -= 1

    def charge_session(self, holder: str) -> None:
        """Count the opening of a session, which costs far more than a request within one."""
        if holder:
            with self._lock:
                self._account(holder).requests.take(SESSION_REQUESTS - 1)

    def charge_bytes(self, holder: str, count: int) -> None:
        """Count the bytes of a body."""
        if holder:
            with self._lock:
                self._account(holder).bytes.take(count)

    def charge_cpu(self, holder: str, seconds: float) -> None:
        """Count the CPU of a call."""
        with self._lock:
            self._account(holder).cpu.take(seconds)

    def _refusal(self, account: _Account) -> Refusal | None:
        limits, now_s = self._limits, self._clock()
        if limits.at_once and account.at_once >= limits.at_once:
            return Refusal(f"more than {limits.at_once} requests at once", 1)
        allowances = (
            (account.requests, f"more than {limits.requests_s:g} requests a second"),
            (account.bytes, f"more than {limits.bytes_s:g} bytes a second"),
            (account.cpu, f"more than {limits.cpu:g} seconds of CPU a second"),
        )
        for bucket, reason in allowances:
            if wait_s := bucket.wait_s(now_s):
                return Refusal(reason, math.ceil(wait_s))
        return None

    def _account(self, holder: str) -> _Account:
        found = self._accounts.get(holder)
        if found is None:
            limits, now_s = self._limits, self._clock()
            found = self._accounts[holder] = _Account(
                Bucket(limits.requests_s, REQUESTS_BURST_S, now_s),
                Bucket(limits.bytes_s, AVERAGE_S, now_s),
                Bucket(limits.cpu, AVERAGE_S, now_s),
            )
        return found
