"""Events of the companion: a real stream of a real server, and the follower behind it."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Place
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.servers.rest.companion import Api, Companion
from simonides.servers.rest.events import stream
from simonides.servers.workers import Workers
from simonides.toolkit.grant import EVERYTHING
from simonides.toolsets.companion.event import Event, Mark, read_mark
from simonides.toolsets.companion.following import KEPT_MAX, LINES_MAX, Follower
from simonides.toolsets.companion.watching import PalaceWatch
from support.clock import FixedClock
from support.homes import Home
from support.marks import IN_FILES

WAIT_S = 60


@dataclass(frozen=True, slots=True)
class Heard:
    """An event as a client reads it."""

    name: str
    data: dict[str, Any]
    id: str | None


class Listener:
    """Reads a stream as browsers do."""

    def __init__(self, response: httpx2.Response) -> None:
        self._lines = response.iter_lines()

    def __iter__(self) -> Iterator[Heard]:
        fields: dict[str, str] = {}
        for line in self._lines:
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "event" in fields:
                yield Heard(fields["event"], json.loads(fields["data"]), fields.get("id"))
                fields = {}

    def until(self, name: str) -> Heard:
        """The next event of a kind."""
        return next(heard for heard in self if heard.name == name)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path))
    yield process
    process.end()


@contextmanager
def listening(server: HttpProcess, last_id: str | None = None) -> Iterator[Listener]:
    headers = {} if last_id is None else {"Last-Event-ID": last_id}
    with (
        httpx2.Client(base_url=server.url, timeout=WAIT_S) as client,
        client.stream("GET", "/api/v1/events", headers=headers) as response,
    ):
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Listener(response)


def remember_elsewhere(home: Path, palace: str, text: str) -> None:
    """File a text from a process of its own."""
    subprocess.run(
        [sys.executable, "-m", "simonides", "remember", text, "--palace", palace],
        env={**os.environ, **product_environment(home)},
        check=True,
        capture_output=True,
        timeout=WAIT_S,
    )


@pytest.mark.requirement("companion-events")
def test_a_listener_hears_what_happens_here(server: HttpProcess) -> None:
    with listening(server) as listener:
        assert listener.until("connected").data == {"resumed": False}

        server.send("POST", "/api/v1/palaces", json={"name": "lab/1"})
        assert listener.until("palace_created").data["palace"] == "lab/1"

        drawer = server.send("POST", "/api/v1/palaces/lab%2F1/drawers", json={"content": "hear this"}).json()["id"]
        added = listener.until("drawer_added")
        assert (added.data["palace"], added.data["drawer"], added.data["actor"]) == ("lab/1", drawer, "companion")
        assert added.id is not None
        assert read_mark(added.id) == Mark("lab/1", int(added.id.rpartition(":")[2]))
        assert listener.until("status_changed").data["total_drawers"] == 1

        server.send("DELETE", f"/api/v1/palaces/lab%2F1/drawers/{drawer}")
        assert listener.until("drawer_deleted").data["drawer"] == drawer

        server.send("POST", "/api/v1/dream/run", json={"palace": "lab/1"})
        assert listener.until("dream_completed").data["palace"] == "lab/1"


@pytest.mark.requirement("companion-other-processes")
def test_a_listener_hears_what_another_process_writes(server: HttpProcess, tmp_path: Path) -> None:
    with listening(server) as listener:
        listener.until("connected")

        remember_elsewhere(tmp_path, "elsewhere", "written by somebody else")

        assert listener.until("palace_created").data["palace"] == "elsewhere"
        drawer = listener.until("drawer_added").data["drawer"]
        shown = server.send("GET", f"/api/v1/palaces/elsewhere/drawers/{drawer}").json()
        assert shown["content"] == "written by somebody else"


@pytest.mark.requirement("companion-resume")
def test_a_listener_that_comes_back_hears_what_it_missed(server: HttpProcess, tmp_path: Path) -> None:
    with listening(server) as listener:
        listener.until("connected")
        remember_elsewhere(tmp_path, "notes", "heard")
        last_id = listener.until("drawer_added").id
    remember_elsewhere(tmp_path, "notes", "missed")

    with listening(server, last_id) as listener:
        assert listener.until("connected").data == {"resumed": True}
        missed = listener.until("drawer_added")

    drawer = server.send("GET", f"/api/v1/palaces/notes/drawers/{missed.data['drawer']}").json()
    assert drawer["content"] == "missed"


@pytest.mark.requirement("companion-events")
def test_a_stream_ends_with_the_server(server: HttpProcess) -> None:
    with listening(server) as listener:
        listener.until("connected")

        server.signal(signal.SIGTERM)

        assert list(listener) == []
    assert server.exit_code() == 0
    assert "Traceback" not in "".join(server.log)


class Counting:
    """A follower that counts how often it is asked."""

    def __init__(self) -> None:
        self.polls = 0

    def poll(self) -> list[Event]:
        self.polls += 1
        return [Event("tick", {"number": self.polls})]


def heard(follower: Any, is_enough: Callable[[list[bytes]], bool], **pace: float) -> list[bytes]:
    """What a listener hears of a stream until it has enough and leaves."""
    sent: list[bytes] = []

    async def listen() -> None:
        has_heard = anyio.Event()

        async def receive() -> dict[str, Any]:
            await has_heard.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))
            if is_enough(sent):
                has_heard.set()

        looking = anyio.CapacityLimiter(1)
        await stream(follower, lambda: True, looking, **pace)({"type": "http", "method": "GET"}, receive, send)

    anyio.run(listen)
    return sent


@pytest.mark.requirement("companion-events")
def test_a_stream_ends_with_its_listener_and_leaves_nothing_behind() -> None:
    follower = Counting()

    sent = heard(follower, lambda bodies: len(bodies) > 3, interval_s=0.001, heartbeat_s=0)

    polls = follower.polls
    assert polls >= 3
    assert b'event: tick\ndata: {"number":1}\n\n' in sent
    assert follower.polls == polls


@pytest.mark.requirement("companion-events")
def test_a_quiet_stream_says_that_it_is_alive() -> None:
    class Silent:
        def poll(self) -> list[Event]:
            return []

    sent = heard(Silent(), lambda bodies: bool(bodies[-1]), interval_s=60, heartbeat_s=0.01)

    assert any(body.startswith(b": ") for body in sent)


@pytest.fixture
def house(home: Home, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    """An engine whose store goes by the same clock."""
    engine = Engine(home.shelf(clock), Equipment(HashingEmbedder(), clock, mint, patience_s=5))
    yield engine
    engine.close()


def follow(engine: Engine, last_id: str = "") -> Follower:
    return Follower(PalaceWatch(lambda: engine, interval_s=0), last_id)


def names(events: list[Event]) -> list[str]:
    return [event.name for event in events]


def file(palace: Palace, *texts: str) -> None:
    for text in texts:
        palace.memories.remember(Draft(text))


def file_many(palace: Palace, many: int, clock: FixedClock) -> None:
    """File much in one transaction."""
    palace.memories.restore([Memory(f"m{number}", f"text {number}", Place(), clock()) for number in range(many)], {})


@pytest.mark.requirement("companion-events")
def test_nothing_is_said_while_nothing_happens(house: Engine) -> None:
    house.create("one")
    follower = follow(house)

    assert names(follower.poll()) == ["connected"]
    assert follower.poll() == []


@pytest.mark.requirement("companion-events")
def test_a_palace_that_is_made_anew_is_a_new_palace(house: Engine, clock: FixedClock) -> None:
    file(house.create("one"), "old")
    follower = follow(house)
    follower.poll()

    house.delete("one")
    clock.pass_time(seconds=1)
    file(house.create("one"), "new")

    assert names(follower.poll()) == ["palace_created", "drawer_added"]


@pytest.mark.requirement("companion-events")
def test_a_deleted_palace_shows_in_the_totals(house: Engine) -> None:
    file(house.create("one"), "old")
    follower = follow(house)
    follower.poll()

    house.delete("one")

    [event] = follower.poll()
    assert (event.name, event.data["palace_count"], event.data["total_drawers"]) == ("status_changed", 0, 0)


@pytest.mark.requirement("companion-lag")
def test_who_falls_behind_hears_how_much_was_left_out(house: Engine, clock: FixedClock) -> None:
    palace = house.create("one")
    follower = follow(house)
    follower.poll()

    file_many(palace, KEPT_MAX + 172, clock)
    lag, *events, status = follower.poll()

    assert (lag.name, lag.data) == ("lag", {"skipped": 172})
    assert [event.data["drawer"] for event in events] == [f"m{number}" for number in range(172, KEPT_MAX + 172)]
    assert status.name == "status_changed"
    assert follower.poll() == []


@pytest.mark.requirement("companion-lag")
def test_the_events_of_two_palaces_share_one_buffer(house: Engine, clock: FixedClock) -> None:
    first, second = house.create("first"), house.create("second")
    follower = follow(house)
    follower.poll()

    file_many(first, KEPT_MAX, clock)
    clock.pass_time(seconds=1)
    file(second, "the latest")
    lag, *events, _status = follower.poll()

    assert lag.data == {"skipped": 1}
    assert len(events) == KEPT_MAX
    assert events[-1].data["palace"] == "second"


@IN_FILES
@pytest.mark.requirement("companion-lag")
def test_a_very_long_absence_is_not_read_line_by_line(house: Engine, clock: FixedClock) -> None:
    palace = house.create("one")
    file(palace, "heard")
    follower = follow(house)
    follower.poll()

    file_many(palace, LINES_MAX + 500, clock)
    lag, *events, _status = follower.poll()

    assert lag.data == {"skipped": LINES_MAX + 500 - KEPT_MAX}
    assert len(events) == KEPT_MAX


@pytest.mark.requirement("companion-resume")
def test_an_id_of_one_palace_brings_back_what_the_others_did_since(house: Engine, clock: FixedClock) -> None:
    first, second = house.create("first"), house.create("second")
    file(second, "long ago")
    clock.pass_time(minutes=1)
    follower = follow(house)
    follower.poll()
    file(first, "heard")
    last_id = follower.poll()[0].id
    clock.pass_time(minutes=1)

    file(second, "missed here")
    clock.pass_time(minutes=1)
    file(first, "missed there")
    file(house.create("third"), "missed in a new one")
    events = follow(house, last_id or "").poll()

    told = [(event.name, event.data.get("palace")) for event in events]
    assert told[:2] == [("connected", None), ("drawer_added", "second")]
    assert set(told[2:]) == {("drawer_added", "first"), ("palace_created", "third"), ("drawer_added", "third")}


@pytest.mark.requirement("companion-resume")
@pytest.mark.parametrize("last_id", ["", "one", "one:x", "one:-1", "one:999", "gone:1", ":3", "one:" + "9" * 30, "one:²"])
def test_an_id_that_leads_nowhere_begins_anew(house: Engine, last_id: str) -> None:
    file(house.create("one"), "old")

    [event] = follow(house, last_id).poll()

    assert (event.name, event.data) == ("connected", {"resumed": False})


@pytest.mark.requirement("companion-resume")
def test_an_id_whose_line_was_trimmed_begins_anew(house: Engine) -> None:
    palace = house.create("one")
    file(palace, "a", "b", "c")
    palace.store.changes.trim(1)

    [event] = follow(house, "one:1").poll()

    assert event.data == {"resumed": False}


@pytest.mark.requirement("companion-events")
def test_a_listener_does_not_keep_palaces_from_dreaming(house: Engine) -> None:
    file(house.create("one"), "old")
    follower = follow(house)
    follower.poll()
    called_at = house.dreamer._called_at

    for _ in range(3):
        follower.poll()

    assert house.dreamer._called_at == called_at


@pytest.mark.requirement("companion-events")
def test_a_palace_that_cannot_be_read_for_a_while_is_neither_gone_nor_new(house: Engine) -> None:
    palace = house.create("one")
    follower = follow(house)
    follower.poll()

    palace.store.close()
    assert follower.poll() == []
    with pytest.raises(Exception, match="closed"):
        file(palace, "nobody home")
    house._let_go("one")
    file(house.palace("one"), "back again")

    assert names(follower.poll()) == ["drawer_added", "status_changed"]


def test_listeners_that_wait_for_the_store_leave_threads_for_others() -> None:
    release = threading.Event()

    class Stuck:
        def poll(self) -> list[Event]:
            release.wait(WAIT_S)
            return []

    api = Api("1", [], {}, lambda _: lambda *_: None, lambda *_: Stuck(), lambda _: True)
    companion, path = Companion(api, Workers(1)), "/api/v1/events"
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "/api/v1", "headers": []}

    async def receive() -> Any:
        await anyio.sleep_forever()

    async def send(_message: Any) -> None:
        """Nobody reads."""

    async def act() -> str:
        try:
            async with anyio.create_task_group() as listeners:
                for _ in range(60):
                    listeners.start_soon(companion.handle, {**scope, "simonides.grant": EVERYTHING}, receive, send)
                await anyio.wait_all_tasks_blocked()
                with anyio.fail_after(20):
                    told = await anyio.to_thread.run_sync(lambda: "a thread is free")
                release.set()
                listeners.cancel_scope.cancel()
        finally:
            release.set()
        return told

    assert anyio.run(act) == "a thread is free"
