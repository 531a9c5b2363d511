"""Which texts hold a word? One table of our own words; memories, observations and chunks are kinds of texts in it.

PostgreSQL's own text index is not used: a tsvector forgets where a word stands beyond its 256th place, holds a megabyte at most,
and no index over one may be used behind row policies (docs/decisions/0015).
"""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal

from simonides.stores.postgres.database import Database, key_list
from simonides.stores.postgres.tuning import Tuning
from simonides.stores.sql.words import joined_words

if TYPE_CHECKING:
    from simonides.stores.sql.matching import Lookup
    from simonides.stores.sql.postings import Postings

Kind = Literal["m", "o", "c"]

# An entry of a sorted index holds 2,704 bytes, 1,024 of them for places.
_TERM_MAX = 250
_TERM_KEPT = 200
_SORTED = "palace = %(palace)s AND kind = %(kind)s"

_FREQUENCIES = f"SELECT word, documents, places FROM terms WHERE {_SORTED} AND word = ANY(%(words)s)"
# One value per word instead of one row per posting: reading rows into Python takes longer than finding them. The rows of a word
# are put together in one order, whichever it is: rows of 512 places with their number, and then the places of all.
_READ = """
    SELECT word, string_agg(int8send((document << 24) | (block::bigint << 9)), ''::bytea),
        string_agg(int2send((octet_length(places) / 2)::smallint), ''::bytea), string_agg(places, ''::bytea)
    FROM ({chosen}) p GROUP BY word
"""
_ROWS = f"SELECT word, document, block, places FROM postings WHERE {_SORTED}"
_ALL = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s)")
_FIRST = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s) ORDER BY document LIMIT %(cap)s")
_WITHIN = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s) AND document = ANY(%(documents)s::bigint[])")
# Written so that only the index by document fits: without statistics the other one looks as good.
_DROP = "DELETE FROM postings WHERE palace = %(palace)s AND kind::text = %(kind)s AND document = ANY(%(keys)s::bigint[])"
_ADD = """
    INSERT INTO postings (palace, document, block, kind, word, places)
    SELECT %(palace)s, t.key, (w.number - 1) >> 9, %(kind)s, w.word,
        string_agg(int2send(((w.number - 1) & 511)::smallint), ''::bytea ORDER BY w.number)
    FROM unnest(%(keys)s::bigint[], %(texts)s::text[]) AS t (key, words),
        string_to_table(t.words, ' ') WITH ORDINALITY AS w (word, number)
    GROUP BY t.key, w.word, (w.number - 1) >> 9
"""


class TextIndex:
    """The words of one kind of texts."""

    def __init__(self, database: Database, tuning: Tuning, kind: Kind) -> None:
        self._database = database
        self._tuning = tuning
        self._kind = kind

    def put(self, texts: Mapping[int, str]) -> None:
        """Keep the words of texts, in place of those they had; inside of the caller's transaction."""
        words = {key: _terms(text) for key, text in texts.items()}
        held = {key: text for key, text in words.items() if text}
        self._database.change(_DROP, self._values(keys=key_list(texts)))
        self._database.change(_ADD, self._values(keys=key_list(held), texts=list(held.values())))

    def look_up(self, words: Sequence[str], total: int) -> "Lookup":  # noqa: ARG002 - other indexes keep counts, and ask how old
        """What the index says of these words; rare ones are always read, the most common may not be."""
        from simonides.stores.sql.matching import Lookup
        from simonides.stores.sql.postings import choose

        terms = {word: term_of(word) for word in words}
        counted = self._counted(list(terms.values()))
        distinct = list(terms)
        chosen = choose([counted[terms[word]][1] for word in distinct], self._tuning.posting_budget)
        read = self._read([terms[distinct[index]] for index in sorted(chosen)], counted)
        return Lookup(
            tuple(words),
            {word: counted[term][0] for word, term in terms.items()},
            {distinct[index]: read[terms[distinct[index]]] for index in sorted(chosen)},
        )

    def frequencies(self, words: Sequence[str], total: int = 0) -> dict[str, int]:  # noqa: ARG002 - as in `look_up`
        """How many texts hold each of the words."""
        terms = {word: term_of(word) for word in words}
        counted = self._counted(list(terms.values()))
        return {word: counted[term][0] for word, term in terms.items()}

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        import numpy as np

        from simonides.stores.sql.postings import OFFSET_BITS

        terms = [term_of(word) for word in words]
        with self._database.reading():
            counted = self._counted(terms)
            if not terms or limit <= 0 or any(counted[term][0] == 0 for term in terms):
                return []
            rarest = min(range(len(terms)), key=lambda index: counted[terms[index]][1])
            places = self._asked(_ALL, words=[terms[rarest]])[terms[rarest]]
            starts = places[(places & ((1 << OFFSET_BITS) - 1)) >= rarest] - rarest
            documents = key_list(np.unique(starts >> OFFSET_BITS).tolist())
            wanted = [term for term in dict.fromkeys(terms) if term != terms[rarest]]
            others = self._asked(_WITHIN, words=wanted, documents=documents) if wanted else {}
        others[terms[rarest]] = places
        for offset, term in enumerate(terms):
            starts = starts[np.isin(starts + offset, others.get(term, places[:0]))]
        found: list[int] = np.unique(starts >> OFFSET_BITS)[::-1][:limit].tolist()
        return found

    def _counted(self, terms: Sequence[str]) -> dict[str, tuple[int, int]]:
        counted = dict.fromkeys(terms, (0, 0))
        rows = self._database.rows(_FREQUENCIES, self._values(words=list(counted)))
        return counted | {word: (documents, places) for word, documents, places in rows}

    def _read(self, terms: Sequence[str], counted: Mapping[str, tuple[int, int]]) -> "dict[str, Postings]":
        import numpy as np

        # Only the rarest word of all can be so common, and then nothing else is read.
        is_common = any(counted[term][1] > self._tuning.posting_cap for term in terms)
        read = self._asked(_FIRST if is_common else _ALL, words=list(terms), cap=self._tuning.posting_cap)
        return {term: read.get(term, np.zeros(0, np.int64)) for term in terms}

    def _asked(self, sql: str, **values: object) -> "dict[str, Postings]":
        return {word: _places(*rest) for word, *rest in self._database.rows(sql, self._values(**values))}

    def _values(self, **values: object) -> dict[str, object]:
        return {"kind": self._kind, **values}


def term_of(word: str) -> str:
    """The word as it stands in the index: one too long for it as its beginning and a digest."""
    if len(word) <= _TERM_MAX:
        return word
    return f"{word[:_TERM_KEPT]}_{blake2b(word.encode(), digest_size=16).hexdigest()}"


def _terms(text: str) -> str:
    joined = joined_words(text)
    words = joined.split(" ")
    return joined if max(map(len, words)) <= _TERM_MAX else " ".join(map(term_of, words))


def _places(rows: bytes, counts: bytes, places: bytes) -> "Postings":
    import numpy as np

    firsts = np.frombuffer(rows, ">i8").astype(np.int64)
    return np.sort(np.repeat(firsts, np.frombuffer(counts, ">i2")) + np.frombuffer(places, ">i2"))
