"""A real HTTP server on 127.0.0.1 that chats as Ollama and OpenAI do, and misbehaves on request."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from support.answering import AnsweringServer, Received

Behaviour = Callable[["Handler"], None]


@dataclass
class ChatServer(AnsweringServer):
    """Answers with what `say` makes of the task and the material."""

    say: Callable[[str, str], str] = lambda task, material: f"{task.split()[0]}: {material.splitlines()[0]}"


class Handler(BaseHTTPRequestHandler):
    its_server: ChatServer
    message: dict[str, Any]

    def do_POST(self) -> None:
        self.message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.its_server.received.append(Received(self.path, dict(self.headers), self.message))
        behaviour = self.its_server.first.pop(0) if self.its_server.first else answer
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
    message = {"role": "assistant", "content": f"  {handler.its_server.say(task, material)}\n"}
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
    handler.its_server.released.wait()


ChatServer.handler = Handler
