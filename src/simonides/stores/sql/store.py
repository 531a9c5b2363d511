"""One palace in a database: its parts, all over the same database, and the keeper around them."""

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from simonides.frozen import frozen
from simonides.ports.embedder import Identity
from simonides.ports.stores import Advance, Cleared, PalaceInfo, Traces, unwatched
from simonides.stores.sql.database import Database
from simonides.stores.sql.keeper import Keeper
from simonides.stores.sql.records.changes import Changes
from simonides.stores.sql.records.clearing import ClearSql, clear
from simonides.stores.sql.records.closets import ClosetRows
from simonides.stores.sql.records.code import Code
from simonides.stores.sql.records.dreams import DreamRows
from simonides.stores.sql.records.graph import Graph
from simonides.stores.sql.records.ledger import LedgerRows
from simonides.stores.sql.records.memories import MemoryRows
from simonides.stores.sql.records.nodes import NodeRows
from simonides.stores.sql.records.observations import Observations
from simonides.stores.sql.records.supersessions import SupersessionRows
from simonides.stores.sql.sync import SyncRows
from simonides.stores.sql.vectors.identity import read_identity
from simonides.stores.sql.vectors.takeover import TextsSql, renew_vectors

if TYPE_CHECKING:
    from simonides.stores.sql.records.links import LinkRows
    from simonides.stores.sql.records.perspectives import Perspectives
    from simonides.stores.sql.search.code_search import ChunkSearch
    from simonides.stores.sql.search.memory_search import Search


ABOUT_MAX_BYTES = 65_536


@frozen
class Parts:
    """The parts that work on a palace's rows. The last four need numpy, so they are made on first use."""

    memories: MemoryRows
    graph: Graph
    nodes: NodeRows
    observations: Observations
    changes: Changes
    closets: ClosetRows
    dreams: DreamRows
    code: Code
    ledger: LedgerRows
    supersessions: SupersessionRows
    sync: SyncRows
    clear: ClearSql
    texts: Sequence[TextsSql]
    make_search: "Callable[[], Search]"
    make_perspectives: "Callable[[], Perspectives]"
    make_code_search: "Callable[[], ChunkSearch]"
    make_links: "Callable[[], LinkRows]"
    forget: Callable[[], None] = lambda: None
    """Let go of what was kept for searches."""


def cut_about(data: bytes) -> str:
    """The text about whom a palace serves, cut to the length that every agent is told."""
    # Some editors begin a text with a byte order mark.
    return data[:ABOUT_MAX_BYTES].decode("utf-8-sig", errors="replace")


