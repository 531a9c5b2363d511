"""The examination of a palace."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.examination import examine_palace
from simonides.stores.sqlite.shelf import SqliteShelf


def test_a_file_that_goes_while_it_is_looked_at_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(SqliteShelf(tmp_path), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=5))
    palace = engine.create("p")
    listed = Path.iterdir

    def with_one_that_goes(folder: Path) -> Iterator[Path]:
        yield from listed(folder)
        yield folder / "palace.db-journal"

    monkeypatch.setattr(Path, "iterdir", with_one_that_goes)

    assert [line.is_ok for line in examine_palace(palace, engine.embedder)] == [True]
    engine.close()
