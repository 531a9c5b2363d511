"""Replies as JSON: dictionaries, dataclasses, lists and scalars; nothing else has a wire form."""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any


def to_json(reply: object) -> str:
    """The reply as compact JSON that any client can decode: no NaN, no lone surrogates."""
    return clean(json.dumps(reply, default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def wire_name(name: str) -> str:
    """Drop the underscore that keeps a Python name from being a keyword."""
    return name.removesuffix("_")


def clean(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot carry, by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _plain(value: Any) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {wire_name(field.name): getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a reply cannot hold a {type(value).__name__}")
