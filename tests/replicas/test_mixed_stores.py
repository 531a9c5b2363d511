"""Replicas in different stores: a palace in PostgreSQL and one in SQLite come to the same."""

from pathlib import Path
from random import Random

from engine.past.histories import RandomHistory
from engine.sync.replicas import differences, meet
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment
from support.clock import FixedClock
from support.homes import Home


def test_a_palace_in_each_store_ends_alike(tmp_path: Path, database_url: str, clock: FixedClock, mint: Mint) -> None:
    equipment = Equipment(HashingEmbedder(), clock, mint, patience_s=5)
    engines = [Engine(Home(where).shelf(), equipment) for where in (str(tmp_path), database_url)]
    palaces = [engine.create("notes") for engine in engines]
    histories = [RandomHistory(palace, Random(number)) for number, palace in enumerate(palaces)]
    for step in range(40):
        clock.pass_time(seconds=1)
        histories[step % 2].step()
        if step in (10, 25):
            meet(*palaces)

    meet(*palaces)
    meet(*palaces)

    assert differences(*palaces) == []
    for engine in engines:
        engine.close()
