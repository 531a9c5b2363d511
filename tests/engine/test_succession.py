"""Succession of encoders: what happens to a palace when one is added or replaced."""

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from simonides.domain.errors import EmbedderMismatch
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING
from simonides.domain.ranking.recipe import LEXICAL
from simonides.embedders.bundled import many_languages
from simonides.embedders.hashing import HashingEmbedder
from simonides.embedders.joint import JointEmbedder
from simonides.embedders.routing import readers_of
from simonides.engine.engine import Engine
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.ports.embedder import Identity
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock
from support.homes import Home

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder, Vectors

ENGLISH = "The key of the archive lies in the drawer."
GERMAN = "Der Schlüssel für das Archiv liegt in der Schublade."
RUSSIAN = "Ключ от архива лежит в ящике стола."
OBSERVED = ("It has a key.", "Es gibt nur einen Schlüssel für die Tür.")
EVERY = (ENGLISH, GERMAN, RUSSIAN, *OBSERVED)


class Encoder(HashingEmbedder):
    """Notes what it was given to read."""

    def __init__(self, name: str, succeeds: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.identity = Identity(name, 384, succeeds)
        self.read: list[str] = []

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        self.read += texts
        return super().embed_texts(texts)


def opened(folder: Path, embedder: "Embedder") -> Engine:
    return Engine(SqliteShelf(folder), Equipment(embedder, FixedClock(), Mint(), patience_s=1))


def contents(read: list[str]) -> set[str]:
    """What was read, without the instruction that a perspective puts before an observation."""
    return {content for content in EVERY for text in read if text.endswith(content)}


def joint(version: int) -> tuple[JointEmbedder, Encoder, Encoder]:
    first, second = Encoder("first/int8/1"), Encoder(f"second/int8/{version}")
    return JointEmbedder(first, second, readers_of), first, second


def fill(palace: Palace) -> None:
    for text in (ENGLISH, GERMAN, RUSSIAN):
        palace.memories.remember(Draft(text))
    palace.entities.create([EntityDraft("Archive", "room", list(OBSERVED))])


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


def successor() -> tuple[JointEmbedder, Encoder, Encoder]:
    """An encoder that takes the first one's place, in a space of its own."""
    heir, second = Encoder("heir/int8/1", succeeds=("first",)), Encoder("second/int8/2")
    return JointEmbedder(heir, second, readers_of), heir, second


@pytest.fixture
def inherited(home: Home) -> Home:
    """A palace whose vectors an encoder has made that has a successor now."""
    engine = Engine(home.shelf(FixedClock()), Equipment(joint(1)[0], FixedClock(), Mint(), patience_s=1))
    fill(engine.create("p"))
    engine.close()
    return home


def taken_over(home: Home, embedder: "Embedder", told: list[str]) -> Engine:
    return Engine(home.shelf(FixedClock()), Equipment(embedder, FixedClock(), Mint(), patience_s=1, tell=told.append))


@pytest.mark.requirement("embedder-successor")
def test_a_palace_of_a_predecessor_opens_tells_so_and_is_embedded_anew(inherited: Home) -> None:
    embedder, heir, second = successor()
    told: list[str] = []
    engine = taken_over(inherited, embedder, told)
    palace = engine.palace("p")

    waiting, done = palace.vectors.pending(), palace.vectors.catch_up()

    assert len(told) == 1
    assert "first/int8/1+second/int8/1 (384d)" in told[0]
    assert "5 of its texts" in told[0]
    assert "simonides reembed --pending" in told[0]
    assert contents([*heir.read, *second.read]) == set(EVERY)
    assert (waiting, done, palace.vectors.pending()) == (5, 5, 0)
    assert palace.store.identity() == embedder.identity
    assert list(palace.store.check()) == []
    engine.close()


@pytest.mark.requirement("embedder-successor")
def test_before_that_words_answer_and_no_vector_of_the_predecessor_is_compared(inherited: Home) -> None:
    engine = taken_over(inherited, successor()[0], [])
    store = engine.palace("p").store

    asked = HashingEmbedder().embed_question(ENGLISH)
    near = store.search.nearest(asked, EVERYTHING, 10)
    matched = engine.palace("p").recall("key of the archive", recipe=LEXICAL)

    assert len(near.keys) == 0
    assert matched[0].memory.content == ENGLISH
    engine.close()


@pytest.mark.requirement("embedder-successor")
def test_two_that_succeed_at_once_do_not_undo_each_others_work(inherited: Home) -> None:
    engines = [taken_over(inherited, successor()[0], []) for _ in range(2)]
    first = engines[0].palace("p")
    first.vectors.catch_up()

    second = engines[1].palace("p")

    assert (first.vectors.pending(), second.vectors.pending()) == (0, 0)
    assert second.recall("key of the archive")[0].memory.content == ENGLISH
    for engine in engines:
        engine.close()


@pytest.mark.requirement("embedder-successor")
def test_reembedding_a_palace_of_a_predecessor_reads_everything_once(inherited: Home) -> None:
    embedder, heir, second = successor()
    engine = taken_over(inherited, embedder, [])

    palace = engine.reembed("p")
    palace.vectors.catch_up()

    assert contents([*heir.read, *second.read]) == set(EVERY)
    assert palace.store.identity() == embedder.identity
    engine.close()


@pytest.mark.requirement("embedder-successor")
def test_an_encoder_that_succeeds_nobody_is_still_refused(inherited: Home) -> None:
    engine = taken_over(inherited, Encoder("stranger/int8/1"), [])

    with pytest.raises(EmbedderMismatch, match="simonides reembed"):
        engine.palace("p")
    engine.close()


@pytest.mark.requirement("embedder-successor")
def test_the_bundled_encoders_succeed_those_that_were_bundled_before() -> None:
    ours = many_languages().identity

    for before in ("all-minilm-l6-v2/int8/1", "all-minilm-l6-v2/int8/1+polyglot/int8/1", "mneme/int8/1+polyglot/int8/3"):
        assert ours.replaces(Identity(before, 384))
        assert not ours.continues(Identity(before, 384))


@pytest.mark.requirement("embedder-successor")
def test_a_later_version_of_an_encoder_is_not_taken_over_by_an_earlier_one() -> None:
    alone = Identity("heir/int8/2", 384, succeeds=("first", "heir"))
    both = Identity("heir/int8/2+second/int8/4", 384, succeeds=("first", "heir"))

    assert all(ours.replaces(Identity("heir/int8/1", 384)) for ours in (alone, both))
    assert both.replaces(Identity("heir/int8/1+second/int8/3", 384))
    assert not alone.replaces(Identity("heir/int8/1+second/int8/3", 384))
    for later in ("heir/int8/2", "heir/int8/3", "heir/int4/3", "heir/int8/1+second/int8/5"):
        assert not both.replaces(Identity(later, 384))
