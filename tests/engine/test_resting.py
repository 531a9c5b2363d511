"""Of many open palaces only some are awake; calls, background work and listeners cannot tell."""

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.resting_process import THREADS, TURNS
from engine.test_dreaming import TESTS, TEXT
from simonides.domain.dreams import DreamReport
from simonides.domain.errors import NoPalace
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.dreamer import Rhythm
from simonides.ports.embedder import State
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.toolsets.companion.following import Follower
from simonides.toolsets.companion.watching import PalaceWatch
from support.homes import Home
from support.open_files import ON_LINUX, age, open_below
from support.stopwatch import CountedStopwatch

pytestmark = pytest.mark.requirement("palaces-rest")

AWAKE_MAX = 3
NAMES = [f"p{number}" for number in range(3 * AWAKE_MAX)]
PATIENCE_S = 100


class LateEmbedder(HashingEmbedder):
    """Not ready before it is told."""

    state: State = "loading"

    def __init__(self) -> None:
        super().__init__()
        self._is_there = threading.Event()

    def arrive(self) -> None:
        """Be ready."""
        self.state = "ready"
        self._is_there.set()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - it waits for all encoders alike
        return self._is_there.wait(timeout_s)


def new_engine(home: Home, embedder: HashingEmbedder | None = None, rhythm: Rhythm | None = None) -> Engine:
    equipment = Equipment(embedder or HashingEmbedder(), system_clock, Mint(), patience_s=5)
    return Engine(home.shelf(), equipment, rhythm, AWAKE_MAX)


def awake(folder: Path) -> list[str]:
    """The palaces with a database that is open in this process."""
    return sorted({path.parent.name for path in open_below(folder) if path.name == "palace.db"})


@ON_LINUX
def test_those_that_were_called_last_are_awake(tmp_path: Path) -> None:
    engine = new_engine(Home(str(tmp_path)))
    for name in NAMES:
        engine.create(name).memories.remember(Draft(f"the text of {name}"))
    assert awake(tmp_path) == ["p6", "p7", "p8"]

    engine.palace("p7")
    engine.palace("p1").recall("text")
    engine.palace("p2").recall("text")

    assert awake(tmp_path) == ["p1", "p2", "p7"]
    engine.close()
    assert open_below(tmp_path) == []


def test_a_palace_that_was_kept_across_a_rest_answers(home: Home) -> None:
    engine = new_engine(home)
    kept = engine.create("kept")
    kept.memories.remember(Draft("the whale surfaced"))
    kept.memories.remember(Draft("a storm came up"))
    assert kept.recall("whale")
    lines = kept.export()
    first = next(lines)

    for name in NAMES:
        engine.create(name).memories.remember(Draft(f"the text of {name}"))

    assert kept.recall("whale")[0].memory.content == "the whale surfaced"
    assert engine.palace("kept") is kept
    assert len([first, *lines]) == 2
    engine.close()


def test_many_threads_over_many_palaces_lose_no_write_and_meet_no_error(home: Home) -> None:
    engine = new_engine(home)
    for name in NAMES:
        engine.create(name)
    acknowledged: list[tuple[str, str]] = []
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(4):
                # Each thread goes another way, so that palaces wake and rest under each other's hands.
                for step in range(len(NAMES)):
                    name = NAMES[(step * (number + 1) + number) % len(NAMES)]
                    memory = engine.palace(name).memories.remember(Draft(f"word{number}x{turn} of {step} in {name}"))
                    acknowledged.append((name, memory.id))
                    hits = engine.palace(name).recall(f"word{number}x{turn}", limit=50)
                    assert memory.id in {hit.memory.id for hit in hits}
        # Whatever it is, the test shows it.
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.close()

    assert failures == []
    later = new_engine(home)
    held = {(name, memory.id) for name in NAMES for memory in later.palace(name).memories.page(limit=1_000)}
    assert len(acknowledged) == 6 * 4 * len(NAMES)
    assert held == set(acknowledged)
    assert [line for name in NAMES for line in later.palace(name).complaints()] == []
    later.close()


def test_several_processes_that_put_the_same_palaces_to_rest_lose_no_write(tmp_path: Path) -> None:
    engine = new_engine(Home(str(tmp_path)))
    for name in NAMES:
        engine.create(name)
    words = [sys.executable, "-m", "engine.resting_process", str(tmp_path), str(AWAKE_MAX)]

    processes = [subprocess.Popen([*words, author, *NAMES], cwd=TESTS, stdout=subprocess.PIPE, text=True) for author in "abc"]
    acknowledged = [line for process in processes for line in process.communicate(timeout=PATIENCE_S)[0].splitlines()]

    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(acknowledged) == len(processes) * THREADS * TURNS
    held = [f"{name} {memory.id}" for name in NAMES for memory in engine.palace(name).memories.page(limit=1_000)]
    assert sorted(held) == sorted(acknowledged)
    assert [line for name in NAMES for line in engine.palace(name).complaints()] == []
    engine.close()


