"""Dreams of a server whose client has shaken hands and calls nothing."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from support.homes import Home
from support.server import ServerProcess

OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "quiet", "version": "1"}}
PALACES = [f"p{number}" for number in range(7)]


@pytest.fixture
def engine(home: Home) -> Iterator[Engine]:
    with closing(Engine(home.shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=5))) as engine:
        for name in PALACES:
            engine.create(name).memories.remember(Draft("a note"))
        yield engine


def cycles(engine: Engine) -> list[int]:
    return [engine.dream_status(name).totals.cycles for name in PALACES]


@pytest.mark.requirement("dream-every-palace")
def test_a_handshake_is_enough_for_every_palace_to_be_dreamt_of(engine: Engine, home: Home, tmp_path: Path) -> None:
    environment = {"SIMONIDES_EMBEDDER": "hashing", "SIMONIDES_DREAM_AFTER": "0.1", **home.environment}
    server = ServerProcess(tmp_path, "--tools", "trusty", "--palace", PALACES[3], environment=environment)
    server.ask("initialize", OPENING)

    give_up_at = time.monotonic() + 90
    while 0 in cycles(engine) and time.monotonic() < give_up_at:
        time.sleep(0.02)

    assert server.end() == 0
    assert cycles(engine) == [1] * 7
