"""Hostile texts in every field of a palace, walked through in a real browser: they are shown, and nothing else happens."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.time import system_clock
from simonides.engine.tokens import admit
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.tokens import SqliteTokens
from web.conftest import TOKEN, Tab
from web.furnished import engine_on
from web.hostile import PAYLOADS
from web.hostile_palace import FIELDS, contents, harm, marked

pytestmark = [pytest.mark.requirement("web-hostile"), pytest.mark.timeout(600)]

OpenTab = Callable[..., Tab]
ENOUGH = 200
WORN = ["<img src=x onerror=alert(1)>", "javascript:alert(1)", "%00", "..%2f..%2f"]
"""Payloads in the address itself."""
PAGES = [
    "", "search?q=script", "search?q=%3Cscript%3E&by=agent", "search?q=alert&by=lexical", "map", "map?colour=writer",
    "facts", "time", "live", "review", "review?queue=alike", "review?queue=pairs", "review?queue=orphans", "review?queue=stale",
    "review?queue=dreams", "agent", "code", "code?code=harmful", "diary", "check",
]  # fmt: skip


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    """A server whose one palace and tokens hold payloads alone."""
    home = tmp_path_factory.mktemp("hostile")
    engine = engine_on(SqliteShelf(home))
    palace = engine.create("hostile", "\n".join(PAYLOADS))
    harm(palace)
    everything = contents(palace)
    held = {name: {text for text in read(everything) if text in PAYLOADS} for name, read in FIELDS.items()}
    engine.close()
    tokens = SqliteTokens(home)
    held["note of a token"] = {admit(tokens, "hostile", system_clock, note=text)[0].note for text in PAYLOADS}
    assert {name: len(texts) for name, texts in held.items() if len(texts) < ENOUGH} == {}
    process = HttpProcess([*PRODUCT, "--http-only", "--token", TOKEN], product_environment(home))
    yield process
    process.end()


class Walk:
    """A walk over pages that collects the payloads which stand there as text."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = tab.page
        self.seen: set[str] = set()

    def go(self, path: str) -> None:
        self.tab.go(path)
        self.look()

    def look(self) -> None:
        text = self.page.locator("body").text_content() or ""
        self.seen |= {each for each in PAYLOADS if each in text}

    def more(self, button: "str | re.Pattern[str]", times: int) -> None:
        """Press a button as long as there is one, for longer lists."""
        for _ in range(times):
            found = self.page.get_by_role("button", name=button)
            if not found.count() or found.first.is_disabled():
                break
            found.first.click()
            self.tab.settle()
        self.look()


@pytest.mark.browser
def test_hostile_texts_are_shown_and_nothing_else_happens(open_tab: OpenTab, hostile: HttpProcess) -> None:
    tab = open_tab(server=hostile)
    walk = Walk(tab)
    page = tab.page

    for path in PAGES:
        walk.go(f"/ui/p/hostile/{path}")
    walk.go("/ui/p/hostile/memories?ended=with")
    walk.more(re.compile(r"^[\d,]+ more$"), 6)
    for path in ("history", "history?show=bin"):
        walk.go(f"/ui/p/hostile/{path}")
        walk.more("Older", 3)
    _open_some(walk)
    _review(walk)
    walk.go("/ui/settings?palace=hostile")
    page.locator("table tr, .rows .row").first.wait_for()
    walk.look()
    for text in WORN:
        walk.go(f"/ui/p/{quote(text, safe='')}/memories?wing={quote(text, safe='')}&q={quote(text, safe='')}")

    assert len(set(PAYLOADS)) > ENOUGH
    assert len(walk.seen) >= ENOUGH, sorted(set(PAYLOADS) - walk.seen)
    assert tab.violations() == []
    assert page.evaluate("() => window.__hit") is None


def _open_some(walk: Walk) -> None:
    """Memories whole, names, and what acts made different."""
    page = walk.page
    for number in range(0, len(PAYLOADS), 9):
        walk.go(f"/ui/p/hostile/memories?m={('one', 'over', 'diary')[number % 3]}-{number}")
        page.locator("aside.panel .verbatim").first.wait_for()
        page.get_by_role("button", name="Markdown").click()
        page.get_by_role("button", name="As written").click()
        walk.go(f"/ui/p/hostile/e/{quote(marked(PAYLOADS[number], number), safe='')}")
    walk.go("/ui/p/hostile/history")
    for number in range(4):
        page.locator(".act-deeds").nth(number).click()
    page.locator(".act-part").first.wait_for()
    walk.look()


def _review(walk: Walk) -> None:
    for queue, ready in (("proposals", ".pair .verbatim"), ("names", ".merge-plan")):
        walk.go(f"/ui/p/hostile/review?queue={queue}")
        for _ in range(12):
            walk.page.locator(ready).first.wait_for()
            walk.page.keyboard.press("n")
        walk.look()
