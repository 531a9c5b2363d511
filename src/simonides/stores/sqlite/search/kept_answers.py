"""Answers of a text index, kept until a text changes: the places of words, and who holds a phrase.

Questions share their common words, and the best memories of one question are mostly among the best of the next. A text that is
added changes the answers about its own words, and no others.
"""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from simonides.stores.sql.database import totals
from simonides.stores.sql.search.postings import Postings
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.statements import COUNTERS

BYTES_MAX = 1 << 22
"""About what is kept of each index; a palace of 1,000 notes has less."""
ADDED_MAX = 64
"""After more added texts than this, asking anew costs no more than reading which words they hold."""
LINES_MAX = 5_000
"""After more lines of the change log than this, reading them costs more than asking anew."""
_ENTRY = 250
_ROW = 40
"""About how many bytes an entry takes beside its postings or rows, and how many a row takes."""
_LINES = "SELECT row, operation FROM changes WHERE seq > ? AND kind = ? ORDER BY seq LIMIT ?"

PhraseKey = tuple[tuple[str, ...], int, int]
"""The words of a phrase, with the least and the most rows that are wanted."""
Holders = dict[PhraseKey, list[int]]


@dataclass(slots=True)
class Answers:
    """What was answered at one moment; several threads may add to it."""

    moment: int | None
    places: dict[str, Postings] = field(default_factory=dict)
    """All places of a word."""
    phrases: dict[str, Holders] = field(default_factory=dict)
    """By the first word of a phrase."""
    size: int = 0

    def places_of(self, words: Iterable[str]) -> dict[str, Postings]:
        """The places of those words of which they are known."""
        return {word: self.places[word] for word in words if word in self.places}

    def add_places(self, places: Mapping[str, Postings]) -> None:
        """Keep all places of some words."""
        self.places.update(places)
        self.size += sum(map(_size_of, places.values()))

    def holders(self, phrase: PhraseKey) -> list[int] | None:
        """Who holds a phrase, if that is known."""
        known = self.phrases.get(_first(phrase))
        return None if known is None else known.get(phrase)

    def add_phrases(self, phrases: Mapping[PhraseKey, list[int]]) -> None:
        """Keep who holds some phrases."""
        for phrase, rows in phrases.items():
            self.phrases.setdefault(_first(phrase), {})[phrase] = rows
            self.size += _ENTRY + _ROW * len(rows)

    def after(self, added: Iterable[str], moment: int) -> "Answers":
        """What still holds at a later moment, until which these words and no others were added."""
        # Other threads may still add to the moment before, so that is copied. What both have under a word is the same for both.
        later = Answers(moment, self.places.copy(), self.phrases.copy(), self.size)
        for word in added:
            if (places := later.places.pop(word, None)) is not None:
                later.size -= _size_of(places)
            for rows in list(later.phrases.pop(word, {}).values()):
                later.size -= _ENTRY + _ROW * len(rows)
        return later


class KeptAnswers:
    """The answers of the text index `<name>_text` that still hold."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._kind = name
        self._words = f"SELECT words FROM {name}_text WHERE rowid IN (SELECT value FROM json_each(?))"
        self._answers = Answers(None)

    def now(self) -> Answers:
        """The answers at the moment that this thread reads, to look into and to add to; none are kept while it writes."""
        moment, known = self._database.moment(), self._answers
        if moment is None:
            return Answers(None)
        if known.moment is not None and known.moment > moment:
            # Another thread reads something newer; what that keeps stays.
            return Answers(moment)
        if known.size > BYTES_MAX:
            known = self._answers = Answers(moment)
        if known.moment != moment:
            known = self._answers = self._later(known, moment)
        return known

    def _later(self, known: Answers, moment: int) -> Answers:
        """What was answered at an earlier moment and still holds."""
        if known.moment is None or moment - known.moment > LINES_MAX:
            return Answers(moment)
        if totals(self._database, COUNTERS)["trimmed"] > known.moment:
            return Answers(moment)
        lines = self._database.rows(_LINES, (known.moment, self._kind, ADDED_MAX + 1))
        # The former words of a text that was changed or deleted are not known.
        if len(lines) > ADDED_MAX or any(operation != "add" for _, operation in lines):
            return Answers(moment)
        return known.after(self._words_of([row for row, _ in lines]) if lines else (), moment)

    def _words_of(self, rows: list[int]) -> set[str]:
        texts = self._database.rows(self._words, (self._database.listed(rows),))
        return {word for (words,) in texts for word in words.split()}


def _size_of(places: Postings) -> int:
    return _ENTRY + places.nbytes


def _first(phrase: PhraseKey) -> str:
    return phrase[0][0] if phrase[0] else ""
