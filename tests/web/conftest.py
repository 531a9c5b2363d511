"""A real browser before a real server, with palaces that are made once."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.stores.sqlite.shelf import SqliteShelf
from support.homes import Home
from support.postgres import Server
from web.furnished import furnish_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Dialog, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TOKEN = "the-server's-own"  # noqa: S105 - of these tests alone
BEARER = {"Authorization": f"Bearer {TOKEN}"}
MANY = int(os.environ.get("SIMONIDES_WEB_MANY", "10000"))
"""How many memories the largest palace has."""
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
]  # fmt: skip
WATCH = """
    window.__violations = [];
    document.addEventListener("securitypolicyviolation", (event) => {
        window.__violations.push(event.violatedDirective + " " + event.blockedURI);
    });
"""


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    driver = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed: run `make browser-test`")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium is found by name: run `make browser-test`")
    with driver.sync_playwright() as running:
        started = running.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def web_home(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Path:
    home = tmp_path_factory.mktemp("web")
    furnish_all(SqliteShelf(home), many=MANY)
    return home


@pytest.fixture(scope="session")
def web(web_home: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only", "--token", TOKEN], product_environment(web_home))
    yield process
    process.end()


@pytest.fixture(scope="session")
def web_on_postgres(browser: "Browser", postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    """The same palaces in PostgreSQL."""
    home = Home(postgres.new_database())
    furnish_all(home.shelf(), many=MANY)
    environment = {**product_environment(tmp_path_factory.mktemp("web")), **home.environment}
    process = HttpProcess([*PRODUCT, "--http-only", "--token", TOKEN], environment)
    yield process
    process.end()


class Tab:
    """A page of the browser that is logged in, with everything it did wrong."""

    def __init__(self, context: "BrowserContext", server: HttpProcess, headers: dict[str, str] | None = None) -> None:
        self.context = context
        self.server = server
        self.faults: list[str] = []
        context.add_init_script(WATCH)
        self.page = self._watched(context.new_page())
        code = server.send("POST", "/api/v1/codes", json={}, headers=headers or BEARER).json()["code"]
        self.page.goto(f"{server.url}/ui/#code={code}")
        self.page.locator("main h1").first.wait_for()

    def _watched(self, page: "Page") -> "Page":
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", self._refuse)
        page.on("request", lambda request: self._check(request.url))
        return page

    def _refuse(self, dialog: "Dialog") -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _check(self, url: str) -> None:
        if not url.startswith((self.server.url, "blob:" + self.server.url)):
            self.faults.append(f"off origin: {url}")

    def paste(self, token: str) -> None:
        """Log in with a token, in place of the key."""
        self.page.evaluate("() => sessionStorage.clear()")
        self.page.reload()
        self.page.locator("input[type=password]").fill(token)
        self.page.get_by_role("button", name="Enter").click()
        self.page.locator("nav.rail").wait_for()

    def go(self, path: str) -> None:
        """Another view of the same page, as a link would open it."""
        self.page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
        self.settle()

    def settle(self) -> None:
        """Wait until the view is drawn and nothing is loading."""
        self.page.locator("main h1, main article.detail, main .problem, main .empty").first.wait_for()
        self.page.locator("main .loading").first.wait_for(state="detached")

    def violations(self) -> list[str]:
        found: list[str] = self.page.evaluate("() => window.__violations")
        return found

    def api(self, method: str, path: str, body: Any = None) -> Any:
        reply = self.server.send(method, f"/api/v1{path}", headers=BEARER, **({"json": body} if body is not None else {}))
        assert reply.is_success, reply.text
        return reply.json() if reply.content else None


@pytest.fixture
def open_tab(browser: "Browser", request: pytest.FixtureRequest) -> "Iterator[Callable[..., Tab]]":
    """Opens tabs, each in a browser profile of its own; a test fails when one of them did something wrong."""
    opened: list[Tab] = []

    def make(headers: dict[str, str] | None = None, server: HttpProcess | None = None, **options: Any) -> Tab:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options})
        context.set_default_timeout(20_000)
        opened.append(Tab(context, server or request.getfixturevalue("web"), headers))
        return opened[-1]

    yield make
    faults = [fault for tab in opened for fault in tab.faults]
    for tab in opened:
        tab.context.close()
    assert faults == []


def token_for(server: HttpProcess, palace: str, *, read_only: bool) -> dict[str, str]:
    reply = server.send("POST", "/api/v1/tokens", headers=BEARER, json={"palace": palace, "read_only": read_only})
    return {"Authorization": f"Bearer {reply.json()['secret']}"}
