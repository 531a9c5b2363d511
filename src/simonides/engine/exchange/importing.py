"""Import of a palace in batches of lines; each batch is stored as a whole or not at all, and a bad line stops nothing else."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from simonides.domain.actor import Actor, current_caller
from simonides.domain.errors import Invalid, SimonidesError
from simonides.domain.ids import Mint
from simonides.domain.past.receipts import receipt_for, received
from simonides.domain.time import Clock, system_clock
from simonides.engine.exchange.batches import BadLine, Batch, ImportTally
from simonides.engine.exchange.bookkeeping import read_dreams, read_mined
from simonides.engine.exchange.code import read_file, read_project
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.keeping import Keeping
from simonides.engine.exchange.lines import (
    Line,
    parse,
    read_entity,
    read_fact,
    read_header,
    read_memory,
    read_pair,
    read_palace,
    read_perspective,
)
from simonides.engine.exchange.log import LogSpool, read_change
from simonides.engine.exchange.observations import read_observations
from simonides.engine.exchange.tokens import read_token
from simonides.engine.palace import Palace
from simonides.ports.embedder import Embedder, Identity
from simonides.ports.tokens import Tokens

if TYPE_CHECKING:
    from datetime import datetime

    from simonides.ports.embedder import Vectors

LINE_BYTES_MAX = 64 * 1024 * 1024
BAD_TOLD_MAX = 100
"""How many refused lines of a portion are named."""
_NOT_IN_PORTIONS = frozenset({"log", "change", "token", "project", "code", "mined"})


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1; only the beginning of a line that is far too long."""
    number = 0
    while raw := stream.readline(LINE_BYTES_MAX):
        number += 1
        rest = raw
        while len(rest) == LINE_BYTES_MAX and not rest.endswith(b"\n"):
            rest = stream.readline(LINE_BYTES_MAX)
        yield number, raw


