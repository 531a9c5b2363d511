"""Storing imported source code next to what is there: a known file stays as it is."""

from simonides.domain.errors import Conflict
from simonides.engine.exchange.code import FileLine, ProjectLine
from simonides.ports.embedder import Identity
from simonides.ports.stores import Store


class CodeKeeping:
    """Stores projects and files in one palace; called inside a transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._paths: dict[str, set[str]] = {}
        """The files that each project already has."""

    def keep_project(self, line: ProjectLine) -> bool:
        """Store a project unless its id or its folder is known."""
        try:
            self._store.code.add_project(line.project)
        except Conflict:
            return False
        self._store.code.note_progress(line.project.id, line.progress)
        return True

    def keep_file(self, line: FileLine, identity: Identity | None) -> bool:
        """Store a file unless it is known. Raises NotFound when its project is unknown."""
        code = self._store.code
        if line.project not in self._paths:
            self._paths[line.project] = set(code.files(line.project))
        known = self._paths[line.project]
        if line.file.path in known:
            return False
        known.add(line.file.path)
        code.put_file(line.project, line.file, line.chunks)
        if line.vectors and identity is not None:
            self._store.claim(identity)
            rows = code.chunks_of(line.project, line.file.path)
            self._store.code_search.put({key: line.vectors[chunk.id] for key, chunk in rows.items() if chunk.id in line.vectors})
        return True
