"""The whole product for long: ten thousand random steps on three palaces in SQLite, and syncs that are killed at any step."""

import os
import random
import signal
import subprocess
import sys
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
from simonides.replicas.report import SyncReport
from support.clock import FixedClock
from support.homes import Home

pytestmark = [pytest.mark.long, pytest.mark.timeout(1_800)]

STEPS = 10_000
KILLS = 24


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


def _sync(palace: Palace, folder: Path) -> SyncReport:
    report = sync_folder(replica_of(palace), folder, FolderOptions())
    assert report.waiting == []
    return report


@pytest.mark.parametrize("is_receiving", [False, True], ids=["sending", "receiving"])
def test_a_sync_that_is_killed_at_any_step_goes_on_where_it_was(
    palaces: list[Palace], tmp_path: Path, is_receiving: bool
) -> None:
    first, second, third = palaces
    folder, name = tmp_path / "shared", "two" if is_receiving else "one"
    for palace in (first, third):
        palace.intake.file([Draft(f"note {number} " + "words " * 50) for number in range(600)], Actor.PROGRAM)
    if is_receiving:
        _sync(first, folder)
        third.clear()
    unharmed = _run_sync(tmp_path / "three", folder if is_receiving else tmp_path / "elsewhere", 0)
    steps = int(unharmed.stdout.rpartition("steps ")[2])

    ended = [_run_sync(tmp_path / name, folder, 1 + steps * kill // KILLS).returncode for kill in range(KILLS)]
    reports = [_sync(palace, folder) for palace in (first, second)]

    # What one left undone is the next one's, so that later ones may reach their end.
    assert -signal.SIGKILL in ended
    assert set(ended) <= {-signal.SIGKILL, 0}
    assert [report.is_renamed for report in reports] == [False, False]
    assert second.memories.count(EVERY) == 600
    assert differences(first, second) == []
    assert list(folder.rglob("*.partial")) == []


def _run_sync(home: Path, folder: Path, step: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name("killed_sync.py")), str(step), "sync", str(folder), "--palace", "notes"],
        env={**os.environ, "SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": "hashing"},
        capture_output=True,
        text=True,
        check=False,
    )
