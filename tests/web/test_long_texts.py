"""Memories that fill many screens: they scroll in their own place, and come only when somebody opens them."""

from collections.abc import Callable
from urllib.parse import quote

import pytest

from web.conftest import Tab
from web.test_pages import AXE, _faults

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

OpenTab = Callable[..., Tab]
LINES = [f"{number}. The harbour log of watch {number} tells of wind, of rain and of ropes." for number in range(900)]
LONG = "\n\n".join(LINES)
ANSWER_MAX = 200_000
"""As test_pages holds every answer of the page to it."""


def _heights(tab: Tab) -> list[float]:
    found: list[float] = tab.page.eval_on_selector_all(
        "main .verbatim, main .rendered", "(all) => all.map((each) => each.getBoundingClientRect().height)"
    )
    return found


@pytest.mark.requirement("web-pages")
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 360, "height": 740}], ids=["wide", "360px"])
def test_a_long_text_scrolls_in_its_place_and_leaves_the_rest_at_hand(open_tab: OpenTab, viewport: dict[str, int]) -> None:
    tab = open_tab(viewport=viewport)
    page = tab.page
    where = f"/palaces/lengthy-{viewport['width']}"
    tab.api("POST", "/palaces", {"name": where.rpartition("/")[2]})
    made = tab.api("POST", f"{where}/drawers", {"content": LONG, "wing": "harbour", "room": "log"})["id"]
    tab.api("PATCH", f"{where}/drawers/{made}", {"content": "\n\n".join([*LINES[1:], "The last watch is over."])})
    tab.api("POST", f"{where}/diary", {"agent": "mate", "entry": LONG})

    for view in (f"m/{quote(made)}", "diary"):
        tab.go(f"/ui/p/{where.rpartition('/')[2]}/{view}")
        page.locator("main .verbatim").first.wait_for()
        assert max(_heights(tab)) < viewport["height"], view
        if AXE.exists():
            assert _faults(tab) == [], view
    tab.go(f"/ui/p/{where.rpartition('/')[2]}/m/{quote(made)}")
    page.get_by_role("button", name="Edit").wait_for()
    # The words that differ, below, scroll in a place of their own, too.
    page.locator("article del").first.wait_for(state="attached")
    page.locator("article .verbatim").first.focus()
    page.keyboard.press("End")
    page.wait_for_function("() => document.activeElement.matches('.verbatim') && document.activeElement.scrollTop > 0")
    page.get_by_role("button", name="Markdown").click()
    page.locator("article .rendered").wait_for()

    assert max(_heights(tab)) < viewport["height"]


@pytest.mark.requirement("web-time")
def test_what_was_known_of_a_long_memory_comes_whole_once_it_is_opened(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.api("POST", "/palaces", {"name": "known-long"})
    for number in range(8):
        content = f"Log {number} begins here, in words 🪢 {'that go on and on ' * 40}\n\n{LONG}\n\nLog {number} ends here."
        made = tab.api("POST", "/palaces/known-long/drawers", {"content": content, "wing": "harbour", "room": "log"})["id"]
    known = tab.api("GET", "/palaces/known-long/acts?limit=1")[0]["at"]
    tab.api("PATCH", f"/palaces/known-long/drawers/{made}", {"content": "Log 7 is rewritten."})
    tab.api("DELETE", f"/palaces/known-long/drawers/{made}")
    sizes: list[int] = []
    page.on("response", lambda reply: sizes.append(int(reply.headers["content-length"])) if "/known?" in reply.url else None)

    tab.go(f"/ui/p/known-long/memories?known={quote(known)}")
    row = page.locator(".row", has_text="Log 7 begins here")
    title = row.locator("summary").inner_text()
    row.locator("summary").click()
    row.locator(".verbatim", has_text="Log 7 ends here.").wait_for()

    assert title.endswith("…")
    assert "Log 7 begins here, in words 🪢" in title
    assert 0 < max(sizes) <= ANSWER_MAX
    assert max(_heights(tab)) < 800


@pytest.mark.requirement("web-pages")
@pytest.mark.parametrize("separator", [" ", "\n"], ids=["one line", "lines"])
def test_one_word_changed_in_a_long_text_is_marked_alone_and_in_view(open_tab: OpenTab, separator: str) -> None:
    tab = open_tab()
    page = tab.page
    palace = f"reworded-{ord(separator)}"
    text = separator.join(LINES)
    tab.api("POST", "/palaces", {"name": palace})
    made = tab.api("POST", f"/palaces/{palace}/drawers", {"content": text, "wing": "harbour", "room": "log"})["id"]
    tab.api("PATCH", f"/palaces/{palace}/drawers/{made}", {"content": text.replace("watch 700 ", "shift 700 ")})

    tab.go(f"/ui/p/{palace}/m/{quote(made)}")
    gone = page.locator("article details del")
    gone.wait_for()
    inside = gone.evaluate(
        """(word) => {
            const [inner, outer] = [word, word.closest(".verbatim")].map((each) => each.getBoundingClientRect());
            return outer.top <= inner.top && inner.bottom <= outer.bottom;
        }"""
    )

    assert [each.inner_text() for each in page.locator("article details :is(del, ins)").all()] == ["watch", "shift"]
    assert inside
