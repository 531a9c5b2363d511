"""The port for code search: projects, their files and chunks, and the indexes over them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from simonides.domain.code import ALL_CODE, Chunk, CodeScope, IndexedFile, Progress, Project
from simonides.domain.ranking.candidates import Matches, Neighbours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors


class CodeStore(Protocol):
    """Projects, files and chunks."""

    def add_project(self, project: Project) -> None:
        """Keep a project. Raises Conflict when its id or its root exists already."""
        ...

    def project(self, project_id: str) -> Project:
        """The project with that id. Raises NotFound."""
        ...

    def project_at(self, root: str) -> Project | None:
        """The project of that folder; None when there is none."""
        ...

    def projects(self, limit: int = 1000, offset: int = 0) -> list[Project]:
        """A page of projects, by id."""
        ...

    def delete_project(self, project_id: str) -> None:
        """Remove a project with all its files and chunks. Raises NotFound."""
        ...

    def progress(self, project_id: str) -> Progress:
        """The progress noted by the latest indexing run. Raises NotFound."""
        ...

    def note_progress(self, project_id: str, progress: Progress) -> None:
        """Note how far an indexing run has come. Raises NotFound."""
        ...

    def files(self, project_id: str) -> dict[str, IndexedFile]:
        """Every file of a project by its path. Raises NotFound."""
        ...

    def chunks_of(self, project_id: str, path: str) -> dict[int, Chunk]:
        """The chunks of a file, in row order. Raises NotFound when the project is gone."""
        ...

    def put_file(self, project_id: str, file: IndexedFile, chunks: Sequence[Chunk]) -> None:
        """Replace a file and its chunks; chunks whose id is known keep their vectors.

        Raises NotFound when the project is gone.
        """
        ...

    def note_file(self, project_id: str, file: IndexedFile) -> None:
        """Note the size and time of a known file whose text did not change. Raises NotFound when the project is gone."""
        ...

    def drop_files(self, project_id: str, paths: Sequence[str]) -> None:
        """Remove files with their chunks; unknown files are ignored. Raises NotFound when the project is gone."""
        ...

    def count(self, project_id: str | None = None) -> tuple[int, int]:
        """How many chunks there are, and how many have vectors; from counters. Raises NotFound."""
        ...

    def chunk(self, chunk_id: str) -> Chunk:
        """The chunk with that id. Raises NotFound."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, Chunk]:
        """The chunks in those rows; rows that are gone are left out."""
        ...


class CodeIndex(Protocol):
    """Candidates among chunks, by name, word and vector. Sees every committed write, of any process."""

    def named(self, name: str, scope: CodeScope = ALL_CODE, limit: int = 100) -> list[int]:
        """The rows of definitions of that name, ignoring case, in row order."""
        ...

    def matches(self, words: Sequence[str], scope: CodeScope = ALL_CODE) -> Matches:
        """The chunks in scope that hold any of the words in their text, path or names; rare words are always looked up."""
        ...

    def nearest(self, question: "Vectors", scope: CodeScope = ALL_CODE, limit: int = 10) -> Neighbours:
        """The chunks with the highest cosine to any vector of the question."""
        ...

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> "NDArray[np.float32]":
        """The best cosine of each chunk, NaN for one without a vector."""
        ...

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of chunks, replacing older ones; rows that are gone are ignored."""
        ...

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of chunks, as kept."""
        ...

    def pending(self, limit: int) -> list[tuple[int, Chunk]]:
        """Rows and chunks that have no vector yet, oldest first."""
        ...

    def forget_vectors(self) -> None:
        """Drop the vectors of all chunks: another embedder will make new ones."""
        ...