class SqlStore:
    """One palace."""

    def __init__(self, keeper: Keeper, parts: Parts) -> None:
        self._keeper = keeper
        self._database = keeper.database
        self._parts = parts
        self._guard = threading.Lock()
        self._search: Search | None = None
        self._perspectives: Perspectives | None = None
        self._code_search: ChunkSearch | None = None
        self._tell_waking: Callable[[], None] = lambda: None

    @property
    def database(self) -> Database:
        """The database with its rows, for measuring and examining."""
        return self._database

    @property
    def info(self) -> PalaceInfo:
        """Name, location, creation time and description of the palace."""
        return self._keeper.info()

    @property
    def memories(self) -> MemoryRows:
        """Its memories."""
        return self._parts.memories

    @property
    def graph(self) -> Graph:
        """Its knowledge."""
        return self._parts.graph

    @property
    def search(self) -> "Search":
        """Its indexes."""
        # Used twenty times per question, so the guard is skipped once the part exists.
        return self._search or self._open_search()

    @property
    def nodes(self) -> NodeRows:
        """Its knowledge as nodes and relations."""
        return self._parts.nodes

    @property
    def observations(self) -> Observations:
        """The observations about its nodes."""
        return self._parts.observations

    @property
    def perspectives(self) -> "Perspectives":
        """Its indexes of observations."""
        with self._guard:
            if (part := self._perspectives) is None:
                self._tell_waking()
                self._perspectives = part = self._parts.make_perspectives()
            return part

    @property
    def changes(self) -> Changes:
        """Its change log."""
        return self._parts.changes

    @property
    def closets(self) -> ClosetRows:
        """Its keyword index."""
        return self._parts.closets

    @property
    def dreams(self) -> DreamRows:
        """What is left to dream of, and the results of dreams."""
        return self._parts.dreams

    @property
    def code(self) -> Code:
        """Its source code."""
        return self._parts.code

    @property
    def code_search(self) -> "ChunkSearch":
        """The indexes over its source code."""
        with self._guard:
            if (part := self._code_search) is None:
                self._tell_waking()
                self._code_search = part = self._parts.make_code_search()
            return part

    @property
    def links(self) -> "LinkRows":
        """The links between its memories and entities."""
        return self._parts.make_links()

    @property
    def ledger(self) -> LedgerRows:
        """Which files were mined."""
        return self._parts.ledger

    @property
    def supersessions(self) -> SupersessionRows:
        """Its pairs of statements of which one takes the other's place."""
        return self._parts.supersessions

    @property
    def sync(self) -> SyncRows:
        """What it notes about its replicas."""
        return self._parts.sync

    def clear(self, advance: Advance = unwatched) -> Cleared:
        """Delete every memory, entity, fact and project; how many of each, and how many chunks of code."""
        return clear(self._database, self._parts.clear, advance)

    def rewrite(self, texts: Sequence[str], blobs: Sequence[bytes] = ()) -> Traces:
        """Write everything anew, without what was deleted, and look for some texts and bytes in all of it."""
        return self._keeper.rewrite(texts, blobs)

    def about(self) -> str:
        """The text a person wrote about whom this palace serves."""
        return self._keeper.about()

    def tell_about(self, text: str) -> None:
        """Replace the text about whom this palace serves."""
        self._keeper.tell_about(text)

    def identity(self) -> Identity | None:
        """Whose vectors the palace holds; None before the first."""
        return read_identity(self._database)

    def claim(self, identity: Identity) -> None:
        """Note which embedder's vectors follow. Raises EmbedderMismatch when this one does not continue the palace's."""
        self._keeper.claim(identity)

    def renew_vectors(self, identity: Identity, is_outdated: Callable[[str], bool]) -> int:
        """Drop the vectors of every outdated text and note the identity; returns how many texts were outdated."""
        return renew_vectors(self._database, self._parts.texts, identity, is_outdated)

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: everything inside commits durably together or not at all, with no other writer in between."""
        return self._database.writing(actor)

    def reading(self) -> AbstractContextManager[None]:
        """Everything read inside comes from one moment."""
        return self._database.reading()

    @property
    def is_local(self) -> bool:
        """Whether asking takes no round trip."""
        return self._keeper.is_local

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes."""
        return self._keeper.lease(purpose)

    def tend(self) -> bool:
        """Make the indexes over vectors that searches miss; whether there were any."""
        return self._keeper.tend()

    def is_tended(self) -> bool:
        """Whether searches miss no index over vectors."""
        return self._keeper.is_tended()

    def expect_vectors(self, count: int) -> None:
        """Prepare for that many vectors of memories, which are about to be put."""
        self._keeper.expect_vectors(count)

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        return self._keeper.is_gone()

    def is_read_only(self) -> bool:
        """Whether nothing can be written to it, because of the disk that it lies on."""
        return self._keeper.is_read_only()

    def check(self, advance: Advance = unwatched) -> Iterator[str]:
        """One sentence for each mismatch between rows, text index, vectors and counters; none when all is well."""
        return self._keeper.check(advance)

    def write_mark(self) -> Hashable | None:
        """Another value after every write, of whichever process, told without opening anything; None where only reading tells."""
        return self._keeper.write_mark()

    def on_waking(self, tell: Callable[[], None]) -> None:
        """Have somebody told whenever it takes up files or indexes that it may give up by a rest."""
        self._tell_waking = tell
        self._keeper.on_waking(tell)

    def rest(self) -> bool:
        """Give up files and indexes until they are needed; False while somebody is in the middle of something."""
        if not self._keeper.is_idle():
            return False
        self._release()
        return self._keeper.rest()

    def close(self) -> None:
        """Close files and connections; acknowledged writes are safe even without it."""
        self._release()
        self._keeper.close()

    def _open_search(self) -> "Search":
        with self._guard:
            if (part := self._search) is None:
                self._tell_waking()
                self._search = part = self._parts.make_search()
            return part

    def _release(self) -> None:
        """Let go of the indexes; whoever uses one at this moment goes on with it."""
        with self._guard:
            parts = self._search, self._code_search, self._perspectives
            self._search = self._code_search = self._perspectives = None
        for part in parts:
            if part is not None:
                part.close()
        self._parts.forget()
