"""Where the code stands that a memory names: its place in the index of source code, or that it is gone."""

from collections import defaultdict
from collections.abc import Sequence

from simonides.domain.code import Chunk, IndexState
from simonides.domain.ranking.code_terms import ASSIGNS, name_fit
from simonides.domain.text.code_names import CodeName, code_names
from simonides.engine.code.codebase import Codebase
from simonides.frozen import frozen
from simonides.ports.stores import Store

PLACES_MAX = 5
"""How many places of one name are shown."""
LOOKED_AT = 200
"""How many pieces of code are read for one symbol."""


@frozen
class CodePlace:
    """A stretch of a file; the definition's name where one is meant."""

    project: str
    path: str
    start_line: int
    end_line: int
    name: str | None = None


@frozen
class NamedCode:
    """A name of code in a memory, and where it stands; without a place it is gone."""

    name: CodeName
    places: tuple[CodePlace, ...] = ()


class _IndexedFiles:
    """The files of some projects."""

    def __init__(self, projects: Sequence[str], store: Store) -> None:
        self._projects = projects
        self._by_name = defaultdict[str, list[tuple[str, str]]](list)
        for project in projects:
            for path in store.code.files(project):
                self._by_name[_file(path)].append((project, path))
        self._endings = {file.rpartition(".")[2] for file in self._by_name}

    def meant_by(self, path: str) -> list[tuple[str, str]]:
        """Project and path of each file that a path may mean."""
        return [(project, each) for project, each in self._by_name.get(_file(path), ()) if _means(path, project, each)]

    def could_hold(self, name: CodeName) -> bool:
        """Whether a path could be among them: a whole one only below a folder that is called as a project is."""
        is_whole = name.path.startswith(("/", "~"))
        return name.ending in self._endings and (not is_whole or any(f"/{each}/" in name.path for each in self._projects))


class CodeSights:
    """Looks up what texts name in the source code of one palace.

    A name is gone when the index could have held it and does not. Of anything less certain nothing is said: while a project is
    being indexed, of files with an ending that no project has, of symbols that the code still uses and defines nowhere.
    """

    def __init__(self, store: Store, codebase: Codebase) -> None:
        self._store = store
        self._codebase = codebase

    def named_in(self, text: str) -> list[NamedCode]:
        """The code that a text names, in its order."""
        projects = [project.id for project in self._codebase.projects()]
        names = code_names(text) if projects else []
        if not names:
            return []
        is_whole = all(self._store.code.progress(project).state is IndexState.COMPLETED for project in projects)
        files = _IndexedFiles(projects if any(name.path for name in names) else (), self._store)
        seen = [self._symbol(name) if name.symbol else self._path(name, files) for name in names]
        return [each for each in seen if each is not None and (each.places or is_whole)]

    def _path(self, name: CodeName, files: _IndexedFiles) -> NamedCode | None:
        meant = files.meant_by(name.path)
        # A path from the project's root on means that file, whatever other folders end alike.
        exact = [(project, path) for project, path in meant if path == name.path]
        places = tuple(self._stretch(*each, name.line) for each in (exact or meant)[:PLACES_MAX])
        return NamedCode(name, places) if places or files.could_hold(name) else None

    def _stretch(self, project: str, path: str, line: int | None) -> CodePlace:
        chunks = list(self._store.code.chunks_of(project, path).values())
        at = [chunk for chunk in chunks if line is not None and chunk.start_line <= line <= chunk.end_line]
        if at:
            return _place(at[0])
        first, last = min((c.start_line for c in chunks), default=0), max((c.end_line for c in chunks), default=0)
        return CodePlace(project, path, first, last)

    def _symbol(self, name: CodeName) -> NamedCode | None:
        parts, last = name.symbol, name.symbol[-1]
        fitting = [(fit, chunk) for chunk in self._holding(last) if (fit := name_fit(chunk, parts)) > 0]
        defining = [chunk for fit, chunk in fitting if fit >= ASSIGNS and chunk.name in (None, last)]
        places = [_place(chunk) for chunk in defining if len(parts) == 1 or _is_inside(chunk, parts[-2])]
        if places:
            return NamedCode(name, tuple(places[:PLACES_MAX]))
        # What is defined elsewhere may be inherited, and what is used may come from a library.
        return None if fitting else NamedCode(name)

    def _holding(self, name: str) -> list[Chunk]:
        """The pieces that define, assign or mention a name, found by words alone."""
        defining = self._store.code.at(self._store.code_search.named(name, limit=LOOKED_AT)).values()
        mentioning = [hit.chunk for hit in self._codebase.search(f"{name}()", limit=LOOKED_AT, vector_share=0.0)]
        return list({chunk.id: chunk for chunk in [*defining, *mentioning]}.values())


def _file(path: str) -> str:
    return path.rpartition("/")[2]


def _means(named: str, project: str, path: str) -> bool:
    """Whether a path means that file: the whole path, the end of it, or the project's folder and the path."""
    from_above = f"/{named}".endswith(f"/{project}/{path}")
    return named == path or path.endswith(f"/{named}") or from_above


def _is_inside(chunk: Chunk, around: str) -> bool:
    """Whether a piece stands in a definition or a module of that name."""
    stem = chunk.path.rpartition("/")[2].partition(".")[0]
    return around in chunk.enclosing or around == stem


def _place(chunk: Chunk) -> CodePlace:
    return CodePlace(chunk.project, chunk.path, chunk.start_line, chunk.end_line, chunk.name)
