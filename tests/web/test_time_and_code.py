"""Time, Code and Diary in a real browser: what upkeep did and taking it back, folders indexed and watched, shorthand unfolded."""

from collections.abc import Callable
from pathlib import Path

import pytest

from servers.http_process import HttpProcess
from web.conftest import Tab, token_for

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

OpenTab = Callable[..., Tab]
TEXT = "The nightly export failed because the disk was full and nobody had an eye on it."


def _dream(tab: Tab, palace: str) -> None:
    tab.api("POST", "/palaces", {"name": palace})
    for _ in range(2):
        tab.api("POST", f"/palaces/{palace}/drawers", {"content": TEXT, "wing": "ops"})
    for name in ("Kirsten Berg", "Kirsten-Berg"):
        tab.api("POST", f"/palaces/{palace}/facts", {"subject": name, "predicate": "lives_in", "object": "Oslo"})
    tab.api("POST", "/dream/run", {"palace": palace, "budget_s": 30})


@pytest.mark.requirement("web-upkeep")
def test_time_tells_what_upkeep_did_and_a_merge_is_taken_back_for_good(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    _dream(tab, "dreamt")

    tab.go("/ui/p/dreamt/time")
    ledger = page.locator(".upkeep")
    ledger.locator(".row", has_text="1 merged").wait_for()
    ledger.locator(".row", has_text="Kirsten-Berg").get_by_role("link", name="Review").wait_for()
    merge = ledger.locator(".row", has_text="holds every sentence")
    merge.get_by_role("button", name="Take back …").click()
    page.get_by_role("button", name="Take back", exact=True).click()
    ledger.locator(".row", has_text="taken back").wait_for()
    tab.api("POST", "/dream/run", {"palace": "dreamt", "budget_s": 30})

    assert tab.api("GET", "/palaces/dreamt/memories")["total"] == 2
    tab.go("/ui/p/dreamt/time?until=2001")
    ledger.locator("p", has_text="Nothing was closed or proposed").wait_for()


@pytest.mark.requirement("web-upkeep")
def test_diaries_stand_on_the_page_of_time_and_shorthand_is_unfolded(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.api("POST", "/palaces", {"name": "written"})
    tab.api("POST", "/palaces/written/diary", {"agent": "pilot", "entry": '0:ADA+BOB|harbour_storm|"We turn back"|fear|DECISION'})
    for number in range(51):
        tab.api("POST", "/palaces/written/diary", {"agent": "mate", "entry": f"Watch {number} was calm."})

    tab.go("/ui/p/written/time")
    tab.page.locator("section", has_text="Diary").get_by_role("link", name="Watch 50 was calm.").wait_for()
    tab.go("/ui/p/written/time?at=2001-01-01")
    tab.page.locator(".then-banner").wait_for()
    # The entries of now stay until those of then are there.
    tab.page.get_by_text("was calm").first.wait_for(state="detached")
    tab.go("/ui/p/written/diary?at=2001-01-01")
    tab.page.locator(".empty").wait_for()
    tab.go("/ui/p/written/diary")
    tab.page.get_by_role("button", name="2 more").click()

    unfolded = tab.page.locator("details", has_text="In words").inner_text()
    for part in ("ADA, BOB", "harbour, storm", "We turn back", "fear", "DECISION"):
        assert part in unfolded


@pytest.mark.requirement("web-code")
def test_a_folder_is_indexed_watched_and_removed_by_keyboard(open_tab: OpenTab, tmp_path: Path) -> None:
    tab = open_tab()
    page, keys = tab.page, tab.page.keyboard
    tab.api("POST", "/palaces", {"name": "sources"})
    (tmp_path / "boats.py").write_text("def moor(boat):\n    return boat\n")

    tab.go("/ui/p/sources/code")
    page.get_by_label("Folder on the server").focus()
    keys.type("not/from/the/root")
    keys.press("Enter")
    page.locator("main .problem", has_text="from its root on").wait_for()
    page.get_by_label("Folder on the server").fill(str(tmp_path))
    keys.press("Tab")
    keys.press("Space")
    keys.press("Enter")
    card = page.locator("article.card")
    card.locator(".state", has_text="watched").wait_for()
    card.locator("code", has_text=str(tmp_path)).wait_for()
    card.locator("p", has_text="1 piece · complete").wait_for()

    # Both are saved before the page asks: the first save may come before watching has begun.
    (tmp_path / "ropes.py").write_text("def splice(rope):\n    return rope\n")
    card.get_by_role("button", name="Index again").click()
    _search_until(tab, "splice", "ropes.py")
    card.get_by_role("button", name="Watch", exact=True).click()
    card.locator(".state", has_text="watched").wait_for(state="detached")
    card.get_by_role("button", name="Remove …").click()
    page.locator("dialog[open]").get_by_role("button", name="Remove", exact=True).click()
    page.locator(".notice", has_text="2 pieces removed.").wait_for()
    page.locator(".empty").wait_for()

    assert tab.api("GET", "/palaces/sources/code") == []
    assert (tmp_path / "boats.py").exists()


def _search_until(tab: Tab, words: str, path: str) -> None:
    while path not in [hit["path"] for hit in tab.api("GET", f"/palaces/sources/code/search?q={words}")]:
        tab.page.wait_for_timeout(50)
    tab.go(f"/ui/p/sources/code?code={words}")
    tab.page.locator(".rows code", has_text=path).wait_for()


@pytest.mark.requirement("web-code")
def test_the_holder_of_a_palaces_token_sees_code_but_no_folders_of_the_server(
    open_tab: OpenTab, web: HttpProcess, tmp_path: Path
) -> None:
    owner = open_tab()
    owner.api("POST", "/palaces", {"name": "let"})
    (tmp_path / "boats.py").write_text("def moor(boat):\n    return boat\n")
    owner.api("POST", "/palaces/let/code", {"path": str(tmp_path)})

    for read_only in (False, True):
        tab = open_tab(headers=token_for(web, "let", read_only=read_only))
        tab.go("/ui/p/let/code?code=moor")
        tab.page.locator(".hint", has_text="Only whoever runs this server").wait_for()
        tab.page.locator(".rows code", has_text="boats.py").wait_for()

        assert str(tmp_path) not in tab.page.content()
        assert tab.page.get_by_label("Folder on the server").count() == 0
        for name in ("Index again", "Watch"):
            assert tab.page.get_by_role("button", name=name, exact=True).count() == 0
        assert tab.page.get_by_role("button", name="Remove …").count() == (0 if read_only else 1)


@pytest.mark.requirement("web-code-named")
def test_a_memory_shows_where_the_code_stands_that_it_names(open_tab: OpenTab, web: HttpProcess, tmp_path: Path) -> None:
    owner = open_tab()
    owner.api("POST", "/palaces", {"name": "named"})
    (tmp_path / "boats.py").write_text("def moor(boat):\n    return boat\n")
    project = owner.api("POST", "/palaces/named/code", {"path": str(tmp_path)})["id"]
    while owner.api("GET", "/palaces/named/code")[0]["state"] != "completed":
        owner.page.wait_for_timeout(50)
    text = "`moor()` stands in boats.py:1; `sink()` stood in old/ships.py."
    memory = owner.api("POST", "/palaces/named/drawers", {"content": text, "wing": "harbour"})["id"]

    tab = open_tab(headers=token_for(web, "named", read_only=True))
    tab.go(f"/ui/p/named/m/{memory}")
    sights = tab.page.locator(".sights")
    for name in ("sink()", "old/ships.py"):
        sights.locator("li", has_text=name).locator(".state", has_text="gone").wait_for()
    assert str(tmp_path.parent) not in tab.page.content()
    sights.locator("li", has_text="moor()").get_by_role("link", name=f"{project}/boats.py").click()
    tab.page.locator(".rows code", has_text="boats.py:1").wait_for()


@pytest.mark.requirement("web-time")
def test_a_page_that_cannot_show_the_past_says_so(open_tab: OpenTab) -> None:
    tab = open_tab()

    for page in ("map", "live", "history", "code"):
        tab.go(f"/ui/p/work/{page}?at=2020-01-01")
        tab.page.locator(".then-banner", has_text="This page shows what holds now").wait_for()
    tab.go("/ui/p/work/memories?at=2020-01-01")
    tab.page.locator(".then-banner", has_text="You see what held on").wait_for()
