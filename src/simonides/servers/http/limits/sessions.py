"""Sessions of MCP: what we know about the client of each, and how many a holder may have open.

The SDK keeps the sessions and refuses new ones when there are too many, whoever opened them. So we end one before that: the
session idle for longest of the holder that opens one too many, or of the holder that has the most.
"""

from collections import OrderedDict
from collections.abc import Callable, MutableMapping
from typing import Any

from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simonides.frozen import frozen
from simonides.servers.http.guard import holder_of
from simonides.servers.http.limits.values import HttpLimits
from simonides.servers.mcp.session import Session


@frozen
class OpenSession:
    """A session, and who opened it as the SDK knows them."""

    number: str
    holder: str
    user: Any
    client: Session


class OpenSessions:
    """Every open session by holder, the one idle for longest first; used in the event loop only."""

    def __init__(self, limits: HttpLimits) -> None:
        self._limits = limits
        self._by_number: dict[str, OpenSession] = {}
        self._by_holder: dict[str, OrderedDict[str, OpenSession]] = {}

    def __len__(self) -> int:
        return len(self._by_number)

    def add(self, number: str, scope: Scope) -> OpenSession | None:
        """Note a new session; the one that must end for it, if any."""
        holder = holder_of(scope)
        session = OpenSession(number, holder, scope.get("user"), Session())
        self._by_number[number] = self._by_holder.setdefault(holder, OrderedDict())[number] = session
        quota = self._limits.holder.sessions if holder else 0
        if quota and len(self._by_holder[holder]) > quota:
            return self._oldest(holder)
        return self._oldest(self._greediest()) if len(self) > self._limits.sessions else None

    def find(self, number: str) -> OpenSession | None:
        """An open session."""
        return self._by_number.get(number)

    def client_of(self, number: str) -> Session:
        """What we know about the client of a session, which thereby counts as used."""
        found = self._by_number.get(number)
        if found is None:
            return Session()
        self._by_holder[found.holder].move_to_end(number)
        return found.client

    def remove(self, number: str) -> None:
        """Forget a session that has ended."""
        found = self._by_number.pop(number, None)
        if found is not None:
            of_holder = self._by_holder[found.holder]
            del of_holder[number]
            if not of_holder:
                del self._by_holder[found.holder]

    def _oldest(self, holder: str) -> OpenSession:
        return next(iter(self._by_holder[holder].values()))

    def _greediest(self) -> str:
        return max(self._by_holder, key=lambda holder: len(self._by_holder[holder]))


class SessionQuota:
    """The application of `/mcp`, which learns from its replies which sessions are open and ends those that are too many."""

    def __init__(self, app: ASGIApp, sessions: OpenSessions, count: Callable[[str], None]) -> None:
        self._app = app
        self._sessions = sessions
        self._count = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note the session that it opens or ends."""
        number = Headers(scope=scope).get(MCP_SESSION_ID_HEADER)
        opened: list[str] = []

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                if number is None and message["status"] < 400:
                    opened.extend(_number_in(message))
                elif number is not None and (scope["method"] == "DELETE" or message["status"] == 404):
                    self._sessions.remove(number)
            await send(message)

        await self._app(scope, receive, watched)
        for each in opened:
            self._count(holder_of(scope))
            surplus = self._sessions.add(each, scope)
            if surplus is not None:
                self._sessions.remove(surplus.number)
                await self._end(surplus, scope)

    async def _end(self, session: OpenSession, scope: Scope) -> None:
        """End a session as its client would."""
        headers = [(MCP_SESSION_ID_HEADER.encode(), session.number.encode()), (b"accept", b"application/json, text/event-stream")]
        ending = {**scope, "method": "DELETE", "headers": headers, "user": session.user}
        await self._app(ending, _nothing, _unheard)


def _number_in(message: MutableMapping[str, Any]) -> list[str]:
    return [value.decode() for name, value in message["headers"] if name.lower() == MCP_SESSION_ID_HEADER.encode()]


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _unheard(_message: Message) -> None:
    """Nobody waits for the answer."""
