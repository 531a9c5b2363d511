"""A real HTTP server on 127.0.0.1 that speaks both wire formats of embedders, and misbehaves on request."""

import json
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from support.answering import AnsweringServer, Received

Behaviour = Callable[["Handler"], None]


def vector(text: str) -> list[float]:
    """Four numbers that tell texts apart; not of unit length."""
    return [float(len(text)) + 1, float(text.count("e")), float(sum(map(ord, text)) % 97), 2.0]


@dataclass
class EmbeddingServer(AnsweringServer):
    """Embeds texts."""

    @property
    def inputs(self) -> list[list[str]]:
        return [request.message["input"] for request in self.received]


class Handler(BaseHTTPRequestHandler):
    its_server: EmbeddingServer
    message: dict[str, Any]
    fixed_date: str | None = None

    def do_POST(self) -> None:
        self.message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.its_server
        server.received.append(Received(self.path, dict(self.headers), self.message))
        behaviour = server.first.pop(0) if server.first else answer
        behaviour(self)

    def send(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def date_time_string(self, timestamp: float | None = None) -> str:
        return self.fixed_date or super().date_time_string(timestamp)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


def answer(handler: Handler) -> None:
    vectors = [vector(text) for text in handler.message["input"]]
    handler.send(200, json.dumps(_reply(handler.path, vectors)).encode())


def status(code: int, **headers: str) -> Behaviour:
    return lambda handler: handler.send(code, b'{"error": "asked for by the test"}', **headers)


def body(content: bytes) -> Behaviour:
    return lambda handler: handler.send(200, content)


def vectors(*given: list[float]) -> Behaviour:
    return lambda handler: handler.send(200, json.dumps(_reply(handler.path, list(given))).encode())


def reset(handler: Handler) -> None:
    """Close so that the client sees a reset instead of an end."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def silence(handler: Handler) -> None:
    """Say nothing until the test is over."""
    handler.its_server.released.wait()


def _reply(path: str, given: list[list[float]]) -> dict[str, Any]:
    if path.endswith("/api/embed"):
        return {"embeddings": given}
    entries = [{"object": "embedding", "index": index, "embedding": numbers} for index, numbers in enumerate(given)]
    # In no order, as the format allows.
    return {"object": "list", "data": entries[::-1]}


EmbeddingServer.handler = Handler
