"""The port for stores: what every store promises; one contract suite holds every store to it.

A store persists and finds candidates. It never ranks, embeds, deduplicates, mints ids or knows a tool set.

Row numbers (`key: int`) name memories inside one palace between calls of the engine: cheap to sort and compare, never reused,
never shown to anybody.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from simonides.frozen import frozen
from simonides.ports.changes import ChangeLog
from simonides.ports.code import CodeIndex, CodeStore
from simonides.ports.dreams import ClosetStore, DreamStore
from simonides.ports.embedder import Identity
from simonides.ports.graph import GraphStore, LinkStore
from simonides.ports.ledger import Ledger
from simonides.ports.memories import MemoryStore
from simonides.ports.nodes import NodeStore, ObservationStore, PerspectiveIndex
from simonides.ports.search import SearchIndex
from simonides.ports.supersessions import SupersessionStore
from simonides.ports.sync import SyncStore

Advance = Callable[[int, int], None]
"""Takes how much of a long job is done, and how much there is to do: 0 where nobody knows."""


def unwatched(_done: int, _total: int) -> None:
    """Lets a long job go on without anybody watching it."""


@frozen
class PalaceInfo:
    """The description of a palace."""

    name: str
    where: str
    """A directory, or the address of a database and the palace's name in it."""
    created_at: datetime
    description: str = ""
    folder: Path | None = None
    """The palace's directory, if it has one of its own."""


@frozen
class Cleared:
    """How much was deleted when a palace was emptied."""

    memories: int
    observations: int
    entities: int
    facts: int
    chunks: int


@frozen
class Traces:
    """What a search of everything that is kept has found."""

    searched: tuple[str, ...]
    """The files or tables that were searched."""
    searched_bytes: int
    found: tuple[int, ...]
    """The numbers of the texts and bytes that were found, counted from 0, texts first."""
    is_rewritten: bool = True
    """Whether nothing of what was deleted can be left."""
    note: str = ""
    """What the reader should know about it."""


