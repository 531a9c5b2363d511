"""Answers of a text index, kept until anything changes: the places of words, and who holds a phrase.

Questions share their common words, and the best memories of one question are mostly among the best of the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simonides.stores.sql.search.postings import Postings
from simonides.stores.sqlite.connection.database import Database

BYTES_MAX = 1 << 22
"""About what is kept of each index; a palace of 1,000 notes has less."""
_ENTRY = 250
_ROW = 40
"""About how many bytes an entry takes beside its postings or rows, and how many a row takes."""

PhraseKey = tuple[str, int, int]
"""A phrase as the index is asked for it, with the least and the most rows that are wanted."""


@dataclass(slots=True)
class Answers:
    """What was answered at one moment; several threads may add to it."""

    moment: int | None
    places: dict[str, Postings] = field(default_factory=dict)
    """All places of a word."""
    phrases: dict[PhraseKey, list[int]] = field(default_factory=dict)
    size: int = 0

    def add_places(self, places: Mapping[str, Postings]) -> None:
        """Keep all places of some words."""
        self.places.update(places)
        self.size += sum(_ENTRY + each.nbytes for each in places.values())

    def add_phrases(self, phrases: Mapping[PhraseKey, list[int]]) -> None:
        """Keep who holds some phrases."""
        self.phrases.update(phrases)
        self.size += sum(_ENTRY + _ROW * len(rows) for rows in phrases.values())


class KeptAnswers:
    """The answers that still hold."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._answers = Answers(None)

    def now(self) -> Answers:
        """The answers at the moment that this thread reads, to look into and to add to; none are kept while it writes."""
        moment, known = self._database.moment(), self._answers
        if moment is None:
            return Answers(None)
        if known.moment != moment or known.size > BYTES_MAX:
            known = self._answers = Answers(moment)
        return known