def test_a_palace_whose_folder_became_a_file_fails_no_call_to_another(tmp_path: Path) -> None:
    engine = new_engine(Home(str(tmp_path)))
    for name in NAMES[: AWAKE_MAX + 1]:
        engine.create(name)
    engine.palace("p1").memories.count()
    folder = tmp_path / "palaces/p1"
    folder.rename(tmp_path / "elsewhere")
    folder.write_text("in the way", encoding="utf-8")

    for name in ("p0", "p2", "p3", "p0"):
        assert engine.palace(name).memories.count() == 0

    with pytest.raises(NoPalace):
        engine.palace("p1")
    assert engine._open["p1"].write_mark() is None
    engine.close()


def test_a_palace_that_was_deleted_is_not_kept_for_a_call_that_comes_late(home: Home) -> None:
    engine = new_engine(home)
    palace = engine.create("p0")
    kept = weakref.ref(palace)
    engine.delete("p0")

    # As when another thread has asked for it just before.
    engine._rests.note_call(palace)
    engine._rests._woken(palace)
    del palace

    gc.collect()
    assert kept() is None
    engine.close()


def test_a_palace_that_is_left_while_it_is_embedded_is_not_kept(tmp_path: Path) -> None:
    engine = new_engine(Home(str(tmp_path)))
    palace = engine.create("p0")
    age(tmp_path)
    catching_up = engine._catching_up
    catching_up._work_off(palace)
    assert palace in catching_up._complete

    catching_up.leave(palace)
    # As when this was on its way.
    catching_up._work_off(palace)

    assert palace not in catching_up._complete
    engine.close()


def test_what_was_filed_before_the_model_was_there_gets_its_vectors_though_its_palace_rested(home: Home) -> None:
    embedder = LateEmbedder()
    engine = new_engine(home, embedder)
    engine.catch_up_in_background()
    for name in NAMES:
        engine.create(name).memories.remember(Draft(f"the text of {name}"))
    assert sum(engine.palace(name).vectors.pending() for name in NAMES) == len(NAMES)

    embedder.arrive()
    engine.embed_the_rest(PATIENCE_S)

    assert [engine.palace(name).vectors.coverage() for name in NAMES] == [(1, 1)] * len(NAMES)
    engine.close()


def test_a_palace_that_another_process_deleted_keeps_no_other_from_its_vectors_at_the_end(tmp_path: Path) -> None:
    embedder = LateEmbedder()
    engine = new_engine(Home(str(tmp_path)), embedder)
    engine.catch_up_in_background()
    deleted, kept = engine.create("p0"), engine.create("p1")
    kept.memories.remember(Draft("the whale surfaced"))
    assert deleted.rest()
    SqliteShelf(tmp_path).delete("p0")

    embedder.arrive()
    engine.embed_the_rest(PATIENCE_S)

    assert kept.vectors.coverage() == (1, 1)
    engine.close()


def dreamt(reports: list[DreamReport]) -> list[str]:
    return sorted(report.palace for report in reports)


def test_palaces_that_rest_dream_like_others(home: Home) -> None:
    stopwatch = CountedStopwatch()
    engine = new_engine(home, rhythm=Rhythm(idle_s=0.0, stopwatch=stopwatch))
    for name in NAMES:
        engine.create(name).memories.remember(Draft(TEXT))

    assert dreamt(engine.dreamer.look_around()) == NAMES
    engine.close()


@pytest.fixture
def listened(tmp_path: Path) -> tuple[Engine, Follower]:
    engine = new_engine(Home(str(tmp_path)), rhythm=Rhythm(idle_s=0.0))
    for name in NAMES:
        engine.create(name).memories.remember(Draft(f"the text of {name}"))
    follower = Follower(PalaceWatch(lambda: engine, interval_s=0.0))
    follower.poll()
    return engine, follower


def test_a_listener_hears_of_palaces_that_rest(listened: tuple[Engine, Follower], tmp_path: Path) -> None:
    engine, follower = listened
    kept = engine.palace("p0")
    for name in NAMES[1:]:
        engine.palace(name).memories.count()
    age(tmp_path)
    assert follower.poll() == []

    kept.memories.remember(Draft("written here"))
    elsewhere = SqliteShelf(tmp_path).open("p1")
    other = new_engine(Home(str(tmp_path)))
    other.palace("p1").memories.remember(Draft("written by another process"))
    other.close()
    elsewhere.close()

    heard = [event for event in follower.poll() if event.name == "drawer_added"]
    assert [event.data["palace"] for event in heard] == ["p0", "p1"]
    engine.close()


@ON_LINUX
def test_whoever_looks_at_all_palaces_wakes_none_that_nobody_has_written_to(
    listened: tuple[Engine, Follower], tmp_path: Path
) -> None:
    engine, follower = listened

    def look_around() -> None:
        follower.poll()
        engine.dreamer.look_around()
        for palace in engine._open.values():
            engine._catching_up._catch_up(palace)

    # The first dreams write; whoever rests after a write brings it into the file.
    look_around()
    for palace in engine._open.values():
        palace.rest()
    age(tmp_path)
    look_around()
    for name in ("p3", "p4", "p5"):
        engine.palace(name).memories.count()
    before = awake(tmp_path)

    look_around()
    engine.embed_the_rest(0)

    assert awake(tmp_path) == before == ["p3", "p4", "p5"]
    engine.close()
