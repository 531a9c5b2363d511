from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from simonides.servers.http.plain_replies import PlainReplies

RESULT = b'{"jsonrpc":"2.0","id":1,"result":{}}'
PROGRESS = b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}'
STREAM = [(b"content-type", b"text/event-stream; charset=utf-8")]


def answered(bodies: Sequence[bytes], headers: list[tuple[bytes, bytes]] = STREAM, method: str = "POST") -> tuple[str, bytes]:
    """The content type and the body of a response that an application sends in these pieces."""
    sent: list[Any] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(headers)})
        for body in bodies:
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    anyio.run(PlainReplies(app), {"type": "http", "method": method}, receive, send)
    assert not sent[-1].get("more_body")
    return dict(sent[0]["headers"])[b"content-type"].decode(), b"".join(each["body"] for each in sent[1:])


@pytest.mark.requirement("http-plain-replies")
@pytest.mark.parametrize("cut", [0, 5, 30, -2])
def test_a_result_alone_is_plain_json_however_it_is_cut(cut: int) -> None:
    event = b"event: message\r\ndata: " + RESULT + b"\r\n\r\n"

    assert answered([event[:cut], event[cut:]]) == ("application/json", RESULT)


@pytest.mark.requirement("http-plain-replies")
@pytest.mark.parametrize(
    "first", [b"event: message\r\ndata: " + PROGRESS + b"\r\n\r\n", b": ping - now\r\n\r\n", b"id: 1\r\ndata: \r\n\r\n"]
)
def test_a_stream_that_says_something_else_first_stays_one(first: bytes) -> None:
    event = b"event: message\r\ndata: " + RESULT + b"\r\n\r\n"

    assert answered([first, event]) == ("text/event-stream; charset=utf-8", first + event)


@pytest.mark.requirement("http-plain-replies")
def test_other_answers_pass_as_they_are() -> None:
    event = b"data: " + RESULT + b"\n\n"

    assert answered([event], method="GET") == ("text/event-stream; charset=utf-8", event)
    assert answered([b"hello"], [(b"content-type", b"text/plain")]) == ("text/plain", b"hello")
    assert answered([]) == ("text/event-stream; charset=utf-8", b"")
