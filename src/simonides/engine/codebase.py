"""What does a palace know of source code? Projects that are indexed, watched, searched and forgotten."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.domain.code import ALL_CODE, ChunkHit, CodeScope, IndexReport, IndexState, IndexStatus, Progress, Project
from simonides.domain.errors import Conflict, Invalid, NotFound, SimonidesError
from simonides.domain.naming import check_name
from simonides.domain.time import Clock
from simonides.engine.indexing import Indexing, Watcher
from simonides.engine.vectors import VectorKeeping
from simonides.ports.sources import Sources
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.code_search import CodeSearch

PATIENCE_S = 2.0
"""How long a call that indexes in the background waits for the end: a small project is done by then."""
_TRIES = 10
_PAUSE_S = 0.02


@dataclass(slots=True)
class _Work:
    """What a background thread does for one project."""

    thread: threading.Thread
    stop: threading.Event
    is_done: threading.Event
    """Whether the first run is over; a watching thread goes on."""
    is_watching: bool = False


class Codebase:
    """The source code that one palace knows."""

    def __init__(self, store: Store, vectors: VectorKeeping, sources: Sources | None, clock: Clock) -> None:
        self._store = store
        self._vectors = vectors
        self._sources = sources
        self._clock = clock
        self._works: dict[str, _Work] = {}
        self._guard = threading.Lock()

    def index(self, path: str, watcher: Watcher = lambda _: None, *, afresh: bool = False) -> IndexReport:
        """Bring the index of a folder up to date, now. Raises Invalid for a path that is no folder.

        Only what changed is read again; `afresh` reads everything.
        """
        return self._index(self._project(path), threading.Event(), watcher, afresh=afresh)

    def index_in_background(self, path: str, *, watch: bool = False, patience_s: float = PATIENCE_S) -> IndexStatus:
        """Start to index a folder, and return when it is done or patience is at its end. Raises Invalid for no folder."""
        project = self._project(path)
        work = self._begin(project, watch=watch)
        work.is_done.wait(patience_s)
        return self.status(project.id)

    def watch(self, path: str, stop: threading.Event, watcher: Watcher = lambda _: None) -> Iterator[IndexReport]:
        """Index a folder, and again within a second of every save, until `stop` is set. Raises Invalid for no folder."""
        return self._watch(self._project(path), stop, watcher)

    def status(self, project_id: str) -> IndexStatus:
        """How far the indexing of a project has come, by whichever process. Raises NotFound."""
        project = self._store.code.project(project_id)
        progress = self._store.code.progress(project_id)
        if progress.state is IndexState.INDEXING and not self._is_running(project):
            progress = replace(progress, state=IndexState.FAILED, reason="interrupted; index again to go on")
        chunks, embedded = self._store.code.count(project_id)
        return IndexStatus(project, progress, chunks, embedded, self._eta_s(progress))

    def projects(self) -> list[Project]:
        """Every project, by id."""
        return self._store.code.projects()

    def count(self) -> int:
        """How many chunks there are in all projects."""
        return self._store.code.count()[0]

    def delete(self, project_id: str) -> int:
        """Forget a project; how many chunks went. Raises NotFound."""
        chunks, _ = self._store.code.count(project_id)
        self._end(project_id)
        paths = list(self._store.code.files(project_id))
        # Little by little, so that other writers get their turn.
        for first in range(0, len(paths), 50):
            self._store.code.drop_files(project_id, paths[first : first + 50])
        self._store.code.delete_project(project_id)
        return chunks

    def search(self, query: str, scope: CodeScope = ALL_CODE, limit: int = 10) -> list[ChunkHit]:
        """The chunks that answer a question, best first. Raises NotFound for an unknown project."""
        if scope.project is not None:
            self._store.code.project(scope.project)
        return self._search(query, scope, limit)

    def close(self) -> None:
        """End every background run, after the batch under way."""
        for project_id in list(self._works):
            self._end(project_id)

    @cached_property
    def _search(self) -> "CodeSearch":
        # numpy stands behind it, which the handshake must not wait for.
        from simonides.engine.code_search import CodeSearch

        return CodeSearch(self._store, self._vectors)

    @property
    def _reachable(self) -> Sources:
        if self._sources is None:
            raise Invalid("path", "this palace was opened without access to folders")
        return self._sources

    def _project(self, path: str) -> Project:
        """The project of a folder, made if need be; its id is the folder's name, numbered when another folder has that."""
        root = self._reachable.root(path)
        while (known := self._store.code.project_at(str(root))) is None:
            # Another process may take the same name or the same root between looking and writing.
            with suppress(Conflict), self._store.writing("index"):
                self._store.code.add_project(Project(self._free_id(root), str(root), self._clock()))
        return known

    def _free_id(self, root: Path) -> str:
        name = check_name(root.name[:100] or "root", "path")
        number, project_id = 1, name
        while self._is_taken(project_id):
            number += 1
            project_id = f"{name}-{number}"
        return project_id

    def _is_taken(self, project_id: str) -> bool:
        try:
            self._store.code.project(project_id)
        except NotFound:
            return False
        return True

    def _index(self, project: Project, stop: threading.Event, watcher: Watcher, *, afresh: bool) -> IndexReport:
        # Whoever asks for the status holds the lease for a moment, so one refusal says nothing.
        for _ in range(_TRIES):
            with self._store.lease(_lease(project)) as is_ours:
                if is_ours:
                    indexing = Indexing(self._store, self._reachable, self._clock)
                    outcome = indexing.run(project, stop, watcher, afresh=afresh)
                    status = self._finished(project)
                    return IndexReport(status, outcome.changed, outcome.removed, outcome.skipped)
            stop.wait(_PAUSE_S)
        return IndexReport(self.status(project.id), is_ours=False)

    def _finished(self, project: Project) -> IndexStatus:
        chunks, embedded = self._store.code.count(project.id)
        return IndexStatus(project, self._store.code.progress(project.id), chunks, embedded)

    def _watch(self, project: Project, stop: threading.Event, watcher: Watcher) -> Iterator[IndexReport]:
        for _ in self._reachable.changes(Path(project.root), stop):
            yield self._index(project, stop, watcher, afresh=False)

    def _begin(self, project: Project, *, watch: bool) -> _Work:
        with self._guard:
            known = self._works.get(project.id)
            if known is not None and known.thread.is_alive() and (known.is_watching or not watch):
                return known
            stop, is_done = threading.Event(), threading.Event()
            thread = threading.Thread(
                target=self._work, args=(project, stop, is_done, watch), name=f"indexing {project.id}", daemon=True
            )
            self._works[project.id] = work = _Work(thread, stop, is_done, watch)
            thread.start()
            return work

    def _work(self, project: Project, stop: threading.Event, is_done: threading.Event, watch: bool) -> None:  # noqa: FBT001 - a thread's arguments
        try:
            # What went wrong is noted in the project's status, where whoever asked will look.
            with suppress(SimonidesError, OSError):
                if not watch:
                    self._index(project, stop, lambda _: None, afresh=False)
                    return
                for _ in self._watch(project, stop, lambda _: None):
                    is_done.set()
        finally:
            is_done.set()

    def _end(self, project_id: str) -> None:
        with self._guard:
            work = self._works.pop(project_id, None)
        if work is not None:
            work.stop.set()
            work.thread.join()

    def _is_running(self, project: Project) -> bool:
        with self._store.lease(_lease(project)) as is_free:
            return not is_free

    def _eta_s(self, progress: Progress) -> int | None:
        if progress.state is not IndexState.INDEXING or progress.started_at is None or not progress.indexed_files:
            return None
        elapsed_s = (self._clock() - progress.started_at).total_seconds()
        return round(elapsed_s * (progress.total_files - progress.indexed_files) / progress.indexed_files)


def _lease(project: Project) -> str:
    return f"index-{project.id}"
