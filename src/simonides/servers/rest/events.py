"""The event stream (text/event-stream): looks for events in a thread and ends with the server."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Protocol

import anyio
from anyio import to_thread
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.responses import Response

from simonides.toolkit.replies import to_json

ENDING_S = 1.0
"""How long a stream may take to finish when the server ends."""
LOOKING_MAX = 8
"""How many listeners look at the same time: where the store does not answer, the threads that check tokens must be left free."""


class StreamedEvent(Protocol):
    """Something that happened; with an id a listener can come back to it."""

    @property
    def name(self) -> str:
        """What kind of event it is."""
        ...

    @property
    def data(self) -> Mapping[str, object]:
        """The facts."""
        ...

    @property
    def id(self) -> str | None:
        """What the listener sends back as Last-Event-ID, in ASCII."""
        ...


class EventSource(Protocol):
    """One listener's view of what happens."""

    def poll(self) -> Sequence[StreamedEvent]:
        """What happened since the last call; the first call announces the connection. Runs in a thread."""
        ...


def stream(
    follower: EventSource,
    is_welcome: Callable[[], bool],
    looking: anyio.CapacityLimiter,
    interval_s: float,
    heartbeat_s: float,
) -> Response:
    """A response that goes on until its listener leaves, is no longer welcome, or the server ends.

    `looking` says how many of all listeners that share it look at the same time.
    """
    ending = anyio.Event()
    return EventSourceResponse(
        _events(follower, is_welcome, looking, interval_s, ending),
        ping=heartbeat_s,
        sep="\n",
        shutdown_event=ending,
        shutdown_grace_period=ENDING_S,
    )


async def _events(
    follower: EventSource,
    is_welcome: Callable[[], bool],
    looking: anyio.CapacityLimiter,
    interval_s: float,
    ending: anyio.Event,
) -> AsyncIterator[ServerSentEvent]:
    while not ending.is_set() and await to_thread.run_sync(is_welcome, limiter=looking):
        for event in await to_thread.run_sync(follower.poll, limiter=looking):
            yield ServerSentEvent(to_json(event.data), event=event.name, id=event.id, sep="\n")
        with anyio.move_on_after(interval_s):
            await ending.wait()
