"""Text index in PostgreSQL: which texts hold a word. One table serves memories, observations and chunks.

PostgreSQL's own text index is not used: a tsvector drops a word's positions after the 256th, holds a megabyte at most,
and no index over one may be used behind row policies (docs/decisions/0015).
"""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from simonides.digests import blake2b
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.literals import key_list
from simonides.stores.postgres.search.kept_reads import JOINED, Counts, Kept, KeptReads, places_of
from simonides.stores.postgres.statements import run_beside
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.search.words import joined_words

if TYPE_CHECKING:
    from simonides.stores.sql.search.matching import Lookup
    from simonides.stores.sql.search.postings import Postings

Kind = Literal["m", "o", "c"]

# An entry of a B-tree index holds 2,704 bytes, 1,024 of them for positions.
_TERM_MAX = 250
_TERM_KEPT = 200
_SORTED = "palace = %(palace)s AND kind = %(kind)s"

_FREQUENCIES = f"SELECT word, documents, places FROM terms WHERE {_SORTED} AND word = ANY(%(words)s)"
_READ = f"SELECT word, {JOINED} FROM ({{chosen}}) p GROUP BY word"
# Where all words together have few positions, as in most searches, these come with the frequencies.
_LOOK_UP = f"""
    WITH asked AS MATERIALIZED (SELECT word, documents, places FROM terms WHERE {_SORTED} AND word = ANY(%(words)s))
    SELECT a.word, a.documents, a.places, p.firsts, p.counts, p.places FROM asked a, LATERAL (
        SELECT {JOINED} FROM postings
        WHERE {_SORTED} AND word = a.word AND (SELECT sum(s.places) FROM asked s) <= %(budget)s
    ) p
"""
_ROWS = f"SELECT word, document, block, places FROM postings WHERE {_SORTED}"
_ALL = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s)")
_FIRST = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s) ORDER BY document LIMIT %(cap)s")
_WITHIN = _READ.format(chosen=f"{_ROWS} AND word = ANY(%(words)s) AND document = ANY(%(documents)s::bigint[])")
# Written so that only the index by document fits: without statistics the planner may prefer the other one.
_DROP = "DELETE FROM postings WHERE palace = %(palace)s AND kind::text = %(kind)s AND document = ANY(%(keys)s::bigint[])"
_ADD = run_beside("add_postings(%(kind)s, %(keys)s::bigint[], %(texts)s::text[])")


