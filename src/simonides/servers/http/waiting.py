"""Waiting for a call from a request: the call runs in a thread of the pool, so that shutdown waits for it too."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from simonides.servers.workers import Workers

T = TypeVar("T")


class CallOverdue(Exception):
    """A call took longer than it may; what it still does is lost."""


async def run_in(pool: Workers, call: Callable[[], T], holder: str = "", seconds: float = 0.0) -> T:
    """Run a call in one of the pool's threads, for so many seconds at most, where 0 means any number. Raises CallOverdue.

    On cancellation, and when its time is up, a queued call is dropped; a running one goes on to its end, and loses its place in
    the pool when its time is up.
    """
    promise: Future[T] = Future()
    job = pool.submit(partial(_fulfil, promise, call), holder)
    limit = asyncio.timeout(seconds or None)
    try:
        async with limit:
            return await asyncio.wrap_future(promise)
    except TimeoutError:
        if not limit.expired():
            raise
        pool.give_up(job)
        raise CallOverdue from None


def _fulfil(promise: Future[T], call: Callable[[], T]) -> None:
    if not promise.set_running_or_notify_cancel():
        return
    try:
        result = call()
    # A broad catch: whatever the call raises goes to its waiter.
    except BaseException as error:  # noqa: BLE001
        promise.set_exception(error)
    else:
        promise.set_result(result)
