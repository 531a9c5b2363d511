"""The table of operations, matched by method and path."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol
from urllib.parse import quote, unquote

from starlette.types import Scope

from simonides.frozen import frozen
from simonides.toolkit.faults import BadTool
from simonides.toolkit.shapes import Field
from simonides.toolkit.signature import Signature, read_signature


class Operation(Protocol):
    """A function under a method and a path, as the wiring lists them."""

    @property
    def method(self) -> str:
        """GET, POST, PATCH or DELETE; a POST or PATCH has a body, the others a query."""
        ...

    @property
    def path(self) -> str:
        """The path, such as `/palaces/{id}`: a name in braces that is not a parameter of the function names the receiver."""
        ...

    @property
    def function(self) -> Callable[..., object]:
        """What is called: receiver first."""
        ...

    @property
    def title(self) -> str:
        """A few words for people."""
        ...

    @property
    def status(self) -> int:
        """The status of a success; 204 has no body."""
        ...

    @property
    def reads_files(self) -> bool:
        """Whether it reads files of the server's machine."""
        ...

    @property
    def takes_notes(self) -> bool:
        """Whether it writes what it has to remember, though it only tells something."""
        ...

    @property
    def media(self) -> tuple[str, ...]:
        """The media types of a file that is the reply; none where the reply is JSON."""
        ...


@frozen
class RouteEndpoint:
    """An operation, read once: which arguments stand in the path, and which in the query or body."""

    operation: Operation
    signature: Signature
    segments: tuple[str, ...]

    @property
    def label(self) -> str:
        """A name for logs and for the description."""
        return self.operation.function.__name__

    @property
    def has_body(self) -> bool:
        """Whether the arguments that are not in the path come in a body."""
        return self.operation.method in {"POST", "PATCH"}

    @property
    def path_names(self) -> tuple[str, ...]:
        """The names in the path, in order."""
        return tuple(segment[1:-1] for segment in self.segments if segment.startswith("{"))

    @property
    def path_fields(self) -> tuple[Field, ...]:
        """The arguments that stand in the path."""
        return tuple(field for field in self.signature.fields if field.wire in self.path_names)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The arguments that stand in the query or body."""
        return tuple(field for field in self.signature.fields if field.wire not in self.path_names)

    @property
    def scope_name(self) -> str | None:
        """The name in the path that means the receiver, if there is one."""
        known = {field.wire for field in self.signature.fields}
        return next((name for name in self.path_names if name not in known), None)

    def match(self, segments: Sequence[str]) -> Mapping[str, str] | None:
        """The values of the names in the path; None when this is another path."""
        if len(segments) != len(self.segments):
            return None
        pairs = list(zip(self.segments, segments, strict=True))
        if not all(given and (wanted.startswith("{") or wanted == given) for wanted, given in pairs):
            return None
        return {wanted[1:-1]: given for wanted, given in pairs if wanted.startswith("{")}


def read_operations(operations: Iterable[Operation]) -> tuple[RouteEndpoint, ...]:
    """Read every operation. Raises BadTool for one that cannot be served."""
    return tuple(_read(operation) for operation in operations)


def segments_of(scope: Scope) -> list[str]:
    """The path below our mount point, split at slashes before decoding: a name may hold an encoded slash."""
    raw = scope.get("raw_path") or quote(scope["path"]).encode()
    above = scope.get("root_path", "").count("/")
    return [unquote(segment) for segment in raw.decode("latin-1").split("/")[1 + above :]]


def _read(operation: Operation) -> RouteEndpoint:
    signature = read_signature(operation.function, operation.path)
    endpoint = RouteEndpoint(operation, signature, tuple(operation.path.split("/")[1:]))
    if len(endpoint.path_names) - len(endpoint.path_fields) > 1:
        raise BadTool(operation.path, "has two names that are not arguments; only one can name the receiver")
    return endpoint
