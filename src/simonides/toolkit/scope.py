"""Scopes: which receiver type is scoped, and where the name of the receiver comes from.

Tools whose first parameter is the scope's receiver type are scoped; every other receiver is opened without a name.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol, TypeAlias

from simonides.frozen import frozen
from simonides.toolkit.faults import BadArgument

Headers: TypeAlias = Mapping[str, str]
"""Request headers by lower-case name; a transport without headers passes None instead."""


@frozen
class Request:
    """The sources of a call's scope: its argument, its headers, and the server's setting."""

    tool: str
    asked: str | None
    headers: Headers | None
    default: str | None

    def header(self, name: str | None) -> str | None:
        """The value of a header, if the transport has headers and this one is there."""
        return self.headers.get(name.lower()) if name and self.headers is not None else None


class ReceiverScope(Protocol):
    """Names the scoped receiver type, and finds the name of the receiver to open.

    `find` returns None when no name was given (the opener then uses its default), and raises BadArgument when the tool
    set requires a name.
    """

    @property
    def receiver(self) -> type:
        """The type of the first parameter of tools in this scope."""
        ...

    def find(self, request: Request) -> str | None:
        """The name of the receiver to open."""
        ...


@frozen
class ScopeArgument:
    """The call names the receiver: an extra argument, first in the schema, required unless the server has a default.

    `descriptions` gives the argument a description in the tools named there; `missing` is the error text when it is absent.
    """

    argument: str
    receiver: type
    header: str | None = None
    descriptions: Mapping[str, str] = field(default_factory=dict)
    missing: str = "missing '{argument}'"

    def find(self, request: Request) -> str | None:
        """Argument, then header, then setting."""
        for name in (request.asked, request.header(self.header), request.default):
            if name is not None:
                return name
        raise BadArgument(request.tool, self.argument, self.missing.format(argument=self.argument))


@frozen
class ScopeHeader:
    """A request header names the receiver and is required if the transport has headers; otherwise the setting names it."""

    header: str
    receiver: type

    def find(self, request: Request) -> str | None:
        """The header, or the setting if the transport has no headers."""
        if request.headers is None:
            return request.default
        name = request.header(self.header)
        if not name:
            raise BadArgument(request.tool, self.header, f"missing header '{self.header}'")
        return name


@frozen
class ScopeSetting:
    """The server's setting names the receiver; a header may override it."""

    receiver: type
    header: str | None = None

    def find(self, request: Request) -> str | None:
        """Header, then setting, then the opener's default."""
        return request.header(self.header) or request.default
