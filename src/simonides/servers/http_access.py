"""Who may ask over HTTP? Requests that mean this server by its name, from its own pages or none, with its token if it has one.

A page in a browser can send requests to this machine, under a name that its owner points here (DNS rebinding). So the Host and
the Origin of every request must be names that are ours. What is not on the loopback needs a token besides.
"""

import hmac
import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simonides.servers.http_address import Address

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_AUTHORITY = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::\d{1,5})?", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://(?P<authority>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Access:
    """The names that are ours, and the token that every request must carry, if there is one.

    With `takes_any_ip` a bare IP address is a name of ours too: only names can be pointed at us by somebody else.
    """

    names: frozenset[str] = _OWN_NAMES
    takes_any_ip: bool = False
    token: str | None = None

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

    def allows_token(self, authorization: str | None) -> bool:
        """Whether an Authorization header carries the token; takes as long for a wrong one as for a right one."""
        if self.token is None:
            return True
        scheme, _, given = (authorization or "").partition(" ")
        # Servers decode headers as Latin-1, so this gives back the bytes that were sent.
        sent = given.strip().encode("latin-1", "replace")
        return hmac.compare_digest(sent, self.token.encode()) and scheme.lower() == "bearer"

    def _is_ours(self, name: str) -> bool:
        return name in self.names or (self.takes_any_ip and _is_ip(name))


def access_to(address: Address, token: str | None, names: Iterable[str] = ()) -> Access:
    """Who may ask at an address; `names` are further names that clients know this server by.

    Raises ValueError when others could reach it without a token.
    """
    if not address.is_loopback and not token:
        reason = f"{address.host} can be reached from other machines, so a token is needed: --token or SIMONIDES_TOKEN"
        raise ValueError(reason)
    own = {address.host, address.ip, *names}
    if address.is_wildcard:
        own.add(socket.gethostname())
    return Access(_OWN_NAMES | {name.lower() for name in own}, address.is_wildcard, token)


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
