"""Memories that fill many screens: they scroll in their own place."""

from collections.abc import Callable
from urllib.parse import quote

import pytest

from web.conftest import Tab
from web.test_pages import AXE, _faults

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

OpenTab = Callable[..., Tab]
LINES = [f"{number}. The harbour log of watch {number} tells of wind, of rain and of ropes." for number in range(900)]
LONG = "\n\n".join(LINES)


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
