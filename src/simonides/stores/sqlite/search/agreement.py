"""Agreement of a text index with its texts: both are added up to one number, in slices, without keeping a writer out.

SQLite's own comparison counts as a write: it would hold the lock of the palace until the last text is read.
"""

from simonides.domain.errors import Damaged
from simonides.domain.text.words import index_words
from simonides.frozen import frozen
from simonides.stores.sql.checks import Step
from simonides.stores.sqlite.connection.database import Database

TEXTS_AT_ONCE = 500
TERMS_AT_ONCE = 5_000

# A place is a number below 2³¹, so that SQLite can add up as many of them as an index can hold.
_BY_TEXT, _BY_OFFSET, _PRIME = 1_000_003, 40_503, 2_147_483_647
# FTS5 keeps the beginning of a longer word, which may end within a character.
_TERM_BYTES, _TERM_CHARS = 32_768, 8_192
_SUMS = f"""
    SELECT CAST(term AS BLOB), count(*), sum((doc * {_BY_TEXT} + "offset" * {_BY_OFFSET}) % {_PRIME}) FROM {{postings}}
    WHERE term > CAST(:after AS TEXT) GROUP BY term ORDER BY term LIMIT {TERMS_AT_ONCE}
"""  # noqa: S608 - names of ours
_FULL = 1 << 64


@frozen
class IndexedTexts:
    """The texts of one kind, and the table that lists the positions of their words."""

    after: str
    """The statement that reads key, text and number of words of the rows after `:after`, up to `:limit`."""
    postings: str


@frozen
class Agreement:
    """How texts and their index compare."""

    is_indexed: bool
    miscounted: int
    """How many texts are noted with a wrong number of words."""


def compare(database: Database, texts: IndexedTexts, step: Step) -> Agreement:
    """Compare what the texts say with what the index holds, both as of the moment that the caller reads."""
    expected, miscounted = _of_texts(database, texts, step)
    try:
        found = _of_index(database, texts, step)
    except Damaged:
        found = None
    return Agreement(found == expected, miscounted)


def _of_texts(database: Database, texts: IndexedTexts, step: Step) -> tuple[int, int]:
    total = miscounted = after = 0
    while rows := database.rows(texts.after, {"after": after, "limit": TEXTS_AT_ONCE}):
        read = 0
        for key, text, noted in rows:
            words = index_words(text)
            total = (total + _sum(key, words)) % _FULL
            miscounted += len(words) != noted
            read += len(words)
        after = rows[-1][0]
        step(read)
    return total, miscounted


def _sum(key: int, words: list[str]) -> int:
    first = key * _BY_TEXT
    return sum(hash(_as_kept(word)) * ((first + offset * _BY_OFFSET) % _PRIME) for offset, word in enumerate(words))


def _as_kept(word: str) -> str:
    return word if len(word) <= _TERM_CHARS else _read(word.encode()[:_TERM_BYTES])


def _read(term: bytes) -> str:
    return term.decode(errors="replace")


def _of_index(database: Database, texts: IndexedTexts, step: Step) -> int:
    total, after, sql = 0, b"", _SUMS.format(postings=texts.postings)
    while rows := database.rows(sql, {"after": after}):
        total = (total + sum(hash(_read(term)) * places for term, _, places in rows)) % _FULL
        after = rows[-1][0]
        step(sum(count for _, count, _ in rows))
    return total