class TextIndex:
    """The words of one kind of texts; those of memories are kept between searches."""

    def __init__(self, database: Database, tuning: Tuning, kind: Kind, kept: KeptReads | None = None) -> None:
        self._database = database
        self._tuning = tuning
        self._kind = kind
        self._kept = kept

    def put(self, texts: Mapping[int, str], *, are_new: bool = False) -> None:
        """Keep the words of texts, in place of former ones unless they are new, within the caller's transaction."""
        words = {key: _terms(text) for key, text in texts.items()}
        held = {key: text for key, text in words.items() if text}
        if not are_new:
            self._database.change(_DROP, self._values(keys=key_list(texts)))
        self._database.change(_ADD, self._values(keys=key_list(held), texts=list(held.values())))

    def look_up(self, words: Sequence[str], total: int) -> "Lookup":  # noqa: ARG002 - other indexes keep counts, and ask how old
        """The postings of these words; rare words are always read, the most common may be skipped."""
        from simonides.stores.sql.search.matching import Lookup
        from simonides.stores.sql.search.postings import choose

        terms = {word: term_of(word) for word in words}
        counted, read = self._counted_and_read(list(terms.values()))
        distinct = list(terms)
        chosen = choose([counted[terms[word]][1] for word in distinct], self._tuning.posting_budget)
        if read is None:
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

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any text holds."""
        return frozenset(word for word, count in self.frequencies(words).items() if count)

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self.phrases([words], 1, limit - 1, 0)[0]

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int, total: int) -> list[list[int]]:  # noqa: ARG002 - as in `look_up`
        """The same for many phrases at once, in three reads, up to one row more than `most`."""
        asked = [[term_of(word) for word in words] for words in phrases]
        with self._database.reading():
            counted = self._counted([term for terms in asked for term in terms])
            wanted = [terms for terms in asked if terms and min(counted[term][0] for term in terms) >= max(least, 1)]
            places = self._places_of(wanted, counted)
        return [_holders(terms, places, most + 1) if terms in wanted else [] for terms in asked]

    def _places_of(self, phrases: Sequence[Sequence[str]], counted: Mapping[str, Counts]) -> "dict[str, Postings]":
        """The positions of each phrase's rarest word, and of its other words at least in the texts that hold the rarest."""
        import numpy as np

        from simonides.stores.sql.search.postings import OFFSET_BITS, choose

        if not phrases:
            return {}
        rarest = {min(terms, key=lambda term: counted[term][1]) for terms in phrases}
        others = {term for terms in phrases for term in terms} - rarest
        # Where they are few, they are all read, so that the next question about them finds them.
        budget = self._tuning.posting_budget if self._kept else 0
        few = [term for term in others if counted[term][1] <= budget]
        chosen = choose([counted[term][1] for term in few], budget)
        places = self._all_places([*rarest, *(few[index] for index in chosen)], self._kept_now())
        others -= places.keys()
        if others:
            documents = np.unique(np.concatenate([places[term] for term in rarest]) >> OFFSET_BITS)
            places |= self._asked(_WITHIN, words=list(others), documents=key_list(documents.tolist()))
        return places

    def _all_places(self, terms: Sequence[str], kept: Kept) -> "dict[str, Postings]":
        """All positions of words."""
        import numpy as np

        known = {term: places for term in terms if (places := kept.places.get(term)) is not None}
        if missing := [term for term in terms if term not in known]:
            fresh = dict.fromkeys(missing, np.zeros(0, np.int64)) | self._asked(_ALL, words=missing)
            kept.add_places({term: places for term, places in fresh.items() if term in kept.counts})
            known |= fresh
        return known

    def _counted(self, terms: Sequence[str]) -> dict[str, Counts]:
        kept = self._kept_now()
        known = {term: counts for term in terms if (counts := kept.counts.get(term)) is not None}
        if missing := [term for term in dict.fromkeys(terms) if term not in known]:
            rows = self._database.rows(_FREQUENCIES, self._values(words=missing))
            fresh = dict.fromkeys(missing, (0, 0)) | {word: (documents, places) for word, documents, places in rows}
            kept.add_counts(fresh)
            known |= fresh
        return known

    def _counted_and_read(self, terms: Sequence[str]) -> "tuple[dict[str, Counts], dict[str, Postings] | None]":
        """The frequencies of words, and all positions where they are few; else None."""
        kept = self._kept_now()
        budget = min(self._tuning.posting_budget, self._tuning.posting_cap)
        if any(term not in kept.counts for term in terms):
            missing = [term for term in dict.fromkeys(terms) if term not in kept.places]
            # With words that are known to have more, no positions would come.
            if sum(kept.counts[term][1] for term in missing if term in kept.counts) > budget:
                missing = [term for term in missing if term not in kept.counts]
            self._look_up_missing(missing, kept, budget)
        counted = {term: kept.counts[term] for term in terms}
        if sum(places for _, places in counted.values()) > budget:
            return counted, None
        return counted, self._all_places(list(counted), kept)

    def _look_up_missing(self, terms: Sequence[str], kept: Kept, budget: int) -> None:
        """Keep the frequencies of words, and all their positions where these are few."""
        import numpy as np

        rows = self._database.rows(_LOOK_UP, self._values(words=list(terms), budget=budget))
        kept.add_counts(dict.fromkeys(terms, (0, 0)) | {word: (documents, places) for word, documents, places, *_ in rows})
        if sum(kept.counts[term][1] for term in terms) <= budget:
            read = {word: places_of(*joined) for word, _, _, *joined in rows if joined[0] is not None}
            kept.add_places(dict.fromkeys(terms, np.zeros(0, np.int64)) | read)

    def _read(self, terms: Sequence[str], counted: Mapping[str, Counts]) -> "dict[str, Postings]":
        import numpy as np

        # Only the rarest word of all can be this common, and then nothing else is read.
        if not any(counted[term][1] > self._tuning.posting_cap for term in terms):
            return self._all_places(terms, self._kept_now())
        read = self._asked(_FIRST, words=list(terms), cap=self._tuning.posting_cap)
        return {term: read.get(term, np.zeros(0, np.int64)) for term in terms}

    def _kept_now(self) -> Kept:
        return Kept() if self._kept is None else self._kept.now()

    def _asked(self, sql: str, **values: object) -> "dict[str, Postings]":
        return {word: places_of(*rest) for word, *rest in self._database.rows(sql, self._values(**values))}

    def _values(self, **values: object) -> dict[str, object]:
        return {"kind": self._kind, **values}


def _holders(terms: Sequence[str], places: "Mapping[str, Postings]", limit: int) -> list[int]:
    """The texts that hold these words one after the other, newest first."""
    import numpy as np

    from simonides.stores.sql.search.postings import OFFSET_BITS, distinct, followed

    if not all(term in places for term in terms):
        return []
    ends = places[terms[-1]]
    for term in reversed(terms[:-1]):
        ends = followed(places[term], ends)
    found: list[int] = distinct(np.sort(ends >> OFFSET_BITS))[::-1][: max(limit, 0)].tolist()
    return found


def term_of(word: str) -> str:
    """The word as the index holds it: a word that is too long becomes its beginning and a digest."""
    if len(word) <= _TERM_MAX:
        return word
    return f"{word[:_TERM_KEPT]}_{blake2b(word.encode(), digest_size=16).hexdigest()}"


def _terms(text: str) -> str:
    joined = joined_words(text)
    words = joined.split(" ")
    return joined if max(map(len, words)) <= _TERM_MAX else " ".join(map(term_of, words))
