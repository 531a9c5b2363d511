"""Messages from a running call to its HTTP client: from its thread, through the SDK, on the stream of its reply."""

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from pydantic import BaseModel, ConfigDict, ValidationError

from simonides.servers.mcp.dialogue.inquiries import PATIENCE_S
from simonides.servers.mcp.session import Notify
from simonides.toolkit.dialogue.voice import Answer, AskFailed

if TYPE_CHECKING:
    from mcp_types import ServerNotification, ServerRequest

T = TypeVar("T")

NOTICE_S = 30.0
"""How long sending a notification may take; a slow client holds up only its own call."""


class _Said(BaseModel):
    """A message of ours, which the SDK sends as it is."""

    method: str
    params: dict[str, Any]


class _Answered(BaseModel):
    """An answer, which the SDK has checked."""

    model_config = ConfigDict(extra="allow")


def notifier(ctx: ServerRequestContext[Any, Any]) -> Notify:
    """A function that notifies a client between its requests; without a listening stream the message is lost."""
    loop, session = asyncio.get_running_loop(), ctx.session

    async def send(said: "ServerNotification") -> None:
        # Messages for a slow client must not pile up.
        with suppress(TimeoutError):
            await asyncio.wait_for(session.send_notification(said), NOTICE_S)

    def notify(method: str, params: Mapping[str, Any]) -> None:
        saying = send(cast("ServerNotification", _Said(method=method, params=dict(params))))
        try:
            asyncio.run_coroutine_threadsafe(saying, loop)
        except RuntimeError:
            # The server has ended, and with it the loop.
            saying.close()

    return notify


class HttpLine:
    """The way back to the client of one request, for the one thread that works on it; made in the event loop."""

    def __init__(self, ctx: ServerRequestContext[Any, Any]) -> None:
        declared = ctx.session.client_capabilities
        self.capabilities: Mapping[str, Any] = declared.model_dump(by_alias=True, exclude_none=True) if declared else {}
        self._ctx = ctx
        self._loop = asyncio.get_running_loop()
        self._waiting: Future[Any] | None = None
        self._is_over = False

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Say something that needs no answer; a client that is gone does not hear it."""
        said = cast("ServerNotification", _Said(method=method, params=dict(params)))
        with suppress(AskFailed):
            self._wait(self._ctx.session.send_notification(said, self._ctx.request_id), NOTICE_S)

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """The client's answer. Raises AskFailed."""
        said = cast("ServerRequest", _Said(method=method, params=dict(params)))
        on_our_stream = ServerMessageMetadata(related_request_id=self._ctx.request_id)
        return self._wait(self._ctx.session.send_request(said, _Answered, metadata=on_our_stream), PATIENCE_S).model_dump()

    def hang_up(self) -> None:
        """End the call's waiting, since its client no longer waits. Runs in the event loop."""
        self._is_over = True
        if self._waiting is not None:
            self._waiting.cancel()

    def _wait(self, saying: Coroutine[Any, Any, T], patience_s: float) -> T:
        self._waiting = promise = asyncio.run_coroutine_threadsafe(saying, self._loop)
        if self._is_over:
            promise.cancel()
        try:
            return promise.result(patience_s)
        except TimeoutError:
            promise.cancel()
            raise AskFailed(f"no answer within {patience_s:.0f} seconds") from None
        except CancelledError:
            raise AskFailed("the client is gone") from None
        except (MCPError, ValidationError) as error:
            raise AskFailed(str(error)) from error
        finally:
            self._waiting = None
