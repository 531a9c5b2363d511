"""Requests over HTTP: JSON-RPC in both eras, REST, and requests that break the rules of HTTP itself."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from bench.attack.lines import Grammar
from bench.attack.operations import RestCalls, RestOperation
from bench.attack.values import odd_text, odd_value, sentence
from simonides.frozen import frozen

JSON = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call"}
VERBS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 300)
PLACES = (
    *("status", "palaces", "palaces/{p}", "palaces/{p}/drawers", "palaces/{p}/drawers/{x}", "palaces/{p}/drawers/{x}/standing"),
    *("palaces/{p}/explain", "palaces/{p}/recall", "palaces/{p}/kg", "palaces/{p}/dream/status", "dream/status", "openapi.json"),
    *("{x}", "palaces/{x}", "palaces/{p}/{x}", "palaces//drawers", "palaces/{p}/drawers/../../..", ""),
)
QUERIES = ("q", "top_k", "limit", "offset", "deep", "room", "tag", "subject", "x")
FIELDS = (
    *("content", "room", "wing", "tags", "importance", "author", "role", "conversation", "position", "event_time", "source"),
    *("metadata", "subject", "predicate", "object", "confidence", "provenance", "name", "description"),
)
HEADERS = (
    *("Host", "Origin", "Authorization", "Accept", "Content-Type", "Content-Length", "Transfer-Encoding", "Connection"),
    *("Mcp-Session-Id", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "X-Memory-Workspace", "Last-Event-ID", "Expect"),
    *("Upgrade", "Range", "Cookie", "X-Forwarded-For", "Content-Encoding", "Accept-Encoding", "X"),
)
RAW = (
    *(
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ),
    *(
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"GET / HTTP/1.1\r\n Host: x\r\n\r\n",
        b"GET  /  HTTP/1.1\r\n\r\n",
        b"\0" * 100 + b"\r\n\r\n",
    ),
    *(b"POST /mcp HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"POST /mcp HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n{}"),
    *(b"POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n"),
    *(b"POST /mcp HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}", b"GET /\xff\xfe HTTP/1.1\r\n\r\n"),
    *(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2_000 + b"\r\n", b"GET http://evil/ HTTP/1.1\r\nHost: evil\r\n\r\n"),
)


@frozen
class Sent:
    """A request as bytes; `body` is its JSON-RPC if it is some, `is_whole` whether HTTP promises it an answer."""

    data: bytes
    body: bytes | None = None
    is_whole: bool = True


class Requests:
    """An endless, repeatable supply of requests for the server at one port."""

    def __init__(
        self, chance: random.Random, port: int, tools: Sequence[Mapping[str, Any]], operations: Sequence[RestOperation] = ()
    ) -> None:
        self.port = port
        self.grammar = Grammar(chance, tools)
        self.session: str | None = None
        self._chance = chance
        self._calls = RestCalls(chance, list(operations), self.grammar.arguments) if operations else None

    def next(self) -> Sent:
        """The next request."""
        draw = self._chance.random()
        if draw < 0.35:
            return self._modern()
        if draw < 0.60:
            return self._in_session()
        if draw < 0.90:
            return self._rest()
        if draw < 0.94:
            return Sent(self._chance.choice(RAW), is_whole=False)
        return self._torn()

    def request(self, body: bytes, method: str, name: str) -> Sent:
        """A request as the latest version of MCP wants it."""
        headers = {**JSON, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, **({"Mcp-Name": name} if name else {})}
        return Sent(self._written("POST", "/mcp", headers, body), body)

    def _modern(self) -> Sent:
        body = self.grammar.modern_body()
        name = str(json.loads(body)["params"]["name"])
        fits = self.request(body, "tools/call", name)
        return fits if self._chance.random() < 0.7 else self._odd("POST", "/mcp", {**JSON, **MODERN, "Mcp-Name": name}, body)

    def _in_session(self) -> Sent:
        body = self.grammar.line() if self.session or self._chance.random() < 0.3 else self.grammar.opening()
        headers = {**JSON, **({"Mcp-Session-Id": self.session} if self.session else {})}
        return Sent(self._written("POST", "/mcp", headers, body), body)

    def _rest(self) -> Sent:
        return self._listed(self._calls) if self._calls and self._chance.random() < 0.7 else self._wild()

    def _listed(self, calls: RestCalls) -> Sent:
        call = calls.next()
        if call.body is not None and self._chance.random() < 0.1:
            return self._odd(call.verb, call.target, JSON, call.body)
        return Sent(self._written(call.verb, call.target, JSON if call.body is not None else {}, call.body or b""))

    def _wild(self) -> Sent:
        path = "/api/v1/" + self._chance.choice(PLACES).format(p=self._segment(), x=self._segment())
        verb = self._chance.choice(["GET", "GET", "GET", "POST", "POST", "DELETE", *VERBS])
        if verb != "POST":
            query = "&".join(f"{self._chance.choice(QUERIES)}={self._segment()}" for _ in range(self._chance.randrange(3)))
            return Sent(self._written(verb, f"{path}?{query}", {}, b""), is_whole=verb not in VERBS[8:])
        names = ["content", *self._chance.sample(FIELDS, 2)]
        body = json.dumps({name: self._field() for name in names}).encode()
        return self._odd(verb, path, JSON, body) if self._chance.random() < 0.2 else Sent(self._written(verb, path, JSON, body))

    def _odd(self, verb: str, path: str, headers: Mapping[str, str], body: bytes) -> Sent:
        name = self._chance.choice(HEADERS)
        value = odd_text(self._chance).encode("utf-8", "replace").decode("latin-1")[:20_000]
        is_whole = name not in {"Content-Length", "Transfer-Encoding", "Expect", "Connection", "Upgrade", "Host"}
        return Sent(self._written(verb, path, {**headers, name: value}, body), is_whole=is_whole and value.isprintable())

    def _torn(self) -> Sent:
        whole = (self._in_session() if self._chance.random() < 0.5 else self._rest()).data
        return Sent(whole[: self._chance.randrange(1, len(whole))], is_whole=False)

    def _segment(self) -> str:
        chosen = self._chance.choice(["default", "default", "other", "", odd_text(self._chance)[:2_000], sentence(self._chance)])
        return quote(chosen.encode("utf-8", "surrogatepass"), safe="" if self._chance.random() < 0.9 else "/.;")

    def _field(self) -> Any:
        return sentence(self._chance) if self._chance.random() < 0.6 else odd_value(self._chance)

    def _written(self, verb: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        lines = {"Host": f"127.0.0.1:{self.port}", "X-Memory-Workspace": "default", "Content-Length": str(len(body)), **headers}
        head = [f"{verb} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
        return "\r\n".join(head).encode("latin-1", "replace") + body
