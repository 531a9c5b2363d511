"""The command `init`: a palace, and a proposal of wing and rooms for a folder."""

import shlex
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath

from simonides.cli.arguments import YES
from simonides.cli.call import Call
from simonides.cli.clients.instructions import instructions, where_meant
from simonides.cli.command import Command, argument
from simonides.cli.output import confirm, is_interactive
from simonides.domain.errors import Invalid
from simonides.mining.files.reading import Unreadable, decode, read_bytes
from simonides.mining.names import NameCount
from simonides.mining.places.manifest import NAME, from_plan, write
from simonides.mining.places.rooms import Plan, files_below, plan

LOOKED_AT_MAX = 20_000
READ_MAX = 200
READ_CHARS_MAX = 100_000
READ_BYTES_MAX = 10_000_000
PROJECTS_MAX = 10
_NOTES = frozenset({".md", ".txt", ".rst", ".org", ".adoc"})


def init(call: Call) -> int:
    """Create the palace and propose a wing and rooms for the folder."""
    folder = Path(call.args.dir).absolute()
    if not folder.is_dir():
        raise Invalid("DIR", f"{call.args.dir} is not a directory")
    files = [file for file in islice(files_below(folder), LOOKED_AT_MAX) if file != PurePath(NAME)]
    proposed = plan(folder.resolve().name, files)
    names = _names(folder, files)
    if not call.out.is_json:
        _show(call, proposed, names)
    name = call.settings.palace_name
    if not call.args.yes and is_interactive() and not confirm(f"Create the palace '{name}' and {folder / NAME}?", default=True):
        call.out.note("nothing was created")
        return 1
    with call.engine() as engine:
        is_new = name not in engine.names()
        path = engine.create(name).info.where
    written = _write(folder, proposed, names)
    if call.out.is_json:
        rooms = [{"name": room.name, "files": room.files, "because": room.because} for room in proposed.rooms]
        call.out.json(
            {"palace": name, "path": str(path), "created": is_new, "wing": proposed.wing, "rooms": rooms} | _found(written, names)
        )
    else:
        kept = f"wrote {written}: edit it as you like" if written else f"{NAME} exists already and stays as it is"
        _show_next(call, proposed, f"{'created' if is_new else 'already there:'} palace {name} at {path}\n{kept}")
    return 0


def _names(folder: Path, files: Iterable[PurePath]) -> NameCount:
    """The names in the folder's notes."""
    names = NameCount()
    for file in islice((each for each in files if each.suffix.lower() in _NOTES), READ_MAX):
        with suppress(Unreadable):
            names.add(decode(read_bytes(folder / file, READ_BYTES_MAX)[0])[:READ_CHARS_MAX])
    return names


def _write(folder: Path, proposed: Plan, names: NameCount) -> Path | None:
    """Write the folder's file and return its path; None when there is one already."""
    people = names.people()
    projects = [name for name in names.known() if name not in people]
    with suppress(FileExistsError):
        return write(folder, from_plan(proposed, tuple(people), tuple(projects[:PROJECTS_MAX])))
    return None


def _found(written: Path | None, names: NameCount) -> dict[str, object]:
    return {"file": str(written) if written else None, "people": names.people()}


def _show(call: Call, proposed: Plan, names: NameCount) -> None:
    call.out.say(f"wing   {proposed.wing}")
    call.out.table(("room", "files", "because"), [(room.name, room.files, room.because) for room in proposed.rooms], ("files",))
    if people := names.people():
        call.out.say(f"people {', '.join(people)}")
    call.out.say()


def _show_next(call: Call, proposed: Plan, made: str) -> None:
    args = call.args
    where = where_meant(args)
    place = ["--wing", proposed.wing, "--room", proposed.rooms[0].name]
    call.out.say(made)
    call.out.say()
    call.out.say("Read the folder in, and file something:")
    call.out.say(f"  simonides mine {shlex.join([args.dir, *where])}")
    call.out.say(f'  simonides remember "We chose ... because ..." {shlex.join([*place, *where])}')
    call.out.say(instructions(*where))


INIT = Command(
    "init",
    "create a palace for a folder and write down its wing and rooms",
    init,
    (
        argument("dir", metavar="DIR", help="the folder; simonides.yaml is written into it"),
        YES,
    ),
)
