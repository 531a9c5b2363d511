"""Fixtures of the store tests: `home` stands for each store in turn, so that all pass the same tests."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from simonides.ports.stores import Shelf, Store
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool
from stores.made import NOW
from stores.routing import faults
from support.homes import Home
from support.postgres import OUTLIVES_A_KILL, Server


class RoutedCursor(psycopg.Cursor[Any]):
    """Refuses a statement that a router could not send to the one server where its palace lies."""

    def execute(self, query: Any, *args: Any, **options: Any) -> Any:
        _require_route(query)
        return super().execute(query, *args, **options)

    def executemany(self, query: Any, *args: Any, **options: Any) -> None:
        _require_route(query)
        super().executemany(query, *args, **options)


def _require_route(query: object) -> None:
    if isinstance(query, str) and (wrong := faults(query)):
        raise AssertionError(f"{'; '.join(wrong)}: {query}")


@pytest.fixture(autouse=True, scope="module")
def routed() -> Iterator[None]:
    """Every statement that the store sends in these tests can be routed."""
    connect = ConnectionPool.connect

    def watched(pool: ConnectionPool) -> Connection:
        connection = connect(pool)
        connection.cursor_factory = RoutedCursor
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ConnectionPool, "connect", watched)
        yield


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
    """A server whose commits are out of its hands before it tells so."""
    server = Server(is_durable=True, settings=OUTLIVES_A_KILL)
    yield server
    server.end()


@pytest.fixture
def mortal(durable: Server) -> Iterator[Server]:
    """A server that the test may kill."""
    yield durable
    durable.restart_if_dead()
