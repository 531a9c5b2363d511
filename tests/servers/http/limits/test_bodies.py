"""Bodies in flight: a budget for all, a share for each holder, and no waiting for small ones."""

import asyncio
import socket

import pytest
from starlette.types import Message, Receive, Scope, Send

from servers.http_running import Serve
from simonides.servers.http.limits.bodies import BodyBudget, WholeBodies
from simonides.servers.http.limits.values import BODY_BYTES_MAX, MIB, HttpLimits

pytestmark = pytest.mark.requirement("http-body-budget")


def test_a_holder_waits_beyond_its_share_and_others_do_not_wait_for_it() -> None:
    async def act() -> list[str]:
        budget, told = BodyBudget(16 * MIB), list[str]()

        async def take(holder: str, name: str) -> None:
            await budget.take(holder, 4 * MIB)
            told.append(name)

        waiting = [asyncio.create_task(take("ann", f"ann {number}")) for number in range(3)]
        await asyncio.gather(asyncio.create_task(take("bob", "bob")))
        budget.give_back("ann", 4 * MIB)
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        return told

    assert asyncio.run(act()) == ["ann 0", "bob", "ann 1"]


def test_all_together_wait_beyond_the_budget_and_it_is_given_back() -> None:
    async def act() -> tuple[bool, bool, list[str]]:
        emptied: list[str] = []
        budget = BodyBudget(8 * MIB, lambda: emptied.append("empty"))
        await budget.take("ann", BODY_BYTES_MAX)
        await budget.take("bob", BODY_BYTES_MAX)
        third = asyncio.create_task(budget.take("eve", BODY_BYTES_MAX))
        await asyncio.sleep(0)
        was_done = third.done()
        budget.give_back("ann", BODY_BYTES_MAX)
        await third
        budget.give_back("bob", BODY_BYTES_MAX)
        budget.give_back("eve", BODY_BYTES_MAX)
        return was_done, third.done(), emptied

    assert asyncio.run(act()) == (False, True, ["empty"])


def test_who_stops_waiting_takes_no_room() -> None:
    async def act() -> None:
        budget = BodyBudget(BODY_BYTES_MAX)
        await budget.take("ann", BODY_BYTES_MAX)
        impatient = asyncio.create_task(budget.take("bob", BODY_BYTES_MAX))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        budget.give_back("ann", BODY_BYTES_MAX)
        await asyncio.wait_for(budget.take("eve", BODY_BYTES_MAX), 60)

    asyncio.run(act())


def test_unfinished_bodies_of_one_holder_are_not_read_and_hold_up_nobody(serve: Serve) -> None:
    server = serve(HttpLimits(bodies_bytes=BODY_BYTES_MAX))
    head = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key-ann\r\nContent-Length: {BODY_BYTES_MAX}\r\n\r\n"
    # However slow the machine is, the first is read; what is never read may be given up at once.
    wires = [socket.create_connection(("127.0.0.1", server.port), timeout=seconds) for seconds in (60, 0.2, 0.2)]
    unsent = 0
    for wire in wires:
        try:
            wire.sendall(head.encode() + b" " * (BODY_BYTES_MAX - 1))
        except TimeoutError:
            unsent += 1
    reply = server.send("POST", "/api/v1/say", "bob", json={"text": "x"})

    assert reply.json() == {"text": "x", "box": None}
    # The first has all the room there is; nothing but the system's buffers takes what the others send.
    assert unsent == 2
    for wire in wires:
        wire.close()


@pytest.mark.parametrize("size", [10, 100_000, 1_000_000])
def test_a_body_arrives_whole_whether_its_length_is_told_or_not(serve: Serve, size: int) -> None:
    server = serve()
    body = b'{"text": "' + b"x" * size + b'"}'

    told = server.send("POST", "/api/v1/say", content=body)
    untold = server.send("POST", "/api/v1/say", content=iter([body[:7], body[7:50_000], body[50_000:]]))

    assert [len(reply.json()["text"]) for reply in (told, untold)] == [size, size]


@pytest.mark.parametrize(("pieces", "length"), [([65_000, 1_000], 66_000), ([65_536, 30_000], 95_536), ([60_000, 0], 60_000)])
def test_a_body_of_untold_length_that_ends_beyond_a_small_one_is_passed_on(pieces: list[int], length: int) -> None:
    seen: list[int] = []

    async def app(_scope: Scope, receive: Receive, _send: Send) -> None:
        seen.append(len((await receive())["body"]))

    async def act() -> None:
        waiting = [{"type": "http.request", "body": b"x" * size, "more_body": True} for size in pieces]
        waiting[-1]["more_body"] = False

        async def receive() -> Message:
            # As a server does: after the end of a body there is nothing before the client leaves.
            return waiting.pop(0) if waiting else await asyncio.get_running_loop().create_future()

        async def send(_message: Message) -> None:
            """Nothing is refused."""

        scope = {"type": "http", "headers": [(b"transfer-encoding", b"chunked")]}
        await asyncio.wait_for(WholeBodies(app, HttpLimits(), lambda _holder, _count: None)(scope, receive, send), 60)

    asyncio.run(act())

    assert seen == [length]
