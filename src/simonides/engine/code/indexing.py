"""Indexing of a source folder: changed files are read, cut and filed, missing ones removed, the rest left alone.

Every file is replaced as a whole, in one transaction: a search meanwhile finds either the old file or the new one, and a run
that is killed leaves nothing half done. The next run finds what is left to do by comparing the files again.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from simonides.domain.actor import Actor
from simonides.domain.code import (
    Chunk,
    IndexedFile,
    IndexState,
    Progress,
    Project,
    Skipped,
    SourceFile,
    chunks_of,
)
from simonides.domain.errors import Invalid, NotFound, SimonidesError
from simonides.domain.time import Clock
from simonides.engine.filing.secrets import SecretScreen
from simonides.frozen import frozen
from simonides.ports.sources import Sources
from simonides.ports.stores import Store

BATCH_FILES = 64
BATCH_CHARS = 200_000
"""How much is filed in one transaction: enough to spare the disk, little enough that other writers do not wait long."""
DROPPED_AT_ONCE = 50
ACTOR = "index"

Watcher = Callable[[Progress], None]


class Interrupted(SimonidesError):
    """The run was asked to stop; the next run continues from there."""

    def __init__(self) -> None:
        super().__init__("interrupted; index again to go on")


@frozen
class _Plan:
    """What a run has to do."""

    files: int
    due: list[SourceFile]
    gone: list[str]
    skipped: list[Skipped]


@frozen
class _Prepared:
    """A file that was read; without chunks when its text is the same as before."""

    file: IndexedFile
    chunks: list[Chunk] | None


@frozen
class _Outcome:
    changed: int
    removed: int
    skipped: tuple[Skipped, ...]


@frozen
class Indexing:
    """Indexing runs over the projects of one palace."""

    _store: Store
    _sources: Sources
    _clock: Clock
    _secrets: SecretScreen

    def run(self, project: Project, stop: threading.Event, watcher: Watcher, *, afresh: bool) -> _Outcome:
        """Bring the index of a project up to date; the caller holds its lease. Raises NotFound when it was deleted meanwhile."""
        progress = Progress(IndexState.INDEXING, started_at=self._clock())
        self._store.code.note_progress(project.id, progress)
        try:
            return self._work(project, progress, stop, watcher, afresh=afresh)
        except NotFound:
            raise
        except (SimonidesError, OSError) as error:
            noted = self._store.code.progress(project.id)
            failed = replace(noted, state=IndexState.FAILED, completed_at=self._clock(), reason=str(error))
            self._store.code.note_progress(project.id, failed)
            raise

    def _work(self, project: Project, progress: Progress, stop: threading.Event, watcher: Watcher, *, afresh: bool) -> _Outcome:
        root = self._sources.root(project.root)
        known = {} if afresh else self._store.code.files(project.id)
        plan = self._plan(project, root, known, stop)
        progress = replace(progress, total_files=plan.files, indexed_files=plan.files - len(plan.due))
        drop_files(self._store, project.id, plan.gone)
        changed, skipped = 0, plan.skipped
        for batch in self._batches(project, root, plan.due, known):
            if stop.is_set():
                raise Interrupted
            progress = replace(progress, indexed_files=progress.indexed_files + len(batch))
            prepared = [each for each in batch if isinstance(each, _Prepared)]
            changed += self._file(project, prepared, progress)
            progress = replace(progress, new_chunks=progress.new_chunks + sum(len(each.chunks or ()) for each in prepared))
            skipped += self._refuse(project, [each for each in batch if isinstance(each, Skipped)])
            watcher(progress)
        done = replace(progress, state=IndexState.COMPLETED, completed_at=self._clock())
        self._store.code.note_progress(project.id, done)
        watcher(done)
        return _Outcome(changed, len(plan.gone), tuple(skipped))

    def _plan(self, project: Project, root: Path, known: dict[str, IndexedFile], stop: threading.Event) -> _Plan:
        files: list[SourceFile] = []
        skipped: list[Skipped] = []
        for each in self._sources.walk(root):
            # Reading a large folder takes a while.
            if stop.is_set():
                raise Interrupted
            if isinstance(each, Skipped):
                skipped.append(each)
            else:
                files.append(each)
        if any(each.path == "." for each in skipped):
            raise Invalid("path", f"'{root}' cannot be read; check that it exists and that you may open it")
        kept = {file.path for file in files}
        stored = self._store.code.files(project.id)
        # Files in a folder that is unreadable just now are not gone.
        unseen = tuple(f"{each.path}/" for each in skipped)
        gone = [path for path in stored if path not in kept and not path.startswith(unseen)]
        return _Plan(len(files), [file for file in files if not _is_same(file, known.get(file.path))], gone, skipped)

    def _batches(
        self, project: Project, root: Path, due: Sequence[SourceFile], known: dict[str, IndexedFile]
    ) -> Iterator[list[_Prepared | Skipped]]:
        batch: list[_Prepared | Skipped] = []
        size = 0
        for file in due:
            batch.append(self._prepare(project, root, file, known.get(file.path)))
            size += file.size
            if len(batch) >= BATCH_FILES or size >= BATCH_CHARS:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _prepare(self, project: Project, root: Path, file: SourceFile, before: IndexedFile | None) -> _Prepared | Skipped:
        source = self._sources.read(root, file)
        if isinstance(source, Skipped):
            return source
        language = self._sources.language(file.path)
        modified_ns = file.modified_ns if source.is_settled else -1
        indexed = IndexedFile(file.path, language, file.size, modified_ns, source.digest)
        if before is not None and before.digest == source.digest and before.language == language:
            return _Prepared(indexed, None)
        try:
            # Masking keeps every length, so pieces and lines are those of the file.
            text = self._secrets.text(source.text, Actor.MINER)
        except Invalid as error:
            return Skipped(file.path, str(error))
        pieces = self._sources.cut(text, language)
        return _Prepared(indexed, chunks_of(project.id, file.path, language, pieces))

    def _file(self, project: Project, prepared: Sequence[_Prepared], progress: Progress) -> int:
        with self._store.writing(ACTOR):
            for each in prepared:
                if each.chunks is None:
                    self._store.code.note_file(project.id, each.file)
                else:
                    self._store.code.put_file(project.id, each.file, each.chunks)
            self._store.code.note_progress(project.id, progress)
        return sum(each.chunks is not None for each in prepared)

    def _refuse(self, project: Project, skipped: list[Skipped]) -> list[Skipped]:
        # The file may have been readable last time.
        if skipped:
            self._store.code.drop_files(project.id, [each.path for each in skipped])
        return skipped


def drop_files(store: Store, project_id: str, paths: Sequence[str]) -> None:
    """Drop files of a project in small steps, so that other writers get their turn."""
    for first in range(0, len(paths), DROPPED_AT_ONCE):
        store.code.drop_files(project_id, paths[first : first + DROPPED_AT_ONCE])


def _is_same(file: SourceFile, before: IndexedFile | None) -> bool:
    return before is not None and (before.size, before.modified_ns) == (file.size, file.modified_ns)
