"""Exports in JSON: one document, lines, or a ZIP or gzip file of either; and entries with a text, an id and a date."""

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.frozen import frozen
from simonides.peers.found import Found, Line, Lost, key_of, moment, rest_of, text_line, texts

SIZE_MAX = 1 << 30
"""How many bytes a member of an archive may unpack to."""
ENDINGS = (".json", ".jsonl", ".ndjson", ".json.gz", ".jsonl.gz", ".af")

# What was cut off or overwritten; a member with a password is a RuntimeError, one packed in a way of its own NotImplementedError.
_BROKEN: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError)
# A Python may have been built without LZMA, and then unpacks nothing that was packed by it.
with suppress(ImportError):
    from lzma import LZMAError

    _BROKEN += (LZMAError,)

Entry = dict[str, object]


@frozen
class EntryShape:
    """The names under which a peer keeps the parts of a memory, the usual one first."""

    peer: str
    text: Sequence[str]
    id: Sequence[str] = ("id", "uuid")
    created: Sequence[str] = ("created_at", "createdAt", "timestamp")
    happened: Sequence[str] = ()
    ended: Sequence[str] = ()
    tags: Sequence[str] = ("tags", "categories")
    author: Sequence[str] = ()
    wing: Sequence[str] = ()
    room: Sequence[str] = ()
    is_local: bool = False

    def entry(self, value: object) -> Entry:
        """An element of a list as an entry: a text alone is one with nothing else."""
        if isinstance(value, str):
            return {self.text[0]: value}
        return value if isinstance(value, dict) else {}

    def line(self, entry: Entry, number: int) -> Line | Lost:
        """The memory of an entry; one without an id is named by its text, so that it is filed once."""
        text = _first(entry, self.text)
        if not isinstance(text, str) or not text.strip():
            return Lost(f"entry {number}", f"has no text in {' or '.join(self.text)}")
        given = _first(entry, self.id)
        memory_id = str(given) if given else key_of(self.peer, text)
        named = (self.text, self.id, self.created, self.happened, self.ended, self.tags, self.author, self.wing, self.room)
        # Only the name that a part was read from is taken: an agent's memory of a user keeps the user as well.
        taken = [_first_name(entry, names) for names in named]
        author = _first(entry, self.author)
        return text_line(
            memory_id,
            text,
            wing=_first(entry, self.wing) or self.peer,
            room=_first(entry, self.room),
            author=None if author is None else str(author),
            tags=texts(_first(entry, self.tags)),
            created_at=moment(_first(entry, self.created), is_local=self.is_local),
            event_time=moment(_first(entry, self.happened), is_local=self.is_local),
            ended_at=moment(_first(entry, self.ended), is_local=self.is_local),
            added_by=self.peer,
            metadata=rest_of(entry, (*taken, "embedding", "vector", "hash"), self.peer),
        )


def from_documents(source: Path, read: Callable[[str, object], Iterator[Found]]) -> Iterator[Found]:
    """What `read` finds in every document of an export, by its name and content, and the documents that cannot be read."""
    for each in _documents_in(source):
        if isinstance(each, Lost):
            yield each
        else:
            yield from read(*each)


def _documents_in(source: Path) -> Iterator[tuple[str, object] | Lost]:
    """Every JSON document of a file, an archive or a folder, with its name; lines of a JSON-lines file come as one list."""
    if source.is_dir():
        for path in sorted(path for path in source.rglob("*") if path.is_file() and path.name.endswith(ENDINGS)):
            yield from _documents_in(path)
        return
    for name, read in _members(source):
        try:
            yield name, _parsed(_unpacked(read()))
        except (ValueError, RecursionError) as error:
            yield Lost(name, f"is not JSON ({error})")
        except _BROKEN as error:
            yield Lost(name, f"cannot be unpacked ({error})")


def values_in(document: object, *names: str) -> list[object] | None:
    """The list in a document: the document itself, or what it holds under one of these names; None when it holds none."""
    if isinstance(document, Mapping):
        return values_in(next((document[name] for name in names if isinstance(document.get(name), list | Mapping)), None), *names)
    return document if isinstance(document, list) else None


def listed(document: object, *names: str) -> list[Entry]:
    """The objects of the list in a document."""
    return [entry for entry in values_in(document, *names) or [] if isinstance(entry, dict)]


def _members(source: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The name of each document, and what reads its bytes."""
    try:
        raw = source.read_bytes()
    except OSError as error:
        raise Invalid("SOURCE", f"{source} cannot be read: {error.strerror}") from error
    if not zipfile.is_zipfile(io.BytesIO(raw)):
        yield source.name, lambda: raw
        return
    try:
        opened = zipfile.ZipFile(io.BytesIO(raw))
    # A name that is not the text it claims to be is a ValueError, a version that nobody knows a NotImplementedError.
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise Invalid("SOURCE", f"{source} is a damaged ZIP file: {error}") from error
    with opened as archive:
        for member in archive.infolist():
            if member.filename.endswith(ENDINGS) and member.file_size <= SIZE_MAX:
                yield member.filename, partial(archive.read, member)


def _unpacked(raw: bytes) -> bytes:
    if not raw.startswith(b"\x1f\x8b"):
        return raw
    with gzip.open(io.BytesIO(raw)) as packed:
        return packed.read(SIZE_MAX)


def _parsed(raw: bytes) -> object:
    text = raw.decode("utf-8-sig")
    try:
        return json.loads(text)
    except ValueError:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2:
            raise
        return [json.loads(line) for line in lines]


def _first(entry: Entry, names: Sequence[str]) -> object:
    return entry.get(_first_name(entry, names))


def _first_name(entry: Entry, names: Sequence[str]) -> str:
    return next((name for name in names if entry.get(name) not in (None, "")), "")
