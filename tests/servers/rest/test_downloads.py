"""Files as replies: sent piece by piece as they are made, and broken off where that fails."""

from collections.abc import Iterator
from typing import Any

import anyio
import pytest

from simonides.servers.rest.companion import Api, Companion
from simonides.servers.rest.events import EventSource
from simonides.servers.workers import Workers
from simonides.toolkit.calling import OpenReceiver
from simonides.toolkit.content import Download
from simonides.toolkit.grant import EVERYTHING, Grant
from simonides.toolsets.companion.route import Route

pytestmark = pytest.mark.requirement("web-exchange")


class Shelf:
    """Makes pieces, and keeps which were asked for."""

    def __init__(self, pieces: list[bytes | Exception]) -> None:
        self.pieces = pieces
        self.made = 0

    def make(self) -> Iterator[bytes]:
        for piece in self.pieces:
            self.made += 1
            if isinstance(piece, Exception):
                raise piece
            yield piece


def take(shelf: Shelf) -> Download:
    """A file of a shelf."""
    return Download("grüße.txt", "text/plain", shelf.make())


def nobody(_last_event: str, _grant: Grant) -> EventSource:
    raise NotImplementedError


def sent(shelf: Shelf, *, method: str = "GET", is_good: bool = True, leaves_after: int = 0) -> list[Any]:
    """What a server sends for the file of a shelf, and how many pieces were made before each; the client may leave early."""

    def open_within(_grant: Grant) -> OpenReceiver:
        return lambda *_: shelf

    route = Route("GET", "/file", take, "A file", media=("text/plain",))
    companion = Companion(Api("1", [route], {ValueError: 409}, open_within, nobody, lambda _: is_good), Workers(1))
    messages: list[Any] = []
    requests = [{"type": "http.request", "body": b"", "more_body": False}]
    leaving = anyio.Event()

    async def receive() -> Any:
        if requests:
            return requests.pop()
        await leaving.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        messages.append({**message, "made": shelf.made})
        if len(messages) == leaves_after:
            leaving.set()

    path = "/api/v1/file"
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "root_path": "/api/v1"}
    scope |= {"query_string": b"", "headers": [], "simonides.grant": EVERYTHING}
    anyio.run(companion.handle, scope, receive, send)
    return messages


def test_a_piece_is_made_when_the_one_before_it_was_sent() -> None:
    start, *bodies = sent(Shelf([b"one", b"two", b"three"]))

    headers = dict(start["headers"])
    assert (start["status"], headers[b"content-type"]) == (200, b"text/plain; charset=utf-8")
    assert headers[b"content-disposition"] == b"attachment; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt"
    assert b"content-length" not in headers
    assert [(each["body"], each["made"], each["more_body"]) for each in bodies] == [
        (b"one", 1, True), (b"two", 2, True), (b"three", 3, True), (b"", 3, False),
    ]  # fmt: skip


def test_no_more_pieces_are_made_once_the_client_has_left() -> None:
    shelf = Shelf([b"piece"] * 1_000)

    messages = sent(shelf, leaves_after=3)

    assert shelf.made < 100
    assert messages[-1]["more_body"]


def test_an_empty_file_is_a_file_and_a_head_has_no_body() -> None:
    _, empty = sent(Shelf([]))
    _, head = sent(Shelf([b"one", b"two"]), method="HEAD")

    assert (empty["body"], empty["more_body"]) == (head["body"], head["more_body"]) == (b"", False)
    assert head["made"] == 1


def test_what_fails_at_the_beginning_is_told_as_an_error() -> None:
    start, body = sent(Shelf([ValueError("no such shelf")]))

    assert (start["status"], body["body"]) == (409, b'{"error":"no such shelf"}')


@pytest.mark.parametrize(
    ("pieces", "is_good", "reason"),
    [([b"one", ValueError("the disk is gone")], True, "the disk is gone"), ([b"one", b"two"], False, "its token was revoked")],
)
def test_what_fails_later_breaks_off_without_an_end(
    capsys: pytest.CaptureFixture[str], pieces: list[bytes | Exception], reason: str, *, is_good: bool
) -> None:
    messages = sent(Shelf(pieces), is_good=is_good)

    assert [each.get("body") for each in messages] == [None, b"one"]
    assert capsys.readouterr().err == f"simonides: the download of grüße.txt broke off: {reason}\n"
