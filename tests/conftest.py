"""Shared fixtures: real files, a clock that stands still until told otherwise, ids that count up."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment, Palace
from simonides.mining.code.folders import Folders
from simonides.ports.stores import Shelf
from support.bytecode import share_bytecode
from support.clock import FixedClock
from support.homes import Home
from support.postgres import Server

STORES = ("sqlite", "postgres")
CITUS = "SIMONIDES_TEST_CITUS_URL"
"""The variable with the address of an empty database on a coordinator of Citus, on which to run what is asked of PostgreSQL."""
ON_ONE_SERVER = pytest.mark.skipif(CITUS in os.environ, reason=f"asks for a database on one server ({CITUS} is set)")

share_bytecode()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for this worker's tests."""
    server = Server()
    yield server
    server.end()


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """The address of a database that this worker's tests share, one after the other; of a cluster where one is given."""
    given = os.environ.get(CITUS)
    if given is None:
        server: Server = request.getfixturevalue("postgres")
        return server.new_database()
    from support.citus import distribute

    return distribute(given)


@pytest.fixture(scope="session")
def emptier(database: str) -> Iterator[Shelf]:
    """The palaces of that database, over a connection that stays: a new one for each test would take five times as long."""
    from simonides.stores.postgres.shelf import PostgresShelf

    shelf = PostgresShelf(database)
    with shelf.connected():
        yield shelf


@pytest.fixture
def database_url(database: str, emptier: Shelf) -> Iterator[str]:
    """The address of a database without palaces; making one anew for every test would take a hundred times as long."""
    yield database
    for name in emptier.names():
        emptier.delete(name)


@pytest.fixture(params=STORES)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Where the palaces of this test are kept, in each of the stores."""
    where = str(tmp_path) if request.param == "sqlite" else request.getfixturevalue("database_url")
    return Home(where)


# A first example reads data files, and a machine may be busy: no test asks how long something takes.
settings.register_profile("simonides", deadline=None)
settings.load_profile("simonides")


RULES = ("bench", "engine", "mining", "product", "toolsets")
"""Folders whose tests are about rules, not about stores: `tests/stores` shows that both stores answer alike."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave rules on PostgreSQL to `make long-test`: without them the run is much shorter, and the stores are compared anyway."""
    for item in items:
        is_rule = item.path.relative_to(Path(__file__).parent).parts[0] in RULES
        if is_rule and "postgres" in getattr(getattr(item, "callspec", None), "params", {}).values():
            item.add_marker(pytest.mark.long)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def mint() -> Mint:
    numbers = count(1)
    return Mint(lambda: str(next(numbers)))


@pytest.fixture
def engine(home: Home, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5, sources=Folders()))
    yield engine
    engine.close()


@pytest.fixture
def palace(engine: Engine) -> Palace:
    return engine.create("test")
