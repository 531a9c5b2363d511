"""The command `export`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.arguments import FORCE
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import counted, write_lines
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid
from simonides.machine.files import named, whole_file

if TYPE_CHECKING:
    from simonides.engine.palace import Palace


def export(call: Call) -> int:
    """Write the palace as lines, to a file or to stdout; an existing file is replaced only with --force."""
    if call.args.file != "-" and Path(call.args.file).is_file() and not call.args.force:
        raise Invalid("file", f"{call.args.file} exists already; choose another name, or replace it with --force")
    if call.args.form != LINES:
        return export_as(call)
    with call.reading() as palace:
        lines = everything(call, palace, with_vectors=call.args.with_vectors, with_log=not call.args.without_log)
        if call.args.file == "-":
            write_lines(_watched(palace, lines))
            return 0
        count = _write_file(Path(call.args.file), _watched(palace, lines))
    if call.out.is_json:
        call.out.json({"file": call.args.file, "lines": count})
    else:
        call.out.say(f"{counted(count, 'line')} written to {call.args.file}")
    return 0


def everything(call: Call, palace: "Palace", *, with_vectors: bool, with_log: bool = True) -> Iterator[str]:
    """The palace in lines; with the log come the tokens for it, as digests."""
    # `--help` must not pay for the store.
    from simonides.engine.exchange.lines import dump
    from simonides.engine.exchange.tokens import token_lines
    from simonides.storage import build_tokens

    yield from palace.export(with_vectors=with_vectors, with_log=with_log)
    if with_log:
        yield from map(dump, token_lines(build_tokens(call.settings), palace.info.name))


def export_as(call: Call) -> int:
    """Write the palace in another program's format, and say what that format has no place for."""
    from simonides.engine.exchange.lines import parse
    from simonides.peers.departure import Departure, form_named, write_folder

    form, told = form_named(call.args.form), Departure()
    if form.is_folder and call.args.file == "-":
        raise Invalid("FILE", f"{form.name} is a folder of notes: name the folder to write")
    if form.is_folder and Path(call.args.file).exists() and not (Path(call.args.file).is_dir() and call.args.force):
        raise Invalid("FILE", f"{call.args.file} exists already; choose another name, or write into it with --force")
    if call.args.with_vectors:
        raise Invalid("--with-vectors", f"only lines carry vectors, not {form.name}")
    with call.reading() as palace:
        files = form.write((parse(line) for line in _watched(palace, palace.export())), told)
        if form.is_folder:
            count = write_folder(Path(call.args.file), files)
        elif call.args.file == "-":
            write_lines(text for _, text in files)
            return 0
        else:
            count = _write_file(Path(call.args.file), (text for _, text in files))
    if call.out.is_json:
        call.out.json({"file": call.args.file, "written": dict(told.written), "left": dict(told.left), "loses": form.loses})
        return 0
    call.out.say(f"{counted(count, 'note' if form.is_folder else 'line')} written to {call.args.file}")
    for what, left in told.left.items():
        call.out.say(f"  left behind, {what}: {left:,}")
    call.out.say(f"  {form.name} has no place for {form.loses}")
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
        with named(path), path.open("wb") as stream:
            return _write(stream, lines)
    with whole_file(path) as stream:
        return _write(stream, lines)


def _write(stream: BinaryIO, lines: Iterator[str]) -> int:
    count = 0
    for line in lines:
        stream.write(line.encode() + b"\n")
        count += 1
    return count


LINES = "lines"
_FORMS = (LINES, "markdown", "basic-memory", "server-memory", "csv")
_FILE_TO = argument("file", nargs="?", default="-", metavar="FILE", help="the file or folder to write (default: stdout)")

EXPORT = Command(
    "export",
    "write the palace as lines of JSON, or as another program keeps it",
    export,
    (
        _FILE_TO,
        argument("--as", dest="form", choices=_FORMS, default=LINES, help="the format (default: lines, which carry everything)"),
        switch("--with-vectors", "include the vectors, so that an import need not embed again"),
        switch("--without-log", "leave out the change log, the bin in it, and the tokens"),
        FORCE,
    ),
)
