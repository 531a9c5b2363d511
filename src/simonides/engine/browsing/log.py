"""The change log, read backwards: what happened last comes first."""

from simonides.ports.changes import Change
from simonides.ports.stores import Store

KINDS = ("memory", "fact", "entity", "observation", "supersession", "dream")
_WINDOW = 500
_READ_MAX = 5_000
"""How many lines are read for one answer; lines about vectors are most of them."""


def log_before(store: Store, before: int | None, limit: int) -> list[Change]:
    """The changes before a line of the log, newest first; without one, the latest."""
    end = store.changes.latest() if before is None else min(before - 1, store.changes.latest())
    found: list[Change] = []
    read = 0
    while end > 0 and len(found) < limit and read < _READ_MAX:
        start = max(end - _WINDOW, 0)
        lines = [line for line in store.changes.since(start, _WINDOW) if line.seq <= end]
        found += [line for line in reversed(lines) if line.kind in KINDS]
        read += end - start
        end = start
    return found[:limit]
