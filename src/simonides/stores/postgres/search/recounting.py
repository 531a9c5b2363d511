"""Recounting words: every text is indexed again when an older version of the program split it into other words."""

from collections.abc import Iterator

from simonides.domain.errors import NewerStore
from simonides.domain.ranking.traits import flags_of, speaker_of
from simonides.domain.text.words import VERSION
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.search.texts import Kind, TextIndex
from simonides.stores.postgres.statements import run_beside
from simonides.stores.postgres.vectors.tuning import MEASURED
from simonides.stores.sql.database import Values
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.search.words import word_count

_KEY = "words_version"
_BATCH = 500
_TEXTS: dict[Kind, str] = {
    "m": "SELECT key, content, author, role FROM memories WHERE palace = %(palace)s",
    "o": "SELECT key, content FROM observations WHERE palace = %(palace)s",
    "c": "SELECT key, heading || E'\\n' || content FROM chunks WHERE palace = %(palace)s",
}
_RECOUNT: dict[Kind, str] = {
    "m": """
        UPDATE memories SET words = %(words)s, traits = %(traits)s, speaker = %(speaker)s
        WHERE palace = %(palace)s AND key = %(key)s
    """,
    "o": "UPDATE observations SET words = %(words)s WHERE palace = %(palace)s AND key = %(key)s",
    "c": "UPDATE chunks SET words = %(words)s WHERE palace = %(palace)s AND key = %(key)s",
}
_DREAM_ANEW = run_beside("dream_anew()")


def count_words_anew(database: Database) -> None:
    """Rebuild the text index if an older version of the program made it. Raises NewerStore."""
    counted_by = _version(database)
    if counted_by == VERSION:
        return
    with database.writing():
        if _version(database) == VERSION:
            return
        for kind in _TEXTS:
            _index_anew(database, kind)
        # All labels are out of date.
        database.change(_DREAM_ANEW)
        database.set_meta(_KEY, str(VERSION))


def _version(database: Database) -> int:
    noted = database.meta(_KEY)
    found = VERSION if noted is None else int(noted)
    if found > VERSION:
        raise NewerStore(database.where, found, VERSION)
    return found


def _index_anew(database: Database, kind: Kind) -> None:
    index = TextIndex(database, MEASURED, kind)
    for rows in _batches(database, _TEXTS[kind]):
        database.change_many(_RECOUNT[kind], [_values(row) for row in rows])
        index.put({row[0]: row[1] for row in rows})


def _values(row: Row) -> Values:
    key, content, *rest = row
    values: dict[str, object] = {"key": key, "words": word_count(content)}
    if rest:
        author, role = rest
        values |= {"traits": flags_of(content, author, role), "speaker": speaker_of(content, author)}
    return values


def _batches(database: Database, sql: str) -> Iterator[list[Row]]:
    last = 0
    sql = f"{sql} AND key > %(last)s ORDER BY key LIMIT {_BATCH}"
    while rows := database.rows(sql, {"last": last}):
        last = rows[-1][0]
        yield rows
