"""Access over HTTP: the Host and Origin headers must name this server, and a token is required where there is one.

A page in a browser can send requests to this machine, under a name that its owner points here (DNS rebinding). So the Host and
the Origin of every request must be names of this server. An address other than the loopback also needs a token: the server's
own, which is valid for everything, or a key, which is valid for a part.
"""

import hmac
import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from typing import Protocol

from simonides.frozen import frozen
from simonides.servers.http.address import Address
from simonides.toolkit.grant import EVERYTHING, Grant

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_AUTHORITY = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::(?P<port>\d{1,5}))?", re.IGNORECASE)
_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<authority>.+)", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Keys(Protocol):
    """Secrets that are valid for a part of what is served; no method fails, and `are_there` and `find` may be slow."""

    def are_there(self) -> bool:
        """Whether any key exists; True when that is unknown."""
        ...

    def is_one(self, secret: str) -> bool:
        """Whether a secret looks like a key, valid or not; fast."""
        ...

    def find(self, secret: str) -> Grant | None:
        """What a key allows; None for an invalid one."""
        ...

    def are_good(self, grant: Grant) -> bool:
        """Whether the key that a grant came with is still valid; may be slow."""
        ...


class _NoKeys:
    """For a server without keys."""

    def are_there(self) -> bool:
        return False

    def is_one(self, _secret: str) -> bool:
        return False

    def find(self, _secret: str) -> Grant | None:
        return None

    def are_good(self, _grant: Grant) -> bool:
        return True


NO_KEYS = _NoKeys()


@frozen
class Access:
    """The names of this server, the token that is valid for everything, if there is one, and the keys.

    With `takes_any_ip` a bare IP address counts as our name too: only names can be redirected to us by others. `is_open` lets
    requests without a token do everything, as long as there is no key either. Pages may come from our own `port`, and from
    `pages`: names that clients use for us, each with the only port it may have, None for the usual one.
    """

    names: frozenset[str] = _OWN_NAMES
    port: int = 0
    pages: frozenset[tuple[str, int | None]] = frozenset()
    takes_any_ip: bool = False
    token: str | None = None
    keys: Keys = NO_KEYS
    is_open: bool = True

    def allows_host(self, host: str | None) -> bool:
        """Whether a Host header means this server."""
        found = _AUTHORITY.fullmatch(host or "")
        return found is not None and self._is_ours((found["v6"] or found["name"]).lower())

    def allows_origin(self, origin: str | None, host: str | None = None) -> bool:
        """Whether an Origin header, which only browsers send, names a page of ours: at our port, or where the Host header is.

        Another program on this machine may serve pages under the same name at another port, and those are not ours.
        """
        if origin is None:
            return True
        found = _ORIGIN.fullmatch(origin)
        if found is None or not self.allows_host(found["authority"]):
            return False
        usual = _DEFAULT_PORTS[found["scheme"].lower()]
        name, port = _parts(found["authority"], usual)
        is_named = (name, port) in self.pages or ((name, None) in self.pages and port == usual)
        return port == self.port or is_named or (name, port) == _parts(host or "", usual)

    def is_masters(self, authorization: str | None) -> bool:
        """Whether an Authorization header carries the server's own token; compared in constant time."""
        return self.token is not None and hmac.compare_digest(_secret(authorization), self.token.encode())

    def grant_of(self, authorization: str | None) -> Grant | None:
        """What an Authorization header, or its absence, allows; None for nothing."""
        if self.is_masters(authorization):
            return EVERYTHING
        secret = _secret(authorization).decode("utf-8", "replace")
        if self.keys.is_one(secret):
            # A revoked key must not allow more than before, so nothing else counts.
            return self.keys.find(secret)
        # Where no token is required, an unknown one does no harm: clients send what they are configured with.
        is_for_all = self.is_open and self.token is None and not self.keys.are_there()
        return EVERYTHING if is_for_all else None

    def _is_ours(self, name: str) -> bool:
        return name in self.names or (self.takes_any_ip and _is_ip(name))


def access_to(address: Address, token: str | None, names: Iterable[str] = (), keys: Keys = NO_KEYS) -> Access:
    """The access rules of an address; `names` are further names that clients use for this server.

    Raises ValueError when others could reach it without a token.
    """
    if not address.is_loopback and not token and not keys.are_there():
        needed = "so a token is required: use --token, SIMONIDES_TOKEN or `simonides token create`"
        raise ValueError(f"{address.host} can be reached from other machines, {needed}")
    pages = frozenset(_named(name) for name in names)
    own = {address.host, address.ip, *(name for name, _ in pages)}
    if address.is_wildcard:
        own.add(socket.gethostname())
    known = _OWN_NAMES | {name.lower() for name in own}
    return Access(known, address.port, pages, address.is_wildcard, token or None, keys, is_open=address.is_loopback)


def _named(text: str) -> tuple[str, int | None]:
    """A further name of this server, with a port where pages under that name have one. Raises ValueError."""
    found = _AUTHORITY.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is not a host name; write NAME or NAME:PORT")
    return (found["v6"] or found["name"]).lower(), int(found["port"]) if found["port"] else None


def _parts(authority: str, usual_port: int) -> tuple[str, int]:
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        return "", 0
    return (found["v6"] or found["name"]).lower(), int(found["port"] or usual_port)


def _secret(authorization: str | None) -> bytes:
    """The bearer token of an Authorization header, as it was sent; empty for any other scheme."""
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
