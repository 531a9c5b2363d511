"""The commands `alias install` and `alias remove`: programs under the names by which the contracts start their tool sets.

They are small shell scripts that a person asks for: a package that brought them along would shadow programs of the same name.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from simonides.cli.call import Call
from simonides.cli.clients.instructions import server_command, where_meant
from simonides.cli.command import Command, Group, argument, switch
from simonides.domain.errors import Invalid
from simonides.machine.files import put_in_place
from simonides.machine.system import IS_WINDOWS

MARK = "# Written by `simonides alias install`; `simonides alias remove` deletes it."

_PLAIN = 'exec {serve} --tools {tools} "$@"'
_WITH_SERVE = """\
if [ "$1" != serve ]; then
    echo "usage: {name} serve [--http ADDR] [--palace NAME]" >&2
    exit 2
fi
shift
exec {serve} --tools {tools} "$@\""""
# The contract's server speaks HTTP alone, at a port that the environment may change.
_OVER_HTTP = """\
if [ -z "$SIMONIDES_HTTP" ]; then
    set -- --http "$@"
fi
exec {serve} --tools {tools} --http-only "$@\""""

ALIASES = {
    "mempalace-mcp": ("palace", _PLAIN),
    "trusty-memory": ("trusty", _WITH_SERVE),
    "memory-mcp": ("memory", _PLAIN),
    "graph-memory": ("graph", _OVER_HTTP),
}
"""Each name with the tool set that it starts and the rest of its script."""


def install(call: Call) -> int:
    """Write the scripts; none is written when one of them would stand in another program's way."""
    if IS_WINDOWS:
        raise Invalid("alias", "Windows starts no shell scripts; name the program `simonides` with its arguments instead")
    folder, names = _folder(call), call.args.name or list(ALIASES)
    if not call.args.force:
        for name in names:
            _refuse_another(folder, name)
    paths = [_write(folder / name, _script(name, where_meant(call.args))) for name in names]
    _tell(call, "installed", paths)
    if str(folder) not in os.environ.get("PATH", "").split(os.pathsep):
        call.out.note(f"{folder} is not on the PATH: name the programs with their folder, or add it")
    return 0


def remove(call: Call) -> int:
    """Delete the scripts that are ours; another program of the same name stays."""
    folder = _folder(call)
    paths = [folder / name for name in ALIASES if _is_ours(folder / name)]
    for path in paths:
        path.unlink()
    _tell(call, "removed", paths)
    return 0


def _tell(call: Call, what: str, paths: Sequence[Path]) -> None:
    if call.out.is_json:
        call.out.json({what: [str(path) for path in paths]})
        return
    for line in [f"{what} {path}" for path in paths] or [f"nothing {what}"]:
        call.out.say(line)


def _folder(call: Call) -> Path:
    folder = Path(call.args.dir or Path(server_command()[0]).parent).expanduser().absolute()
    if not folder.is_dir():
        raise Invalid("DIR", f"{folder} is not a folder; create it first")
    return folder


def _refuse_another(folder: Path, name: str) -> None:
    elsewhere = shutil.which(name)
    for path in (folder / name, *([Path(elsewhere)] if elsewhere else [])):
        if os.path.lexists(path) and not _is_ours(path):
            raise Invalid(name, f"{path} is another program; use --force to install ours in {folder} all the same")


def _is_ours(path: Path) -> bool:
    try:
        return not path.is_symlink() and MARK.encode() in path.read_bytes()[:1000]
    except OSError:
        return False


def _script(name: str, where: Sequence[str]) -> str:
    tools, body = ALIASES[name]
    serve = shlex.join([*server_command(), "serve", *where])
    return f"#!/bin/sh\n{MARK}\n{body.format(name=name, serve=serve, tools=tools)}\n"


def _write(path: Path, script: str) -> Path:
    # In one step: a client may start the program at any moment.
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.write_text(script, encoding="utf-8")
    draft.chmod(0o755)
    return put_in_place(draft, path)


_DIR = argument(
    "dir", nargs="?", metavar="DIR", help="the folder of the programs (default: where the program simonides is installed)"
)

ALIAS = Group(
    "alias",
    "start a tool set by the name of the program that its contract describes",
    (
        Command(
            "install",
            "write programs named mempalace-mcp, trusty-memory, memory-mcp and graph-memory",
            install,
            (
                _DIR,
                argument("--name", action="append", choices=tuple(ALIASES), metavar="NAME", help="only this one; repeatable"),
                switch("--force", "also where another program has the name"),
            ),
        ),
        Command("remove", "delete these programs again", remove, (_DIR,)),
    ),
)