class Importing:
    """Imports lines into one palace, which is opened at the first good line with the description that the lines give.

    `embedder` is the one that the palace uses. Tokens in the lines are left out, unless there is a place for them: whoever wrote
    the lines could open the palace with theirs. `is_copy` says that the palace has nothing but what came from the same source,
    `is_rehearsal` that the caller rolls everything back. Lines of the kinds that it `passes_over` are only counted.
    """

    def __init__(
        self, open_palace: Callable[[str], Palace], embedder: Embedder, clock: Clock = system_clock,
        *, tokens: Tokens | None = None, is_copy: bool = False, is_rehearsal: bool = False,
        passes_over: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self._open_palace = open_palace
        self._embedder = embedder
        self._clock = clock
        self._theirs: Identity | None = None
        self._description = ""
        self._has_noticed = False
        self._tokens = tokens
        self._is_copy = is_copy
        self._is_rehearsal = is_rehearsal
        self._passes_over = passes_over
        self._began: datetime | None = None
        self._log: LogSpool

    def run(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[ImportTally]:
        """Import numbered lines; yields the result of each batch."""
        with closing(LogSpool()) as self._log:
            yield from self.batches(lines)
            if self._log.count:
                # The log is about what all the other lines bring, so it comes last, and as a whole.
                yield self._keeping.adopt(self._log, self._began)
            elif "_keeping" in self.__dict__:
                self._keeping.pair_up()
        if "_keeping" in self.__dict__:
            self._keeping.finish()

    def batches(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[ImportTally]:
        """Import numbered lines without a log, and without what is done once all are there."""
        batch = Batch()
        for number, raw in lines:
            batch.tally.size += len(raw)
            batch.tally.lines += 1
            try:
                self._read(number, raw, batch)
            except SimonidesError as error:
                batch.tally.bad.append(BadLine(number, str(error)))
                batch.tally.refused += 1
            if batch.is_full:
                yield self._file(batch)
                batch = Batch()
        if batch.tally.lines:
            yield self._file(batch)

    @cached_property
    def _keeping(self) -> Keeping:
        palace = self._open_palace(self._description)
        return Keeping(palace, self._tokens, is_copy=self._is_copy, is_rehearsal=self._is_rehearsal)

    def _file(self, batch: Batch) -> ImportTally:
        return batch.tally if batch.is_empty else self._keeping.keep(batch, self._carried)

    @property
    def _carried(self) -> Identity | None:
        """The embedder whose vectors the lines carry, if the palace can use them."""
        ours = self._embedder.identity
        return ours if self._theirs == ours else None

    @property
    def _dimensions(self) -> int | None:
        return self._carried.dimensions if self._carried else None

    def _read(self, number: int, raw: bytes, batch: Batch) -> None:
        text = _decoded(raw)
        if not text:
            return
        line = parse(text)
        # A line without an id gets one derived from the line, so that a file can be imported twice.
        mint = Mint(lambda: text)
        match line.pop("type", "memory"):
            case str(kind) if kind in self._passes_over:
                batch.tally.left_out[kind] += 1
            case "memory":
                self._read_memory(number, line, mint, batch)
            case "entity":
                batch.entities.append((number, read_entity(Fields(line), mint, self._clock())))
            case "fact":
                batch.facts.append((number, read_fact(Fields(line), mint, self._clock())))
            case "observations":
                batch.notes.append((number, read_observations(Fields(line), self._clock(), self._dimensions)))
            case "header":
                self._theirs = read_header(Fields(line))
            case "palace":
                self._description, batch.about, perspectives = read_palace(Fields(line))
                batch.is_seen_anew = bool(perspectives)
            case "perspective":
                batch.perspectives.update([read_perspective(Fields(line))])
            case other:
                self._read_more(number, str(other), line, batch)

    def _read_more(self, number: int, kind: str, line: Line, batch: Batch) -> None:
        match kind:
            case "project":
                batch.projects.append(read_project(Fields(line), self._clock()))
            case "code":
                batch.files.append((number, read_file(Fields(line), self._dimensions)))
            case "dreams":
                batch.dreams = read_dreams(Fields(line), self._clock())
            case "mined":
                batch.mined.append(read_mined(Fields(line), self._clock()))
            case "supersession":
                batch.pairs.append(read_pair(Fields(line)))
            case "log":
                self._began = Fields(line).moment("began")
            case "change":
                read_change(Fields(line))
                self._log.add(number, line)
            case "token":
                batch.tokens.append((number, read_token(Fields(line))))
            case other:
                kinds = (
                    "memory, entity, fact, observations, perspective, supersession, project, code, mined, dreams, log, change, "
                    "token, palace or header"
                )
                raise Invalid("type", f"'{other[:40]}' is unknown; use {kinds}")

    def _read_memory(self, number: int, line: Line, mint: Mint, batch: Batch) -> None:
        value = line.pop("vectors", None)
        closets = Fields({"closets": line.pop("closets", None)}).texts("closets")
        memory = read_memory(Fields(line), mint, self._clock())
        if receipt := receipt_for(current_caller()):
            memory = received(memory, receipt)
        vectors = self._read_vectors(value, memory.content, batch.tally)
        if memory.id in batch.memories:
            batch.tally.known += 1
            return
        batch.memories[memory.id] = memory
        batch.numbers.append(number)
        if closets:
            batch.closets[memory.id] = closets
        if vectors is not None:
            batch.vectors[memory.id] = vectors

    def _read_vectors(self, value: object, content: str, tally: ImportTally) -> "Vectors | None":
        if value is None:
            return None
        if self._theirs is None or not self._embedder.identity.continues(self._theirs):
            tally.notice = tally.notice or self._notice()
            return None
        if not isinstance(value, dict):
            raise Invalid("vectors", "must be an object with count and float16")
        if self._embedder.is_outdated(content, self._theirs):
            return None
        # numpy is needed only here.
        from simonides.engine.exchange.vectors import read_vectors

        return read_vectors(value, self._embedder.identity.dimensions)

    def _notice(self) -> str | None:
        if self._has_noticed:
            return None
        self._has_noticed = True
        whose = f"were made by '{self._theirs}'" if self._theirs else "come without a header that names their embedder"
        ours = self._embedder.identity
        return f"the vectors in the file {whose}, but '{ours}' is configured: they are ignored, and the texts are embedded again"


def import_portion(
    palace: Palace, embedder: Embedder, clock: Clock, lines: Iterable[tuple[int, str]], *, is_dry: bool = False
) -> ImportTally:
    """Import some lines of a file that comes in portions, or only tell what that would do.

    Left out is what a portion cannot tell the whole of, and what somebody who sends lines could forge: the change log, tokens,
    source code with its folders, and the ledger of mined files.
    """
    portion = ImportTally()
    importing = Importing(lambda _: palace, embedder, clock, is_rehearsal=is_dry, passes_over=_NOT_IN_PORTIONS)
    # An import that is rolled back tells exactly what one that is not would do.
    with suppress(_Rehearsed), palace.store.writing(Actor.IMPORTER) if is_dry else nullcontext():
        for tally in importing.batches((number, text.encode("utf-8", "replace")) for number, text in lines):
            portion.include(tally, BAD_TOLD_MAX)
        if is_dry:
            raise _Rehearsed
    return portion


class _Rehearsed(Exception):
    """Rolls a rehearsal back."""


def _decoded(raw: bytes) -> str:
    if len(raw) >= LINE_BYTES_MAX:
        raise Invalid("line", f"is longer than {LINE_BYTES_MAX:,} bytes")
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise Invalid("line", "is not UTF-8") from error
