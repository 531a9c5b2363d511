from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.settings import Settings
from support.clients import Client
from support.homes import Home


@pytest.fixture
def settings(home: Home, tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, database=home.database, embedder="hashing")


@pytest.fixture
def call(settings: Settings) -> Iterator[Client]:
    client = Client(settings, "palace")
    yield client
    client.lazy.close()


@pytest.fixture
def trusty(settings: Settings) -> Iterator[Client]:
    """The trusty set alone, with the palace of the contract's examples."""
    client = Client(settings, "trusty")
    client("palace_create", name="my-project")
    yield client
    client.lazy.close()


@pytest.fixture
def memory(settings: Settings) -> Iterator[Client]:
    """The memory set alone."""
    client = Client(settings, "memory")
    yield client
    client.lazy.close()
