"""One palace in SQLite: a directory with one file, and the parts that work on it."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.domain.errors import Damaged
from simonides.domain.time import Clock, system_clock
from simonides.machine.files import whole_file
from simonides.machine.locks import held
from simonides.ports.embedder import Identity
from simonides.ports.stores import Advance, PalaceInfo, Traces
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
from simonides.stores.sql.search.words import kept_by_triggers
from simonides.stores.sql.store import ABOUT_MAX_BYTES, Parts, SqlStore, cut_about
from simonides.stores.sql.sync import SyncRows
from simonides.stores.sql.vectors.identity import claim
from simonides.stores.sqlite.checks import complaints
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.connection.directory_names import directory_name
from simonides.stores.sqlite.connection.failures import translated
from simonides.stores.sqlite.records.changes import CHANGES
from simonides.stores.sqlite.records.clearing import CLEAR
from simonides.stores.sqlite.records.closets import CLOSETS, ClosetWords
from simonides.stores.sqlite.records.code import CODE
from simonides.stores.sqlite.records.dreams import DREAMS
from simonides.stores.sqlite.records.graph import GRAPH
from simonides.stores.sqlite.records.ledger import LEDGER
from simonides.stores.sqlite.records.memories import MEMORIES
from simonides.stores.sqlite.records.nodes import NODES
from simonides.stores.sqlite.records.observations import OBSERVATIONS
from simonides.stores.sqlite.records.supersessions import SUPERSESSIONS
from simonides.stores.sqlite.sync import SYNC
from simonides.stores.sqlite.vectors.means import renew_means
from simonides.stores.sqlite.vectors.takeover import TEXTS
from simonides.stores.sqlite.vectors.tuning import MEASURED, Tuning

if TYPE_CHECKING:
    from simonides.stores.sql.records.links import LinkRows
    from simonides.stores.sql.records.perspectives import Perspectives
    from simonides.stores.sql.search.code_search import ChunkSearch
    from simonides.stores.sql.search.memory_search import Search

ABOUT = "identity.txt"


def open_store(directory: Path, clock: Clock = system_clock, tuning: Tuning = MEASURED) -> SqlStore:
    """One palace in a directory of its own; the shelf creates the directory."""
    keeper = DirectoryKeeper(directory, clock)
    return SqlStore(keeper, _parts(keeper.database, tuning))


class DirectoryKeeper:
    """The directory of a palace."""

    is_local = True

    def __init__(self, directory: Path, clock: Clock) -> None:
        self.database = Database(directory, clock)
        self.database.prepare()

    def info(self) -> PalaceInfo:
        """Name, location, creation time and description of the palace."""
        name, created_at = self.database.meta("name"), self.database.meta("created_at")
        if name is None or created_at is None:
            raise Damaged(self.database.where, "the file lacks the name of its palace; restore a copy")
        folder, description = self.database.directory, self.database.meta("description") or ""
        return PalaceInfo(name, str(folder), moment(int(created_at)), description, folder)

    def rewrite(self, texts: Sequence[str], blobs: Sequence[bytes]) -> Traces:
        """Write everything anew, without what was deleted, and look for some texts and bytes in all of it."""
        from simonides.stores.sqlite.erasing import rewrite

        return rewrite(self.database, texts, blobs)

    def about(self) -> str:
        """The text a person wrote about whom this palace serves, from a file beside the palace's own."""
        path = self.database.directory / ABOUT
        with translated(path):
            if not path.is_file():
                return ""
            with path.open("rb") as file:
                return cut_about(file.read(ABOUT_MAX_BYTES))

    def tell_about(self, text: str) -> None:
        """Set the text about whom this palace serves: the file is replaced as a whole and private to its owner."""
        path = self.database.directory / ABOUT
        with translated(path), whole_file(path) as file:
            file.write(text.encode("utf-8", "replace"))

    def claim(self, identity: Identity) -> None:
        """Note which embedder's vectors follow. Raises EmbedderMismatch when the palace holds another's."""
        claim(self.database, identity)

    def tend(self) -> bool:
        """There is nothing to make beforehand: each process loads what it searches."""
        return False

    def is_tended(self) -> bool:
        """Always, since there is nothing to make."""
        return True

    def expect_vectors(self, count: int) -> None:
        """Vectors cost the same, however many come."""

    @contextmanager
    def lease(self, purpose: str) -> Iterator[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes."""
        # The file serves this purpose alone and stays: removing it would let two processes lock two files of one name.
        with ExitStack() as stack:
            with translated(self.database.path):
                is_ours = stack.enter_context(held(self.database.directory / f"lease.{directory_name(purpose)}", waits=False))
            yield is_ours

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        return self.database.is_gone()

    def is_read_only(self) -> bool:
        """Whether nothing can be written to it, because of the disk that it lies on."""
        return self.database.is_read_only

    def check(self, advance: Advance) -> Iterator[str]:
        """One sentence for each mismatch between rows, text index, vectors and counters; none when all is well."""
        return complaints(self.database, advance)

    def write_mark(self) -> Hashable | None:
        """Another value after every write, told from outside; None where only reading tells."""
        return self.database.write_mark()

    def on_waking(self, tell: Callable[[], None]) -> None:
        """Have somebody told whenever the file is opened."""
        self.database.on_waking = tell

    def is_idle(self) -> bool:
        """Whether nobody is in the middle of anything."""
        return self.database.is_idle()

    def rest(self) -> bool:
        """Close the file until it is needed; False while somebody uses it."""
        return self.database.rest()

    def close(self) -> None:
        """Close the file."""
        self.database.close()


def _parts(database: Database, tuning: Tuning) -> Parts:
    return Parts(
        memories=MemoryRows(database, MEMORIES, kept_by_triggers),
        graph=Graph(database, GRAPH),
        nodes=NodeRows(database, NODES),
        observations=Observations(database, OBSERVATIONS, kept_by_triggers, partial(renew_means, database)),
        changes=Changes(database, CHANGES),
        closets=ClosetRows(database, CLOSETS, ClosetWords(database, tuning).frequencies),
        dreams=DreamRows(database, DREAMS),
        code=Code(database, CODE, kept_by_triggers),
        ledger=LedgerRows(database, LEDGER),
        supersessions=SupersessionRows(database, SUPERSESSIONS),
        sync=SyncRows(database, SYNC),
        clear=CLEAR,
        texts=TEXTS,
        make_search=partial(_make_search, database, tuning),
        make_perspectives=partial(_make_perspectives, database, tuning),
        make_code_search=partial(_make_code_search, database, tuning),
        make_links=partial(_make_links, database),
    )


# Numpy takes longer to import than everything else before the first reply, so what needs it is imported here.


def _make_search(database: Database, tuning: Tuning) -> "Search":
    from simonides.stores.sql.records.perspectives import drop_every_view
    from simonides.stores.sql.search.memory_search import Search
    from simonides.stores.sqlite.records.perspectives import PERSPECTIVES
    from simonides.stores.sqlite.search.memory_search import SEARCH, MemoryVectors
    from simonides.stores.sqlite.search.texts import TextIndex

    texts, vectors = TextIndex(database, tuning, "memory"), MemoryVectors(database, tuning)
    return Search(database, SEARCH, texts, vectors, partial(drop_every_view, database, PERSPECTIVES))


def _make_perspectives(database: Database, tuning: Tuning) -> "Perspectives":
    from simonides.stores.sql.records.perspectives import Perspectives
    from simonides.stores.sqlite.records.perspectives import PERSPECTIVES, SqliteViews
    from simonides.stores.sqlite.search.texts import TextIndex

    texts, views = TextIndex(database, tuning, "observation"), SqliteViews(database, tuning)
    return Perspectives(database, PERSPECTIVES, texts, views, partial(renew_means, database))


def _make_code_search(database: Database, tuning: Tuning) -> "ChunkSearch":
    from simonides.stores.sql.search.code_search import ChunkSearch
    from simonides.stores.sqlite.search.code_search import CODE_SEARCH, ChunkVectors
    from simonides.stores.sqlite.search.texts import TextIndex

    return ChunkSearch(database, CODE_SEARCH, TextIndex(database, tuning, "chunk"), ChunkVectors(database, tuning))


def _make_links(database: Database) -> "LinkRows":
    from simonides.stores.sql.records.links import LinkRows
    from simonides.stores.sqlite.records.links import LINKS

    return LinkRows(database, LINKS)
