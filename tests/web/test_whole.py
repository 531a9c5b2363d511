"""A palace as a whole on the page, in a real browser on both stores: identity, export, import, deletion and health."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from servers.http_process import HttpProcess
from simonides.engine.demo.story import NOTES
from web.conftest import BEARER, Tab, token_for

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

OpenTab = Callable[..., Tab]


@pytest.fixture(params=["web", "web_on_postgres"])
def server(request: pytest.FixtureRequest) -> HttpProcess:
    found: HttpProcess = request.getfixturevalue(request.param)
    return found


def furnished(tab: Tab, name: str, *texts: str) -> None:
    tab.api("POST", "/palaces", {"name": name})
    for text in texts:
        tab.api("POST", f"/palaces/{name}/drawers", {"content": text, "wing": "w", "room": "r"})


def card(tab: Tab, title: str) -> "Locator":
    return tab.page.locator("section.card", has=tab.page.get_by_role("heading", name=title, exact=True))


@pytest.mark.requirement("web-identity")
def test_whom_a_palace_serves_is_written_on_the_page_and_taken_back(open_tab: OpenTab, server: HttpProcess) -> None:
    tab = open_tab(server=server)
    furnished(tab, "served", "One.")

    tab.go("/ui/settings?palace=served")
    identity = card(tab, "Whom it serves")
    identity.get_by_label("Text").fill("Ada, who builds harbours.")
    identity.get_by_role("button", name="Save").click()
    tab.page.locator(".notice", has_text="Saved.").wait_for()
    saved = tab.api("GET", "/palaces/served/identity")["text"]
    tab.page.get_by_role("button", name="Undo").click()
    identity.locator("button:disabled", has_text="Save").wait_for()

    assert saved == "Ada, who builds harbours."
    assert tab.api("GET", "/palaces/served/identity")["text"] == ""


@pytest.mark.requirement("web-exchange")
def test_a_palace_leaves_as_a_file_and_arrives_in_another_after_a_look(
    open_tab: OpenTab, server: HttpProcess, tmp_path: Path
) -> None:
    tab = open_tab(server=server)
    furnished(tab, "leaving", "The lamp is green.", "The lamp is red.", "灯は青い。")
    furnished(tab, "arriving")

    tab.go("/ui/settings?palace=leaving")
    with tab.page.expect_download() as waiting:
        card(tab, "Export").get_by_role("button", name="Download").click()
    waiting.value.save_as(tmp_path / "leaving.jsonl")
    tab.go("/ui/settings?palace=arriving")
    taking = card(tab, "Import")
    taking.get_by_label("File").set_input_files(tmp_path / "leaving.jsonl")
    taking.get_by_role("button", name="See what it would do").click()
    taking.get_by_text("3 new entries would be filed").wait_for()
    before = tab.api("GET", "/palaces/arriving")["drawer_count"]
    taking.get_by_role("button", name="Import now").click()
    taking.get_by_text("3 new entries were filed").wait_for()
    taking.get_by_role("button", name="See what it would do").click()
    taking.get_by_text("0 new entries would be filed").wait_for()

    assert waiting.value.suggested_filename == "leaving.jsonl"
    assert (before, tab.api("GET", "/palaces/arriving")["drawer_count"]) == (0, 3)
    assert taking.get_by_role("button", name="Import now").is_disabled()
    assert "changes" in taking.inner_text()
    assert tab.violations() == []


@pytest.mark.requirement("web-exchange")
def test_a_long_file_comes_in_portions_and_its_bad_lines_are_named(
    open_tab: OpenTab, server: HttpProcess, tmp_path: Path
) -> None:
    tab = open_tab(server=server)
    furnished(tab, "long")
    lines = [json.dumps({"content": f"Memory {number}.", "wing": "w", "room": "r"}) for number in range(1, 2_501)]
    lines[1_499] = "<img src=x onerror=alert(1)>"
    lines[2_000] = json.dumps({"content": "x" * 1_300_000})
    (tmp_path / "long.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")

    tab.go("/ui/settings?palace=long")
    taking = card(tab, "Import")
    taking.get_by_label("File").set_input_files(tmp_path / "picture.png")
    taking.get_by_role("button", name="See what it would do").click()
    taking.locator(".problem", has_text="This file is not UTF-8 text.").wait_for()
    taking.get_by_label("File").set_input_files(tmp_path / "long.jsonl")
    taking.get_by_role("button", name="See what it would do").click()
    taking.get_by_text("2,498 new entries would be filed").wait_for()
    taking.get_by_role("button", name="Import now").click()
    taking.get_by_text("2,498 new entries were filed").wait_for()

    bad = [line.inner_text() for line in taking.locator(".bad-lines li").all()]
    assert sorted(text.split(":")[0] for text in bad) == ["Line 1,500", "Line 2,001"]
    assert tab.api("GET", "/palaces/long")["drawer_count"] == 2_498


@pytest.mark.requirement("web-deletion")
def test_a_palace_is_deleted_once_its_name_is_typed_and_nobody_takes_it_back(open_tab: OpenTab, server: HttpProcess) -> None:
    tab = open_tab(server=server)
    page = tab.page
    furnished(tab, "doomed", "One.", "Two.")
    token_for(server, "doomed", read_only=True)

    tab.go("/ui/settings?palace=doomed")
    card(tab, "Delete the palace").get_by_role("button", name="Delete …").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_text("2 memories").wait_for()
    assert "1 token, which is revoked" in dialog.inner_text()
    dialog.get_by_label("Type the name of the palace:").fill("doom")
    assert dialog.get_by_role("button", name="Delete for good").is_disabled()
    page.keyboard.type("ed")
    page.keyboard.press("Enter")
    page.locator(".notice", has_text="doomed is deleted in ten seconds.").wait_for()
    page.keyboard.press("z")
    page.locator(".notice").wait_for(state="detached")
    assert tab.api("GET", "/palaces/doomed")["drawer_count"] == 2
    card(tab, "Delete the palace").get_by_role("button", name="Delete …").click()
    page.keyboard.type("doomed")
    page.locator("dialog[open] button.danger:enabled").click()
    page.locator(".notice button").last.click()
    page.locator(".notice", has_text="doomed is deleted.").wait_for()

    assert server.send("GET", "/api/v1/palaces/doomed", headers=BEARER).status_code == 404
    page.locator("main h1", has_text="Palaces").wait_for()
    page.locator("main .card h2", has_text="work").wait_for()
    assert page.locator("main .card h2", has_text="doomed").count() == 0


@pytest.mark.requirement("web-health")
def test_the_checks_name_what_is_wrong_and_what_helps(open_tab: OpenTab, web: HttpProcess, web_home: Path) -> None:
    tab = open_tab(server=web)
    furnished(tab, "sick", "One.")
    connection = sqlite3.connect(web_home / "palaces" / "sick" / "palace.db")
    with connection:
        connection.execute("UPDATE counters SET value = 7 WHERE name = 'entities'")
    connection.close()

    tab.go("/ui/p/sick/check")
    tab.page.get_by_role("button", name="Examine").click()
    problem = tab.page.locator(".check-line.problem")
    problem.get_by_text("The counter 'entities' is 7").wait_for()

    assert "simonides export" in problem.inner_text()
    assert tab.page.locator(".check-line", has_text="data directory").count() >= 1
    tab.api("DELETE", "/palaces/sick?confirm=sick")


@pytest.mark.requirement("web-health")
def test_missing_vectors_are_made_from_the_page(open_tab: OpenTab, server: HttpProcess) -> None:
    tab = open_tab(server=server)
    furnished(tab, "waiting", "One.", "Two.")
    found = [{"subject": "palace waiting", "level": "note", "text": "2 wait", "remedy": "embed them", "mend": "vectors"}]
    # Vectors are made at once here, so the page is told of work that it then really has done.
    tab.page.route("**/palaces/waiting/doctor", lambda each: each.fulfill(json=found), times=1)

    tab.go("/ui/p/waiting/check")
    tab.page.get_by_role("button", name="Examine").click()
    with tab.page.expect_response("**/palaces/waiting/mend") as reply:
        tab.page.get_by_role("button", name="Compute all vectors anew").click()
    tab.page.locator(".check-line.ok", has_text="2 memories").wait_for()

    assert reply.value.ok
    assert tab.api("GET", "/palaces/waiting")["vector_count"] == 2


@pytest.mark.requirement("web-tokens")
def test_a_reader_of_one_palace_exports_it_and_sees_no_other_controls_and_no_paths(
    open_tab: OpenTab, server: HttpProcess, web_home: Path
) -> None:
    tab = open_tab(headers=token_for(server, "one", read_only=True), server=server)

    tab.go("/ui/settings?palace=work")
    card(tab, "Export").wait_for()
    choices = [each.inner_text() for each in tab.page.locator(".section-head option").all()]
    with tab.page.expect_download() as waiting:
        card(tab, "Export").get_by_role("button", name="Download").click()
    name = waiting.value.suggested_filename
    titles = [each.inner_text() for each in tab.page.locator("main .card h2").all()]
    tab.go("/ui/p/one/check")
    tab.page.get_by_role("button", name="Examine").click()
    tab.page.locator(".check-line").nth(1).wait_for()

    assert (choices, name) == (["one"], "one.jsonl")
    assert {"Import", "Delete the palace", "Tokens"}.isdisjoint(titles)
    assert tab.page.locator("main textarea").count() == 0
    assert [each.inner_text() for each in tab.page.locator(".check-line strong").all()] == ["embedder", "palace one"]
    assert str(web_home) not in tab.page.locator("main").inner_text()


@pytest.mark.requirement("web-accessible")
@pytest.mark.parametrize(
    "looks",
    [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "viewport": {"width": 360, "height": 740}}],
    ids=["light", "dark", "360px"],
)
def test_what_stands_behind_buttons_is_accessible_and_fits(open_tab: OpenTab, tmp_path: Path, looks: dict[str, Any]) -> None:
    from web.test_pages import AXE, _faults

    if not AXE.exists():
        pytest.skip("axe-core is not there: run `make browser-test`")
    tab = open_tab(**looks)
    (tmp_path / "some.jsonl").write_text('{"content": "New."}\nbad\n{"type": "token"}\n', encoding="utf-8")
    found: dict[str, list[str]] = {}

    tab.go("/ui/settings?palace=empty")
    taking = card(tab, "Import")
    taking.get_by_label("File").set_input_files(tmp_path / "some.jsonl")
    taking.get_by_role("button", name="See what it would do").click()
    taking.get_by_text("1 new entry would be filed").wait_for()
    found["import"] = _faults(tab)
    card(tab, "Delete the palace").get_by_role("button", name="Delete …").click()
    tab.page.locator("dialog[open] .losses").wait_for()
    found["deletion"] = _faults(tab)
    tab.page.keyboard.press("Escape")
    tab.go("/ui/p/empty/check")
    tab.page.get_by_role("button", name="Examine").click()
    tab.page.locator(".check-line").first.wait_for()
    found["check"] = _faults(tab)

    assert {page: faults for page, faults in found.items() if faults} == {}


@pytest.mark.requirement("web-demo")
def test_an_empty_palace_offers_a_demo_to_who_may_make_palaces(open_tab: OpenTab, web: HttpProcess) -> None:
    tab = open_tab()
    tab.go("/ui/p/empty")
    button = tab.page.get_by_role("button", name="Make a demo palace")
    button.click()
    tab.page.locator("h1", has_text="demo").wait_for()
    made = tab.api("GET", "/palaces/demo")
    tab.go("/ui/p/empty")
    button.click()
    tab.page.locator("h1", has_text="demo").wait_for()

    assert (made["drawer_count"], tab.api("GET", "/palaces/demo")) == (len(NOTES), made)
    tab.api("DELETE", "/palaces/demo?confirm=demo")
    tenant = open_tab(token_for(web, "empty", read_only=False))
    tenant.go("/ui/p/empty")
    tenant.page.get_by_role("button", name="File", exact=True).wait_for()
    assert tenant.page.get_by_role("button", name="Make a demo palace").count() == 0
