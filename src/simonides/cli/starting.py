"""How does a person begin? A palace, and a look at the folder that shall be remembered."""

from itertools import islice
from pathlib import Path

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.connecting import instructions
from simonides.cli.output import confirm, is_interactive
from simonides.domain.errors import Invalid
from simonides.mining.rooms import Plan, files_below, plan

LOOKED_AT_MAX = 20_000


def init(call: Call) -> int:
    """Make the palace and propose where the folder's memories belong."""
    folder = Path(call.args.dir).absolute()
    if not folder.is_dir():
        raise Invalid("DIR", f"{call.args.dir} is not a directory")
    proposed = plan(folder.resolve().name, islice(files_below(folder), LOOKED_AT_MAX))
    if not call.out.is_json:
        _show(call, proposed)
    name = call.settings.palace_name
    if not call.args.yes and is_interactive() and not confirm(f"Make the palace '{name}'?", default=True):
        call.out.note("nothing was made")
        return 1
    with call.engine() as engine:
        is_new = name not in engine.names()
        path = engine.create(name).info.path
    if call.out.is_json:
        rooms = [{"name": room.name, "files": room.files, "because": room.because} for room in proposed.rooms]
        call.out.json({"palace": name, "path": str(path), "created": is_new, "wing": proposed.wing, "rooms": rooms})
    else:
        _show_next(call, proposed, f"{'made' if is_new else 'there already:'} palace {name} at {path}")
    return 0


def _show(call: Call, proposed: Plan) -> None:
    call.out.say(f"wing   {proposed.wing}")
    call.out.table(("room", "files", "because"), [(room.name, room.files, room.because) for room in proposed.rooms], ("files",))
    call.out.say()


def _show_next(call: Call, proposed: Plan, made: str) -> None:
    args = call.args
    where = [*(["--data-dir", args.data_dir] if args.data_dir else []), *(["--palace", args.palace] if args.palace else [])]
    room = proposed.rooms[0].name
    call.out.say(made)
    call.out.say()
    call.out.say("File something:")
    call.out.say(f'  simonides remember "We chose ... because ..." --wing {proposed.wing} --room {room}')
    call.out.say(instructions(*where))


INIT = Command(
    "init",
    "make a palace for a folder and propose its wing and rooms",
    init,
    (
        argument("dir", metavar="DIR", help="the folder"),
        argument("--yes", action="store_true", help="do not ask"),
    ),
)
