"""A real HTTP server on 127.0.0.1 that notes what it is sent, and behaves as told for the first requests."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    message: dict[str, Any]


@dataclass
class AnsweringServer:
    """Answers properly once the behaviours in `first` have been used up, one for each request."""

    handler: ClassVar[type[BaseHTTPRequestHandler]]
    """Reaches the server as `its_server`."""

    first: list[Callable[[Any], None]] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("BoundHandler", (self.handler,), {"its_server": self}))
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
