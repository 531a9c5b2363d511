"""What is a palace on disk? One directory with one file, and everything that is asked of it."""

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.domain.errors import Damaged, EmbedderMismatch
from simonides.domain.time import Clock, system_clock
from simonides.ports.embedder import Identity
from simonides.ports.stores import Cleared, PalaceInfo
from simonides.stores.sqlite.changes import SqliteChanges
from simonides.stores.sqlite.checks import complaints
from simonides.stores.sqlite.clearing import clear
from simonides.stores.sqlite.closets import SqliteClosets
from simonides.stores.sqlite.code import SqliteCode
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.dreams import SqliteDreams
from simonides.stores.sqlite.failures import translated
from simonides.stores.sqlite.graph import SqliteGraph
from simonides.stores.sqlite.identity import read_identity, write_identity
from simonides.stores.sqlite.ledger import SqliteLedger
from simonides.stores.sqlite.locking import lease
from simonides.stores.sqlite.memories import SqliteMemories
from simonides.stores.sqlite.naming import directory_name
from simonides.stores.sqlite.nodes import SqliteNodes
from simonides.stores.sqlite.observations import SqliteObservations
from simonides.stores.sqlite.rows import moment
from simonides.stores.sqlite.tuning import MEASURED, Tuning

if TYPE_CHECKING:
    from simonides.stores.sqlite.code_search import SqliteCodeSearch
    from simonides.stores.sqlite.links import SqliteLinks
    from simonides.stores.sqlite.perspectives import SqlitePerspectives
    from simonides.stores.sqlite.search import SqliteSearch

ABOUT = "identity.txt"
ABOUT_MAX_BYTES = 65_536


class SqliteStore:
    """One palace in a directory of its own; the shelf makes the directory."""

    def __init__(self, directory: Path, clock: Clock = system_clock, tuning: Tuning = MEASURED) -> None:
        self._database = Database(directory, clock)
        self._tuning = tuning
        self._search: SqliteSearch | None = None
        self._perspectives: SqlitePerspectives | None = None
        self._code_search: SqliteCodeSearch | None = None
        self._search_guard = threading.Lock()
        self._memories = SqliteMemories(self._database)
        self._graph = SqliteGraph(self._database)
        self._nodes = SqliteNodes(self._database)
        self._observations = SqliteObservations(self._database)
        self._changes = SqliteChanges(self._database)
        self._closets = SqliteClosets(self._database, tuning)
        self._dreams = SqliteDreams(self._database)
        self._code = SqliteCode(self._database)
        self._ledger = SqliteLedger(self._database)
        self._database.prepare()
        # Another process may delete it at this very moment.
        with translated(self._database.path):
            self._opened = self._database.path.stat()

    @property
    def info(self) -> PalaceInfo:
        """What the palace says of itself."""
        name, created_at = self._database.meta("name"), self._database.meta("created_at")
        if name is None or created_at is None:
            raise Damaged(str(self._database.path), "the file does not say which palace it is")
        return PalaceInfo(name, self._database.directory, moment(int(created_at)), self._database.meta("description") or "")

    @property
    def memories(self) -> SqliteMemories:
        """Its memories."""
        return self._memories

    @property
    def graph(self) -> SqliteGraph:
        """Its knowledge."""
        return self._graph

    @property
    def search(self) -> "SqliteSearch":
        """Its indexes."""
        # Asked for twenty times per question: once it is there, no guard and no import.
        return self._search or self._open_search()

    @property
    def nodes(self) -> SqliteNodes:
        """Its knowledge as nodes and arrows."""
        return self._nodes

    @property
    def observations(self) -> SqliteObservations:
        """What was observed of its nodes."""
        return self._observations

    @property
    def perspectives(self) -> "SqlitePerspectives":
        """Its indexes of observations."""
        # As with `search`, numpy stands behind it.
        from simonides.stores.sqlite.perspectives import SqlitePerspectives

        with self._search_guard:
            if self._perspectives is None:
                self._perspectives = SqlitePerspectives(self._database, self._tuning)
            return self._perspectives

    @property
    def changes(self) -> SqliteChanges:
        """Its change log."""
        return self._changes

    @property
    def closets(self) -> SqliteClosets:
        """Its keyword index."""
        return self._closets

    @property
    def dreams(self) -> SqliteDreams:
        """What is left to dream of, and what dreams came to."""
        return self._dreams

    @property
    def code(self) -> SqliteCode:
        """Its source code."""
        return self._code

    @property
    def code_search(self) -> "SqliteCodeSearch":
        """The indexes over its source code."""
        # As with `search`, numpy stands behind it.
        from simonides.stores.sqlite.code_search import SqliteCodeSearch

        with self._search_guard:
            if self._code_search is None:
                self._code_search = SqliteCodeSearch(self._database, self._tuning)
            return self._code_search

    @property
    def links(self) -> "SqliteLinks":
        """What ties its memories and entities together."""
        # As with `search`, numpy stands behind it.
        from simonides.stores.sqlite.links import SqliteLinks

        return SqliteLinks(self._database)

    @property
    def ledger(self) -> SqliteLedger:
        """Which files were mined."""
        return self._ledger

    def clear(self) -> Cleared:
        """Delete every memory, entity, fact and project; how many of each, and how many chunks of code."""
        return clear(self._database)

    def about(self) -> str:
        """What a person wrote about whom this palace serves, in a file beside the palace's own."""
        path = self._database.directory / ABOUT
        with translated(path):
            if not path.is_file():
                return ""
            with path.open("rb") as file:
                # Some editors begin a file with a byte order mark.
                return file.read(ABOUT_MAX_BYTES).decode("utf-8-sig", errors="replace")

    def identity(self) -> Identity | None:
        """Whose vectors the palace holds; None before the first."""
        return read_identity(self._database)

    def claim(self, identity: Identity) -> None:
        """Say whose vectors will be put. Raises EmbedderMismatch when the palace holds another's."""
        if self.identity() == identity:
            return
        with self.writing():
            stored = self.identity()
            if stored is None:
                write_identity(self._database, identity)
            elif stored != identity:
                raise EmbedderMismatch(str(self._database.path), str(stored), str(identity))

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: all inside commits durably together or not at all, and no other writer comes between."""
        return self._database.writing(actor)

    @contextmanager
    def lease(self, purpose: str) -> Iterator[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes."""
        # The file is private to this purpose and stays: removing it would let two processes lock two files of one name.
        with ExitStack() as stack:
            with translated(self._database.path):
                is_ours = stack.enter_context(lease(self._database.directory / f"lease.{directory_name(purpose)}"))
            yield is_ours

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        try:
            return not os.path.samestat(self._opened, self._database.path.stat())
        except FileNotFoundError:
            return True

    def check(self) -> Iterator[str]:
        """One sentence for everything that does not agree. Silent when all is well."""
        return complaints(self._database)

    def close(self) -> None:
        """Let go of files; what was acknowledged is safe with or without it."""
        if self._search is not None:
            self._search.close()
        if self._code_search is not None:
            self._code_search.close()
        if self._perspectives is not None:
            self._perspectives.close()
        self._database.close()

    def _open_search(self) -> "SqliteSearch":
        # Importing numpy takes longer than everything else up to the first reply.
        from simonides.stores.sqlite.search import SqliteSearch

        with self._search_guard:
            if self._search is None:
                self._search = SqliteSearch(self._database, self._tuning)
            return self._search
