"""The address of the HTTP server: as people write it, and as a listening socket."""

import ipaddress
import socket

from simonides.frozen import frozen

LOOPBACK = "127.0.0.1"
_PORT_MAX = 65_535


@frozen
class Address:
    """A host as written, the IP address it resolves to, and a port; 0 means any free one."""

    host: str
    ip: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return ipaddress.ip_address(self.ip).is_loopback

    @property
    def is_wildcard(self) -> bool:
        """Whether it stands for every address that the machine has."""
        return ipaddress.ip_address(self.ip).is_unspecified

    def listen(self) -> socket.socket:
        """A socket that clients can connect to from now on; raises OSError, which names the address."""
        family = socket.AF_INET6 if ":" in self.ip else socket.AF_INET
        # The protocol is named since asyncio sends small replies without delay only on such sockets.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            # A server that was just stopped must be able to start again at once. On Windows that option would let another
            # program listen at the same port; there only the port's sole owner may.
            listener.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
            listener.bind((self.ip, self.port))
            listener.listen()
        except OSError as error:
            listener.close()
            raise OSError(error.errno, error.strerror, f"{_in_brackets(self.host)}:{self.port}") from error
        return listener


def read_address(text: str) -> Address:
    """Read `host:port`, `[v6]:port`, `:port` or `port`; without a host it is the loopback address. Raises ValueError."""
    before, _, port = text.strip().rpartition(":")
    host = before[1:-1] if before.startswith("[") and before.endswith("]") else before
    if not port.isdecimal() or int(port) > _PORT_MAX:
        raise ValueError(f"'{text}' is not an address; write HOST:PORT, :PORT or PORT")
    if host == before and ":" in host:
        raise ValueError(f"'{text}' is not an address; put an IPv6 host into brackets, as in [::1]:{port}")
    return Address(host or LOOPBACK, _resolve(host or LOOPBACK), int(port))


def url_of(listener: socket.socket) -> str:
    """The URL of a listening socket, without a path."""
    ip, port, *_ = listener.getsockname()
    return f"http://{_in_brackets(ip)}:{port}"


def _resolve(host: str) -> str:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ValueError(f"'{host}' is not a host of this machine: {error}") from error
    # Sorted since `localhost` may mean both families and most clients try the older one.
    families = sorted(found, key=lambda each: each[0] is not socket.AF_INET)
    return str(families[0][4][0])


def _in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host
