"""Messages of MCP over Streamable HTTP, with the standard library alone."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from simonides.cli.clients.talk import Ask, TalkFailed

_KINDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
_REPLY_MAX = 4_000_000
_SESSION = "Mcp-Session-Id"


class _Staying(HTTPRedirectHandler):
    """Follows no redirection: the token is for the address that was named."""

    def redirect_request(self, *_: Any) -> None:
        """No further request."""


@contextmanager
def conversation(url: str, headers: Mapping[str, str], patience_s: float) -> Iterator[Ask]:
    """A way to send messages to a server; its session ends afterwards."""
    # A server on this machine is not behind a proxy.
    direct = [ProxyHandler({})] if (urlsplit(url).hostname or "") in {"localhost", "127.0.0.1", "::1"} else []
    opener = build_opener(_Staying, *direct)
    session: dict[str, str] = {}

    def ask(message: Mapping[str, object]) -> Mapping[str, Any] | None:
        body = json.dumps(message).encode()
        said, content, named = _sent(opener, url, body, {**_KINDS, **headers, **session}, patience_s)
        if named:
            session[_SESSION] = named
        return _reply(said, content, message["id"]) if "id" in message else None

    try:
        yield ask
    finally:
        if session:
            with suppress(OSError, HTTPException):
                leaving = Request(url, headers={**headers, **session}, method="DELETE")  # noqa: S310 - it has answered before
                opener.open(leaving, timeout=patience_s).close()


def _sent(
    opener: OpenerDirector, url: str, body: bytes, headers: Mapping[str, str], patience_s: float
) -> tuple[str, bytes, str | None]:
    try:
        # A person may have written the address into the client's config, so that nothing about it is sure.
        request = Request(url, body, dict(headers), method="POST")  # noqa: S310 - checked by us where we write one
        with opener.open(request, timeout=patience_s) as response:
            return response.headers.get_content_type(), response.read(_REPLY_MAX), response.headers.get(_SESSION)
    except HTTPError as error:
        with error:
            hint = {401: ": the token is missing or wrong", 404: ": is the path right? it is /mcp"}.get(error.code, "")
        raise TalkFailed(f"answered {error.code} {error.reason}{hint}") from error
    except (URLError, HTTPException, OSError, ValueError) as error:
        raise TalkFailed(f"cannot be reached: {getattr(error, 'reason', None) or error}") from error


def _reply(kind: str, content: bytes, number: object) -> Mapping[str, Any]:
    if kind == "text/event-stream":
        events = content.decode(errors="replace").replace("\r\n", "\n").split("\n\n")
        texts = ["\n".join(line[5:].strip() for line in event.split("\n") if line.startswith("data:")) for event in events]
    else:
        texts = [content.decode(errors="replace")]
    for text in texts:
        with suppress(ValueError, RecursionError):
            message = json.loads(text)
            if isinstance(message, dict) and message.get("id") == number:
                return message
    raise TalkFailed(f"answered something else than JSON-RPC ({kind})")
