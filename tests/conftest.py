"""What tests work with: real files, a clock that stands still until told otherwise, ids that count."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Means, Palace
from simonides.mining.code.folders import Folders
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock

# A first example reads data files, and a machine may be busy: no test asks how long something takes.
settings.register_profile("simonides", deadline=None)
settings.load_profile("simonides")


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def mint() -> Mint:
    numbers = count(1)
    return Mint(lambda: str(next(numbers)))


@pytest.fixture
def engine(tmp_path: Path, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    engine = Engine(SqliteShelf(tmp_path), Means(HashingEmbedder(), clock, mint, patience_s=5, sources=Folders()))
    yield engine
    engine.close()


@pytest.fixture
def palace(engine: Engine) -> Palace:
    return engine.create("test")
