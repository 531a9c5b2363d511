"""A client that disconnects while a long text is being embedded."""

import time
from pathlib import Path

import pytest

from simonides.engine.filing.embedding import EMBEDDING
from simonides.stores.sqlite.shelf import SqliteShelf
from support.server import ServerProcess

LONG = "The harbour master noted the tide, the wind and the ships that lay at anchor. " * 11_500
LOOKS = 10


def wait_until_it_embeds(home: Path) -> None:
    store = SqliteShelf(home).open("default")
    looks = 0
    # The lease is taken before the first text is read, so one look is not enough. Looking takes it for a moment when it is
    # free, so not without a break. The timeout of the test ends this.
    while looks < LOOKS:
        time.sleep(0.1)
        with store.lease(EMBEDDING) as is_free:
            looks = 0 if is_free else looks + 1
    store.close()


@pytest.mark.long
def test_a_server_leaves_with_0_in_the_middle_of_a_long_text_which_is_kept(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, environment={"SIMONIDES_EMBEDDER": "mneme"})
    filed = server.call("mempalace_add_drawer", wing="w", room="r", content=LONG)
    wait_until_it_embeds(tmp_path)

    code = server.end()

    assert code == 0
    assert filed["success"]
    store = SqliteShelf(tmp_path).open("default")
    assert store.search.coverage() == (0, 1)
    store.close()
