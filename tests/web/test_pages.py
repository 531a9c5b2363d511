"""Every page in a real browser: with nothing, with one memory and with many; light, dark and narrow; by keyboard; accessible."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from servers.http_process import HttpProcess
from web.conftest import Tab

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PAGES = [
    "",
    "search?q=harbour",
    "search?q=harbour&by=agent",
    "memories",
    "map",
    "facts",
    "time",
    "live",
    "history",
    "history?show=bin",
    "review",
    "review?queue=names",
    "agent",
    "code",
    "code?code=book",
    "diary",
    "check",
]
PALACES = ["work", "empty", "one", "many"]
TODAY = f"{datetime.now(UTC):%Y-%m-%d}"
AXE = Path(__file__).parents[2] / ".browser" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
OpenTab = Callable[..., Tab]


@pytest.fixture(params=["web", "web_on_postgres"], ids=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> HttpProcess:
    """The same palaces on either store."""
    found: HttpProcess = request.getfixturevalue(request.param)
    return found


@pytest.mark.requirement("web-pages")
@pytest.mark.parametrize("palace", PALACES)
def test_every_page_opens_whatever_the_palace_holds(open_tab: OpenTab, server: HttpProcess, palace: str) -> None:
    tab = open_tab(server=server)

    for page in [*PAGES, *(["e/Mara"] if palace == "work" else [])]:
        tab.go(f"/ui/p/{palace}/{page}")
        # A folder that is gone is told as it should be.
        assert tab.page.locator("main .problem:not(article .problem)").count() == 0, page
    tab.go(f"/ui/settings?palace={palace}")

    assert tab.violations() == []


@pytest.mark.requirement("web-accessible")
@pytest.mark.parametrize(
    "looks",
    [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "viewport": {"width": 360, "height": 740}}],
    ids=["light", "dark", "360px"],
)
def test_every_page_is_accessible_and_fits(open_tab: OpenTab, server: HttpProcess, looks: dict[str, Any]) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: run `make browser-test`")
    tab = open_tab(server=server, **looks)
    mara = tab.api("GET", "/palaces/work/memories?room=problems")["rows"][0]["id"]
    found: dict[str, list[str]] = {}

    for page in [
        "/ui/",
        *(f"/ui/p/work/{page}" for page in PAGES),
        "/ui/p/work/e/Mara",
        f"/ui/p/work/memories?m={mara}",
        f"/ui/p/work/m/{mara}",
        "/ui/settings?palace=work",
        f"/ui/p/work/memories?at={TODAY}&known={TODAY}",
        f"/ui/p/work/search?q=harbour&known={TODAY}",
    ]:
        tab.go(page)
        found[page] = _faults(tab)
    for name, opened in (("taking back", "main .act-line button:last-child"), ("moment", ".pill")):
        tab.go("/ui/p/work/history")
        tab.page.locator(opened).first.click()
        tab.page.locator("dialog[open] .plan-list, .popover").first.wait_for()
        found[name] = _faults(tab)
        tab.page.keyboard.press("Escape")
        tab.page.locator("dialog[open], .popover").first.wait_for(state="detached")
    tab.page.keyboard.press("Control+k")
    tab.page.locator("[role=option]").first.wait_for()
    found["commands"] = _faults(tab)

    assert {page: faults for page, faults in found.items() if faults} == {}


def _faults(tab: Tab) -> list[str]:
    """The rules of accessibility that a view breaks, and whether it is wider than the screen."""
    if not tab.page.evaluate("() => 'axe' in window"):
        tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    report = tab.page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    wide = tab.page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in report] + (["too wide"] if wide else [])


@pytest.mark.requirement("web-keys")
def test_everything_is_done_by_keyboard(open_tab: OpenTab, server: HttpProcess) -> None:
    tab = open_tab(server=server)
    page, keys = tab.page, tab.page.keyboard
    tab.go("/ui/p/work")

    keys.press("/")
    keys.type("who leads billing")
    keys.press("Enter")
    page.locator(".rows .row").first.wait_for()
    assert "q=who" in page.url
    page.locator("h1").click()
    keys.press("j")
    keys.press("w")
    page.locator(".why").wait_for()
    keys.press("Enter")
    page.locator("aside.panel article").wait_for()
    assert "m=" in page.url
    keys.press("Escape")
    page.locator("aside.panel").wait_for(state="detached")
    keys.press("n")
    page.locator("dialog[open]").wait_for()
    keys.press("Escape")
    keys.press("g")
    keys.press("f")
    page.locator("h1", has_text="Facts").wait_for()
    keys.press("?")
    page.locator("dialog[open] kbd").first.wait_for()
    keys.press("Escape")
    keys.press("Control+k")
    keys.type("Mara")
    page.locator("[role=option]", has_text="Mara").first.wait_for()
    keys.press("Enter")
    page.locator("h1", has_text="Mara").wait_for()
    keys.press("[")
    page.locator(".then-banner").wait_for()
    assert page.locator("main form").count() == 0
    keys.press("t")
    page.locator(".then-banner").wait_for(state="detached")


def test_a_dialog_that_was_left_does_not_close_the_next(open_tab: OpenTab) -> None:
    tab = open_tab()
    page, keys = tab.page, tab.page.keyboard
    tab.go("/ui/p/work")
    page.locator("h1").first.wait_for()

    keys.press("?")
    page.locator("dialog[open] kbd").first.wait_for()
    # Both in one task, as fast as no hand can: the help tells that it closed when the commands are open already.
    page.evaluate(
        """() => {
            document.querySelector("dialog[open]").close();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
        }"""
    )
    page.locator("dialog.commands[open]").wait_for()
    page.wait_for_timeout(300)

    assert page.locator("dialog.commands[open]").count() == 1


@pytest.mark.requirement("web-time")
def test_the_past_shows_what_held_then_and_writes_nothing(open_tab: OpenTab) -> None:
    tab = open_tab()

    tab.go("/ui/p/work/e/Mara?at=2025-01-01")
    before = tab.page.locator(".bars").inner_text()
    tab.go("/ui/p/work/e/Mara")
    # The bars of then stay until those of now are there.
    tab.page.locator(".bars", has_text="Lund").wait_for()
    tab.go("/ui/p/work/memories?at=2020-01-01")

    assert "Malmö" in before
    assert "Lund" not in before
    assert tab.page.locator("main .rows .row").count() == 0
    assert tab.page.get_by_role("button", name="New memory").count() == 0


@pytest.mark.requirement("web-time")
def test_what_was_known_is_another_clock_than_what_held(open_tab: OpenTab) -> None:
    tab = open_tab()
    where = "/palaces/one/drawers"
    made = tab.api("POST", where, {"content": "The shed is blue.", "wing": "alone", "room": "alone"})["id"]
    known = tab.api("GET", "/palaces/one/acts?limit=1")[0]["at"]
    tab.api("PATCH", f"{where}/{made}", {"content": "The shed is red."})
    tab.api("DELETE", f"{where}/{made}")

    tab.go(f"/ui/p/one/memories?known={quote(known)}")
    tab.page.locator(".row summary", has_text="The shed is blue.").wait_for()
    assert tab.page.get_by_role("button", name="New memory").count() == 0
    tab.go(f"/ui/p/one/search?q=shed&known={quote(known)}")
    tab.page.locator(".row summary", has_text="The shed is blue.").wait_for()
    tab.go(f"/ui/p/one/time?known={quote(known)}")
    tab.page.locator(".then-banner", has_text="This page shows what is known now").wait_for()
    tab.page.keyboard.press("t")

    tab.page.locator(".then-banner").wait_for(state="detached")


@pytest.mark.requirement("web-time")
def test_two_moments_are_compared_by_facts_and_by_memories(open_tab: OpenTab) -> None:
    tab = open_tab()
    made = tab.api("POST", "/palaces/one/drawers", {"content": "The gate is open.", "wing": "alone", "room": "gate"})["id"]
    tab.api("PATCH", f"/palaces/one/drawers/{made}", {"content": "The gate is shut."})
    today = datetime.now(UTC)

    tab.go(f"/ui/p/one/time?one={today - timedelta(days=1):%Y-%m-%d}&other={today + timedelta(days=1):%Y-%m-%d}")

    row = tab.page.locator(".compared li", has_text="The gate is shut.")
    row.locator(".state", has_text="new").wait_for()
    row.get_by_role("link").click()
    tab.page.locator("article .verbatim", has_text="The gate is shut.").first.wait_for()
    tab.api("DELETE", f"/palaces/one/drawers/{made}")


@pytest.mark.requirement("web-languages")
@pytest.mark.parametrize(
    ("locale", "title"),
    [("de-DE", "Erinnerungen"), ("fr-FR", "Souvenirs"), ("es-ES", "Recuerdos"), ("zh-CN", "记忆"), ("ja-JP", "記憶")],
)
def test_the_page_speaks_the_language_of_the_browser(open_tab: OpenTab, locale: str, title: str) -> None:
    tab = open_tab(locale=locale)

    tab.go("/ui/p/work/memories")

    assert tab.page.locator("h1").inner_text().startswith(title)
    assert tab.page.locator("html").get_attribute("lang") == locale[:2]


@pytest.mark.requirement("web-budgets")
def test_a_hundred_thousand_memories_are_one_draw_call_and_answers_stay_small(open_tab: OpenTab) -> None:
    tab = open_tab()
    sizes: list[int] = []
    tab.page.on(
        "response", lambda reply: sizes.append(int(reply.headers.get("content-length", "0"))) if "/api/" in reply.url else None
    )

    calls = tab.page.evaluate(
        """async () => {
            const base = document.querySelector("script[type=module]").src.replace("app.js", "");
            const { drawing } = await import(base + "parts/points.js");
            const { plan, dots } = await import(base + "parts/plan.js");
            const rows = Array.from({ length: 400 }, (_, index) => ({ wing: `w${index % 20}`, room: `r${index}`, count: 250 }));
            const canvas = document.createElement("canvas");
            document.body.append(canvas);
            let count = 0;
            const plain = WebGL2RenderingContext.prototype.drawArrays;
            WebGL2RenderingContext.prototype.drawArrays = function (...all) { count += 1; plain.apply(this, all); };
            drawing(canvas, dots(plan(rows))).draw({ x: 0, y: 0, scale: 1 });
            return [count, canvas.dataset.drawn];
        }"""
    )
    for page in ("", "memories", "search?q=topic", "map", "live", "time"):
        tab.go(f"/ui/p/many/{page}")

    assert calls == [1, "100000"]
    assert sizes
    assert max(sizes) <= 200_000


@pytest.mark.requirement("web-map")
def test_slow_frames_are_drawn_as_tiles_that_count_every_dot(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.go("/ui/p/many/map")

    tiles, dots, strong, weak = tab.page.evaluate(
        """async () => {
            const base = document.querySelector("script[type=module]").src.replace("app.js", "");
            const { drawing } = await import(base + "parts/points.js");
            const { tiles } = await import(base + "parts/tiles.js");
            const { plan, dots } = await import(base + "parts/plan.js");
            const rows = Array.from({ length: 40 }, (_, index) => ({ wing: `w${index % 5}`, room: `r${index}`, count: 500 }));
            const points = dots(plan(rows));
            const canvas = document.createElement("canvas");
            document.querySelector("main").append(canvas);
            const whole = { x: 0, y: 0, scale: 1 };
            // A frame that may take no time at all is always too slow; the second one settles it.
            const slow = await new Promise((told) => {
                const scene = drawing(canvas, points, { frameMs: -1, onSlow: () => told(scene) });
                scene.draw(whole);
                scene.draw(whole);
            });
            slow.draw(whole);
            const counted = [Number(canvas.dataset.tiles), Number(canvas.dataset.drawn)];
            const two = new Float32Array([0.1, 0.1, 3, 1, 0.1, 0.1, 3, 1, 0.1, 0.1, 5, 1, 0.9, 0.9, 2, 1]);
            const [x, , colour, strong, , , other, weak] = tiles(two, whole, 10, 10, false);
            if (colour !== 3 || other !== 2 || Math.abs(x - 0.15) > 0.01) throw new Error(`tile ${x} ${colour} ${other}`);
            return [...counted, strong, weak];
        }"""
    )
    tab.page.get_by_role("button", name="Density").click()
    tab.page.locator("canvas.plan[data-tiles]").wait_for()

    assert dots == 20_000
    assert 0 < tiles < dots / 4
    assert strong > weak


@pytest.mark.requirement("web-map")
def test_dots_open_their_memory_and_a_lasso_lists_what_it_holds(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    total = tab.api("GET", "/palaces/one/memories")["total"]

    tab.go("/ui/p/one/map?colour=age")
    canvas = page.locator("canvas[data-drawn]")
    canvas.wait_for()
    page.locator(".legend", has_text="newer").wait_for()
    box = canvas.bounding_box()
    assert box is not None
    # The first dot of a room lies in its middle, below the name.
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * (0.043 + 0.957 * 0.53))
    page.locator("aside.panel article").wait_for()
    page.keyboard.press("Escape")
    page.locator("aside.panel").wait_for(state="detached")
    page.get_by_role("button", name="Lasso").click()
    _drawn_around(page, canvas.bounding_box())

    page.locator("[role=status]", has_text=f"{total} selected").wait_for()
    page.locator(".rows .row").first.wait_for()
    page.get_by_label("Light up what answers …").fill("The only one.")
    page.keyboard.press("Enter")
    page.locator("[role=status]", has_text="lit").wait_for()


def _drawn_around(page: "Page", box: "FloatRect | None") -> None:
    assert box is not None
    left, right, top, bottom = box["x"] + 3, box["x"] + box["width"] - 3, box["y"] + 3, box["y"] + box["height"] - 3
    page.mouse.move(left, bottom)
    page.mouse.down()
    for x, y in ((left, bottom - 40), (left, top + 60), (right, top + 60), (right, bottom)):
        page.mouse.move(x, y)
    page.mouse.up()


@pytest.mark.requirement("web-pictures")
def test_pictures_for_the_documents(open_tab: OpenTab) -> None:
    target = PICTURES if os.environ.get("SIMONIDES_PICTURES") else None
    tab = open_tab(viewport={"width": 1120, "height": 680})
    first = tab.api("GET", "/palaces/work/memories?room=problems")["rows"][0]["id"]
    # The server makes the vectors of its own model first.
    while tab.api("GET", "/palaces/work/search?q=billing")["waiting"]:
        tab.page.wait_for_timeout(100)
    views = {
        "search": "/ui/p/work/search?q=who+leads+billing",
        "memories": f"/ui/p/work/memories?wing=harbour&m={first}",
        "entity": "/ui/p/work/e/Mara",
        "map": "/ui/p/many/map?colour=age",
        "history": "/ui/p/work/history",
        "time": "/ui/p/work/time",
    }
    ready = {
        "search": ".hit-why", "memories": "aside.panel article section", "entity": ".graph circle", "map": ".legend",
        "history": ".act-line", "time": ".upkeep .row",
    }  # fmt: skip

    for name, view in views.items():
        tab.page.set_viewport_size({"width": 1120, "height": 900 if name in {"entity", "time"} else 680})
        tab.go(view)
        tab.page.locator(ready[name]).first.wait_for()
        if name == "search":
            tab.page.get_by_role("button", name="Why?").first.click()
            tab.page.locator(".why").wait_for()
        if name == "map":
            tab.page.locator(".toolbar .state").wait_for(state="detached")
        if name == "time":
            tab.page.locator(".upkeep").evaluate("(each) => each.scrollIntoView({ block: 'end' })")
        if name == "history":
            tab.page.locator(".act-deeds").nth(2).click()
            tab.page.locator(".act-part").first.wait_for()
        body = tab.page.screenshot(path=target and target / f"{name}.png")
        assert 10_000 < len(body) < 150_000
