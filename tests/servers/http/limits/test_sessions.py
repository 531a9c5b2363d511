"""Sessions of one holder: its own oldest makes room, nobody else's."""

import pytest

from servers.http_running import Serve
from simonides.servers.http.limits.values import HolderLimits, HttpLimits

pytestmark = pytest.mark.requirement("http-session-quota")


def test_a_holder_with_too_many_sessions_loses_its_own_oldest(serve: Serve) -> None:
    server = serve(HttpLimits(holder=HolderLimits(sessions=2)))
    other = server.shake_hands("bob")
    own = [server.shake_hands("ann") for _ in range(2)]

    assert server.ask_in(own[0]) == 200
    newest = server.shake_hands("ann")

    assert [server.ask_in(session) for session in (own[0], own[1], newest)] == [200, 404, 200]
    assert server.ask_in(other, "bob") == 200


def test_when_all_are_taken_the_holder_of_most_makes_room(serve: Serve) -> None:
    server = serve(HttpLimits(sessions=3))
    greedy = [server.shake_hands("ann") for _ in range(3)]

    modest = server.shake_hands("bob")

    assert [server.ask_in(session) for session in greedy] == [404, 200, 200]
    assert server.ask_in(modest, "bob") == 200


def test_a_session_that_its_client_ended_takes_no_place(serve: Serve) -> None:
    server = serve(HttpLimits(holder=HolderLimits(sessions=2)))
    kept = server.shake_hands()
    ended = server.shake_hands()

    assert server.send("DELETE", "/mcp", headers={"Mcp-Session-Id": ended}).status_code == 200
    newest = server.shake_hands()

    assert [server.ask_in(session) for session in (kept, ended, newest)] == [200, 404, 200]
