"""A server over hundreds of palaces holds files and memory for some of them, and its callers and listeners cannot tell."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from servers.rest.test_events import WAIT_S, Listener
from simonides.domain.time import system_clock
from simonides.engine.resting import AWAKE_MAX
from simonides.engine.tokens import admit
from simonides.stores.sqlite.tokens import SqliteTokens
from support.open_files import ON_LINUX, open_below

pytestmark = ON_LINUX

FIRST = "first"
MASTER = {"Authorization": "Bearer the master's own"}
PALACES = 300
FILES_EACH_MAX = 20
GROWTH_MAX = 60 * 2**20
"""How much memory 200 more palaces may take; where none rests they take 2.5 MB each."""
THREADS = 4


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HttpProcess]:
    environment = {**product_environment(tmp_path), "SIMONIDES_TOKEN": "the master's own"}
    process = HttpProcess([*PRODUCT, "--http-only"], environment)
    yield process
    process.end()


def made(server: HttpProcess, name: str) -> str:
    """The id of a drawer in a new palace."""
    server.send("POST", "/api/v1/palaces", json={"name": name}, headers=MASTER).raise_for_status()
    return filed(server, name, f"the text of {name}")


def filed(server: HttpProcess, name: str, text: str) -> str:
    response = server.send("POST", f"/api/v1/palaces/{name}/drawers", json={"content": text}, headers=MASTER)
    drawer: str = response.raise_for_status().json()["id"]
    found = server.send("GET", f"/api/v1/palaces/{name}/recall", params={"q": text}, headers=MASTER)
    assert text in found.raise_for_status().text
    return drawer


def memory_of(server: HttpProcess) -> int:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def heard_until(listener: Listener, last: str) -> list[str]:
    """The drawers that a listener hears of, up to one; it must not be told that it missed any."""
    heard: list[str] = []
    for event in listener:
        assert event.name != "lag"
        if event.name == "drawer_added":
            heard.append(event.data["drawer"])
        if last in heard:
            break
    return heard


@pytest.mark.long
@pytest.mark.requirement("palaces-rest")
@pytest.mark.timeout(600)
def test_three_hundred_palaces_take_the_files_of_some_and_a_listener_hears_everything(
    server: HttpProcess, tmp_path: Path
) -> None:
    drawers = [made(server, FIRST)]
    _, token = admit(SqliteTokens(tmp_path), FIRST, system_clock, read_only=True)

    def make(number: int) -> tuple[str, str]:
        name = f"p{number}"
        drawer = made(server, name)
        if number % 10 == 0:
            drawers.append(filed(server, FIRST, f"number {number} was made"))
        return name, drawer

    with (
        httpx2.Client(base_url=server.url, timeout=WAIT_S) as client,
        client.stream("GET", "/api/v1/events", headers={"Authorization": f"Bearer {token}"}) as response,
        ThreadPoolExecutor(THREADS) as threads,
    ):
        listener = Listener(response)
        listener.until("connected")
        acknowledged = list(threads.map(make, range(100)))
        before = memory_of(server)
        acknowledged += threads.map(make, range(100, PALACES))

        files = open_below(tmp_path / "palaces", server.process.pid)
        assert len({path.parent for path in files if path.name == "palace.db"}) <= AWAKE_MAX + THREADS
        assert len(files) <= FILES_EACH_MAX * AWAKE_MAX
        assert memory_of(server) - before < GROWTH_MAX
        last = filed(server, FIRST, "all were made")
        assert sorted(heard_until(listener, last)) == sorted([*drawers[1:], last])

    for name, drawer in acknowledged:
        server.send("GET", f"/api/v1/palaces/{name}/drawers/{drawer}", headers=MASTER).raise_for_status()
