"""Introductions: what the handshake says of a tool set, before any of its tools is loaded.

Kept apart from the tools because a client waits for the handshake, and loading tools takes longer.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Introduction(NamedTuple):
    """Instructions for models, and the server's name if the set is served alone and its contract names one.

    `methods`, when given, are the only MCP methods that answer while the set is served alone. With `logs` its tools send
    log messages, which a client may ask for.
    """

    instructions: str = ""
    server_name: str | None = None
    server_version: str | None = None
    methods: frozenset[str] | None = None
    logs: bool = False


def introduce(introductions: Sequence[Introduction]) -> Introduction:
    """One introduction for all served sets: that of a single set as it is; of several, only their instructions, joined."""
    if len(introductions) == 1:
        return introductions[0]
    return Introduction("\n\n".join(each.instructions for each in introductions if each.instructions))
