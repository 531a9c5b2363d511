"""Faults: how failures appear on the wire. A tool set declares one per kind of failure, and cases by exception class.

A fault is one of three: a JSON-RPC error, a result with `isError`, or an ordinary reply. Texts are format strings over
{tool}, {error} (the exception's sentence), {kind} (its class) and the exception's own attributes, or functions of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeAlias

from simonides.frozen import frozen


class BadTool(Exception):
    """A function cannot become a tool as it stands."""

    def __init__(self, tool: str, reason: str) -> None:
        self.tool = tool
        self.reason = reason
        super().__init__(f"{tool}: {reason}")


class BadArgument(Exception):
    """A wire argument breaks the tool's signature; `reason` is a clause that names the argument."""

    def __init__(self, tool: str, argument: str, reason: str) -> None:
        self.tool = tool
        self.argument = argument
        self.reason = reason
        super().__init__(reason)


Text: TypeAlias = str | Callable[[Any], str]


@frozen
class RpcFault:
    """A JSON-RPC error."""

    code: int
    message: Text = "{error}"


@frozen
class TextFault:
    """A tool result that carries a text and `isError`."""

    text: Text = "{error}"


@frozen
class ReplyFault:
    """An ordinary reply, built from the exception; the function's return annotation joins the output schema."""

    build: Callable[[Any], Any]


Fault: TypeAlias = RpcFault | TextFault | ReplyFault


@frozen
class Faults:
    """How one tool set fails.

    `expected` is the root of the errors raised on purpose: those show as `failure`. Everything else is a bug and shows as
    `unexpected`. `cases` overrides both for an exception class and its subclasses; the nearest class wins.
    """

    expected: type[Exception]
    unknown_tool: RpcFault | TextFault
    bad_argument: Fault
    failure: Fault
    unexpected: Fault
    cases: Mapping[type[Any], Fault] = field(default_factory=dict)

    def fault_of(self, error: BaseException) -> Fault:
        """The fault for an exception that a call raised."""
        for kind in type(error).__mro__:
            if kind in self.cases:
                return self.cases[kind]
        if isinstance(error, BadArgument):
            return self.bad_argument
        return self.failure if isinstance(error, self.expected) else self.unexpected

    def is_unexpected(self, error: BaseException) -> bool:
        """Whether the exception is a bug, so that its traceback belongs in the log."""
        return not isinstance(error, BadArgument | self.expected) and not any(isinstance(error, kind) for kind in self.cases)


INTERNAL = "internal error in {tool}: {kind}: {error}"


def rpc_faults(
    code: int,
    *,
    expected: type[Exception],
    unknown_tool: RpcFault,
    cases: Mapping[type[Any], Fault] | None = None,
) -> Faults:
    """Every failure is a JSON-RPC error with this code."""
    return Faults(
        expected=expected,
        unknown_tool=unknown_tool,
        bad_argument=RpcFault(code, "{tool}: {reason}"),
        failure=RpcFault(code),
        unexpected=RpcFault(code, INTERNAL),
        cases=cases or {},
    )


def result_faults(*, expected: type[Exception], cases: Mapping[type[Any], Fault] | None = None) -> Faults:
    """Every failure is a result with `isError`, as MCP recommends; only an unknown tool is a JSON-RPC error (-32602)."""
    return Faults(
        expected=expected,
        unknown_tool=RpcFault(-32602, "Unknown tool: {name}"),
        bad_argument=TextFault("{tool}: {reason}"),
        failure=TextFault(),
        unexpected=TextFault(INTERNAL),
        cases=cases or {},
    )


def write_text(text: Text, tool: str, error: BaseException) -> str:
    """Fill a fault's text from the exception; the tool's name fills {tool} and {name}."""
    if not isinstance(text, str):
        return text(error)
    facts = {**getattr(error, "__dict__", {}), "tool": tool, "name": tool, "kind": type(error).__name__, "error": str(error)}
    return text.format_map(_Facts(facts))


class _Facts(dict[str, object]):
    """Leaves a placeholder as it is when the exception has no such attribute: reporting a failure must not fail."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"
