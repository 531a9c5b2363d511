"""A real HTTP server on 127.0.0.1 that chats as Ollama and OpenAI do, and misbehaves on request."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Behaviour = Callable[["Handler"], None]


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    message: dict[str, Any]


@dataclass
class ChatServer:
    """Answers with what `say` makes of the task and the material; with `first` before that, one for each request."""

    say: Callable[[str, str], str] = lambda task, material: f"{task.split()[0]}: {material.splitlines()[0]}"
    first: list[Behaviour] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("BoundHandler", (Handler,), {"chat": self}))
        self._http.daemon_threads = False
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"


class Handler(BaseHTTPRequestHandler):
    chat: ChatServer
    message: dict[str, Any]

    def do_POST(self) -> None:
        self.message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.chat.received.append(Received(self.path, dict(self.headers), self.message))
        behaviour = self.chat.first.pop(0) if self.chat.first else answer
        behaviour(self)

    def send(self, status: int, document: object) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


def answer(handler: Handler) -> None:
    task, material = (each["content"] for each in handler.message["messages"])
    message = {"role": "assistant", "content": f"  {handler.chat.say(task, material)}\n"}
    if handler.path == "/api/chat":
        handler.send(200, {"model": handler.message["model"], "message": message, "done": True})
    elif handler.path == "/v1/chat/completions":
        handler.send(200, {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    else:
        handler.send(404, {"error": "not found"})


def document(value: object) -> Behaviour:
    return lambda handler: handler.send(200, value)


def status(code: int) -> Behaviour:
    return lambda handler: handler.send(code, {"error": "asked for by the test"})


def silence(handler: Handler) -> None:
    """Say nothing until the test is over."""
    handler.chat.released.wait()
