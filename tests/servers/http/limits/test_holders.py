"""Quotas of holders, failed logins, revoked tokens, and what a reply tells a browser."""

import logging
import threading

import httpx2
import pytest

from servers.http_running import Serve
from simonides.servers.http.limits.holders import Holders, Refusal
from simonides.servers.http.limits.logins import DELAY_S_MAX, FREE, FailedLogins
from simonides.servers.http.limits.values import HolderLimits, HttpLimits


class Hands:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.requirement("http-quotas")
def test_requests_beyond_the_rate_wait_for_their_turn() -> None:
    clock = Hands()
    holders = Holders(HolderLimits(requests_s=2, at_once=0), clock)

    admitted = [holders.enter("ann") for _ in range(5)]
    other = holders.enter("bob")
    clock.now_s += 0.6

    assert [each is None for each in admitted] == [True] * 4 + [False]
    assert admitted[4] == Refusal("more than 2 requests a second", 1)
    assert (other, holders.enter("ann")) == (None, None)


@pytest.mark.requirement("http-quotas")
@pytest.mark.parametrize("kind", ["bytes", "CPU"])
def test_bytes_and_cpu_may_leave_a_debt_which_the_holder_waits_for(kind: str) -> None:
    clock = Hands()
    holders = Holders(HolderLimits(bytes_s=10, cpu=10), clock)
    charge = holders.charge_cpu if kind == "CPU" else holders.charge_bytes

    charge("ann", 400)
    refusal = holders.enter("ann")
    clock.now_s += 10.5

    assert refusal is not None
    assert (kind in refusal.reason, refusal.retry_s) == (True, 11)
    assert holders.enter("ann") is None


@pytest.mark.requirement("http-quotas")
def test_no_more_than_so_many_requests_at_once() -> None:
    holders = Holders(HolderLimits(at_once=1))

    first, second = holders.enter("ann"), holders.enter("ann")
    holders.leave("ann")

    assert (first, second) == (None, Refusal("more than 1 requests at once", 1))
    assert holders.enter("ann") is None


@pytest.mark.requirement("http-quotas")
def test_a_limit_of_0_is_none() -> None:
    holders = Holders(HolderLimits(requests_s=0, at_once=0, bytes_s=0, cpu=0))
    holders.charge_bytes("ann", 10**12)
    holders.charge_cpu("ann", 10**6)

    assert [holders.enter("ann") for _ in range(300)] == [None] * 300


@pytest.mark.requirement("http-quotas")
def test_who_uses_too_much_is_told_when_to_come_back(serve: Serve) -> None:
    server = serve(HttpLimits(holder=HolderLimits(cpu=1e-9)))
    # The CPU of the first call is charged when its thread has finished, a moment after its reply.
    replies = [server.send("POST", "/api/v1/say", json={"text": "x"})]
    while (last := server.send("POST", "/api/v1/say", json={"text": "x"})).status_code == 200:
        replies.append(last)

    assert (replies[0].status_code, last.status_code) == (200, 429)
    assert int(last.headers["retry-after"]) > 0
    assert last.text.startswith("Too many requests with this token: more than 1e-09 seconds of CPU a second")
    assert server.send("POST", "/api/v1/say", "bob", json={"text": "x"}).status_code == 200


@pytest.mark.requirement("http-failed-logins")
def test_failed_logins_are_counted_logged_and_slowed_down(caplog: pytest.LogCaptureFixture) -> None:
    clock = Hands()
    logins = FailedLogins(clock)

    with caplog.at_level(logging.WARNING):
        delays = [logins.note("192.0.2.7", "/mcp", is_wrong=True) for _ in range(100)]
    other = logins.note("192.0.2.8", "/mcp", is_wrong=False)
    clock.now_s += 61

    assert delays[:FREE] == [0.0] * FREE
    assert (delays[FREE] > 0, delays[-1], other) == (True, DELAY_S_MAX, 0.0)
    assert logins.note("192.0.2.7", "/mcp", is_wrong=True) == 0.0
    assert len(caplog.messages) == 7 + 2
    assert caplog.messages[0] == "1 request from 192.0.2.7 with a wrong token within a minute, the last for /mcp"
    assert caplog.messages[6] == "64 requests from 192.0.2.7 with a wrong token within a minute, the last for /mcp"


@pytest.mark.requirement("http-failed-logins")
def test_a_wrong_token_leaves_a_line_with_its_address(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    server = serve()

    assert server.send("GET", "/mcp", "mallory").status_code == 401
    assert any("from 127.0.0.1 with a wrong token" in message for message in caplog.messages)


@pytest.mark.requirement("http-failed-logins")
def test_a_path_with_line_breaks_leaves_one_line(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    server = serve()

    assert server.send("GET", "/x%0A2026-11-19T00:00:00.000Z%20WARNING%20simonides%3A%20forged", "mallory").status_code == 401
    assert [message.endswith(r"for /x\n2026-11-19T00:00:00.000Z WARNING simonides: forged") for message in caplog.messages] == [
        True
    ]


@pytest.mark.requirement("web-exchange")
def test_a_file_that_breaks_off_does_not_pass_for_whole(serve: Serve) -> None:
    with pytest.raises(httpx2.RemoteProtocolError):
        serve().send("GET", "/api/v1/torn")


@pytest.mark.requirement("http-revoked-streams")
def test_the_stream_of_a_revoked_token_ends(serve: Serve) -> None:
    server = serve()
    lines: list[str] = []
    with (
        httpx2.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client,
        client.stream("GET", "/sse", headers={"Authorization": "Bearer key-ann"}) as stream,
    ):
        reading = threading.Thread(target=lambda: lines.extend(stream.iter_lines()))
        reading.start()
        server.tokens.holders.remove("ann")
        reading.join(60)

        assert not reading.is_alive()
    assert any("/sse/messages/" in line for line in lines)


@pytest.mark.requirement("rest-headers")
@pytest.mark.parametrize(("path", "holder"), [("/api/v1/say", "ann"), ("/api/v1/nowhere", "ann"), ("/api/v1/say", "mallory")])
def test_replies_are_neither_guessed_at_nor_kept(serve: Serve, path: str, holder: str) -> None:
    headers = serve().send("POST", path, holder, json={"text": "x"}).headers

    assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")


@pytest.mark.requirement("access-log")
def test_each_request_is_a_line_when_that_is_asked_for(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "simonides.access"):
        server = serve(HttpLimits(logs_access=True))
        server.send("GET", "/nowhere?secret=1")
        server.send("GET", "/mcp", "mallory")
        # A line is written after its request is answered.
        server.end()

    lines = [line.rsplit(" ", 2)[0] for line in caplog.messages if " ms" in line]
    assert lines == ["127.0.0.1 ann GET /nowhere 404 9 bytes", "127.0.0.1 - GET /mcp 401 12 bytes"]
