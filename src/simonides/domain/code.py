"""Source code as data: projects, files, the chunks they are cut into, and the progress of indexing."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath

from simonides.digests import blake2b
from simonides.frozen import frozen

_ID_LENGTH = 20


@frozen
class Piece:
    """A part of a source file: a definition, or the lines between definitions.

    The contents of a file's pieces, one after the other, are the file.
    """

    kind: str
    """function, method, class, struct, interface …; `module` and `block` for lines outside any definition."""
    name: str | None
    enclosing: tuple[str, ...]
    """The names of the definitions around it, outermost first."""
    start_line: int
    """Its first line that is not blank, counted from 1."""
    end_line: int
    """Its last line that is not blank."""
    content: str
    """Its lines verbatim, including the blank lines after it."""
    part: int = 0
    """Its number among the parts of a definition that is too long for one piece."""


@frozen
class Chunk:
    """A piece of code that can be found."""

    id: str
    project: str
    path: str
    """The file, relative to the project's root, with `/` on every system."""
    language: str
    kind: str
    name: str | None
    enclosing: tuple[str, ...]
    start_line: int
    end_line: int
    content: str
    part: int = 0

    @property
    def breadcrumb(self) -> str:
        """Its path of names inside the file, as `Router.add_route`; empty at the top level of a module."""
        return ".".join([*self.enclosing, self.name] if self.name else self.enclosing)


@frozen
class SourceFile:
    """A file as the folder lists it, not read yet."""

    path: str
    size: int
    modified_ns: int


@frozen
class Skipped:
    """A file that was skipped, and why."""

    path: str
    reason: str


@frozen
class IndexedFile:
    """A file as it was when it was indexed."""

    path: str
    language: str
    size: int
    modified_ns: int
    """-1 when it was read so soon after its last change that a further change might leave the timestamp as it is."""
    digest: bytes


@frozen
class Project:
    """A folder of source code."""

    id: str
    """The folder's name, with a number appended when another folder already has that name."""
    root: str
    created_at: datetime


class IndexState(StrEnum):
    """Where indexing stands."""

    PENDING = "pending"
    INDEXING = "indexing"
    COMPLETED = "completed"
    FAILED = "failed"


@frozen
class Progress:
    """The recorded state of an indexing run."""

    state: IndexState = IndexState.PENDING
    total_files: int = 0
    indexed_files: int = 0
    started_at: datetime | None = None
    completed_at: datetime | None = None
    reason: str | None = None
    """Why it failed."""
    new_chunks: int = 0
    """How many chunks this run has filed; not recorded."""


@frozen
class IndexStatus:
    """How far the indexing of a project has come."""

    project: Project
    progress: Progress
    chunks: int
    """How many chunks can be found now."""
    embedded: int
    """How many of them have vectors."""
    eta_s: int | None = None

    @property
    def percent(self) -> float:
        """The share of files that are done, from 0 to 100."""
        if self.progress.state is IndexState.COMPLETED:
            return 100.0
        return round(100 * self.progress.indexed_files / self.progress.total_files, 1) if self.progress.total_files else 0.0


@frozen
class CodeScope:
    """Which chunks are meant; None leaves a field open."""

    project: str | None = None
    language: str | None = None


ALL_CODE = CodeScope()


@frozen
class ChunkHit:
    """A chunk that answers a question, and why."""

    chunk: Chunk
    score: float
    vector: float | None = None
    """Cosine of question and chunk; None while the chunk has no vector, or when the question was one identifier."""
    bm25: float = 0.0
    is_named: bool = False
    """Whether it was found by the name that the question consists of, for which no vector was needed."""


@frozen
class IndexReport:
    """The result of an indexing run."""

    status: IndexStatus
    changed: int = 0
    """How many files were new or had changed."""
    removed: int = 0
    skipped: tuple[Skipped, ...] = ()
    is_ours: bool = True
    """False when another run was already indexing the project, so this one did nothing."""


def chunks_of(project: str, path: str, language: str, pieces: Iterable[Piece]) -> list[Chunk]:
    """The chunks of a file. A piece that did not change keeps its id, and with it its vectors, wherever it moves in the file."""
    seen: Counter[bytes] = Counter()
    chunks = []
    for piece in pieces:
        told_apart_by = (project, path, piece.kind, piece.name or "", *piece.enclosing, str(piece.part), piece.content)
        digest = _digest("\0".join(told_apart_by).encode("utf-8", "surrogatepass"))
        seen[digest] += 1
        chunks.append(
            Chunk(
                id=_id(digest, seen[digest]),
                project=project,
                path=path,
                language=language,
                kind=piece.kind,
                name=piece.name,
                enclosing=piece.enclosing,
                start_line=piece.start_line,
                end_line=piece.end_line,
                content=piece.content,
                part=piece.part,
            )
        )
    return chunks


def text_to_embed(chunk: Chunk) -> str:
    """The text of a chunk that is embedded: its path and enclosing names, then its content."""
    # With docstrings as questions, MRR is 4 points higher than for the content alone. A chunk's own name is left out: the content
    # holds it already, and repeating it costs half a point on questions that people typed.
    path = "/".join(part for part in PurePosixPath(chunk.path).with_suffix("").parts if _is_telling(part))
    where = " ".join(filter(None, (path, ".".join(chunk.enclosing))))
    return "\n".join(filter(None, (where, chunk.content.rstrip("\n"))))


def _is_telling(part: str) -> bool:
    """Whether a part of a path is mostly letters, so a name rather than a number."""
    return 2 * sum(character.isdigit() for character in part) <= len(part)


def _id(digest: bytes, occurrence: int) -> str:
    # Twenty hex digits: the length of a memory's id in the tool set that shows chunks.
    return _digest(digest + str(occurrence).encode()).hex()[:_ID_LENGTH]


def _digest(data: bytes) -> bytes:
    return blake2b(data).digest()
