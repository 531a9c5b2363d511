"""Fixtures of the store tests: `home` stands for each store in turn, so that all pass the same tests."""

from collections.abc import Callable, Iterator

import pytest

from simonides.ports.stores import Shelf, Store
from stores.made import NOW
from support.homes import Home
from support.postgres import Server


@pytest.fixture
def new_shelf(home: Home) -> Callable[[], Shelf]:
    """Makes shelves over the same data, as several processes would."""
    return lambda: home.shelf(lambda: NOW)


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


@pytest.fixture(scope="session")
def durable() -> Iterator[Server]:
    """A server whose commits wait for the disk."""
    server = Server(is_durable=True)
    yield server
    server.end()


@pytest.fixture
def mortal(durable: Server) -> Iterator[Server]:
    """A server that the test may kill."""
    yield durable
    durable.restart_if_dead()
