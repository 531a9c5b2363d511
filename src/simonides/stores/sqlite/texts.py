"""Which texts hold a word? One text index of our own words; memories have one, observations another."""

from collections.abc import Sequence

from simonides.stores.sql.matching import Lookup
from simonides.stores.sql.postings import choose
from simonides.stores.sqlite import postings
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.tuning import Tuning

_PHRASE = "SELECT rowid FROM {0}_text WHERE {0}_text MATCH ? ORDER BY rowid DESC LIMIT ?"


class TextIndex:
    """The tables `<name>_text`, `<name>_terms` and `<name>_postings`."""

    def __init__(self, database: Database, tuning: Tuning, name: str) -> None:
        self._database = database
        self._tuning = tuning
        self._name = name
        self._frequencies = postings.Frequencies(database, tuning, name)

    def look_up(self, words: Sequence[str], total: int) -> Lookup:
        """What the index says of these words; rare ones are always read, the most common may not be."""
        distinct = list(dict.fromkeys(words))
        frequencies = {word: self._frequencies.of(word, total) for word in distinct}
        chosen = choose([frequencies[word][1] for word in distinct], self._tuning.posting_budget)
        cap = self._tuning.posting_cap
        read = {distinct[index]: postings.read(self._database, self._name, distinct[index], cap) for index in sorted(chosen)}
        return Lookup(tuple(words), {word: documents for word, (documents, _) in frequencies.items()}, read)

    def frequencies(self, words: Sequence[str], total: int) -> dict[str, int]:
        """How many texts hold each of the words."""
        return {word: self._frequencies.of(word, total)[0] for word in words}

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        if not words:
            return []
        # FTS5 reads bare words as operators, so every word goes in quotes.
        query = " + ".join('"' + word.replace('"', '""') + '"' for word in words)
        return [row[0] for row in self._database.rows(_PHRASE.format(self._name), (query, max(limit, 0)))]
