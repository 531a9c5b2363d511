"""The source code of a palace: projects that are indexed, watched, searched and deleted."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.domain.code import ALL_CODE, Chunk, ChunkHit, CodeScope, IndexReport, IndexState, IndexStatus, Progress, Project
from simonides.domain.errors import Conflict, Invalid, NotFound, SimonidesError, exists
from simonides.domain.time import Clock
from simonides.domain.validation import check_name, number_in
from simonides.engine.code.indexing import ACTOR, Indexing, Watcher, drop_files
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.secrets import SecretScreen
from simonides.ports.sources import Sources
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.search.code import CodeSearch

PATIENCE_S = 2.0
"""How long a call waits for background indexing to finish: a small project is done by then."""
_TOLD_EVERY_S = 0.25
_TRIES = 10
_PAUSE_S = 0.02
_HELD_POLLS = 2_400
_HELD_PAUSE_S = 0.25
"""A background run waits at most ten minutes for another process to finish its run."""


@dataclass(slots=True)
class _Work:
    """The state of a background thread for one project; the flags change only under the codebase's guard."""

    is_watching: bool
    is_wanted: bool = True
    """Whether another request came after the last run began: files may have changed after that run read them."""
    is_over: bool = False
    """Whether the thread takes no more work, though it may still be alive for a moment."""
    stop: threading.Event = field(default_factory=threading.Event)
    is_done: threading.Event = field(default_factory=threading.Event)
    """Set when there is nothing to wait for: all requests are done, or another process is working on them."""
    thread: threading.Thread = field(init=False)
    new_chunks: int = 0
    """How many chunks the present run has filed."""

    def note(self, progress: Progress) -> None:
        """Keep what the run says of itself."""
        self.new_chunks = progress.new_chunks

    def end(self) -> None:
        """Stop after the present batch, and wait for that; never while holding the codebase's guard."""
        self.stop.set()
        self.thread.join()


