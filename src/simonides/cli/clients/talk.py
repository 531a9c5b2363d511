"""A short talk with an MCP server, as a client has it: who are you, and which tools do you offer."""

import json
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any

from simonides.frozen import frozen

PROTOCOL = "2025-06-18"
PATIENCE_S = 30.0
LEAVING_S = 5.0
_CLIENT = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": {"name": "simonides-setup", "version": "1"}}
_TAIL = 400


class TalkFailed(Exception):
    """A server did not start, did not answer, or answered something else; says what."""


@frozen
class ServerMet:
    """What a server said of itself."""

    name: str
    version: str
    tools: tuple[str, ...]
    seconds: float


Ask = Callable[[Mapping[str, object]], Mapping[str, Any] | None]
"""Sends one message; returns the reply to a request, and None for a notification."""


def talk_to_program(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, patience_s: float = PATIENCE_S
) -> ServerMet:
    """Start a server as a client would and talk to it over stdin and stdout. Raises TalkFailed."""
    began = monotonic()
    try:
        child = subprocess.Popen(  # noqa: S603 - the command that the client's own config names
            list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(environment), cwd=folder
        )
    # A sign that no program can be called by is a ValueError.
    except (OSError, ValueError) as error:
        raise TalkFailed(f"cannot start {words[0]}: {getattr(error, 'strerror', None) or error}") from error
    lines: SimpleQueue[bytes] = SimpleQueue()
    complaints: SimpleQueue[bytes] = SimpleQueue()
    readers = [_reader(child.stdout, lines), _reader(child.stderr, complaints)]
    try:
        return _introduction(lambda message: _exchange(child, lines, message, began + patience_s), began)
    except TalkFailed as error:
        _end(child, 0.0, readers)
        raise TalkFailed(f"{error}{_told(complaints)}") from error
    finally:
        _end(child, LEAVING_S, readers)


def talk_over_http(url: str, headers: Mapping[str, str], patience_s: float = PATIENCE_S) -> ServerMet:
    """Talk to a server over Streamable HTTP. Raises TalkFailed."""
    # Imported late: most clients start a program.
    from simonides.cli.clients.talk_http import conversation

    began = monotonic()
    with conversation(url, headers, patience_s) as ask:
        return _introduction(ask, began)


def _introduction(ask: Ask, began: float) -> ServerMet:
    hello = _result(ask({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _CLIENT}))
    ask({"jsonrpc": "2.0", "method": "notifications/initialized"})
    listed = _result(ask({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}))
    info = hello.get("serverInfo")
    told = info if isinstance(info, dict) else {}
    tools = [tool for tool in listed.get("tools", ()) if isinstance(tool, dict)]
    names = tuple(str(tool.get("name")) for tool in tools)
    return ServerMet(str(told.get("name", "?")), str(told.get("version", "?")), names, monotonic() - began)


def _result(reply: Mapping[str, Any] | None) -> Mapping[str, Any]:
    result = (reply or {}).get("result")
    if not isinstance(result, dict):
        error = (reply or {}).get("error")
        raise TalkFailed(f"answered with an error: {error.get('message') if isinstance(error, dict) else reply}")
    return result


def _exchange(
    child: subprocess.Popen[bytes], lines: "SimpleQueue[bytes]", message: Mapping[str, object], until: float
) -> Mapping[str, Any] | None:
    assert child.stdin is not None  # noqa: S101 - it was asked for
    # A server that has ended tells so by the end of its output.
    with suppress(OSError):
        child.stdin.write(json.dumps(message).encode() + b"\n")
        child.stdin.flush()
    if "id" not in message:
        return None
    while True:
        try:
            line = lines.get(timeout=max(until - monotonic(), 0.001))
        except Empty:
            raise TalkFailed(f"did not answer `{message['method']}` in time") from None
        if not line:
            raise TalkFailed(f"ended before it answered `{message['method']}`")
        reply = _read(line)
        if reply.get("id") == message["id"]:
            return reply


def _read(line: bytes) -> dict[str, Any]:
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        raise TalkFailed(f"wrote something else than JSON-RPC to stdout: {line[:80].decode(errors='replace').strip()}")
    return reply


def _reader(stream: IO[bytes] | None, lines: "SimpleQueue[bytes]") -> threading.Thread:
    """Reads in a thread, since Windows cannot wait for a pipe in any other way; an empty line is the end."""

    def read() -> None:
        for line in stream or ():
            lines.put(line)
        lines.put(b"")

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _end(child: subprocess.Popen[bytes], patience_s: float, readers: Sequence[threading.Thread]) -> None:
    """Close the server's input, as a client does when it leaves; one that stays is killed."""
    with suppress(OSError):
        if child.stdin:
            child.stdin.close()
    try:
        child.wait(patience_s)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for reader in readers:
        # A grandchild may hold the pipe open.
        reader.join(1.0)
    for stream, reader in zip((child.stdout, child.stderr), readers, strict=True):
        if stream and not reader.is_alive():
            stream.close()


def _told(complaints: "SimpleQueue[bytes]") -> str:
    lines = []
    while not complaints.empty():
        lines.append(complaints.get().decode(errors="replace").strip())
    last = " ".join(line for line in lines if line)[-_TAIL:]
    return f"; it said: {last}" if last else ""
