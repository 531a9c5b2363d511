"""Calls that take too long over HTTP: an error answers them, and their threads no longer count."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from servers.http_running import Serve
from simonides.servers.deadlines import CallLimit

pytestmark = pytest.mark.requirement("call-deadline")


def test_a_call_past_its_time_is_answered_with_the_sets_own_fault(serve: Serve, tmp_path: object) -> None:
    server = serve(limit=CallLimit(0.05))

    result = server.call("soft_hang", {"started": f"{tmp_path}/started"}).json()["result"]

    assert result["isError"]
    assert "the call was given up after 0.05 s" in result["content"][0]["text"]


def test_more_calls_than_threads_that_never_end_do_not_stop_the_others(serve: Serve, tmp_path: object) -> None:
    server = serve(limit=CallLimit(1.0))

    with ThreadPoolExecutor(9) as clients:
        list(clients.map(lambda _: server.call("soft_hang", {"started": f"{tmp_path}/started"}), range(9)))
    reply = server.call("soft_echo", {"text": "still here"}).json()["result"]

    assert reply["structuredContent"]["text"] == "still here"


def test_a_rest_operation_past_its_time_is_an_error(serve: Serve) -> None:
    server = serve(limit=CallLimit(0.05))

    reply = server.send("POST", "/api/v1/never", json={})

    assert (reply.status_code, reply.json()) == (500, {"error": "internal error in never: TimeoutError"})
