"""Export of a palace as a file, made while it is sent, and import of such a file in portions."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypedDict

from simonides.domain.errors import Invalid
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.exchange.lines import parse
from simonides.engine.palace import Palace
from simonides.peers.departure import Departure, Form, distinct, form_named
from simonides.toolkit.content import Download
from simonides.toolkit.shapes import Arg

PIECE_BYTES = 64 * 1024
LINES_MAX = 5_000
LINES_MEDIA, CSV_MEDIA, ZIP_MEDIA = "application/x-ndjson", "text/csv", "application/zip"
MEDIA = (LINES_MEDIA, CSV_MEDIA, ZIP_MEDIA)
"""What an export may be."""


class BadRow(TypedDict):
    """A line that is not imported, and why."""

    line: int
    reason: str


class ImportDocument(TypedDict):
    """What an import has filed, or would file: counts by kind, what was there already, and what was refused or left out."""

    dry_run: bool
    lines: int
    memories: int
    entities: int
    facts: int
    observations: int
    perspectives: int
    pairs: int
    known: int
    vectors: int
    masked: int
    refused: int
    bad: list[BadRow]
    left_out: dict[str, int]
    notice: str | None


def export_palace(
    palace: Palace,
    as_: Annotated[
        Literal["lines", "markdown", "basic-memory", "server-memory", "csv"],
        Arg("The format; only lines carry everything. Folders of notes come as a zip"),
    ] = "lines",
    *,
    log: Annotated[bool, Arg("With the change log and the bin in it; lines only")] = True,
    vectors: Annotated[bool, Arg("With the vectors, so that an import need not embed again; lines only")] = False,
) -> Download:
    """The whole palace as a file, sent while it is made; tokens are not in it."""
    name = palace.info.name.replace("/", "-")
    if as_ == "lines":
        lines = palace.export(with_vectors=vectors, with_log=log)
        return Download(f"{name}.jsonl", LINES_MEDIA, _pieces(f"{line}\n".encode() for line in lines))
    if vectors:
        raise Invalid("vectors", f"only lines carry vectors, not {as_}")
    form = form_named(as_)
    if form.is_folder:
        return Download(f"{name}.zip", ZIP_MEDIA, _pieces(_zipped(palace, form)))
    texts = (f"{text}\n".encode() for _, text in _written(palace, form))
    is_csv = as_ == "csv"
    return Download(f"{name}.{'csv' if is_csv else 'jsonl'}", CSV_MEDIA if is_csv else LINES_MEDIA, _pieces(texts))


def import_lines(
    palace: Palace,
    lines: Annotated[list[str], Arg("Lines of an export, each one JSON object as text; 5,000 at most")],
    first: Annotated[int, Arg("The number of the first of them in its file", minimum=1)] = 1,
    header: Annotated[str, Arg("The first line of the file, if it names the embedder of its vectors")] = "",
    dry_run: Annotated[bool, Arg("Change nothing, and tell what an import would do")] = False,  # noqa: FBT002 - travels by name
) -> ImportDocument:
    """Import some lines of an export, or tell what that would do; send a long file in portions, in its order.

    What is there already stays as it is, so that a portion can be sent again. A bad line stops nothing else. The change log,
    tokens, source code and the ledger of mined files are left out: `simonides import` takes them.
    """
    if len(lines) > LINES_MAX:
        raise Invalid("lines", f"are more than {LINES_MAX:,}; send them in several portions")
    head = [(0, header)] if header else []
    return _told(palace.import_portion([*head, *enumerate(lines, first)], is_dry=dry_run), is_dry=dry_run, heads=len(head))


def _told(tally: ImportTally, *, is_dry: bool, heads: int) -> ImportDocument:
    return {
        "dry_run": is_dry,
        "lines": tally.lines - heads,
        "memories": tally.memories,
        "entities": tally.entities,
        "facts": tally.facts,
        "observations": tally.observations,
        "perspectives": tally.perspectives,
        "pairs": tally.pairs,
        "known": tally.known,
        "vectors": tally.vectors,
        "masked": len(tally.masked),
        "refused": tally.refused,
        "bad": [{"line": each.number, "reason": each.reason} for each in tally.bad],
        "left_out": dict(tally.left_out),
        "notice": tally.notice,
    }


def _written(palace: Palace, form: Form) -> Iterator[tuple[str, str]]:
    return form.write((parse(line) for line in palace.export()), Departure())


def _zipped(palace: Palace, form: Form) -> Iterator[bytes]:
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in distinct(_written(palace, form)):
            archive.writestr(path, text)
            yield sink.taken()
    yield sink.taken()


def _pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces that are worth sending."""
    piece = bytearray()
    for part in parts:
        piece += part
        if len(piece) >= PIECE_BYTES:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


class _Sink(io.RawIOBase):
    """Takes what a writer of files writes, until it is sent; nobody can go back in it."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: object) -> int:
        """Keep some bytes."""
        view = bytes(memoryview(data))  # type: ignore[arg-type]
        self._held += view
        return len(view)

    def taken(self) -> bytes:
        """What was written since the last call."""
        held = bytes(self._held)
        self._held.clear()
        return held
