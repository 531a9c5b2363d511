"""SQLite: tokens in a private file of their own that processes share."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from simonides.domain.errors import Damaged
from simonides.domain.time import system_clock
from simonides.engine.tokens import PREFIX, admit, digest_of
from simonides.stores.sqlite.tokens import FILE, SqliteTokens

pytestmark = pytest.mark.requirement("token-store")


@pytest.fixture
def tokens(tmp_path: Path) -> SqliteTokens:
    return SqliteTokens(tmp_path)


def test_nothing_is_made_where_nobody_was_let_in(tokens: SqliteTokens, tmp_path: Path) -> None:
    tokens.list()
    tokens.find(digest_of("x"))
    tokens.revoke("x")

    assert list(tmp_path.iterdir()) == []


def test_another_process_sees_what_was_changed(tokens: SqliteTokens, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from simonides.domain.time import system_clock;"
        "from simonides.engine.tokens import admit; from simonides.stores.sqlite.tokens import SqliteTokens;"
        "[admit(SqliteTokens(Path(sys.argv[1])), 'alpha', system_clock) for _ in range(20)]"
    )
    started = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)]) for _ in range(4)]

    assert [process.wait(60) for process in started] == [0] * 4
    assert len(tokens.list()) == 80


def test_only_its_owner_may_read_the_file_and_no_secret_is_in_it(tokens: SqliteTokens, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        _, secret = admit(tokens, "alpha", system_clock)
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert secret.removeprefix(PREFIX).encode() not in (tmp_path / FILE).read_bytes()


def test_a_file_that_holds_no_tokens_is_told(tokens: SqliteTokens, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("something else")

    with pytest.raises(Damaged):
        tokens.find(digest_of("x"))
