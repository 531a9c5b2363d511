"""JSON-RPC messages: decoded from bytes, checked, and encoded again."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from simonides.frozen import frozen
from simonides.toolkit.replies import clean

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
MISSING_CAPABILITY = -32021
UNSUPPORTED_VERSION = -32022

MessageId: TypeAlias = int | str
Reply: TypeAlias = dict[str, Any]


class RpcError(Exception):
    """A request is answered by a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        self.code = code
        self.message = message
        self.data = data
        super().__init__(message)


@frozen
class Message:
    """A request, or a notification when `id` is None."""

    method: str
    params: Mapping[str, Any]
    id: MessageId | None = None


def decode(line: bytes) -> object:
    """Parse a line strictly; raises RpcError for what is not UTF-8, not JSON, or nested too deeply."""
    try:
        return json.loads(line.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RpcError(PARSE_ERROR, f"Parse error: {reason}") from None


def encode(reply: object) -> bytes:
    """One line of JSON."""
    return clean(json.dumps(reply, ensure_ascii=False, allow_nan=False, separators=(",", ":"))).encode() + b"\n"


def read_message(raw: object) -> Message | None:
    """Check a message's form; None for a response to a question of ours."""
    if not isinstance(raw, dict):
        raise RpcError(INVALID_REQUEST, "Invalid request: a message must be an object")
    if raw.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "Invalid request: 'jsonrpc' must be \"2.0\"")
    if "method" not in raw and ("result" in raw or "error" in raw):
        return None
    if "id" in raw and id_of(raw) is None:
        raise RpcError(INVALID_REQUEST, "Invalid request: 'id' must be a string or an integer")
    if not isinstance(raw.get("method"), str):
        raise RpcError(INVALID_REQUEST, "Invalid request: 'method' must be a string")
    return Message(raw["method"], _params_of(raw), id_of(raw))


def id_of(raw: object) -> MessageId | None:
    """The id of a message, if it is one that a reply may carry."""
    found = raw.get("id") if isinstance(raw, dict) else None
    return found if isinstance(found, int | str) and not isinstance(found, bool) else None


def result_reply(to: MessageId, result: Mapping[str, Any]) -> Reply:
    """A success."""
    return {"jsonrpc": "2.0", "id": to, "result": result}


def error_reply(to: MessageId | None, error: RpcError) -> Reply:
    """A failure; `to` is None when the message had no usable id."""
    body: Reply = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    return {"jsonrpc": "2.0", "id": to, "error": body}


def _params_of(raw: dict[str, Any]) -> Mapping[str, Any]:
    params = raw.get("params")
    if isinstance(params, dict):
        return params
    if params is None or "id" not in raw:
        return {}
    raise RpcError(INVALID_PARAMS, "Invalid params: 'params' must be an object")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
