"""The OpenAPI 3.1 description, made from the same shapes that check the requests."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from simonides.servers.rest.routes import RouteEndpoint
from simonides.toolkit.schema import NullStyle, SchemaStyle, object_schema
from simonides.toolkit.shapes import Field, Nullable, Scalar, Shape, Slot

Description: TypeAlias = dict[str, Any]

# A query cannot say null; a body can, and means that the argument is left out.
_QUERY = SchemaStyle(NullStyle.PLAIN, show_defaults=True)
_BODY = SchemaStyle(NullStyle.UNION, show_defaults=True)
_REPLY = SchemaStyle(NullStyle.UNION, show_defaults=False)

_REASONS = {
    400: "The request breaks a rule; the error names the argument.",
    403: "The token is for another palace or for reading only, or the Origin header names a foreign page.",
    404: "Not found.",
    409: "It exists already.",
    415: "The Content-Type header does not say JSON.",
    500: "An internal error of the server.",
    503: "The store or the model is not available at the moment.",
    504: "The operation took too long and was given up.",
}
# These are answered before the companion sees the request.
_GUARD_REASONS = {
    401: "The token is missing or wrong.",
    413: "The body is too large.",
    421: "The Host header does not name this server.",
    429: "The token's requests, bytes or CPU are used up for now; the Retry-After header says for how many seconds.",
    431: "The headers are too large.",
}
_ERROR: Description = {
    "type": "object",
    "properties": {"error": {"description": "One sentence", "type": "string"}},
    "required": ["error"],
}
_EVENTS: Description = {
    "operationId": "follow_events",
    "summary": "Live events",
    "description": (
        "Events of every palace, whichever process causes them: connected, drawer_added, drawer_changed, drawer_deleted, "
        "fact_added, fact_changed, fact_deleted, entity_added, entity_deleted, palace_created, dream_completed, "
        "status_changed, and lag with the number of events left out."
    ),
    "parameters": [
        {
            "name": "Last-Event-ID",
            "in": "header",
            "required": False,
            "description": "The id of the last event received, to continue after it",
            "schema": {"type": "string"},
        }
    ],
    "responses": {"200": {"description": "A stream that does not end", "content": {"text/event-stream": {}}}},
}
_DESCRIPTION: Description = {
    "operationId": "describe",
    "summary": "This description",
    "responses": {"200": {"description": "An OpenAPI document", "content": {"application/json": {"schema": {"type": "object"}}}}},
}


def describe(endpoints: Iterable[RouteEndpoint], version: str, failures: Iterable[int], prefix: str) -> Description:
    """The whole description; `failures` are the statuses that any operation may fail with."""
    known = sorted({400, 500, *failures})
    paths: dict[str, Description] = {}
    for endpoint in endpoints:
        methods = paths.setdefault(prefix + endpoint.operation.path, {})
        methods[endpoint.operation.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "simonides companion", "version": version, "description": "The memory that AI agents keep, over REST."},
        "paths": {**paths, f"{prefix}/events": {"get": _EVENTS}, f"{prefix}/openapi.json": {"get": _DESCRIPTION}},
        "components": {"schemas": {"Error": _ERROR}, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        # A server on the loopback may have no token.
        "security": [{}, {"token": []}],
    }


def _operation(endpoint: RouteEndpoint, failures: list[int]) -> Description:
    operation: Description = {
        "operationId": endpoint.label,
        "summary": endpoint.operation.title,
        "description": endpoint.signature.description,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, failures),
    }
    return {**operation, "requestBody": _body(endpoint)} if endpoint.has_body else operation


def _path_parameters(endpoint: RouteEndpoint) -> list[Description]:
    known = {field.wire: field for field in endpoint.path_fields}
    receiver = Slot(Scalar("string"))
    fields = [known.get(name, Field(name, name, receiver)) for name in endpoint.path_names]
    return [_parameter(field, "path") for field in fields]


def _query_parameters(endpoint: RouteEndpoint) -> list[Description]:
    return [] if endpoint.has_body else [_parameter(field, "query") for field in endpoint.fields]


def _parameter(field: Field, where: str) -> Description:
    schema = object_schema([field], _QUERY)["properties"][field.wire]
    if where == "path":
        # An empty segment is another path.
        schema["minLength"] = 1
    said = {"description": text} if (text := schema.pop("description", "")) else {}
    return {"name": field.wire, "in": where, "required": field.is_required, **said, "schema": schema}


def _body(endpoint: RouteEndpoint) -> Description:
    schema = {**object_schema([_with_null(field) for field in endpoint.fields], _BODY), "additionalProperties": False}
    needs_body = any(field.is_required for field in endpoint.fields)
    return {"required": needs_body, "content": {"application/json": {"schema": schema}}}


def _with_null(field: Field) -> Field:
    # Null for an optional argument counts as leaving it out.
    if field.is_required or isinstance(field.slot.shape, Nullable):
        return field
    return replace(field, slot=replace(field.slot, shape=Nullable(field.slot.shape)))


def _responses(endpoint: RouteEndpoint, failures: list[int]) -> Description:
    failures = sorted({*failures, 415}) if endpoint.has_body else failures
    return {
        str(endpoint.operation.status): _file(endpoint.operation.media) or _success(endpoint.signature.reply),
        **{str(status): _failure(status) for status in failures},
        **{str(status): _refusal(reason) for status, reason in _GUARD_REASONS.items()},
    }


def _file(media: tuple[str, ...]) -> Description | None:
    if not media:
        return None
    return {"description": "A file", "content": {each: {"schema": {"type": "string"}} for each in media}}


def _success(reply: Shape | None) -> Description:
    if reply is None:
        return {"description": "Done"}
    schema = object_schema([Field("reply", "reply", Slot(reply))], _REPLY)["properties"]["reply"]
    return {"description": "Done", "content": {"application/json": {"schema": schema}}}


def _failure(status: int) -> Description:
    content: Description = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    if status == 403:
        # Foreign pages are turned away before the companion sees the request.
        content |= _refusal("")["content"]
    return {"description": _REASONS.get(status, "Failed"), "content": content}


def _refusal(reason: str) -> Description:
    return {"description": reason, "content": {"text/plain": {"schema": {"type": "string"}}}}
