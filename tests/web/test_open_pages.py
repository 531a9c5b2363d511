"""Keys of open pages: made of codes, valid while they are used, and never more than their token allows."""

from pathlib import Path

import pytest

from simonides.hosting.keys import PalaceKeys
from simonides.hosting.open_pages import CODE_S, IDLE_S, PAGES_MAX, OpenPages
from simonides.hosting.server_file import RunningServer, code_from, forget_server, note_server, read_server
from simonides.stores.sqlite.tokens import SqliteTokens
from simonides.toolkit.grant import EVERYTHING, Grant
from support.clock import FixedClock

pytestmark = pytest.mark.requirement("web-login")


class Watch:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def pages(tmp_path: Path, clock: FixedClock, watch: Watch) -> OpenPages:
    return OpenPages(PalaceKeys(SqliteTokens(tmp_path)), clock, watch)


def opened(pages: OpenPages, grant: Grant = EVERYTHING) -> str:
    found = pages.redeem(pages.issue(grant))
    assert found is not None
    return found[0]


def test_a_code_is_too_old_after_a_minute(pages: OpenPages, watch: Watch) -> None:
    code = pages.issue(EVERYTHING)
    watch.now_s += CODE_S

    assert pages.redeem(code) is None


def test_a_key_ends_when_nobody_uses_it(pages: OpenPages, watch: Watch) -> None:
    used, idle = opened(pages), opened(pages)
    watch.now_s += IDLE_S - 1
    assert pages.find(used) is not None
    watch.now_s += 2

    assert pages.find(idle) is None
    assert pages.find(used) is not None
    assert len(pages.lines()) == 1


def test_the_page_idle_for_longest_makes_room(pages: OpenPages, watch: Watch) -> None:
    first = opened(pages)
    for _ in range(PAGES_MAX):
        watch.now_s += 1
        last = opened(pages)

    assert pages.find(first) is None
    assert pages.find(last) is not None
    assert len(pages.lines()) == PAGES_MAX


def test_whoever_opens_more_and_more_pages_pushes_out_nobody_else(pages: OpenPages, watch: Watch) -> None:
    key, code = opened(pages), pages.issue(EVERYTHING)
    for _ in range(PAGES_MAX + 5):
        watch.now_s += 0.1
        pages.issue(Grant("work", holder="ann"))
        opened(pages, Grant("work", holder="ann"))

    assert pages.find(key) is not None
    assert pages.redeem(code) is not None
    assert len(pages.lines()) == PAGES_MAX


def test_a_page_of_a_token_that_is_not_valid_is_refused(pages: OpenPages) -> None:
    key = opened(pages, Grant("work", may_write=False, holder="gone"))

    assert pages.find(key) is None


def test_the_grant_of_a_closed_page_is_no_longer_good(pages: OpenPages) -> None:
    grant = pages.find(opened(pages))
    assert grant is not None
    assert pages.are_good(grant)

    assert pages.close(grant.page)

    assert not pages.are_good(grant)
    assert not pages.close(grant.page)


def test_pages_alone_close_no_server(pages: OpenPages) -> None:
    opened(pages)

    assert not pages.are_there()


@pytest.mark.requirement("web-open")
def test_the_note_of_a_server_that_is_gone_leads_nowhere(tmp_path: Path) -> None:
    assert read_server(tmp_path) is None

    note_server(tmp_path, RunningServer("http://127.0.0.1:1", "secret", 12))
    found = read_server(tmp_path)

    assert found is not None
    assert code_from(found) is None
    forget_server(tmp_path, 13)
    assert read_server(tmp_path) == found
    forget_server(tmp_path, 12)
    assert read_server(tmp_path) is None


@pytest.mark.requirement("web-open")
@pytest.mark.parametrize("text", ["", "{}", "[]", "{", '{"url": 1, "secret": 2, "process": "x"}'])
def test_a_damaged_note_is_no_note(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.json").write_text(text, encoding="utf-8")

    assert read_server(tmp_path) is None
