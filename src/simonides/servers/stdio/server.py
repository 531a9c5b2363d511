"""The stdio server: one JSON-RPC message per line on stdin and stdout, and nothing else on either.

The main thread reads and answers what is quick; calls run in threads. At the end of input or at a signal we stop reading,
let the running calls finish, run the shutdown callbacks and return 0.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack

from simonides.servers.deadlines import AlarmClock
from simonides.servers.mcp.dialogue.inquiries import Inquiries
from simonides.servers.mcp.messages import INVALID_REQUEST, RpcError, decode, error_reply
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.servers.mcp.work import Answer, Work
from simonides.servers.stdio.incoming import incoming
from simonides.servers.stdio.lines import Lines
from simonides.servers.stdio.wires import Outlet, Wires, take_wires
from simonides.servers.stopping import Stop
from simonides.servers.workers import AT_ONCE, Workers

Callback = Callable[[], object]

WAITING_MAX = 256
"""How many requests may run or wait; a client that sends without reading replies is read no further."""
WAITING_BYTES_MAX = 64 * 1024 * 1024


def serve_stdio(
    core: Core,
    *,
    wires: Wires | None = None,
    stop: Stop | None = None,
    on_first_reply: Callback | None = None,
    on_first_call: Callback | None = None,
    shutdown: Iterable[Callback] = (),
    threads: int = 8,
    at_once: int = AT_ONCE,
    drain_s: float = 30.0,
) -> int:
    """Serve one client until it leaves or a signal comes, and return the exit code; call it from the main thread.

    `on_first_reply` runs in the main thread after the first reply has gone out, `on_first_call` before the first call runs,
    so both must return at once. The `shutdown` callbacks run in order after the last call; every one runs, even if another fails.
    """
    wires = wires or take_wires()
    stop = stop or Stop()
    stop.listen()
    pool = Workers(threads, at_once=at_once)
    conversation = _Conversation(core, Outlet(wires.output, stop.ask), pool, on_first_reply, on_first_call)
    with ExitStack() as ending:
        for callback in reversed(list(shutdown)):
            ending.callback(callback)
        for line in _read_lines(wires.input, stop, conversation.has_room):
            conversation.take(line)
        conversation.end()
        # From now on the process has its grace to end, whatever its calls do.
        stop.ask()
        is_drained = pool.drain(drain_s)
    if not is_drained:
        # The calls we give up on may hold locks that a regular exit of the interpreter would wait for.
        os._exit(0)
    return 0


class _Conversation:
    """One client's lines, taken in order."""

    def __init__(
        self, core: Core, outlet: Outlet, pool: Workers, on_first_reply: Callback | None, on_first_call: Callback | None
    ) -> None:
        self._core = core
        self._line = Inquiries(outlet.send)
        self._session = Session(self._line)
        self._outlet = outlet
        self._pool = pool
        self._alarms = AlarmClock()
        self._on_first_reply = on_first_reply
        self._on_first_call = on_first_call
        self._waiting_bytes = 0

    def has_room(self) -> bool:
        """Whether another line may be read; the bytes of waiting requests are counted until all of them are answered."""
        running = self._session.running()
        self._waiting_bytes = self._waiting_bytes if running else 0
        return running < WAITING_MAX and self._waiting_bytes < WAITING_BYTES_MAX

    def take(self, line: bytes | None) -> None:
        """Answer a line, now or from a thread; None stands for one that was too long."""
        self._waiting_bytes += len(line or b"")
        answer = self._receive(line)
        if not isinstance(answer, Work):
            return self._reply(answer)
        if self._on_first_call is not None:
            self._on_first_call()
            self._on_first_call = None
        return self._start(answer)

    def _start(self, work: Work) -> None:
        """Run a call in a thread; when its time is up, an error answers it, and its thread no longer counts."""

        def run() -> None:
            self._send(work.run())
            if alarm is not None:
                self._alarms.call_off(alarm)

        def give_up() -> None:
            self._pool.give_up(job)
            self._send(work.give_up())

        alarm = None
        job = self._pool.submit(run)
        if work.seconds:
            alarm = self._alarms.set(work.seconds, give_up)

    def end(self) -> None:
        """Tell the running calls that no more answers will come."""
        self._line.end()

    def _receive(self, line: bytes | None) -> Answer | Work:
        if line is None:
            return error_reply(None, RpcError(INVALID_REQUEST, "Invalid request: the message is too long"))
        try:
            return self._core.receive(decode(line), self._session)
        except RpcError as error:
            return error_reply(None, error)

    def _reply(self, answer: Answer) -> None:
        self._send(answer)
        if answer is not None and self._on_first_reply is not None:
            self._on_first_reply()
            self._on_first_reply = None

    def _send(self, answer: Answer) -> None:
        if answer is not None:
            self._outlet.send(answer)


def _read_lines(source: int, stop: Stop, has_room: Callable[[], bool]) -> Iterator[bytes | None]:
    lines = Lines()
    for chunk in incoming(source, stop, has_room):
        yield from lines.feed(chunk) if chunk else lines.end()
