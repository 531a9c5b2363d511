"""Waiting for a call from a request: the call runs in a thread of the pool, so that shutdown waits for it too."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from simonides.servers.workers import Workers

T = TypeVar("T")


async def run_in(pool: Workers, call: Callable[[], T]) -> T:
    """Run a call in one of the pool's threads. On cancellation a queued call is dropped; a running one goes on to its end."""
    promise: Future[T] = Future()
    pool.submit(partial(_fulfil, promise, call))
    return await asyncio.wrap_future(promise)


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
