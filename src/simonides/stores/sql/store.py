"""What is a palace in a database? Its parts, each over the same database, and whoever keeps it."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from simonides.ports.embedder import Identity
from simonides.ports.stores import Cleared, PalaceInfo
from simonides.stores.sql.changes import Changes
from simonides.stores.sql.clearing import ClearSql, clear
from simonides.stores.sql.closets import Closets
from simonides.stores.sql.code import Code
from simonides.stores.sql.database import Database
from simonides.stores.sql.dreams import Dreams
from simonides.stores.sql.graph import Graph
from simonides.stores.sql.identity import read_identity
from simonides.stores.sql.ledger import Ledger
from simonides.stores.sql.memories import Memories
from simonides.stores.sql.nodes import Nodes
from simonides.stores.sql.observations import Observations
from simonides.stores.sql.renewing import TextsSql, renew_vectors

if TYPE_CHECKING:
    from simonides.stores.sql.code_search import CodeSearch
    from simonides.stores.sql.links import LinkRows
    from simonides.stores.sql.perspectives import Perspectives
    from simonides.stores.sql.search import Search


ABOUT_MAX_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is asked of a palace's rows. Numpy stands behind the last four, so they are made when first wanted."""

    memories: Memories
    graph: Graph
    nodes: Nodes
    observations: Observations
    changes: Changes
    closets: Closets
    dreams: Dreams
    code: Code
    ledger: Ledger
    clear: ClearSql
    texts: Sequence[TextsSql]
    make_search: "Callable[[], Search]"
    make_perspectives: "Callable[[], Perspectives]"
    make_code_search: "Callable[[], CodeSearch]"
    make_links: "Callable[[], LinkRows]"


def cut_about(data: bytes) -> str:
    """As much of what was written about a palace as is read: it is told to every agent, in full."""
    # Some editors begin a text with a byte order mark.
    return data[:ABOUT_MAX_BYTES].decode("utf-8-sig", errors="replace")


class Keeper(Protocol):
    """What a palace is beside its rows; each kind of database has its own answers."""

    @property
    def database(self) -> Database:
        """Where the rows are."""
        ...

    def info(self) -> PalaceInfo:
        """What the palace says of itself."""
        ...

    def about(self) -> str:
        """What a person wrote about whom this palace serves."""
        ...

    def tell_about(self, text: str) -> None:
        """Say about whom this palace serves."""
        ...

    def claim(self, identity: Identity) -> None:
        """Say whose vectors will be put. Raises EmbedderMismatch when the palace holds another's."""
        ...

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job."""
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        ...

    def check(self) -> Iterator[str]:
        """One sentence for everything that does not agree."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class SqlStore:
    """One palace."""

    def __init__(self, keeper: Keeper, parts: Parts) -> None:
        self._keeper = keeper
        self._database = keeper.database
        self._parts = parts
        self._guard = threading.Lock()
        self._search: Search | None = None
        self._perspectives: Perspectives | None = None
        self._code_search: CodeSearch | None = None

    @property
    def database(self) -> Database:
        """Where its rows are, for whoever measures or examines it."""
        return self._database

    @property
    def info(self) -> PalaceInfo:
        """What the palace says of itself."""
        return self._keeper.info()

    @property
    def memories(self) -> Memories:
        """Its memories."""
        return self._parts.memories

    @property
    def graph(self) -> Graph:
        """Its knowledge."""
        return self._parts.graph

    @property
    def search(self) -> "Search":
        """Its indexes."""
        # Asked for twenty times per question: once it is there, no guard.
        return self._search or self._open_search()

    @property
    def nodes(self) -> Nodes:
        """Its knowledge as nodes and arrows."""
        return self._parts.nodes

    @property
    def observations(self) -> Observations:
        """What was observed of its nodes."""
        return self._parts.observations

    @property
    def perspectives(self) -> "Perspectives":
        """Its indexes of observations."""
        with self._guard:
            if self._perspectives is None:
                self._perspectives = self._parts.make_perspectives()
            return self._perspectives

    @property
    def changes(self) -> Changes:
        """Its change log."""
        return self._parts.changes

    @property
    def closets(self) -> Closets:
        """Its keyword index."""
        return self._parts.closets

    @property
    def dreams(self) -> Dreams:
        """What is left to dream of, and what dreams came to."""
        return self._parts.dreams

    @property
    def code(self) -> Code:
        """Its source code."""
        return self._parts.code

    @property
    def code_search(self) -> "CodeSearch":
        """The indexes over its source code."""
        with self._guard:
            if self._code_search is None:
                self._code_search = self._parts.make_code_search()
            return self._code_search

    @property
    def links(self) -> "LinkRows":
        """What ties its memories and entities together."""
        return self._parts.make_links()

    @property
    def ledger(self) -> Ledger:
        """Which files were mined."""
        return self._parts.ledger

    def clear(self) -> Cleared:
        """Delete every memory, entity, fact and project; how many of each, and how many chunks of code."""
        return clear(self._database, self._parts.clear)

    def about(self) -> str:
        """What a person wrote about whom this palace serves."""
        return self._keeper.about()

    def tell_about(self, text: str) -> None:
        """Say about whom this palace serves, in place of what was said."""
        self._keeper.tell_about(text)

    def identity(self) -> Identity | None:
        """Whose vectors the palace holds; None before the first."""
        return read_identity(self._database)

    def claim(self, identity: Identity) -> None:
        """Say whose vectors will be put. Raises EmbedderMismatch when the palace holds another's that these do not continue."""
        self._keeper.claim(identity)

    def renew_vectors(self, identity: Identity, is_outdated: Callable[[str], bool]) -> int:
        """Drop the vectors of every text that is outdated, and note the identity; how many texts."""
        return renew_vectors(self._database, self._parts.texts, identity, is_outdated)

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: all inside commits durably together or not at all, and no other writer comes between."""
        return self._database.writing(actor)

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes."""
        return self._keeper.lease(purpose)

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        return self._keeper.is_gone()

    def check(self) -> Iterator[str]:
        """One sentence for everything that does not agree. Silent when all is well."""
        return self._keeper.check()

    def close(self) -> None:
        """Let go of files and connections; what was acknowledged is safe with or without it."""
        for part in (self._search, self._code_search, self._perspectives):
            if part is not None:
                part.close()
        self._keeper.close()

    def _open_search(self) -> "Search":
        with self._guard:
            if self._search is None:
                self._search = self._parts.make_search()
            return self._search
