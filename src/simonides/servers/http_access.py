"""Who may ask over HTTP? Requests that mean this server by its name, from its own pages or none, with a token if there are any.

A page in a browser can send requests to this machine, under a name that its owner points here (DNS rebinding). So the Host and
the Origin of every request must be names that are ours. What is not on the loopback needs a token besides: the server's own,
which is good for everything, or a key, which is good for a part.
"""

import hmac
import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from simonides.servers.http_address import Address
from simonides.toolkit.grant import EVERYTHING, Grant

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_AUTHORITY = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::\d{1,5})?", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://(?P<authority>.+)", re.IGNORECASE)


class Keys(Protocol):
    """Secrets that are good for a part of what is served; both methods may take their time, and never fail."""

    def are_there(self) -> bool:
        """Whether anybody holds one; True when nobody can tell."""
        ...

    def is_one(self, secret: str) -> bool:
        """Whether a secret looks like a key, good or not; takes no time."""
        ...

    def find(self, secret: str) -> Grant | None:
        """What a key is good for; None for nothing."""
        ...


class _NoKeys:
    """Where there is one token or none."""

    def are_there(self) -> bool:
        return False

    def is_one(self, _secret: str) -> bool:
        return False

    def find(self, _secret: str) -> Grant | None:
        return None


NO_KEYS = _NoKeys()


@dataclass(frozen=True, slots=True)
class Access:
    """The names that are ours, the token that is good for everything, if there is one, and the keys.

    With `takes_any_ip` a bare IP address is a name of ours too: only names can be pointed at us by somebody else. `is_open` lets
    requests without a token do everything, as long as nobody holds a key either.
    """

    names: frozenset[str] = _OWN_NAMES
    takes_any_ip: bool = False
    token: str | None = None
    keys: Keys = NO_KEYS
    is_open: bool = True

    def allows_host(self, host: str | None) -> bool:
        """Whether a Host header means this server."""
        found = _AUTHORITY.fullmatch(host or "")
        return found is not None and self._is_ours((found["v6"] or found["name"]).lower())

    def allows_origin(self, origin: str | None) -> bool:
        """Whether an Origin header, which only browsers send, names a page of ours."""
        if origin is None:
            return True
        found = _ORIGIN.fullmatch(origin)
        return found is not None and self.allows_host(found["authority"])

    def is_masters(self, authorization: str | None) -> bool:
        """Whether an Authorization header carries the server's own token; takes as long for a wrong one as for a right one."""
        return self.token is not None and hmac.compare_digest(_secret(authorization), self.token.encode())

    def grant_of(self, authorization: str | None) -> Grant | None:
        """What an Authorization header, or none, is good for; None for nothing."""
        if self.is_masters(authorization):
            return EVERYTHING
        secret = _secret(authorization).decode("utf-8", "replace")
        if self.keys.is_one(secret):
            # One that was taken back must not be good for more than before, so nothing else counts.
            return self.keys.find(secret)
        # Where nobody needs a token, one that is not ours does no harm: clients send what they are configured with.
        is_for_all = self.is_open and self.token is None and not self.keys.are_there()
        return EVERYTHING if is_for_all else None

    def _is_ours(self, name: str) -> bool:
        return name in self.names or (self.takes_any_ip and _is_ip(name))


def access_to(address: Address, token: str | None, names: Iterable[str] = (), keys: Keys = NO_KEYS) -> Access:
    """Who may ask at an address; `names` are further names that clients know this server by.

    Raises ValueError when others could reach it without a token.
    """
    if not address.is_loopback and not token and not keys.are_there():
        needed = "so a token is needed: --token, SIMONIDES_TOKEN, or those of `simonides token create`"
        raise ValueError(f"{address.host} can be reached from other machines, {needed}")
    own = {address.host, address.ip, *names}
    if address.is_wildcard:
        own.add(socket.gethostname())
    known = _OWN_NAMES | {name.lower() for name in own}
    return Access(known, address.is_wildcard, token or None, keys, is_open=address.is_loopback)


def _secret(authorization: str | None) -> bytes:
    """What an Authorization header carries, as it was sent; empty when it is of another kind."""
    scheme, _, given = (authorization or "").partition(" ")
    # Servers decode headers as Latin-1, so this gives back the bytes that were sent.
    return given.strip().encode("latin-1", "replace") if scheme.lower() == "bearer" else b""


def readable(headers: Mapping[str, str]) -> dict[str, str]:
    """Headers by lower-case name, with values that a client sent as UTF-8 read as such."""
    return {name.lower(): _as_utf8(value) for name, value in headers.items()}


def _as_utf8(value: str) -> str:
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return value


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
