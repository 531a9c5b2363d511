"""The loading state of the model, as the companion tells it without loading anything."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import httpx2
import pytest
from sse_starlette.sse import AppStatus

from simonides.engine.engine import Engine
from simonides.engines import build_engine
from simonides.hosting.keys import PalaceKeys
from simonides.hosting.lazy_engine import LazyEngine
from simonides.hosting.open_pages import OpenPages
from simonides.ports.embedder import State
from simonides.servers.http.access import access_to
from simonides.servers.http.address import read_address
from simonides.servers.http.server import HttpServer
from simonides.settings import Settings
from simonides.storage import build_shelf, build_tokens
from simonides.wiring import build_companion_routes, build_core

pytestmark = pytest.mark.requirement("web-model")


class Host:
    """An engine that is built late, and only when the test lets it."""

    def __init__(self, home: Path) -> None:
        self.settings = Settings(home, embedder="hashing", palace="notes")
        self.may_build = threading.Event()
        self.builds = 0
        self.lazy = LazyEngine(self.settings, self._build, lambda: build_shelf(self.settings))

    def _build(self) -> Engine:
        self.builds += 1
        assert self.may_build.wait(60)
        return build_engine(self.settings)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.may_build.set()
    host.lazy.close()


@pytest.fixture
def client(host: Host) -> Iterator[httpx2.Client]:
    """Requests to a server that, unlike the product, does not load the model by itself."""
    address, pages = read_address("127.0.0.1:0"), OpenPages(PalaceKeys(build_tokens(host.settings, stays=True)))
    listener = address.listen()
    access = access_to(address, None, keys=pages)
    server = HttpServer(
        build_core(host.settings, ["core"], host.lazy), listener, access, on_end=lambda: None, drain_s=0.1,
        read_routes=lambda pool: build_companion_routes(host.settings, host.lazy, access, pages, pool),
    )  # fmt: skip
    server.start()
    with httpx2.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}/api/v1", timeout=60) as client:
        yield client
    server.end()
    server.leave()
    # The library's own flag outlives the server that set it.
    AppStatus.should_exit = False


def model(client: httpx2.Client) -> object:
    return client.get("/me").json()["model"]


def test_it_is_idle_until_somebody_searches_and_asking_for_it_builds_nothing(host: Host, client: httpx2.Client) -> None:
    before = [model(client), model(client)], host.builds
    host.may_build.set()
    found = client.get("/palaces/notes/recall", params={"q": "anything"})

    assert before == (["idle", "idle"], 0)
    assert (found.status_code, model(client), host.builds) == (200, "ready", 1)


def test_the_description_names_every_state(client: httpx2.Client) -> None:
    done = client.get("/openapi.json").json()["paths"]["/api/v1/me"]["get"]["responses"]["200"]

    described = done["content"]["application/json"]["schema"]
    assert described["properties"]["model"]["enum"] == list(get_args(State))
    assert "model" in described["required"]


def test_it_is_told_while_the_engine_is_being_built(host: Host, client: httpx2.Client) -> None:
    host.lazy.start()

    meanwhile = model(client)
    host.may_build.set()
    host.lazy.engine()

    assert (meanwhile, model(client)) == ("loading", "ready")


def test_an_engine_that_cannot_be_built_is_not_loading_for_ever(tmp_path: Path) -> None:
    settings = Settings(tmp_path, embedder="nonsense")
    lazy = LazyEngine(settings, lambda: build_engine(settings), lambda: build_shelf(settings))

    # What the thread of `start` runs.
    lazy._is_starting = True
    lazy._warm_up()

    assert lazy.model() == "idle"
