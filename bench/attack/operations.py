"""Requests to every operation that the server's own description lists: fitting, spoilt, and forged changes of replicas."""

import json
import random
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from bench.attack.arguments import Arguments
from bench.attack.segments import forged_segment
from bench.attack.values import odd_text
from simonides.frozen import frozen

LEFT_OUT = frozenset({("post", "/api/v1/tokens"), ("get", "/api/v1/palaces/{id}/check")})
"""A first token closes the server to everybody after it, and a check takes as long as it is told."""
SYNC = "/sync/changes"


@frozen
class RestOperation:
    """A method and a path, with a schema of what stands in the path, and of what stands in the query or body."""

    verb: str
    path: str
    located: Mapping[str, Any]
    schema: Mapping[str, Any]


@frozen
class RestCall:
    """A call of an operation."""

    verb: str
    target: str
    body: bytes | None


def read_description(description: Mapping[str, Any]) -> list[RestOperation]:
    """The operations of a description in OpenAPI's form."""
    return [
        _operation(verb, path, told)
        for path, verbs in description["paths"].items()
        for verb, told in verbs.items()
        if (verb, path) not in LEFT_OUT and not path.endswith("/events")
    ]


class RestCalls:
    """An endless, repeatable supply of calls; ids that the arguments have learnt are used again."""

    def __init__(self, chance: random.Random, operations: list[RestOperation], arguments: Arguments) -> None:
        self._chance = chance
        self._operations = operations
        self._arguments = arguments

    def next(self) -> RestCall:
        """The next call: one in two as it should be."""
        chosen = self._chance.choice(self._operations)
        make = self._arguments.of if self._chance.random() < 0.5 else self._arguments.spoilt
        located, given = self._arguments.of(chosen.located), make(chosen.schema)
        named = {name: self._named(name, value) for name, value in located.items()}
        target = chosen.path.format(**{name: quote(_wired(text), safe="") or "x" for name, text in named.items()})
        if "confirm" in chosen.schema.get("properties", {}) and "id" in named and self._chance.random() < 0.5:
            # A palace is deleted only by its name; the writes that must not be lost lie in another.
            given = {"confirm": named["id"]}
        if chosen.verb == "POST" and chosen.path.endswith(SYNC) and self._chance.random() < 0.8:
            given = forged_segment(self._chance)
        if chosen.verb in {"POST", "PATCH"}:
            return RestCall(chosen.verb, target, json.dumps(given).encode())
        return RestCall(chosen.verb, f"{target}?{_query(given)}", None)

    def _named(self, name: str, value: object) -> str:
        if name == "id":
            value = self._chance.choice(["default", "default", "default", "other", value])
        return odd_text(self._chance)[:2_000] if self._chance.random() < 0.1 else str(value)


def _operation(verb: str, path: str, told: Mapping[str, Any]) -> RestOperation:
    parameters = told.get("parameters", ())
    located, queried = (_object(each for each in parameters if each["in"] == where) for where in ("path", "query"))
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return RestOperation(verb.upper(), path, located, body or queried)


def _object(parameters: Any) -> dict[str, Any]:
    listed = list(parameters)
    return {
        "properties": {each["name"]: each["schema"] for each in listed},
        "required": [each["name"] for each in listed if each.get("required")],
    }


def _wired(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _query(given: object) -> str:
    if not isinstance(given, dict):
        return quote(_wired(str(given))[:2_000])
    texts = {name[:300]: value if isinstance(value, list) else str(value)[:5_000] for name, value in given.items()}
    return urlencode(texts, doseq=True, errors="surrogatepass")
