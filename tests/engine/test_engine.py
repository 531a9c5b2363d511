from pathlib import Path

import pytest

from simonides.domain.errors import EmbedderMismatch, NoPalace
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.memories import Draft
from simonides.engine.palace import Means
from simonides.stores.sqlite.shelf import SqliteShelf


def another(tmp_path: Path, dimensions: int = 384) -> Engine:
    return Engine(SqliteShelf(tmp_path), Means(HashingEmbedder(dimensions), system_clock, Mint(), patience_s=5))


def test_a_palace_that_is_not_there_is_named_with_its_path(engine: Engine) -> None:
    with pytest.raises(NoPalace) as caught:
        engine.palace("nowhere")

    assert caught.value.key == "nowhere"
    assert caught.value.path == engine.path_of("nowhere")


def test_creating_twice_keeps_what_is_there(engine: Engine) -> None:
    first = engine.create("p", "about")
    first.memories.remember(Draft("kept"))

    again = engine.create("p", "other words")

    assert again.memories.count() == 1
    assert again.info.description == "about"


def test_a_palace_of_another_embedder_is_refused_until_it_is_embedded_again(engine: Engine, tmp_path: Path) -> None:
    engine.create("p").memories.remember(Draft("the cat sleeps"))
    other = another(tmp_path, dimensions=128)

    with pytest.raises(EmbedderMismatch, match="simonides reembed"):
        other.palace("p")
    other.reembed("p").vectors.catch_up()

    assert other.palace("p").recall("cat")[0].similarity is not None
    other.close()


def test_a_palace_deleted_and_made_anew_by_another_process_is_opened_anew(engine: Engine, tmp_path: Path) -> None:
    engine.create("p").memories.remember(Draft("old"))
    other = another(tmp_path)

    other.delete("p")
    with pytest.raises(NoPalace):
        engine.palace("p")
    other.create("p").memories.remember(Draft("new"))

    assert [memory.content for memory in engine.palace("p").memories.page()] == ["new"]
    other.close()


def test_a_write_of_one_engine_is_found_by_another_on_its_next_call(engine: Engine, tmp_path: Path) -> None:
    ours = engine.create("p")
    other = another(tmp_path)
    theirs = other.palace("p")
    assert theirs.recall("whale") == []

    ours.memories.remember(Draft("the whale surfaced"))

    assert [hit.memory.content for hit in theirs.recall("whale")] == ["the whale surfaced"]
    other.close()
