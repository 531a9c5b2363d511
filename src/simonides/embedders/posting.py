"""JSON requests to a server that may be busy, slow or gone, with the standard library; failures raise NotReady."""

import http.client
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

from simonides.domain.errors import Invalid, NotReady
from simonides.frozen import frozen

Sleep = Callable[[float], None]
Style = Literal["ollama", "openai"]
"""Whose API a model server has."""

_PAUSES_S = (0.5, 1.0, 2.0)
"""The pauses between attempts, unless the server asks for another; there is one attempt more than pauses."""
_PAUSE_MAX_S = 30.0
_BODY_MAX = 64 * 1024 * 1024
_EXCERPT_MAX = 200
_TOO_MANY_REQUESTS = 429


@frozen
class Target:
    """Where to send a request, with what key, and how long to wait for an answer."""

    url: str
    key: str | None
    timeout_s: float
    server: str = "embedding server"
    """The name of the server in error messages."""
    setting: str = "embedder_url"

    def __post_init__(self) -> None:
        check_url(self.url, self.setting)

    def failed(self, how: str) -> NotReady:
        """The error for a request that came to nothing."""
        return NotReady(f"the {self.server} at {self.url} {how}")


@frozen
class _Reply:
    status: int
    """Zero when the server closed the connection before it answered."""
    headers: dict[str, str]
    body: bytes

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a little later."""
        return self.status in {0, _TOO_MANY_REQUESTS} or self.status >= 500

    def pause_s(self, usual_s: float) -> float:
        """How long to wait: what the server asks for, else the usual pause."""
        return min(max(_seconds(self.headers, usual_s), 0.0), _PAUSE_MAX_S)


def check_url(url: str, setting: str = "embedder_url") -> SplitResult:
    """The parts of an http or https address. Raises Invalid, which names the setting, when it is not one."""
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise Invalid(setting, f"{error}") from error
    if parts.scheme not in {"http", "https"} or not has_host:
        raise Invalid(setting, f"'{url}' is not an http or https address, as http://localhost:11434")
    if parts.username or parts.password:
        raise Invalid(setting, "contains a user name or password; remove it, and set the key separately")
    return parts


def address(style: Style, url: str, paths: Mapping[Style, str]) -> str:
    """The full address of what a model server offers, below its root; for OpenAI's API a trailing /v1 is accepted."""
    root = url.rstrip("/")
    return (root.removesuffix("/v1") if style == "openai" else root) + paths[style]


def post_json(target: Target, message: dict[str, Any], sleep: Sleep) -> Any:
    """The server's answer to a message. Raises NotReady, in a sentence that names the URL."""
    body = json.dumps(message).encode()
    reply = _send(target, body)
    for pause_s in _PAUSES_S:
        if not reply.is_passing:
            break
        sleep(reply.pause_s(pause_s))
        reply = _send(target, body)
    return _read(target, reply)


def _send(target: Target, body: bytes) -> _Reply:
    try:
        return _exchange(target, body)
    # TimeoutError is a subclass of OSError, so it comes first.
    except TimeoutError as error:
        raise target.failed(f"did not answer within {target.timeout_s:g} s; try again later") from error
    except (ConnectionResetError, BrokenPipeError, http.client.IncompleteRead):
        return _Reply(0, {}, b"")
    except OSError as error:
        raise target.failed(f"cannot be reached: {error}; start it, or check {target.setting}") from error
    except http.client.HTTPException as error:
        raise target.failed(f"does not speak HTTP: {error!r}; check {target.setting}") from error


def _exchange(target: Target, body: bytes) -> _Reply:
    parts = urlsplit(target.url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=target.timeout_s)
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if target.key:
        headers["Authorization"] = f"Bearer {target.key}"
    try:
        connection.request("POST", parts.path, body, headers)
        response = connection.getresponse()
        # The client follows no redirect, so text and key go to the configured host and no other.
        return _Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read(_BODY_MAX))
    finally:
        connection.close()


def _read(target: Target, reply: _Reply) -> Any:
    if reply.status == 0:
        raise target.failed("closed the connection without an answer; try again later")
    if reply.status != http.client.OK:
        excerpt = " ".join(reply.body.decode("utf-8", "replace").split())[:_EXCERPT_MAX]
        raise target.failed(f"answered {reply.status}: {excerpt or 'no explanation'}")
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError) as error:
        raise target.failed(f"did not answer in JSON; check {target.setting}") from error


def _seconds(headers: dict[str, str], usual_s: float) -> float:
    asked = headers.get("retry-after", "").strip()
    if asked.isdecimal():
        return float(asked)
    # A date is measured against the server's own clock.
    later, now = _moment(asked), _moment(headers.get("date", ""))
    return (later - now).total_seconds() if later and now else usual_s


def _moment(date: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
