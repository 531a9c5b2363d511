"""Arguments of a request, from its query or its JSON body; or a refusal with its status."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from simonides.servers.mcp.messages import RpcError, decode
from simonides.servers.rest.routes import RouteEndpoint
from simonides.toolkit.shapes import Field, ListOf, Nullable, Scalar, Shape

DEPTH_MAX = 32
"""How deeply a body may be nested, so that it can be written out again."""

_QUERY_FIELDS_MAX = 100
_JSON = re.compile(r"application/(?:json|[\w.-]+\+json)\s*(?:;.*)?\Z", re.IGNORECASE)
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}\Z")
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,4})?\Z")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class RequestRefused(Exception):
    """A request cannot be answered; the sentence says why."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        self.status = status
        self.reason = reason
        self.headers = headers
        super().__init__(reason)


async def read_wire(endpoint: RouteEndpoint, request: Request) -> dict[str, Any]:
    """The arguments beside those in the path; raises Refused."""
    if not endpoint.has_body:
        return read_query(endpoint.fields, request.url.query)
    if request.url.query:
        raise RequestRefused(400, "put the arguments of a POST or PATCH into the body, not into the query")
    return _read_body(request.headers.get("content-type"), await request.body())


def read_query(fields: Iterable[Field], query: str) -> dict[str, Any]:
    """The query as wire arguments: texts become what the fields are, where they can."""
    shapes = {field.wire: field.slot.shape for field in fields}
    wire: dict[str, Any] = {}
    for name, text in _pairs(query):
        shape = _bare(shapes.get(name, Scalar("string")))
        if isinstance(shape, ListOf):
            wire.setdefault(name, []).append(_value(_bare(shape.item.shape), text))
        elif name in wire:
            raise RequestRefused(400, f"'{name}' is given twice")
        else:
            wire[name] = _value(shape, text)
    return wire


def read_path(fields: Iterable[Field], located: Mapping[str, str]) -> dict[str, Any]:
    """The arguments in the path: texts become what the fields are, where they can."""
    return {field.wire: _value(_bare(field.slot.shape), located[field.wire]) for field in fields if field.wire in located}


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=_QUERY_FIELDS_MAX)
    except ValueError:
        raise RequestRefused(400, f"the query has more than {_QUERY_FIELDS_MAX} arguments") from None


def _bare(shape: Shape) -> Shape:
    return shape.shape if isinstance(shape, Nullable) else shape


def _value(shape: Shape, text: str) -> object:
    # What does not fit stays a text: the check of all arguments then names the expected type.
    match shape:
        case Scalar("integer") if _INTEGER.match(text):
            return int(text)
        case Scalar("number") if _NUMBER.match(text):
            return float(text)
        case Scalar("boolean"):
            return _BOOLEANS.get(text.lower(), text)
        case _:
            return text


def _read_body(content_type: str | None, body: bytes) -> dict[str, Any]:
    if not body and content_type is None:
        return {}
    if content_type is None or not _JSON.match(content_type):
        raise RequestRefused(415, "the body must be JSON, with the header Content-Type: application/json")
    try:
        wire = decode(body)
    except RpcError as error:
        raise RequestRefused(400, error.message) from None
    if not isinstance(wire, dict):
        raise RequestRefused(400, "the body must be a JSON object")
    if not _is_within(wire, DEPTH_MAX):
        raise RequestRefused(400, f"the body is nested more than {DEPTH_MAX} levels deep")
    return wire


def _is_within(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return depth > 0 and all(_is_within(one, depth - 1) for one in value)
