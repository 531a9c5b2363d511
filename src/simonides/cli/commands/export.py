"""The command `export`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.output import counted, write_lines
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid

if TYPE_CHECKING:
    from simonides.engine.palace import Palace


def export(call: Call) -> int:
    """Write the palace as lines, to a file or to stdout; an existing file is replaced only with --force."""
    if call.args.file != "-" and Path(call.args.file).is_file() and not call.args.force:
        raise Invalid("file", f"{call.args.file} exists already; choose another name, or replace it with --force")
    with call.reading() as palace:
        lines = palace.export(with_vectors=call.args.with_vectors)
        if call.args.file == "-":
            write_lines(_watched(palace, lines))
            return 0
        count = _write_file(Path(call.args.file), _watched(palace, lines))
    if call.out.is_json:
        call.out.json({"file": call.args.file, "lines": count})
    else:
        call.out.say(f"{counted(count, 'line')} written to {call.args.file}")
    return 0


def _watched(palace: "Palace", lines: Iterator[str]) -> Iterator[str]:
    _, total = palace.vectors.coverage()
    with progress("writing", "lines", total + palace.facts.stats().facts + palace.facts.stats().entities) as advance:
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
        argument("--force", action="store_true", help="replace the file if it exists"),
    ),
)