class Store(Protocol):
    """One palace. Threads and processes may share it; each sees the others' commits on its next call."""

    @property
    def info(self) -> PalaceInfo:
        """The description of the palace."""
        ...

    @property
    def memories(self) -> MemoryStore:
        """Its memories."""
        ...

    @property
    def graph(self) -> GraphStore:
        """Its knowledge graph."""
        ...

    @property
    def search(self) -> SearchIndex:
        """Its indexes."""
        ...

    @property
    def nodes(self) -> NodeStore:
        """Its knowledge graph as nodes and arrows."""
        ...

    @property
    def observations(self) -> ObservationStore:
        """The observations of its nodes."""
        ...

    @property
    def perspectives(self) -> PerspectiveIndex:
        """Its indexes of observations."""
        ...

    @property
    def changes(self) -> ChangeLog:
        """Its change log."""
        ...

    @property
    def closets(self) -> ClosetStore:
        """Its keyword index."""
        ...

    @property
    def dreams(self) -> DreamStore:
        """The memories still to dream about, and the results of dreams."""
        ...

    @property
    def code(self) -> CodeStore:
        """Its source code."""
        ...

    @property
    def code_search(self) -> CodeIndex:
        """The indexes over its source code."""
        ...

    @property
    def links(self) -> LinkStore:
        """The ties between its memories and entities."""
        ...

    @property
    def ledger(self) -> Ledger:
        """The files that were mined."""
        ...

    @property
    def supersessions(self) -> SupersessionStore:
        """The pairs of statements of which one takes the other's place."""
        ...

    @property
    def sync(self) -> SyncStore:
        """What it notes about its replicas."""
        ...

    def clear(self, advance: Advance = unwatched) -> Cleared:
        """Delete every memory, entity, fact and project for good; returns how many memories, entities, facts and code chunks.

        What was noted about replicas goes as well. Outside of a transaction it goes in slices, and other writers get their turn
        in between; what they add meanwhile stays. A deletion that was interrupted leaves the rest, and the next one goes on.
        """
        ...

    def rewrite(self, texts: Sequence[str], blobs: Sequence[bytes] = ()) -> Traces:
        """Write everything anew, so that nothing of what was deleted is left, and look for some texts and bytes in all of it.

        Takes as long as copying the palace does; writers wait meanwhile. Call it outside of a transaction.
        """
        ...

    def about(self) -> str:
        """What a person wrote about the user of this palace; may be empty. Never longer than 64 KiB."""
        ...

    def tell_about(self, text: str) -> None:
        """Replace the text about the user of this palace; a text longer than 64 KiB is cut when read."""
        ...

    def identity(self) -> Identity | None:
        """The embedder whose vectors the palace holds; None before the first."""
        ...

    def claim(self, identity: Identity) -> None:
        """Note whose vectors will be put. Raises EmbedderMismatch when the palace holds vectors that these do not continue."""
        ...

    def renew_vectors(self, identity: Identity, is_outdated: Callable[[str], bool]) -> int:
        """Drop the vectors of every outdated memory, observation and chunk, note the identity, and return how many were dropped.

        Those texts become pending in one transaction; the rest is unchanged.
        """
        ...

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: all writes inside commit durably together or not at all, and no other writer intervenes.

        Reads inside see what was written inside. May be nested in one thread; the outermost one commits.
        Every write outside one is a transaction of its own.
        """
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Everything that this thread reads inside comes from one moment; writers go on meanwhile."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether asking takes no round trip: then whoever will write asks beforehand what need not be asked in its turn."""
        ...

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes.

        Never waits. A holder that dies loses the lease.
        """
        ...

    def tend(self) -> bool:
        """Make the indexes over vectors that searches miss, where they pay by now; whether there were any.

        May take minutes, while others read and write. Searches find the same without it, in more time. Call it outside of a
        transaction, after much was put and now and then: it makes up for what an interrupted call has left.
        """
        ...

    def is_tended(self) -> bool:
        """Whether searches miss no index over vectors that `tend` would make."""
        ...

    def expect_vectors(self, count: int) -> None:
        """Prepare for that many vectors of memories, which are about to be put; `tend` afterwards."""
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened; its holder must then open it again."""
        ...

    def is_read_only(self) -> bool:
        """Whether nothing can be written to it, because of the disk that it lies on."""
        ...

    def check(self, advance: Advance = unwatched) -> Iterator[str]:
        """One sentence for every inconsistency of rows, text index, vectors and counters; nothing when all is well.

        Everything is compared as of one moment, and no writer waits for it. `advance` is told of words.
        """
        ...

    def write_mark(self) -> Hashable | None:
        """Another value after every write, of whichever process, told without opening anything; None where only reading tells.

        Take it before reading: as long as it is the same, what was read is.
        """
        ...

    def on_waking(self, tell: Callable[[], None]) -> None:
        """Have somebody told whenever it takes up files or caches; `tell` may let others rest, and must ask this one nothing."""
        ...

    def rest(self) -> bool:
        """Give up files and caches until something is asked, for which they are taken up again: nobody else can tell.

        False while somebody is in the middle of something. What a person or another process changes meanwhile is seen, as ever.
        """
        ...

    def close(self) -> None:
        """Release files and threads; acknowledged writes are safe with or without it."""
        ...


class Shelf(Protocol):
    """All palaces of one data directory or database."""

    def names(self) -> list[str]:
        """The names of all palaces, sorted."""
        ...

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        ...

    def open(self, name: str) -> Store:
        """Open a palace. Raises NoPalace, or NewerStore or Damaged when its file cannot be used."""
        ...

    def create(self, name: str, description: str, now: datetime) -> Store:
        """Open a palace, creating it if needed; an existing one keeps its data, date and description."""
        ...

    def delete(self, name: str, advance: Advance = unwatched) -> None:
        """Remove a palace with all its files. Raises NoPalace.

        Its name is free at once; what an interrupted deletion leaves behind, the next one removes. `advance` is told of rows.
        """
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        ...
