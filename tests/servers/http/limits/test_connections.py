"""Connections that send half a request: they are closed in time, and hold up nobody."""

import socket

import pytest

from servers.http_running import Running, Serve
from simonides.servers.http.limits.values import HttpLimits

POST = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key-ann\r\n"


def dial(server: Running, sent: bytes = b"") -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    wire.sendall(sent)
    return wire


@pytest.mark.requirement("http-slow-requests")
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n",
        POST + b"Content-Length: 9\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n4\r\n{   \r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.1\r\n",
    ],
)
def test_a_request_that_does_not_go_on_is_closed(serve: Serve, sent: bytes) -> None:
    server = serve(HttpLimits(header_s=0.05, body_s=0.05))

    with dial(server, sent) as wire:
        received = b"".join(iter(lambda: wire.recv(4096), b""))

    assert received.endswith(b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")


@pytest.mark.requirement("http-slow-requests")
def test_beyond_the_limit_the_connection_that_waited_for_longest_makes_room(serve: Serve) -> None:
    server = serve(HttpLimits(connections=4))
    idle = [dial(server, b"GET /health HTTP/1.1\r\n") for _ in range(12)]

    assert server.send("GET", "/health").text == "ok"
    assert is_closed(idle[0])
    for wire in idle:
        wire.close()


def is_closed(wire: socket.socket) -> bool:
    """Whether the other side has closed a connection, which the system tells as its end or as its reset."""
    try:
        return wire.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.requirement("http-header-size")
def test_headers_beyond_the_limit_are_refused_even_when_they_arrive_at_once(serve: Serve) -> None:
    server = serve()

    assert server.send("GET", "/health", headers={f"X-{number}": "x" * 4000 for number in range(9)}).status_code in {400, 431}
    assert server.send("GET", "/health", headers={f"X-{number}": "x" * 4000 for number in range(7)}).status_code == 200
