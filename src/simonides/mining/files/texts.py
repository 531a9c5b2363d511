"""Drawers from a text file: read, cut at paragraphs or definitions, and placed into a room."""

from pathlib import Path

from simonides.domain.memory import Origin, Place
from simonides.engine.filing.intake import Draft
from simonides.frozen import frozen
from simonides.mining.code.cutting import pieces_of
from simonides.mining.code.languages import language_of
from simonides.mining.code.queries import QUERIES
from simonides.mining.extraction import classify
from simonides.mining.files.document_process import DocumentProcess
from simonides.mining.files.documents import is_document
from simonides.mining.files.encoded_data import without_encoded_data
from simonides.mining.files.reading import decode, digest_of, fault_in, read_bytes
from simonides.mining.passages import SIZE, DrawerPiece, assembled, passages
from simonides.mining.places.placement import Placer

SIZE_MAX = 10_000_000
CODE_MAX = 1_000_000
"""Source code longer than this is cut like any text: outlining it would take too long."""
SHORT_SIZE = 200
"""The length of passages that should each say one thing."""
_PROSE = frozenset({None, "markdown", "restructuredtext", "asciidoc", "html"})


@frozen
class FileContents:
    """The content of a file."""

    digest: bytes
    text: str | None
    """None for a file of conversations."""
    is_prose: bool
    is_settled: bool
    """Whether a later change would change the file's time."""
    fault: str | None = None
    """What was lost in reading."""
    left_out: str | None = None
    """What was not read on purpose."""


def read_text(path: Path, documents: DocumentProcess) -> FileContents:
    """The text of a file. Raises Unreadable with the reason when there is none."""
    data, is_settled = read_bytes(path, SIZE_MAX)
    is_prose = language_of(path.name) in _PROSE
    is_paged = is_document(path.name)
    read = without_encoded_data(documents.text(path.name, data) if is_paged else decode(data))
    return FileContents(digest_of(data), read.text, is_prose, is_settled, None if is_paged else fault_in(data), read.told)


def drafts_of(text: str, path: str, source: str, wing: str, placer: Placer) -> list[Draft]:
    """The drawers of a project's file, whose path is relative to the folder."""
    place = Place(wing, placer.room(path, text))
    return [_draft(passage, place, source, chunk) for chunk, passage in enumerate(_cut(text, path))]


def kinds_of(text: str, path: str, source: str, wing: str, placer: Placer) -> list[Draft]:
    """The drawers of a file; those of a recognised kind go into the room of that kind."""
    rest = Place(wing, placer.room(path, text))
    return [with_kind(_draft(each, rest, source, chunk)) for chunk, each in enumerate(passages(text, SHORT_SIZE))]


def with_kind(draft: Draft) -> Draft:
    """The draft, moved to the room of its kind if one is recognised; its text stays as it is."""
    finding = classify(draft.content)
    if finding is None:
        return draft
    return Draft(
        draft.content,
        Place(draft.place.wing, finding.kind),
        draft.origin,
        tags=(finding.kind,),
        kind=draft.kind,
        metadata={**(draft.metadata or {}), "kind": finding.kind, "confidence": finding.confidence},
    )


def _draft(passage: DrawerPiece, place: Place, source: str, chunk: int) -> Draft:
    origin = Origin(role="document", source=source, chunk=chunk)
    return Draft(passage.content, place, origin, metadata={"overlap": passage.overlap} if passage.overlap else None)


def _cut(text: str, path: str) -> list[DrawerPiece]:
    language = language_of(path)
    if language is None or language in _PROSE or language not in QUERIES or len(text) > CODE_MAX:
        return passages(text)
    return assembled((piece.content for piece in pieces_of(text, language)), SIZE)
