"""The commands `export`, `import` and `reembed`."""

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.call import PATIENCE_S, Call
from simonides.cli.command import Command, argument
from simonides.cli.commands.import_server_memory import (
    SERVER_MEMORY,
    WAITING,
    embed_what_waits,
    import_server_memory,
    known_palace,
    opened,
    tell_bad,
    tell_more,
)
from simonides.cli.output import counted, write_lines
from simonides.cli.progress import embed_pending, progress
from simonides.domain.errors import Invalid, NotReady

if TYPE_CHECKING:
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import Importing
    from simonides.engine.palace import Palace

LISTED_MAX = 1_000


def export(call: Call) -> int:
    """Write the palace as lines, to a file or to stdout."""
    from simonides.engine.exchange.exporting import export_lines

    with call.reading() as palace:
        lines = export_lines(palace.store, with_vectors=call.args.with_vectors)
        if call.args.file == "-":
            write_lines(_watched(palace, lines))
            return 0
        count = _write_file(Path(call.args.file), _watched(palace, lines))
    if call.out.is_json:
        call.out.json({"file": call.args.file, "lines": count})
    else:
        call.out.say(f"{counted(count, 'line')} written to {call.args.file}")
    return 0


def import_lines(call: Call) -> int:
    """Import lines into the palace, then embed what came without vectors."""
    from simonides.engine.exchange.importing import Importing

    if call.args.words[0] == SERVER_MEMORY and len(call.args.words) == 2:
        return import_server_memory(call, call.args.words[1])
    if len(call.args.words) > 1:
        raise Invalid("FILE", f"give one file, or `{SERVER_MEMORY} FILE` for a file of the reference memory server")
    if call.args.dry_run:
        raise Invalid("--dry-run", f"works only with `{SERVER_MEMORY} FILE`")
    with call.in_haste().engine() as engine, opened(call.args.words[0]) as (stream, size):
        # A file without a good line creates no palace.
        importing = Importing(lambda about: engine.create(call.settings.palace_name, about), engine.embedder)
        total = _import(call, importing, stream, size)
        palace = known_palace(engine, call)
        embedded = embed_what_waits(call, engine, palace) if palace else 0
        pending = palace.vectors.pending() if palace else 0
    document = asdict(total) | {"bad": [asdict(line) for line in total.bad], "embedded": embedded, "pending": pending}
    if call.out.is_json:
        call.out.json(document)
    else:
        _say_total(call, total, embedded, pending)
    return 1 if total.refused else 0


def reembed(call: Call) -> int:
    """Make vectors again with the configured embedder: all, those of a newer encoder, or only the missing ones."""
    name = call.settings.palace_name
    with call.in_haste().engine() as engine:
        # Nothing is dropped before the model has shown that it works.
        if not engine.embedder.wait(PATIENCE_S):
            raise NotReady("the embedding model is not ready, so no vector was dropped; see `simonides doctor`")
        palace = engine.palace(name) if call.args.pending else engine.reembed(name)
        embedded = embed_pending(palace)
        identity = engine.embedder.identity
    if call.out.is_json:
        call.out.json(
            {"palace": name, "embedded": embedded, "embedder": {"name": identity.name, "dimensions": identity.dimensions}}
        )
    else:
        call.out.say(f"{counted(embedded, 'text')} of {name} embedded by {identity}")
    return 0


def _import(call: Call, importing: "Importing", stream: BinaryIO, size: int | None) -> "ImportTally":
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import numbered_lines

    total = ImportTally()
    with progress("reading", "lines", size) as advance:
        for tally in importing.run(numbered_lines(stream)):
            tell_bad(call, tally.bad, told=total.refused)
            total.include(tally, LISTED_MAX)
            advance(total.size, total.lines)
            if tally.notice:
                call.out.note(tally.notice)
    tell_more(call, total.refused)
    return total


def _say_total(call: Call, total: "ImportTally", embedded: int, pending: int) -> None:
    memories, entities = counted(total.memories, "memory", "memories"), counted(total.entities, "entity", "entities")
    call.out.say(f"filed: {memories}, {entities} and {counted(total.facts, 'fact')}")
    said = {
        "already there": total.known,
        "lines refused": total.refused,
        "observations filed": total.observations,
        "memories with vectors of their own": total.vectors,
        "texts embedded": embedded,
        WAITING: pending,
    }
    for what, count in said.items():
        if count:
            call.out.say(f"  {what}: {count:,}")


def _watched(palace: "Palace", lines: Iterator[str]) -> Iterator[str]:
    _, total = palace.store.search.coverage()
    with progress("writing", "lines", total + palace.knowledge.stats().facts + palace.knowledge.stats().entities) as advance:
        count = 0
        for count, line in enumerate(lines, 1):
            yield line
            if count % 100 == 0:
                advance(count, count)
        advance(count, count)


def _write_file(path: Path, lines: Iterator[str]) -> int:
    # A pipe or a device is written to as it is; a file appears only when it is whole, and only its owner may read it.
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            return _write(stream, lines)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            count = _write(stream, lines)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def _write(stream: BinaryIO, lines: Iterator[str]) -> int:
    count = 0
    for line in lines:
        stream.write(line.encode() + b"\n")
        count += 1
    return count


_FILE_TO = argument("file", nargs="?", default="-", metavar="FILE", help="the file to write (default: stdout)")

EXPORT = Command(
    "export",
    "write the palace as lines of JSON",
    export,
    (
        _FILE_TO,
        argument("--with-vectors", action="store_true", help="include the vectors, so that an import need not embed again"),
    ),
)
IMPORT = Command(
    "import",
    "import lines of JSON into the palace",
    import_lines,
    (
        argument("words", nargs="+", metavar="FILE", help=f"the file to read (- reads stdin), or {SERVER_MEMORY} FILE"),
        argument("--dry-run", action="store_true", help=f"only say what {SERVER_MEMORY} FILE would add"),
        argument("--no-embed", action="store_true", help="leave embedding to a server"),
    ),
)
REEMBED = Command(
    "reembed",
    "make all vectors again with the configured embedder",
    reembed,
    (argument("--pending", action="store_true", help="only missing vectors"),),
)