class Codebase:
    """The source code that one palace knows."""

    def __init__(
        self, store: Store, vectors: VectorKeeping, sources: Sources | None, clock: Clock, secrets: SecretScreen
    ) -> None:
        self._store = store
        self._vectors = vectors
        self._sources = sources
        self._clock = clock
        self._secrets = secrets
        self._works: dict[str, _Work] = {}
        self._guard = threading.Lock()

    def index(self, path: str, watcher: Watcher = lambda _: None, *, afresh: bool = False) -> IndexReport:
        """Bring the index of a folder up to date, now. Raises Invalid when the path is not a folder.

        Only what changed is read again; `afresh` reads everything.
        """
        return self._index(self._project(path), threading.Event(), watcher, afresh=afresh)

    def index_in_background(
        self, path: str, *, watch: bool = False, patience_s: float = PATIENCE_S, tell: Callable[[IndexStatus], None] | None = None
    ) -> IndexStatus:
        """Start indexing a folder; returns when it is done or the wait is over. Raises Invalid when the path is not a folder.

        `tell` hears how far it has come, while the call waits and once at its end.
        """
        project = self._project(path)
        # A watcher that waits for the next save would leave this call without a run of its own.
        was_watched = self._end_idle_watch(project.id)
        work = self._begin(project, watch=watch or was_watched)
        for _ in range(max(1, round(patience_s / _TOLD_EVERY_S))):
            is_done = work.is_done.wait(min(patience_s, _TOLD_EVERY_S))
            if tell:
                tell(self.status(project.id))
            if is_done:
                break
        status = self.status(project.id)
        return replace(status, progress=replace(status.progress, new_chunks=work.new_chunks))

    def watch(self, path: str, stop: threading.Event, watcher: Watcher = lambda _: None) -> Iterator[IndexReport]:
        """Index a folder, again within a second of every save, until `stop` is set. Raises Invalid when it is not a folder."""
        return self._watch(self._project(path), stop, watcher)

    def is_watched(self, project_id: str) -> bool:
        """Whether this process indexes a project again after every save."""
        with self._guard:
            work = self._works.get(project_id)
            return work is not None and work.is_watching and not work.is_over

    def stop_watching(self, project_id: str) -> None:
        """Leave the index of a project as it is; does nothing where this process does not watch it. Raises NotFound."""
        self._store.code.project(project_id)
        if self.is_watched(project_id):
            self._end(project_id)

    def status(self, project_id: str) -> IndexStatus:
        """The progress of indexing a project, in whichever process it runs. Raises NotFound."""
        project = self._store.code.project(project_id)
        progress = self._store.code.progress(project_id)
        if progress.state is IndexState.INDEXING and not self._is_running(project):
            progress = replace(progress, state=IndexState.FAILED, reason="interrupted; index again to go on")
        elif self._has_vanished(project):
            progress = replace(progress, state=IndexState.FAILED, reason=f"the folder {project.root} is gone")
        chunks, embedded = self._store.code.count(project_id)
        return IndexStatus(project, progress, chunks, embedded, self._eta_s(progress))

    def projects(self) -> list[Project]:
        """Every project, by id."""
        return self._store.code.projects()

    def count(self) -> int:
        """The number of chunks in all projects."""
        return self._store.code.count()[0]

    def at(self, address: str) -> Chunk:
        """The chunk with that id, or at `project/path:line`. Raises NotFound."""
        where, _, lines = address.rpartition(":")
        project, _, path = where.partition("/")
        line = number_in(lines.partition("-")[0])
        if not path or line is None:
            return self._store.code.chunk(address)
        chunks = self._store.code.chunks_of(project, path).values()
        for chunk in chunks:
            if chunk.start_line <= line <= chunk.end_line:
                return chunk
        raise NotFound("code", address)

    def delete(self, project_id: str) -> int:
        """Delete a project; returns how many chunks it had. Raises NotFound."""
        chunks, _ = self._store.code.count(project_id)
        self._end(project_id)
        drop_files(self._store, project_id, list(self._store.code.files(project_id)))
        self._store.code.delete_project(project_id)
        return chunks

    def search(
        self, query: str, scope: CodeScope = ALL_CODE, limit: int = 10, vector_share: float | None = None
    ) -> list[ChunkHit]:
        """The chunks that answer a question, best first. Raises NotFound for an unknown project.

        `vector_share` is the weight of meaning against words, from 0 to 1; at 0 vectors and at 1 words are not searched at all.
        """
        if scope.project is not None:
            self._store.code.project(scope.project)
        return self._search(query, scope, limit, vector_share)

    def close(self) -> None:
        """Stop every background run after its current batch."""
        for project_id in list(self._works):
            self._end(project_id)

    @cached_property
    def _search(self) -> "CodeSearch":
        # It imports numpy, and the handshake must not wait for that.
        from simonides.engine.search.code import CodeSearch

        return CodeSearch(self._store, self._vectors)

    @property
    def _reachable(self) -> Sources:
        if self._sources is None:
            raise Invalid("path", "indexing needs access to folders, and this palace was opened without it")
        return self._sources

    def _project(self, path: str) -> Project:
        """The project of a folder, created if needed; its id is the folder's name, numbered when another folder has that name."""
        root = self._reachable.root(path)
        while (known := self._store.code.project_at(str(root))) is None:
            # Another process may take the same name or root between the lookup and the write.
            with suppress(Conflict), self._store.writing(ACTOR):
                self._store.code.add_project(Project(self._free_id(root), str(root), self._clock()))
        return known

    def _free_id(self, root: Path) -> str:
        name = check_name(root.name[:100] or "root", "path")
        number, project_id = 1, name
        while exists(self._store.code.project, project_id):
            number += 1
            project_id = f"{name}-{number}"
        return project_id

    def _index(self, project: Project, stop: threading.Event, watcher: Watcher, *, afresh: bool) -> IndexReport:
        # A status call holds the lease for a moment, so a single refusal means nothing.
        for _ in range(_TRIES):
            with self._store.lease(_lease(project)) as is_ours:
                if is_ours:
                    indexing = Indexing(self._store, self._reachable, self._clock, self._secrets)
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
            if known is not None and not known.is_over:
                known.is_wanted = True
                known.is_watching = known.is_watching or watch
                return known
            self._works[project.id] = work = _Work(watch)
            work.thread = threading.Thread(target=self._work, args=(project, work), name=f"indexing {project.id}", daemon=True)
            work.thread.start()
            return work

    def _work(self, project: Project, work: _Work) -> None:
        try:
            # Each round answers a call that came after the previous round began, so there are never more rounds than calls.
            while self._takes_up(work):
                # The failure is recorded in the project's status, where the caller looks.
                with suppress(SimonidesError, OSError):
                    self._do(project, work)
        finally:
            with self._guard:
                work.is_over = True
            work.is_done.set()

    def _takes_up(self, work: _Work) -> bool:
        with self._guard:
            work.is_over = work.stop.is_set() or not work.is_wanted
            work.new_chunks = work.new_chunks if work.is_over else 0
            work.is_wanted = False
            return not work.is_over

    def _do(self, project: Project, work: _Work) -> None:
        if not work.is_watching:
            self._settle(project, work, self._index(project, work.stop, work.note, afresh=False))
            return
        for report in self._watch(project, work.stop, work.note):
            self._settle(project, work, report)
            work.is_done.set()

    def _settle(self, project: Project, work: _Work, report: IndexReport) -> None:
        """Index once more after another process's run, which may have read the changed files before they changed."""
        if report.is_ours:
            return
        # The caller sees the other run's progress.
        work.is_done.set()
        for _ in range(_HELD_POLLS):
            if work.stop.wait(_HELD_PAUSE_S) or not self._is_running(project):
                break
        if not work.stop.is_set():
            self._index(project, work.stop, work.note, afresh=False)

    def _end(self, project_id: str) -> None:
        with self._guard:
            work = self._works.pop(project_id, None)
        if work is not None:
            work.end()

    def _end_idle_watch(self, project_id: str) -> bool:
        """End the watching of a project whose first run is done; whether it was watched so."""
        with self._guard:
            work = self._works.get(project_id)
            if work is None or work.is_over or not (work.is_watching and work.is_done.is_set()):
                return False
            del self._works[project_id]
        work.end()
        return True

    def _has_vanished(self, project: Project) -> bool:
        if self._sources is None:
            return False
        try:
            self._sources.root(project.root)
        except Invalid:
            return True
        return False

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
