"""A toy tool set that does every awkward thing a tool can do to a server."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TypedDict

from simonides.servers.deadlines import NO_LIMIT, CallLimit
from simonides.servers.mcp.protocol import Core, identify
from simonides.toolkit.calling import OpenReceiver, Purpose
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.faults import Faults, ReplyFault, RpcFault, result_faults, rpc_faults
from simonides.toolkit.grant import Grant
from simonides.toolkit.introduction import Introduction, introduce
from simonides.toolkit.scope import ScopeArgument, ScopeHeader
from simonides.toolkit.tool import Effect, Tool, Toolset

BARRIER = threading.Barrier(5)


class Trouble(Exception):
    """What toy tools raise on purpose."""


class Closed(Trouble):
    """A trouble that is told as an ordinary reply."""


class Unspeakable(Trouble):
    """A trouble whose telling fails."""


FAILURES = {
    "trouble": Trouble("kaput"),
    "closed": Closed("shut"),
    "unspeakable": Unspeakable("hush"),
    "bug": ZeroDivisionError("by zero"),
    "exit": SystemExit(3),
}


class Box:
    """The scoped receiver."""

    def __init__(self, name: str | None) -> None:
        self.name = name


class Echo(TypedDict):
    text: str
    box: str | None


class ClosedReply(TypedDict):
    error: str


def echo(box: Box, text: str) -> Echo:
    """Say it again."""
    return {"text": text, "box": box.name}


def names(box: Box) -> list[str]:
    """Give a list."""
    return ["a", "b"]


def fail(box: Box, how: str) -> Echo:
    """Fail in one of several ways."""
    raise FAILURES[how]


def shout(box: Box) -> Echo:
    """Write to stdout by every road there is, and try to read stdin."""
    print("python says hello", flush=True)  # noqa: T201  that is the point
    os.write(1, b"a file descriptor says hello\n")
    subprocess.run(["echo", "a child says hello"], check=True)
    return {"text": sys.stdin.read() + os.read(0, 10).decode(), "box": None}


def meet(box: Box) -> Echo:
    """Return once five calls run at the same time."""
    BARRIER.wait(60)
    return {"text": "met", "box": None}


def hold(box: Box, started: str, release: str) -> Echo:
    """Say on one named pipe that the call runs, and return when something comes through the other."""
    Path(started).write_text("started\n")
    return {"text": Path(release).read_text(), "box": None}


def hang(box: Box, started: str) -> Echo:
    """Never return."""
    Path(started).write_text("started\n")
    threading.Event().wait()
    return {"text": "", "box": None}


def closed_reply(error: Closed) -> ClosedReply:
    return {"error": f"closed: {error}"}


def unspeakable_reply(error: Unspeakable) -> ClosedReply:
    raise KeyError(str(error))


TOOLS = (
    Tool(echo, "Echo", Effect.READ),
    Tool(names, "Names", Effect.READ),
    Tool(fail, "Fail", Effect.DELETE),
    Tool(shout, "Shout", Effect.ADD),
    Tool(meet, "Meet", Effect.READ),
    Tool(hold, "Hold", Effect.CHANGE, idempotent=False),
    Tool(hang, "Hang", Effect.READ),
)
CASES = {Closed: ReplyFault(closed_reply), Unspeakable: ReplyFault(unspeakable_reply)}
SIX_METHODS = frozenset(
    {"initialize", "notifications/initialized", "notifications/cancelled", "tools/list", "tools/call", "ping"}
)


def toy_set(name: str, faults: Faults, **options: object) -> Toolset:
    return Toolset(name, TOOLS, faults, ScopeHeader("X-Box", Box), **options)  # type: ignore[arg-type]


RPC = toy_set(
    "rpc",
    rpc_faults(-32000, expected=Trouble, unknown_tool=RpcFault(-32601, "Unknown tool: {name}"), cases=CASES),
)
RESULT = toy_set("result", result_faults(expected=Trouble, cases=CASES), prefix="soft_")
NARROW = Toolset(
    "narrow",
    TOOLS[:1],
    rpc_faults(-32603, expected=Trouble, unknown_tool=RpcFault(-32603, "unknown tool: {name}")),
    ScopeArgument("box", Box, missing="missing '{argument}' (no default configured)"),
)
SETS = {"rpc": (RPC,), "result": (RESULT,), "both": (RPC, RESULT), "narrow": (NARROW,)}
INTRODUCTIONS = {
    "rpc": Introduction("Toy instructions."),
    "result": Introduction(),
    "narrow": Introduction(server_name="narrow-server", server_version="9.9", methods=SIX_METHODS),
}


def open_box(_kind: type, name: str | None, _purpose: Purpose) -> Box:
    return Box(name)


def open_within(_grant: Grant) -> OpenReceiver:
    return open_box


def toy_core(sets: str = "rpc", default_scope: str | None = None, limit: CallLimit = NO_LIMIT) -> Core:
    introduction = introduce([INTRODUCTIONS[toolset.name] for toolset in SETS[sets]])
    return Core(
        introduction,
        lambda: Catalogue(SETS[sets]),
        open_within,
        server_info=identify(introduction, "toy", "1.0"),
        default_scope=default_scope,
        limit=limit,
    )
