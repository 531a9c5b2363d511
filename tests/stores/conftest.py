"""Every store is held to the same tests: another one is added to FACTORIES, and nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simonides.ports.stores import Shelf, Store
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW

ShelfFactory = Callable[[Path], Shelf]

FACTORIES: dict[str, ShelfFactory] = {
    "sqlite": lambda path: SqliteShelf(path, clock=lambda: NOW),
}


@pytest.fixture(params=FACTORIES)
def new_shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Shelf]:
    """Makes shelves over the same data, as several processes would."""
    factory = FACTORIES[request.param]
    return lambda: factory(tmp_path)


@pytest.fixture
def shelf(new_shelf: Callable[[], Shelf]) -> Shelf:
    return new_shelf()


@pytest.fixture
def store(shelf: Shelf) -> Iterator[Store]:
    store = shelf.create("test", "for tests", NOW)
    yield store
    store.close()


@pytest.fixture
def other(store: Store, new_shelf: Callable[[], Shelf]) -> Iterator[Store]:
    """The same palace, opened once more."""
    other = new_shelf().open("test")
    yield other
    other.close()
