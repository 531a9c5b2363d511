"""What every transaction asks as it begins, in the same round trip: versions, counters, and the note about the embedder."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Hashable, Iterable
from dataclasses import field
from typing import Any

from simonides.domain.errors import NewerStore, StoreFailure
from simonides.domain.text.words import VERSION as WORDS_VERSION
from simonides.frozen import frozen
from simonides.stores.postgres import migrations
from simonides.stores.postgres.statements import COUNTERS, LATEST
from simonides.stores.sql.database import IS_GONE
from simonides.stores.sql.records.rows import Row

EMBEDDER = "embedder"
_WORDS = "words_version"
_SCHEMA = ""
_AT = "at"
MOMENT = "moment"
"""The key under which a session holds the moment it began with."""
STANDING = f"""
    SELECT name, value::text, true FROM counters WHERE palace = %(palace)s
    UNION ALL SELECT key, value, false FROM meta WHERE palace = %(palace)s AND key IN ('{_WORDS}', '{EMBEDDER}')
    UNION ALL SELECT '{_SCHEMA}', version::text, false FROM simonides_schema
    UNION ALL SELECT '{_AT}', c.at::text, false FROM counters k JOIN changes c ON c.palace = k.palace AND c.seq = k.value
        WHERE k.palace = %(palace)s AND k.name = 'changes'
"""


@frozen
class LastChange:
    """The last change of a palace, by its number and its time.

    A server that takes over for another one and lacks its last commits gives their numbers again, at other times.
    """

    number: int
    at_us: int
    asked_s: float = field(default=0.0, compare=False)
    """When a transaction began to ask for it, by the clock of this process."""


class PalaceStanding:
    """A palace as a transaction finds it."""

    def __init__(self, rows: Iterable[Row], asked_s: float) -> None:
        self._asked_s = asked_s
        self._counters: dict[str, int] = {}
        self._notes: dict[str, str] = {}
        for name, value, is_counter in rows:
            if is_counter:
                self._counters[name] = int(value)
            else:
                self._notes[name] = value

    def refuse_changed(self, where: str) -> None:
        """Raise where the palace is gone, or a newer program has migrated the database: the words that we index would not fit."""
        words, schema = self._notes.get(_WORDS), int(self._notes.get(_SCHEMA, 0))
        if words is None:
            raise StoreFailure(where, IS_GONE)
        if schema > migrations.KNOWN:
            raise NewerStore(where, schema, migrations.KNOWN)
        if int(words) > WORDS_VERSION:
            raise NewerStore(where, int(words), WORDS_VERSION)

    def seen(self) -> dict[Hashable, Any]:
        """What need not be asked again before something is written, by statement."""
        number = self._counters.get("changes", 0)
        # Without its last line, the log cannot tell whether it is the same.
        moment = LastChange(number, int(self._notes[_AT]), self._asked_s) if _AT in self._notes else None
        return {COUNTERS: self._counters, LATEST: number, MOMENT: moment}

    def notes(self) -> dict[str, str | None]:
        """The notes about the palace that were read."""
        return {EMBEDDER: self._notes.get(EMBEDDER)}
