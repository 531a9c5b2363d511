"""How does a tool set introduce itself? What the handshake says of it, before any of its tools is read.

Kept apart from the tools because a client waits for the handshake, and reading tools takes longer.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Introduction(NamedTuple):
    """What is said of a set: to models, and as the server's name where the set is served alone and its contract names one.

    `methods`, when given, are the only MCP methods that answer while the set is served alone. With `logs` its tools remark on
    things, which a client may ask to hear.
    """

    instructions: str = ""
    server_name: str | None = None
    server_version: str | None = None
    methods: frozenset[str] | None = None
    logs: bool = False


def introduce(introductions: Sequence[Introduction]) -> Introduction:
    """One introduction for all the sets that are served: a set alone speaks for itself, several only share their instructions."""
    if len(introductions) == 1:
        return introductions[0]
    return Introduction("\n\n".join(each.instructions for each in introductions if each.instructions))
