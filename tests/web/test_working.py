"""Work on the page in a real browser: login, editing, ending, erasing, tokens and live events."""

import hashlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.engine.filing.intake import Draft
from simonides.stores.sqlite.shelf import SqliteShelf
from web.conftest import BEARER, TOKEN, Tab, token_for
from web.furnished import engine_on, furnish

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

OpenTab = Callable[..., Tab]


@pytest.mark.requirement("web-login")
def test_a_tab_hands_its_key_to_the_next_and_a_revoked_key_ends_the_page(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page

    second = tab.context.new_page()
    second.goto(f"{tab.server.url}/ui/p/work")
    second.locator("h1", has_text="work").wait_for()

    assert "code" not in page.url
    assert tab.context.cookies() == []
    assert page.evaluate("() => Object.values(localStorage).join('').includes('simonides-page')") is False
    me = [each["id"] for each in tab.api("GET", "/pages")]
    for each in me:
        tab.api("DELETE", f"/pages/{each}")
    second.reload()
    second.locator("main.login").wait_for()


@pytest.mark.requirement("web-login")
def test_a_used_link_says_so_and_a_pasted_token_opens_the_page(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    page.evaluate("() => sessionStorage.clear()")

    page.goto(f"{tab.server.url}/ui/?again#code=used-already")
    page.locator("main.login .problem").wait_for()
    page.locator("input[type=password]").fill("wrong")
    page.get_by_role("button", name="Enter").click()
    page.locator("main.login .problem").first.wait_for()
    page.locator("input[type=password]").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()

    page.locator("h1", has_text="Palaces").wait_for()


@pytest.mark.requirement("web-model")
def test_the_status_line_tells_how_far_the_model_is_and_asks_only_while_it_loads(open_tab: OpenTab) -> None:
    tab = open_tab()
    page, asked, is_loading = tab.page, [], True

    def answer(route: "Route") -> None:
        reply = route.fetch()
        asked.append(reply.status)
        route.fulfill(response=reply, json={**reply.json(), **({"model": "loading"} if is_loading else {})})

    page.route("**/api/v1/me", answer)
    page.reload()
    page.locator("footer.status", has_text="model loading, search by words").wait_for()
    is_loading = False
    page.locator("footer.status", has_text="model ready").wait_for()
    before = len(asked)
    for path in ("/ui/p/work", "/ui/p/work/memories"):
        tab.go(path)

    assert (before > 1, len(asked) - before) == (True, 0)


@pytest.mark.requirement("web-writing")
def test_a_memory_is_filed_edited_ended_and_erased_and_each_can_be_taken_back(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    made = tab.api("POST", "/palaces/work/drawers", {"content": "The lamp is green.", "wing": "test", "room": "lamps"})["id"]

    tab.go(f"/ui/p/work/m/{made}")
    page.get_by_role("button", name="Edit").click()
    page.locator("textarea").fill("The lamp is red.")
    page.locator("ins.new", has_text="red").wait_for()
    page.get_by_role("button", name="Save").click()
    page.locator(".verbatim", has_text="The lamp is red.").first.wait_for()
    assert tab.api("GET", f"/palaces/work/drawers/{made}")["content"] == "The lamp is red."
    page.get_by_role("button", name="Undo").click()
    page.locator("article .verbatim", has_text="The lamp is green.").first.wait_for()

    page.locator("h2").first.click()
    page.keyboard.press("#")
    page.locator(".state.ended").first.wait_for()
    page.keyboard.press("z")
    page.locator(".state.ended").first.wait_for(state="detached")

    page.get_by_role("button", name="Erase for good").click()
    erase = page.locator("dialog[open] button.danger")
    assert erase.is_disabled()
    page.locator("dialog[open] input").fill("lamps")
    erase.click()
    page.locator(".notice").wait_for()
    assert tab.api("GET", f"/palaces/work/drawers/{made}")["id"] == made
    page.locator(".notice button").last.click()
    for _ in range(100):
        if tab.server.send("GET", f"/api/v1/palaces/work/drawers/{made}", headers=BEARER).status_code == 404:
            break
        page.wait_for_timeout(100)
    assert tab.server.send("GET", f"/api/v1/palaces/work/drawers/{made}", headers=BEARER).status_code == 404
    receipt = page.locator("dialog[open]", has_text="Nothing of it is left")
    receipt.wait_for()
    assert hashlib.sha256(b"The lamp is green.").hexdigest() in receipt.inner_text()


@pytest.mark.requirement("web-history")
def test_a_change_is_taken_back_after_its_dry_run_with_what_builds_on_it_and_comes_again(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    where = "/palaces/work/drawers"
    made = tab.api("POST", where, {"content": "The gate code is 4711.", "wing": "test", "room": "gates"})["id"]
    tab.api("PATCH", f"{where}/{made}", {"content": "The gate code is 4712."})

    tab.go("/ui/p/work/history")
    page.get_by_role("button", name="Memory added").nth(1).click()
    page.locator(".act-part ins", has_text="The gate code is 4711.").wait_for()
    page.get_by_role("button", name="Take back …").nth(1).click()
    page.locator("dialog[open] .problem", has_text="cannot be undone alone").wait_for()
    page.get_by_role("button", name="Take along what builds on it").click()
    page.locator("dialog[open]", has_text="These 2 changes").wait_for()
    assert tab.api("GET", f"{where}/{made}")["content"] == "The gate code is 4712."
    page.get_by_role("button", name="Take back", exact=True).click()
    page.locator(".notice", has_text="2 changes taken back.").wait_for()
    assert tab.server.send("GET", f"/api/v1{where}/{made}", headers=BEARER).status_code == 404
    page.keyboard.press("z")
    page.locator(".rows .row", has_text="took something back").nth(1).wait_for()

    assert tab.api("GET", f"{where}/{made}")["content"] == "The gate code is 4712."
    tab.api("DELETE", f"{where}/{made}")
    tab.go("/ui/p/work/history?show=bin")
    page.locator(".row", has_text="The gate code is 4712.").get_by_role("button", name="Bring back …").click()
    page.get_by_role("button", name="Take back", exact=True).click()
    page.locator("ul[aria-label=Bin] .row", has_text="The gate code is 4712.").wait_for(state="detached")
    assert tab.api("GET", f"{where}/{made}")["content"] == "The gate code is 4712."
    tab.go(f"/ui/p/work/m/{made}")
    page.locator("section", has_text="Who changed it").get_by_role("button", name="Memory added").first.wait_for()


@pytest.mark.requirement("web-review")
def test_a_proposal_is_put_off_accepted_and_seen_in_the_chain_of_its_memory(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    [pair] = tab.api("GET", "/palaces/work/supersessions")["pairs"]

    tab.go("/ui/p/work")
    page.locator(".figures a", has_text="proposal waits for you").click()
    page.locator(".pair .verbatim", has_text="stays in the corner").wait_for()
    page.keyboard.press("4")
    page.locator(".state", has_text="put off").wait_for()
    assert tab.api("GET", f"/palaces/work/supersessions/{pair['number']}")["state"] == "later"
    page.keyboard.press("2")
    page.locator(".empty", has_text="Nothing waits here.").wait_for()
    assert tab.api("GET", f"/palaces/work/supersessions/{pair['number']}")["state"] == "accepted"
    assert tab.api("GET", f"/palaces/work/memories/{pair['older']['id']}")["drawer"]["ended_at"]

    tab.go(f"/ui/p/work/m/{pair['newer']['id']}")
    page.locator(".chain", has_text="stays in the corner").wait_for()


@pytest.mark.requirement("web-review-alike")
def test_two_that_are_alike_but_different_are_both_kept_or_one_of_them(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.api("POST", "/palaces", {"name": "alike"})
    for place in ("port", "town"):
        for number in ("five", "six"):
            text = f"The red boat of the harbour master lies at the northern pier number {number}"
            tab.api("POST", "/palaces/alike/drawers", {"content": text, "wing": place})
    # The model may still be loading, and vectors come with it.
    while len(tab.api("GET", "/palaces/alike/review/alike")) < 2:
        page.wait_for_timeout(50)

    tab.go("/ui/p/alike/review?queue=alike")
    page.locator(".detail p", has_text="1 / 2").wait_for()
    page.keyboard.press("2")
    page.locator(".detail p", has_text="1 / 1").wait_for()
    page.get_by_role("button", name="Keep the new one").click()
    page.locator(".empty", has_text="Nothing waits here.").wait_for()

    assert tab.api("GET", "/palaces/alike/memories")["total"] == 3


@pytest.mark.requirement("claims-search")
def test_a_hit_says_what_it_takes_the_place_of(open_tab: OpenTab) -> None:
    tab = open_tab()

    tab.go("/ui/p/work/search?q=when+does+the+harbour+office+open")

    before = tab.page.locator(".row", has_text="opens at 07:30").locator(".lineage")
    before.get_by_role("link", name="The harbour office opens at 08:00.").wait_for()
    assert before.inner_text().startswith("Before:")


@pytest.mark.requirement("claims-names")
def test_two_names_are_merged_after_a_look_at_what_moves_and_come_back(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.api("POST", "/palaces", {"name": "names"})
    for subject, thing in (("Mara Lindqvist", "billing"), ("Mara", "taxes"), ("Jonas Berg", "ships"), ("J. Berg", "ropes")):
        tab.api("POST", "/palaces/names/facts", {"subject": subject, "predicate": "knows", "object": thing})

    tab.go("/ui/p/names/e/Mara%20Lindqvist")
    page.get_by_role("button", name="Merge …").click()
    page.get_by_label("Which name goes into this one?").fill("Mara")
    page.locator(".choices").get_by_role("button", name="Mara", exact=True).click()
    page.locator(".merge-plan li", has_text="taxes").wait_for()
    assert tab.api("GET", "/palaces/names/entities?q=mara")["total"] == 2
    page.get_by_role("button", name="Merge", exact=True).click()
    page.locator("main", has_text="Also known as Mara").wait_for()
    assert tab.api("GET", "/palaces/names/entities/Mara")["name"] == "Mara Lindqvist"
    page.keyboard.press("z")
    page.locator("main", has_text="Also known as").wait_for(state="detached")
    assert tab.api("GET", "/palaces/names/entities?q=mara")["total"] == 2


@pytest.mark.requirement("claims-names")
def test_likely_names_are_put_off_merged_and_rejected_in_review_by_keyboard(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    tab.api("POST", "/palaces", {"name": "likely"})
    for name, where in (("Kirsten Berg", "Oslo"), ("Kirsten-Berg", "Kiel"), ("Postgre SQL", "Lund"), ("PostgreSQL", "Rom")):
        tab.api("POST", "/palaces/likely/facts", {"subject": name, "predicate": "seen_in", "object": where})
    tab.api("POST", "/dream/run", {"palace": "likely", "budget_s": 30})

    tab.go("/ui/p/likely/review")
    page.locator(".merge-plan").wait_for()
    page.keyboard.press("4")
    page.locator(".state", has_text="put off").wait_for()
    page.keyboard.press("1")
    page.locator(".notice", has_text="is now part of").wait_for()
    page.locator(".muted", has_text="1 / 1").wait_for()
    assert tab.api("GET", "/palaces/likely/supersessions?kind=entity&state=accepted")["pairs"]
    page.keyboard.press("3")
    page.locator(".empty", has_text="Nothing waits here.").wait_for()
    assert len(tab.api("GET", "/palaces/likely/supersessions?kind=entity&state=rejected")["pairs"]) == 1


@pytest.mark.requirement("web-writing")
def test_many_are_moved_and_ended_at_once(open_tab: OpenTab) -> None:
    tab = open_tab()
    page = tab.page
    for number in range(3):
        tab.api("POST", "/palaces/work/drawers", {"content": f"Bulk {number}.", "wing": "bulk", "room": "a"})

    tab.go("/ui/p/work/memories?wing=bulk")
    page.locator(".row").first.wait_for()
    page.locator(".row input[type=checkbox]").first.check()
    page.get_by_role("button", name="All shown").click()
    page.get_by_role("button", name="Move", exact=True).click()
    page.locator("dialog[open] input").nth(1).fill("b")
    page.get_by_role("button", name="Save").click()
    page.locator(".notice", has_text="3 changed.").wait_for()

    assert tab.api("GET", "/palaces/work/memories?wing=bulk&room=b")["total"] == 3


@pytest.mark.requirement("web-tokens")
def test_a_read_only_page_of_one_palace_shows_that_palace_and_no_controls_that_write(open_tab: OpenTab, web: HttpProcess) -> None:
    tab = open_tab(headers=token_for(web, "one", read_only=True))

    tab.page.locator("main .card h2").first.wait_for()
    names = [each.inner_text() for each in tab.page.locator("main .card h2").all()]
    tab.go("/ui/p/one/memories")
    tab.page.locator(".row-text").first.click()
    tab.page.locator("aside.panel article").wait_for()

    assert names == ["one"]
    for name in ("New memory", "Edit", "End", "Erase for good"):
        assert tab.page.get_by_role("button", name=name).count() == 0
    tab.go("/ui/p/work/memories")
    tab.page.locator("main .problem").wait_for()


@pytest.mark.requirement("web-live")
def test_two_processes_write_while_the_page_watches_and_it_goes_on_after_a_restart(open_tab: OpenTab, tmp_path: Path) -> None:
    other = engine_on(SqliteShelf(tmp_path))
    furnish(other.create("work"))
    words = [*PRODUCT[:-1], "127.0.0.1:0", "--http-only", "--token", TOKEN]
    server = HttpProcess(words, product_environment(tmp_path))
    tab = open_tab(server=server)
    tab.paste(TOKEN)
    tab.go("/ui/p/work/live")
    tab.page.locator(".state", has_text="live").wait_for()

    other.palace("work").memories.remember(Draft("Written by another process."))
    tab.page.locator(".event.fresh", has_text="Written by another process.").wait_for()
    server.signal(signal.SIGTERM)
    server.exit_code()
    tab.page.locator(".state.warn", has_text="lost").wait_for()
    other.palace("work").memories.remember(Draft("Written meanwhile."))
    again = HttpProcess(
        [*PRODUCT[:-1], server.url.removeprefix("http://"), "--http-only", "--token", TOKEN], product_environment(tmp_path)
    )
    tab.page.locator(".event", has_text="Written meanwhile.").wait_for()
    tab.page.locator(".state", has_text="nothing missed").wait_for()

    other.close()
    tab.context.close()
    again.end()
    server.end()
