"""The limits of the HTTP server: for each connection, for all together, and for the holder of each token."""

from simonides.frozen import frozen

MIB = 1024 * 1024
HEADER_BYTES_MAX = 32 * 1024
BODY_BYTES_MAX = 4 * MIB
SMALL_BODY_BYTES = 64 * 1024
"""Bodies up to this size are read at once; larger ones wait until there is room for the whole of them."""


@frozen
class HolderLimits:
    """What the holder of one token may use; 0 means any amount. The server's own token has no limits."""

    requests_s: float = 100.0
    """Requests a second, over the time that two seconds' worth of them allows."""
    at_once: int = 100
    """Requests and streams at the same time."""
    sessions: int = 100
    """Sessions of MCP; the one idle for longest makes room for the next."""
    bytes_s: float = 4.0 * MIB
    """Bytes of bodies a second, on average over half a minute."""
    cpu: float = 0.5
    """Seconds of CPU a second, on average over half a minute."""


@frozen
class HttpLimits:
    """What the server lends to everybody together, and to each holder."""

    header_s: float = 10.0
    """How long the headers of a request may take to arrive."""
    body_s: float = 30.0
    """How long the body of a request may take to arrive."""
    connections: int = 500
    sessions: int = 1000
    """Sessions with a handshake; they last half an hour after their last request."""
    bodies_bytes: int = 64 * MIB
    """Bodies in memory at the same time; one holder gets a quarter."""
    logs_access: bool = False
    """Whether every request gets a line in the log."""
    holder: HolderLimits = HolderLimits()


DEFAULT_LIMITS = HttpLimits()
