"""One palace in PostgreSQL: its rows in tables that all palaces share, and the parts that work on them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import psycopg

from simonides.domain.errors import StoreFailure
from simonides.domain.time import Clock
from simonides.ports.embedder import Identity
from simonides.ports.stores import Advance, PalaceInfo, Traces
from simonides.stores.postgres.checks import complaints
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.failures import translated
from simonides.stores.postgres.connection.literals import lock_key
from simonides.stores.postgres.connection.pool import ConnectionPool, held_for_long
from simonides.stores.postgres.records.changes import CHANGES
from simonides.stores.postgres.records.clearing import CLEAR
from simonides.stores.postgres.records.closets import CLOSETS
from simonides.stores.postgres.records.code import CODE
from simonides.stores.postgres.records.dreams import DREAMS
from simonides.stores.postgres.records.graph import GRAPH
from simonides.stores.postgres.records.ledger import LEDGER
from simonides.stores.postgres.records.memories import MEMORIES
from simonides.stores.postgres.records.nodes import NODES
from simonides.stores.postgres.records.observations import OBSERVATIONS
from simonides.stores.postgres.records.supersessions import SUPERSESSIONS
from simonides.stores.postgres.search.kept_reads import KeptReads
from simonides.stores.postgres.search.recounting import count_words_anew
from simonides.stores.postgres.search.texts import TextIndex
from simonides.stores.postgres.sync import SYNC
from simonides.stores.postgres.vectors.means import renew_means
from simonides.stores.postgres.vectors.takeover import TEXTS
from simonides.stores.postgres.vectors.tuning import MEASURED, Tuning
from simonides.stores.sql.database import IS_GONE
from simonides.stores.sql.records.changes import Changes
from simonides.stores.sql.records.closets import ClosetRows
from simonides.stores.sql.records.code import Code
from simonides.stores.sql.records.dreams import DreamRows
from simonides.stores.sql.records.graph import Graph
from simonides.stores.sql.records.ledger import LedgerRows
from simonides.stores.sql.records.memories import MemoryRows
from simonides.stores.sql.records.nodes import NodeRows
from simonides.stores.sql.records.observations import Observations
from simonides.stores.sql.records.rows import moment
from simonides.stores.sql.records.supersessions import SupersessionRows
from simonides.stores.sql.store import Parts, SqlStore, cut_about
from simonides.stores.sql.sync import SyncRows
from simonides.stores.sql.vectors.identity import claim

if TYPE_CHECKING:
    from simonides.stores.sql.records.links import LinkRows
    from simonides.stores.sql.records.perspectives import Perspectives
    from simonides.stores.sql.search.code_search import ChunkSearch
    from simonides.stores.sql.search.memory_search import Search

ABOUT = "about"
_INFO = "SELECT name, description, created_at FROM palaces WHERE id = %(palace)s"


def open_store(pool: ConnectionPool, palace: int, name: str, clock: Clock, tuning: Tuning = MEASURED) -> SqlStore:
    """One palace of a database; the shelf supplies its number."""
    keeper = DatabaseKeeper(pool, palace, name, clock, tuning)
    return SqlStore(keeper, _parts(keeper.database, tuning))


class DatabaseKeeper:
    """The palace's row in the table of palaces, and its locks."""

    is_local = False

    def __init__(self, pool: ConnectionPool, palace: int, name: str, clock: Clock, tuning: Tuning) -> None:
        self.database = Database(pool, palace, name, clock)
        self._name = name
        self._tuning = tuning
        try:
            count_words_anew(self.database)
        except BaseException:
            self.database.close()
            raise

    def info(self) -> PalaceInfo:
        """Name, location, creation time and description of the palace."""
        row = self.database.row(_INFO)
        if row is None:
            raise StoreFailure(self.database.where, IS_GONE)
        name, description, created_at = row
        return PalaceInfo(name, self.database.where, moment(created_at), description)

    def rewrite(self, texts: Sequence[str], blobs: Sequence[bytes]) -> Traces:
        """Write everything anew, without what was deleted, and look for some texts and bytes in all of it."""
        from simonides.stores.postgres.erasing import rewrite

        return rewrite(self.database, texts, blobs)

    def about(self) -> str:
        """The text a person wrote about whom this palace serves."""
        return cut_about((self.database.meta(ABOUT) or "").encode())

    def tell_about(self, text: str) -> None:
        """Set the text about whom this palace serves."""
        self.database.set_meta(ABOUT, text)

    def claim(self, identity: Identity) -> None:
        """Note which embedder's vectors follow. Raises EmbedderMismatch when the palace holds another's."""
        claim(self.database, identity)

    def tend(self) -> bool:
        """Make the graphs over vectors that searches miss; whether there were any."""
        from simonides.stores.postgres.vectors.graphs import tend_graphs

        return tend_graphs(self.database, self._tuning)

    def is_tended(self) -> bool:
        """Whether searches miss no graph over vectors."""
        from simonides.stores.postgres.vectors.graphs import missing_graphs

        return not missing_graphs(self.database, self._tuning)

    def expect_vectors(self, count: int) -> None:
        """Drop the graph over memories where so many vectors are to come that making it anew is quicker."""
        from simonides.stores.postgres.vectors.graphs import leave_graphs

        leave_graphs(self.database, self._tuning, count)

    @contextmanager
    def lease(self, purpose: str) -> Iterator[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes."""
        # The server releases the lock when the connection ends, however it ends.
        lock = lock_key("lease", str(self.database.palace), purpose)
        with self.database.set_aside() as connection:
            with translated(self.database.where):
                is_ours = held_for_long(connection, lock)
            try:
                yield is_ours
            finally:
                # The server may notice a closed connection late; the next caller must not have to wait for that.
                with suppress(psycopg.Error):
                    connection.execute("ROLLBACK")

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        row = self.database.shared_row(_INFO)
        return row is None or row[0] != self._name

    def write_mark(self) -> Hashable | None:
        """None: only reading tells."""
        return None

    def on_waking(self, _tell: Callable[[], None]) -> None:
        """There are no files: connections belong to all palaces."""

    def is_idle(self) -> bool:
        """Always, since there are no files."""
        return True

    def rest(self) -> bool:
        """There is nothing to close."""
        return True

    def is_read_only(self) -> bool:
        """Never: a server that only reads is opened as a replica."""
        return False

    def check(self, advance: Advance) -> Iterator[str]:
        """One sentence for each mismatch between rows, text index, vectors and counters; none when all is well."""
        return complaints(self.database, advance)

    def close(self) -> None:
        """Close the connections."""
        self.database.close()


def _parts(database: Database, tuning: Tuning) -> Parts:
    kept = KeptReads(database)
    memories = TextIndex(database, tuning, "m", kept)
    observations, chunks = TextIndex(database, tuning, "o"), TextIndex(database, tuning, "c")
    return Parts(
        memories=MemoryRows(database, MEMORIES, memories.put),
        graph=Graph(database, GRAPH),
        nodes=NodeRows(database, NODES),
        observations=Observations(database, OBSERVATIONS, observations.put, partial(renew_means, database)),
        changes=Changes(database, CHANGES),
        closets=ClosetRows(database, CLOSETS, memories.frequencies),
        dreams=DreamRows(database, DREAMS),
        code=Code(database, CODE, chunks.put),
        ledger=LedgerRows(database, LEDGER),
        supersessions=SupersessionRows(database, SUPERSESSIONS),
        sync=SyncRows(database, SYNC),
        clear=CLEAR,
        texts=TEXTS,
        make_search=partial(_make_search, database, tuning, memories, kept),
        make_perspectives=partial(_make_perspectives, database, tuning, observations),
        make_code_search=partial(_make_code_search, database, tuning, chunks),
        make_links=partial(_make_links, database),
        forget=kept.forget,
    )


# Numpy takes longer to import than everything else before the first reply, so what needs it is imported here.


def _make_search(database: Database, tuning: Tuning, texts: TextIndex, kept: KeptReads) -> "Search":
    from simonides.stores.postgres.records.perspectives import PERSPECTIVES
    from simonides.stores.postgres.search.memory_search import SEARCH, MemoryVectors
    from simonides.stores.sql.records.perspectives import drop_every_view
    from simonides.stores.sql.search.memory_search import Search

    vectors = MemoryVectors(database, tuning, kept)
    return Search(database, SEARCH, texts, vectors, partial(drop_every_view, database, PERSPECTIVES))


def _make_perspectives(database: Database, tuning: Tuning, texts: TextIndex) -> "Perspectives":
    from simonides.stores.postgres.records.perspectives import PERSPECTIVES, PostgresViews
    from simonides.stores.sql.records.perspectives import Perspectives

    return Perspectives(database, PERSPECTIVES, texts, PostgresViews(database, tuning), partial(renew_means, database))


def _make_code_search(database: Database, tuning: Tuning, texts: TextIndex) -> "ChunkSearch":
    from simonides.stores.postgres.search.code_search import CODE_SEARCH, ChunkVectors
    from simonides.stores.sql.search.code_search import ChunkSearch

    return ChunkSearch(database, CODE_SEARCH, texts, ChunkVectors(database, tuning))


def _make_links(database: Database) -> "LinkRows":
    from simonides.stores.postgres.records.links import LINKS
    from simonides.stores.sql.records.links import LinkRows

    return LinkRows(database, LINKS)
