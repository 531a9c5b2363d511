"""Where does a tool's receiver come from? A scope names the scoped receiver type and who may name the thing itself.

Tools whose first parameter is the scope's receiver type are scoped; every other receiver is opened without a name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from simonides.toolkit.errors import BadArgument

Headers: TypeAlias = Mapping[str, str]
"""Request headers by lower-case name; a transport without headers passes None instead."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a call says about its scope: its argument, its headers, and the server's own setting."""

    tool: str
    asked: str | None
    headers: Headers | None
    default: str | None

    def header(self, name: str | None) -> str | None:
        """The value of a header, if the transport has headers and this one is there."""
        return self.headers.get(name.lower()) if name and self.headers is not None else None


class Scope(Protocol):
    """Names the scoped receiver type, and finds the name of the one to open.

    `find` returns None when nobody named one (the opener then takes its own default), and raises BadArgument when
    the tool set insists on a name.
    """

    @property
    def receiver(self) -> type:
        """The type that tools of this scope take first."""
        ...

    def find(self, request: Request) -> str | None:
        """The name of the one to open."""
        ...


@dataclass(frozen=True, slots=True)
class ScopeArgument:
    """The call names it: an extra argument, first in the schema, required unless the server has a default.

    `descriptions` gives the argument a description in the tools named there; `missing` says how its absence is told.
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


@dataclass(frozen=True, slots=True)
class ScopeHeader:
    """A request header names it, and must where the transport has headers; elsewhere the setting does."""

    header: str
    receiver: type

    def find(self, request: Request) -> str | None:
        """Header, or the setting where there can be no header."""
        if request.headers is None:
            return request.default
        name = request.header(self.header)
        if not name:
            raise BadArgument(request.tool, self.header, f"missing header '{self.header}'")
        return name


@dataclass(frozen=True, slots=True)
class ScopeSetting:
    """The server's setting names it; a header may choose another."""

    receiver: type
    header: str | None = None

    def find(self, request: Request) -> str | None:
        """Header, then setting, then whatever the opener takes."""
        return request.header(self.header) or request.default
