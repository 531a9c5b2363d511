from collections.abc import Iterator

import pytest

from embedders.server import EmbeddingServer
from simonides.embedders.minilm import MiniLmEmbedder


@pytest.fixture(scope="session")
def minilm() -> MiniLmEmbedder:
    """Loaded once: its vectors do not depend on what was embedded before."""
    return MiniLmEmbedder(threads=1)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running
