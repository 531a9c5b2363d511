"""The whole product for long: ten thousand random steps on three palaces in SQLite, and syncs that are killed at any moment."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.past.histories import RandomHistory
from engine.sync.replicas import EVERY, differences
from simonides.domain.actor import Actor
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.sync.replica import replica_of
from simonides.replicas.folder import FolderOptions, sync_folder
from support.clock import FixedClock
from support.homes import Home

pytestmark = [pytest.mark.long, pytest.mark.timeout(1_800)]

STEPS = 10_000
KILLS = 8


class WatchedHistory(RandomHistory):
    """Random steps, with a list of what was filed and of what somebody deleted."""

    def __init__(self, palace: Palace, chance: random.Random, filed: dict[str, str], deleted: set[str]) -> None:
        super().__init__(palace, chance)
        self.filed = filed
        self.deleted = deleted

    def file(self) -> None:
        memory = self.palace.memories.remember(Draft(f"{id(self)} {self.text()}", tags=("a",)))
        self.filed[memory.id] = memory.content

    def forget(self) -> None:
        if some := self.some():
            self.deleted.add(some)
            self.palace.memories.forget(some)


@pytest.fixture
def palaces(tmp_path: Path, clock: FixedClock, mint: Mint) -> Iterator[list[Palace]]:
    equipment = Equipment(HashingEmbedder(), clock, mint, patience_s=5)
    engines = [Engine(Home(str(tmp_path / name)).shelf(), equipment) for name in ("one", "two", "three")]
    yield [engine.create("notes") for engine in engines]
    for engine in engines:
        engine.close()


def test_ten_thousand_steps_with_partitions_end_alike_and_lose_nothing(
    palaces: list[Palace], clock: FixedClock, tmp_path: Path
) -> None:
    chance, filed, deleted = random.Random(7), dict[str, str](), set[str]()
    histories = [WatchedHistory(palace, random.Random(number), filed, deleted) for number, palace in enumerate(palaces)]
    for step in range(STEPS):
        clock.pass_time(seconds=1)
        chance.choice(histories).step()
        # For long stretches one of the three is cut off from the others.
        cut_off = step // 1_000 % 3 if step % 2_000 < 1_500 else None
        if chance.random() < 0.01 and (number := chance.randrange(3)) != cut_off:
            _sync(palaces[number], tmp_path / "shared")

    for _ in range(4):
        for palace in palaces:
            _sync(palace, tmp_path / "shared")

    first, *others = palaces
    assert [line for other in others for line in differences(first, other)] == []
    kept = {memory.id for memory in first.store.memories.find(list(filed))}
    assert filed.keys() - deleted - kept == set()
    assert len(filed) > STEPS // 10
    assert all(palace.complaints() == [] for palace in palaces)


def _sync(palace: Palace, folder: Path) -> None:
    assert sync_folder(replica_of(palace), folder, FolderOptions()).waiting == []


def test_a_sync_that_is_killed_at_any_moment_goes_on_where_it_was(palaces: list[Palace], tmp_path: Path) -> None:
    first, second, _ = palaces
    folder = tmp_path / "shared"
    first.intake.file([Draft(f"note {number} " + "words " * 50) for number in range(1_500)], Actor.PROGRAM)
    chance = random.Random(1)
    for name in ("one", "two"):
        for _ in range(KILLS):
            process = subprocess.Popen(
                [sys.executable, "-m", "simonides", "sync", str(folder), "--palace", "notes"],
                env={**os.environ, "SIMONIDES_HOME": str(tmp_path / name), "SIMONIDES_EMBEDDER": "hashing"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(0.2 + chance.random() * 1.5)
            process.kill()
            process.wait()
        _sync(first if name == "one" else second, folder)

    assert second.memories.count(EVERY) == 1_500
    assert differences(first, second) == []
    assert list(folder.rglob("*.partial")) == []
