"""Servers in this process, which end with the test."""

from collections.abc import Iterator

import pytest

from servers.http_running import Running, Serve
from simonides.servers.deadlines import NO_LIMIT, CallLimit
from simonides.servers.http.limits.values import HttpLimits


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[Running] = []

    def start(limits: HttpLimits | None = None, limit: CallLimit = NO_LIMIT) -> Running:
        servers.append(Running(limits or HttpLimits(), limit))
        return servers[-1]

    yield start
    for server in servers:
        server.end()
