"""What becomes of a palace when an encoder joins or is replaced?"""

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from simonides.domain.errors import EmbedderMismatch
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.embedders.joint import JointEmbedder
from simonides.embedders.routing import readers_of
from simonides.engine.engine import Engine
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.memories import Draft
from simonides.engine.nodes import NodeDraft
from simonides.engine.palace import Means, Palace
from simonides.ports.embedder import Identity
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder, Vectors

ENGLISH = "The key of the archive lies in the drawer."
GERMAN = "Der Schlüssel für das Archiv liegt in der Schublade."
RUSSIAN = "Ключ от архива лежит в ящике стола."
OBSERVED = ("It has a key.", "Es gibt nur einen Schlüssel für die Tür.")
EVERY = (ENGLISH, GERMAN, RUSSIAN, *OBSERVED)


class Encoder(HashingEmbedder):
    """Notes what it was given to read."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.identity = Identity(name, 384)
        self.read: list[str] = []

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        self.read += texts
        return super().embed_texts(texts)


def opened(folder: Path, embedder: "Embedder") -> Engine:
    return Engine(SqliteShelf(folder), Means(embedder, FixedClock(), Mint(), patience_s=1))


def contents(read: list[str]) -> set[str]:
    """What was read, without the instruction that a perspective puts before an observation."""
    return {content for content in EVERY for text in read if text.endswith(content)}


def joint(version: int) -> tuple[JointEmbedder, Encoder, Encoder]:
    first, second = Encoder("first/int8/1"), Encoder(f"second/int8/{version}")
    return JointEmbedder(first, second, readers_of), first, second


def fill(palace: Palace) -> None:
    for text in (ENGLISH, GERMAN, RUSSIAN):
        palace.memories.remember(Draft(text))
    palace.nodes.create([NodeDraft("Archive", "room", list(OBSERVED))])


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A palace made by the first encoder alone."""
    engine = opened(tmp_path, Encoder("first/int8/1"))
    fill(engine.create("p"))
    engine.close()
    return tmp_path


@pytest.mark.requirement("languages-succession")
def test_a_palace_of_the_first_encoder_opens_and_only_other_languages_are_read_again(old: Path) -> None:
    embedder, first, second = joint(1)
    engine = opened(old, embedder)
    palace = engine.palace("p")

    done = palace.vectors.catch_up()

    assert first.read == []
    assert contents(second.read) == {GERMAN, RUSSIAN, OBSERVED[1]}
    assert (done, palace.vectors.pending()) == (3, 0)
    assert palace.store.identity() == embedder.identity
    assert list(palace.store.check()) == []
    engine.close()


@pytest.mark.requirement("languages-succession")
def test_before_that_it_is_asked_and_written_to_as_ever(old: Path) -> None:
    engine = opened(old, joint(1)[0])
    palace = engine.palace("p")

    palace.memories.remember(Draft("Запасной ключ у сторожа."))
    hits = palace.recall("key of the archive")

    assert hits[0].memory.content == ENGLISH
    assert palace.vectors.pending() == 0
    engine.close()


@pytest.mark.requirement("languages-succession")
def test_reembedding_for_a_newer_encoder_reads_its_own_texts_alone(old: Path) -> None:
    engine = opened(old, joint(1)[0])
    engine.palace("p").vectors.catch_up()
    engine.close()
    embedder, first, second = joint(2)
    engine = opened(old, embedder)

    palace = engine.reembed("p")
    palace.vectors.catch_up()

    assert (first.read, contents(second.read)) == ([], {GERMAN, RUSSIAN, OBSERVED[1]})
    assert palace.store.identity() == embedder.identity
    engine.close()


@pytest.mark.requirement("languages-succession")
def test_two_that_take_over_at_once_leave_a_whole_palace(old: Path) -> None:
    engines = [opened(old, joint(1)[0]) for _ in range(2)]
    palaces = [engine.palace("p") for engine in engines]

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda palace: palace.vectors.catch_up(), palaces))

    assert [palace.vectors.pending() for palace in palaces] == [0, 0]
    assert list(palaces[0].store.check()) == []
    assert palaces[0].recall("Schlüssel für das Archiv")[0].memory.content == GERMAN
    for engine in engines:
        engine.close()


def test_reembedding_without_a_newer_encoder_reads_everything(old: Path) -> None:
    engine = opened(old, joint(1)[0])
    engine.palace("p").vectors.catch_up()
    engine.close()
    embedder, first, second = joint(1)
    engine = opened(old, embedder)

    engine.reembed("p").vectors.catch_up()

    assert contents(first.read) | contents(second.read) == set(EVERY)
    engine.close()


@pytest.mark.requirement("languages-succession")
def test_who_lacks_an_encoder_of_the_palace_or_has_an_older_one_is_refused(old: Path) -> None:
    engine = opened(old, joint(2)[0])
    engine.palace("p").vectors.catch_up()
    engine.close()

    for embedder in (Encoder("first/int8/1"), joint(1)[0]):
        engine = opened(old, embedder)
        with pytest.raises(EmbedderMismatch, match="simonides reembed"):
            engine.palace("p")
        engine.close()


def test_exported_vectors_are_kept_where_the_reader_is_the_same(old: Path, tmp_path: Path) -> None:
    engine = opened(old, Encoder("first/int8/1"))
    lines = "\n".join(export_lines(engine.palace("p").store, with_vectors=True)).encode()
    engine.close()
    engine = opened(tmp_path / "new", joint(1)[0])
    palace = engine.create("q")

    tallies = list(Importing(lambda _: palace, engine.embedder).run(numbered_lines(io.BytesIO(lines))))

    assert (sum(tally.vectors for tally in tallies), [tally.notice for tally in tallies]) == (1, [None])
    assert [text for _, text in palace.store.search.pending(10)] == [GERMAN, RUSSIAN]
    engine.close()
