"""What was written to a palace since some moment: its change log, read once for all parts of a search that follow it."""

from functools import cached_property

from simonides.domain.memory import Memory
from simonides.ports.changes import Change
from simonides.ports.stores import Store

FOLLOWED_MAX = 100
"""After more changes than this it takes less to count and to look up anew."""


class WrittenSince:
    """The changes between two moments."""

    def __init__(self, store: Store, lines: list[Change]) -> None:
        self._store = store
        self.lines = lines

    @cached_property
    def memories(self) -> list[Memory]:
        """The memories that were changed, as they are now; not those that are gone."""
        ids = [line.id for line in self.lines if line.kind == "memory"]
        return self._store.memories.find(ids) if ids else []


class News:
    """The latest changes to a palace."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: tuple[int, int, WrittenSince | None] = (-1, -1, None)

    def latest(self) -> int:
        """The number of the last change."""
        return self._store.changes.latest()

    def between(self, moment: int, latest: int) -> WrittenSince | None:
        """What was changed after a moment; None where that is too much, or the log does not tell it all."""
        # Taken at once: other threads ask, too.
        since, until, written = self._read
        if (since, until) != (moment, latest):
            written = self._written(moment, latest)
            self._read = moment, latest, written
        return written

    def _written(self, moment: int, latest: int) -> WrittenSince | None:
        # An import brings its log after its memories, which are known by then.
        if not 0 <= moment < latest <= moment + FOLLOWED_MAX or self._store.changes.trimmed() > moment:
            return None
        lines = self._store.changes.since(moment, FOLLOWED_MAX)
        # Of an older moment the log may have lost lines.
        return WrittenSince(self._store, lines) if len(lines) >= latest - moment else None
