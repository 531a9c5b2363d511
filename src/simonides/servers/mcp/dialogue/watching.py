"""Watches: a client is told when a resource changes, as long as its session lasts."""

from dataclasses import dataclass

from simonides.servers.mcp.messages import INVALID_REQUEST, RpcError
from simonides.servers.mcp.session import Notify, Session
from simonides.toolkit.dialogue.bell import Bell


# Two watches are never the same, and a bell holds them weakly.
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Watch:
    """One client's wish to hear of one resource; its session is all that keeps it."""

    uri: str
    notify: Notify

    def hear(self) -> None:
        """Tell the client."""
        self.notify("notifications/resources/updated", {"uri": self.uri})


def watch(session: Session, uri: str, bell: Bell) -> None:
    """Let a client hear when the bell of a resource rings; once is enough, however often it asks."""
    if session.notify is None:
        raise RpcError(
            INVALID_REQUEST, "Invalid request: this connection cannot carry notifications, so resources cannot be watched"
        )
    if uri not in session.watches:
        session.watches[uri] = Watch(uri, session.notify)
        bell.listen(session.watches[uri])


def unwatch(session: Session, uri: str, bell: Bell) -> None:
    """Let a client hear no more of a resource, if it did."""
    if (watch := session.watches.pop(uri, None)) is not None:
        bell.forget(watch)
