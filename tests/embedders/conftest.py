from collections.abc import Iterator

import pytest

from embedders.server import EmbeddingServer
from simonides.embedders import polyglot as many
from simonides.embedders.bundled import BundledEmbedder, english


@pytest.fixture(scope="session")
def mneme() -> BundledEmbedder:
    """Loaded once: its vectors do not depend on what was embedded before."""
    return english(threads=1)


@pytest.fixture(scope="session")
def polyglot() -> BundledEmbedder:
    return BundledEmbedder(many.IDENTITY, many.MODEL)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running
