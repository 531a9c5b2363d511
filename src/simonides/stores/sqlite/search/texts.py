"""Text index in SQLite: which texts hold a word. Memories have one index, observations another, chunks a third."""

from collections.abc import Sequence

from simonides.stores.sql.records.rows import dump
from simonides.stores.sql.search.matching import Lookup
from simonides.stores.sql.search.postings import Postings, choose
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.search import postings
from simonides.stores.sqlite.search.kept_answers import KeptAnswers, PhraseKey
from simonides.stores.sqlite.search.postings import Frequency
from simonides.stores.sqlite.vectors.tuning import Tuning

_PHRASE = "SELECT rowid FROM {0}_text WHERE {0}_text MATCH ? ORDER BY rowid DESC LIMIT ?"
_HELD = """
    SELECT asked.key FROM json_each(?) asked
    WHERE EXISTS (SELECT 1 FROM {0}_text WHERE {0}_text MATCH asked.value) ORDER BY asked.key
"""
_PHRASES = """
    SELECT (
        SELECT group_concat(rowid) FROM (
            SELECT rowid FROM {0}_text WHERE {0}_text MATCH asked.value ORDER BY rowid DESC LIMIT ?
        )
    ) FROM json_each(?) asked ORDER BY asked.key
"""


class TextIndex:
    """The tables `<name>_text`, `<name>_terms` and `<name>_postings`."""

    def __init__(self, database: Database, tuning: Tuning, name: str) -> None:
        self._database = database
        self._tuning = tuning
        self._name = name
        self._frequencies = postings.Frequencies(database, tuning, name)
        self._kept = KeptAnswers(database, name)

    def look_up(self, words: Sequence[str], total: int) -> Lookup:
        """The postings of these words; rare words are always read, the most common may be skipped."""
        distinct = list(dict.fromkeys(words))
        frequencies, read = self._count(distinct, total)
        chosen = choose([frequencies[word].places for word in distinct], self._tuning.posting_budget)
        wanted = [distinct[index] for index in sorted(chosen)]
        read |= self._read([word for word in wanted if word not in read], self._tuning.posting_cap)
        documents = {word: frequency.documents for word, frequency in frequencies.items()}
        return Lookup(tuple(words), documents, {word: read[word] for word in wanted})

    def frequencies(self, words: Sequence[str], total: int) -> dict[str, int]:
        """How many texts hold each of the words."""
        return self._frequencies.of_each(words, total)

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        if not words:
            return []
        return [row[0] for row in self._database.rows(_PHRASE.format(self._name), (_quoted(words), max(limit, 0)))]

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int, total: int) -> list[list[int]]:
        """The same for many phrases at once, up to one row more than `most`."""
        kept = self._kept.now()
        keys = [(tuple(words), least, most) for words in phrases]
        found = {key: rows for key in keys if (rows := kept.holders(key)) is not None}
        if unknown := [key for key in dict.fromkeys(keys) if key not in found]:
            fresh = self._holders(unknown, least, most, total)
            kept.add_phrases(fresh)
            found |= fresh
        return [found[key] for key in keys]

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any text holds."""
        # Kept nowhere: hundreds are asked for at once, and hardly any is held.
        asked = dump([_quoted([word]) for word in words])
        found = self._database.rows(_HELD.format(self._name), (asked,)) if words else []
        return frozenset(words[place] for (place,) in found)

    def _holders(self, phrases: Sequence[PhraseKey], least: int, most: int, total: int) -> dict[PhraseKey, list[int]]:
        """The rows that hold each phrase, from the index."""
        # A word alone is found as fast as it is counted.
        longer = self._held_in_parts([words for words, _, _ in phrases if len(words) > 1], max(least, 1), total)
        asked = [key for key in phrases if len(key[0]) == 1 or key[0] in longer]
        queries = dump([_quoted(words) for words, _, _ in asked])
        rows = self._database.rows(_PHRASES.format(self._name), (most + 1, queries)) if asked else []
        found = {key: _numbers(text) for key, (text,) in zip(asked, rows, strict=True)}
        return {key: found.get(key, []) for key in phrases}

    def _held_in_parts(self, phrases: Sequence[tuple[str, ...]], least: int, total: int) -> set[tuple[str, ...]]:
        """The phrases of which `least` texts hold each word."""
        # Joining the positions of a common word with those of a rare one takes long; counting the rare one does not. Of a name
        # that is mostly the last word (`Ada Vogel`, `OPS-1042`), so the others are counted only where that one is held enough.
        last = self._frequencies.of_each([words[-1] for words in phrases], total)
        likely = [words for words in phrases if last[words[-1]] >= least]
        others = self._frequencies.of_each([word for words in likely for word in words[:-1]], total)
        return {words for words in likely if all(others[word] >= least for word in words[:-1])}

    def _read(self, words: Sequence[str], cap: int) -> dict[str, Postings]:
        """The places of these words; of one with more than `cap` at least as many."""
        kept = self._kept.now()
        known = kept.places_of(words)
        fresh = postings.read(self._database, self._name, [word for word in words if word not in known], cap)
        kept.add_places({word: places for word, places in fresh.items() if len(places) < cap})
        return known | fresh

    def _count(self, words: Sequence[str], total: int) -> tuple[dict[str, Frequency], dict[str, Postings]]:
        """The frequency of each word, and the places that are known of some."""
        counted = {word: kept for word in words if (kept := self._frequencies.kept(word, total)) is not None}
        unknown, budget = [word for word in words if word not in counted], self._tuning.posting_budget
        # Of many texts a word may have too many places to be read, and counting one takes a tenth of reading it.
        seen = self._kept.now().places_of(unknown) if total > budget else self._read(unknown, budget + 1)
        read = {word: places for word, places in seen.items() if len(places) <= budget}
        counted |= {word: self._frequencies.keep(word, postings.count(places), total) for word, places in read.items()}
        return counted | self._frequencies.of_all([word for word in unknown if word not in read], total), read


def _quoted(words: Sequence[str]) -> str:
    # FTS5 reads bare words as operators, so every word goes in quotes.
    return " + ".join('"' + word.replace('"', '""') + '"' for word in words)


def _numbers(text: str | None) -> list[int]:
    return [] if text is None else list(map(int, text.split(",")))
