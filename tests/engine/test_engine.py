import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from simonides.domain.actor import Actor
from simonides.domain.errors import EmbedderMismatch, Forbidden, NoPalace, NotReady, StoreFailure
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import CatchingUp, Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from simonides.engine.tenancy import Tenancy
from simonides.ports.embedder import Identity
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.shelf import SqliteShelf
from support.homes import Home

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


def another(home: Home, dimensions: int = 384) -> Engine:
    return Engine(home.shelf(), Equipment(HashingEmbedder(dimensions), system_clock, Mint(), patience_s=5))


def test_a_palace_that_is_not_there_is_named_with_its_path(engine: Engine) -> None:
    with pytest.raises(NoPalace) as caught:
        engine.palace("nowhere")

    assert caught.value.key == "nowhere"
    assert caught.value.path == engine.where("nowhere")


def test_creating_twice_keeps_what_is_there(engine: Engine) -> None:
    first = engine.create("p", "about")
    first.memories.remember(Draft("kept"))

    again = engine.create("p", "other words")

    assert again.memories.count() == 1
    assert again.info.description == "about"


def test_a_palace_of_another_embedder_is_refused_until_it_is_embedded_again(engine: Engine, home: Home) -> None:
    engine.create("p").memories.remember(Draft("the cat sleeps"))
    other = another(home, dimensions=128)

    with pytest.raises(EmbedderMismatch, match="simonides reembed"):
        other.palace("p")
    other.reembed("p").vectors.catch_up()

    assert other.palace("p").recall("cat")[0].similarity is not None
    other.close()


def test_a_palace_deleted_and_made_anew_by_another_process_is_opened_anew(engine: Engine, home: Home) -> None:
    engine.create("p").memories.remember(Draft("old"))
    other = another(home)

    other.delete("p")
    with pytest.raises(NoPalace):
        engine.palace("p")
    other.create("p").memories.remember(Draft("new"))

    assert [memory.content for memory in engine.palace("p").memories.page()] == ["new"]
    other.close()


def test_a_write_of_one_engine_is_found_by_another_on_its_next_call(engine: Engine, home: Home) -> None:
    ours = engine.create("p")
    other = another(home)
    theirs = other.palace("p")
    assert theirs.recall("whale") == []

    ours.memories.remember(Draft("the whale surfaced"))

    assert [hit.memory.content for hit in theirs.recall("whale")] == ["the whale surfaced"]
    other.close()


class SlowEmbedder(HashingEmbedder):
    """Stays in the middle of a batch until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = threading.Event()
        self.may_end = threading.Event()

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        self.has_begun.set()
        assert self.may_end.wait(60)
        return super().embed_texts(texts)


def test_closing_does_not_wait_for_a_long_batch_which_then_ends_in_silence(engine: Engine, home: Home) -> None:
    engine.create("p").memories.remember(Draft("words " * 5000))
    embedder = SlowEmbedder()
    other = Engine(home.shelf(), Equipment(embedder, system_clock, Mint(), patience_s=5))
    other.palace("p")
    other.catch_up_in_background()
    assert embedder.has_begun.wait(60)
    [thread] = [thread for thread in threading.enumerate() if thread.name == "catching-up"]

    other.close()

    assert thread.is_alive()
    embedder.may_end.set()
    thread.join(60)
    assert not thread.is_alive()
    assert engine.palace("p").store.search.coverage() == (0, 1)


def test_a_palace_is_opened_while_another_ones_long_batch_is_embedded(engine: Engine, home: Home) -> None:
    engine.create("p").memories.remember(Draft("words " * 5000))
    engine.create("q")
    embedder = SlowEmbedder()
    other = Engine(home.shelf(), Equipment(embedder, system_clock, Mint(), patience_s=5))
    other.palace("p")
    other.catch_up_in_background()
    assert embedder.has_begun.wait(60)

    opened = other.palace("q")

    assert opened.memories.count() == 0
    assert not embedder.may_end.is_set()
    embedder.may_end.set()
    other.close()


@pytest.mark.requirement("token-tenants")
def test_a_tenant_may_write_the_accents_of_its_palace_in_either_form(engine: Engine) -> None:
    tenant = Tenancy(engine, "caf\u00e9")

    made = tenant.create("cafe\u0301")
    made.memories.remember(Draft("Filed by a tenant."))

    assert [tenant.palace(name).memories.count() for name in ("caf\u00e9", "cafe\u0301")] == [1, 1]
    with pytest.raises(Forbidden):
        tenant.palace("cafe")


@pytest.mark.requirement("token-tenants")
def test_a_tenant_is_not_told_where_its_palace_lies(engine: Engine) -> None:
    tenant = Tenancy(engine, "ours")

    with pytest.raises(NoPalace) as missing:
        tenant.palace("ours")
    made = tenant.create("ours")
    made.memories.remember(Draft("Filed by a tenant."))

    assert (missing.value.path, made.info.where, tenant.palace("ours").info.where) == ("ours", "ours", "ours")
    assert engine.palace("ours").info.where == engine.where("ours")
    assert engine.palace("ours").memories.count() == 1


class CountingEmbedder(HashingEmbedder):
    """Tells when it has read texts for the second time."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.has_read_again = threading.Event()

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        self.reads += 1
        if self.reads > 1:
            self.has_read_again.set()
        return super().embed_texts(texts)


def test_a_store_that_could_not_take_vectors_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CatchingUp, "PAUSE_S", 0.01)
    monkeypatch.setattr(CatchingUp, "REST_S", 0.01)
    embedder = CountingEmbedder()
    engine = Engine(SqliteShelf(tmp_path), Equipment(embedder, system_clock, Mint(), patience_s=5))
    engine.create("p").intake.file([Draft("the whale surfaced")], Actor.PROGRAM)
    with closing(sqlite3.connect(tmp_path / "palaces" / "p" / "palace.db")) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON vectors BEGIN SELECT RAISE(FAIL, 'the disk is full'); END")

    engine.catch_up_in_background()

    assert embedder.has_read_again.wait(60)
    engine.close()


class UnknownEmbedder(HashingEmbedder):
    """A server that has not answered yet."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = Identity("remote/1", 0)

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return False


class KeepingShelf(SqliteShelf):
    """Keeps the stores that it opens."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.opened: list[SqlStore] = []

    def open(self, name: str) -> SqlStore:
        self.opened.append(super().open(name))
        return self.opened[-1]


def test_a_palace_whose_vectors_cannot_be_made_anew_is_closed_again(tmp_path: Path) -> None:
    shelf = KeepingShelf(tmp_path)
    shelf.create("p", "", system_clock()).close()
    engine = Engine(shelf, Equipment(UnknownEmbedder(), system_clock, Mint(), patience_s=0))

    with pytest.raises(NotReady):
        engine.reembed("p")

    with pytest.raises(StoreFailure, match="closed"):
        shelf.opened[-1].memories.count(EVERYTHING)
    engine.close()
