"""What searches have read about memories, kept until it changes: places of words, lengths, traits and vectors.

Every transaction learns the palace's last change as it begins, so that nothing has to be asked to know whether what was read
before still holds. Memories that were only added since then leave it valid: their words join those that are kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.literals import key_list
from simonides.stores.postgres.connection.standing import LastChange
from simonides.stores.sql.records.rows import Row

if TYPE_CHECKING:
    from simonides.stores.sql.records.traits import Known
    from simonides.stores.sql.search.postings import Postings

BYTES_MAX = 1 << 22
"""About how much is kept of words; a palace of 1,000 notes has less."""
LENGTHS_MAX = 50_000
"""Of how many memories the length is kept."""
LINES_MAX = 200
"""After more lines of the change log than this, asking anew costs no more than reading what they say."""
_ENTRY = 250
"""About how many bytes a word takes beside its places."""
_KEPT = "kept reads"

# With the line that was the last one before: its time tells whether the log still is the one that was read from.
_LINES = """
    SELECT c.kind, c.row, c.operation, c.at, m.conversation IS NOT NULL
    FROM changes c LEFT JOIN memories m ON m.palace = c.palace AND m.key = c.row AND c.kind = 'memory'
    WHERE c.palace = %(palace)s AND c.seq >= %(seq)s ORDER BY c.seq LIMIT %(limit)s
"""
JOINED = """
    string_agg(int8send((document << 24) | (block::bigint << 9)), ''::bytea) AS firsts,
    string_agg(int2send((octet_length(places) / 2)::smallint), ''::bytea) AS counts, string_agg(places, ''::bytea) AS places
"""
"""All rows of a word as one value: reading rows into Python takes longer than finding them. They are aggregated in one order,
whichever it is: rows of up to 512 positions with their number, then the positions of all."""
# Written so that only the index by document fits, as where postings are deleted.
_ADDED = f"""
    SELECT word, count(DISTINCT document), {JOINED} FROM postings
    WHERE palace = %(palace)s AND kind::text = 'm' AND document = ANY(%(keys)s::bigint[]) GROUP BY word
"""  # noqa: S608 - put together from a constant of ours

Counts = tuple[int, int]
"""How many texts hold a word, and how many places it has."""


def _nothing_known(*, is_kept: bool = False) -> "Known":
    # It imports numpy, which takes longer than everything else before the first reply.
    from simonides.stores.sql.records.traits import Known

    return Known(is_kept=is_kept)


@dataclass(slots=True)
class Kept:
    """What was read at one moment; several threads may add to it."""

    moment: LastChange | None = None
    counts: dict[str, Counts] = field(default_factory=dict)
    places: "dict[str, Postings]" = field(default_factory=dict)
    """All places of a word."""
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words a memory holds; -1 for one that is no longer current."""
    known: "Known" = field(default_factory=_nothing_known)
    vectors: dict[int, list[Row]] = field(default_factory=dict)
    size: int = 0
    made_s: float = field(default_factory=monotonic)

    def add_counts(self, counts: Mapping[str, Counts]) -> None:
        """Keep how often words are there."""
        self.counts.update(counts)
        self.size += _ENTRY * len(counts)

    def add_places(self, places: "Mapping[str, Postings]") -> None:
        """Keep all places of words whose counts are kept."""
        self.places.update(places)
        self.size += sum(each.nbytes for each in places.values())

    def after(self, moment: LastChange, lines: Sequence[Row]) -> "Kept | None":
        """What still holds after these lines of the change log, apart from words; None where nothing is sure to."""
        if any(kind == "memory" and (operation != "add" or not row) for kind, row, operation, *_ in lines):
            return None
        changed = [row for kind, row, *_ in lines if kind in {"memory", "vector"}]
        if None in changed:
            return None
        # Other threads may still add to what held before, so that is copied; places first, since counts are added before them.
        places, counts = self.places.copy(), self.counts.copy()
        vectors, lengths = self.vectors.copy(), self.lengths.copy()
        for key in changed:
            vectors.pop(key, None)
            lengths.pop(key, None)
        is_talk = any(in_conversation for *_, in_conversation in lines)
        known = self.known.without(changed, with_talks=not is_talk)
        return Kept(moment, counts, places, lengths, known, vectors, self.size)

    def add_words(self, rows: Sequence[Row]) -> None:
        """Count in the words of new memories, whose places come after all others."""
        import numpy as np

        for word, documents, *joined in rows:
            if word not in self.counts:
                continue
            fresh = places_of(*joined)
            self.counts[word] = self.counts[word][0] + documents, self.counts[word][1] + len(fresh)
            if word in self.places:
                self.places[word] = np.sort(np.concatenate([self.places[word], fresh]))
                self.size += fresh.nbytes


class KeptReads:
    """What was read about the memories of one palace and still holds."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: Kept | None = None

    def now(self) -> Kept:
        """What holds at the moment that this thread reads, to look into and to add to; nothing once it has written."""
        return self._database.once(_KEPT, self._at_this_moment)

    def forget(self) -> None:
        """Let go of it; whoever looks into it goes on with what it has."""
        self._kept = None

    def _at_this_moment(self) -> Kept:
        moment, kept = self._database.moment(), self._kept
        if moment is None:
            return Kept()
        if kept is None or kept.moment is None or kept.size > BYTES_MAX or len(kept.lengths) > LENGTHS_MAX:
            self._kept = kept = _nothing_at(moment)
        elif kept.moment.number > moment.number and moment.asked_s <= kept.made_s:
            # Another thread reads something newer; what that keeps stays.
            return Kept(moment)
        elif kept.moment != moment:
            # A transaction that begins later and finds a lower number is at a server that took over, or was restored.
            self._kept = kept = self._later(kept, kept.moment, moment) or _nothing_at(moment)
        return kept

    def _later(self, kept: Kept, then: LastChange, moment: LastChange) -> Kept | None:
        """What was read at an earlier moment and still holds."""
        count = moment.number - then.number
        if not 0 < count <= LINES_MAX:
            return None
        former, *lines = self._database.rows(_LINES, {"seq": then.number, "limit": count + 1}) or [(None,) * 5]
        # A log with gaps was trimmed or replaced. Another time under the same number means that a server took over which had
        # not seen everything.
        if len(lines) != count or former[3] != then.at_us:
            return None
        later = kept.after(moment, lines)
        added = [row for kind, row, *_ in lines if kind == "memory"]
        if later is not None and added and later.counts:
            later.add_words(self._database.rows(_ADDED, {"keys": key_list(added)}))
        return later


def _nothing_at(moment: LastChange) -> Kept:
    return Kept(moment, known=_nothing_known(is_kept=True))


def places_of(rows: bytes, counts: bytes, places: bytes) -> "Postings":
    """The places of a word, ascending, from their joined form."""
    import numpy as np

    firsts = np.frombuffer(rows, ">i8").astype(np.int64)
    return np.sort(np.repeat(firsts, np.frombuffer(counts, ">i2")) + np.frombuffer(places, ">i2"))
