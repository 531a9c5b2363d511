"""MCP methods: the request as a method sees it, and how the method is run."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from simonides.frozen import frozen
from simonides.servers.mcp.eras import CLIENT_INFO_KEY, Era
from simonides.servers.mcp.messages import INVALID_PARAMS, RpcError
from simonides.servers.mcp.session import Session
from simonides.toolkit.grant import EVERYTHING, Grant

if TYPE_CHECKING:
    from simonides.toolkit.dialogue.voice import Answer
    from simonides.toolkit.scope import Headers

Result: TypeAlias = dict[str, Any]


class Line(Protocol):
    """The way back to a client while its request runs."""

    @property
    def capabilities(self) -> Mapping[str, Any]:
        """What the client said in the handshake that it can do."""
        ...

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Say something that needs no answer; never fails."""
        ...

    def ask(self, method: str, params: Mapping[str, Any]) -> "Answer":
        """The client's answer, however long it takes. Raises AskFailed."""
        ...


@frozen
class Ask:
    """A request as a method sees it: `line` is None where only the reply can be sent; `grant` is what it may do."""

    params: Mapping[str, Any]
    era: Era
    session: Session
    headers: "Headers | None" = None
    line: Line | None = None
    grant: Grant = EVERYTHING

    @property
    def client(self) -> Mapping[str, Any]:
        """What the client calls itself, in this request or in the handshake."""
        return as_mapping(as_mapping(self.params.get("_meta")).get(CLIENT_INFO_KEY)) or self.session.client

    def refuse_cursor(self) -> None:
        """Refuse any cursor: everything we list fits on one page, so we never give one out."""
        if self.params.get("cursor") is not None:
            raise RpcError(INVALID_PARAMS, "Invalid params: unknown 'cursor'")


def as_mapping(value: object) -> Mapping[str, Any]:
    """What a client sent, if it is an object; else an empty one."""
    return value if isinstance(value, Mapping) else {}


@frozen
class Method:
    """How a method is answered, and where: `is_cacheable` results say for how long clients may keep them."""

    answer: Callable[[Ask], Result]
    is_slow: bool = False
    is_cacheable: bool = False
    in_handshake: bool = True
    in_modern: bool = True
