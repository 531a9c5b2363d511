"""The `palace` commands: list, create, info, identity, rename and delete."""

from typing import TYPE_CHECKING

from simonides.cli.arguments import YES
from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument
from simonides.cli.output import confirm, counted, is_interactive, read_stdin
from simonides.cli.overview import overview
from simonides.cli.progress import watched
from simonides.domain.errors import Invalid, NoPalace, StoreFailure
from simonides.domain.time import rfc3339
from simonides.domain.validation import clean_text, palace_forms
from simonides.machine.files import human_size

if TYPE_CHECKING:
    from simonides.engine.engine import Engine


def list_palaces(call: Call) -> int:
    """Show every palace, or the reason why it cannot be opened."""
    with call.engine() as engine:
        lines = [_line(engine, name) for name in engine.names()]
    if call.out.is_json:
        call.out.json(lines)
    elif lines:
        rows = [
            (line["name"], line.get("memories", ""), line.get("size", ""), line.get("problem", line["path"])) for line in lines
        ]
        call.out.table(("palace", "memories", "size", "path"), rows, numeric=("memories", "size"))
    else:
        call.out.say("No palaces yet; create one with `simonides init DIR` or `simonides palace create NAME`.")
    return 0


def create(call: Call) -> int:
    """Create a palace; an existing one stays as it is."""
    with call.engine() as engine:
        is_new = call.args.name not in engine.names()
        info = engine.create(call.args.name, call.args.description).info
    if call.out.is_json:
        document = {"name": info.name, "path": info.where, "created": is_new, "created_at": rfc3339(info.created_at)}
        call.out.json({**document, "description": info.description})
    else:
        call.out.say(f"{'created' if is_new else 'already there:'} {info.name} at {info.where}")
    return 0


def info(call: Call) -> int:
    """Show a palace's counts, size and place."""
    with call.engine() as engine:
        seen = overview(engine, engine.palace(call.args.name or call.settings.palace_name))
    if call.out.is_json:
        call.out.json(seen.document())
    else:
        call.out.pairs(seen.pairs())
    return 0


def delete(call: Call) -> int:
    """Remove a palace with everything in it, once a person has agreed."""
    name = call.args.name
    with call.engine() as engine:
        if not set(palace_forms(name)) & set(engine.names()):
            raise NoPalace(name, engine.where(name))
        if not call.args.yes and not _agreed(f"Delete the palace '{name}' with everything in it, for good?"):
            call.out.note("nothing was deleted")
            return 1
        with watched(f"deleting {name}", "rows") as advance:
            engine.delete(name, advance)
    revoked = _dismiss(call, name)
    if call.out.is_json:
        call.out.json({"deleted": name, "tokens_revoked": revoked})
    else:
        call.out.say(f"deleted {name}")
    return 0


def identity(call: Call) -> int:
    """Show or set the identity of a palace, the text about whom it serves: the first layer of every recall."""
    text = read_stdin() if call.args.set == "-" else call.args.set
    with call.engine() as engine:
        palace = engine.palace(call.args.name or call.settings.palace_name)
        if text is not None:
            palace.tell_about(clean_text(text))
        name, about = palace.info.name, clean_text(palace.about())
    if call.out.is_json:
        call.out.json({"palace": name, "identity": about})
    else:
        call.out.say(about.rstrip("\n") or f"{name} has no identity yet; say whom it serves with --set TEXT.")
    return 0


def rename(call: Call) -> int:
    """Give a palace another name; everything in it stays."""
    old, new = call.args.old, call.args.new
    with call.engine() as engine:
        engine.rename(old, new)
        info = engine.palace(new).info
    revoked = 0 if old == new else _dismiss(call, old)
    if call.out.is_json:
        call.out.json({"renamed": old, "name": info.name, "path": info.where, "tokens_revoked": revoked})
    else:
        call.out.say(f"{old} is now {info.name} at {info.where}")
    return 0


def _dismiss(call: Call, palace: str) -> int:
    from simonides.engine.tokens import dismiss
    from simonides.storage import build_tokens

    revoked = dismiss(build_tokens(call.settings), palace)
    if revoked:
        call.out.note(f"{counted(revoked, 'token')} of the palace '{palace}' revoked")
    return revoked


def _agreed(question: str) -> bool:
    if not is_interactive():
        raise Invalid("--yes", "required to delete without a terminal")
    return confirm(question, default=False)


def _line(engine: "Engine", name: str) -> dict[str, object]:
    try:
        seen = overview(engine, engine.palace(name))
    except StoreFailure as error:
        return {"name": name, "path": engine.where(name), "problem": str(error)}
    return {
        "name": name,
        "path": seen.info.where,
        "description": seen.info.description,
        "created_at": rfc3339(seen.info.created_at),
        "memories": seen.memories,
        "facts": seen.graph.facts,
        "size": None if seen.size_bytes is None else human_size(seen.size_bytes),
        "size_bytes": seen.size_bytes,
    }


_NAME = argument("name", metavar="NAME", help="the palace")
_OR_DEFAULT = argument("name", nargs="?", metavar="NAME", help="the palace (default: that of --palace)")

PALACE = Group(
    "palace",
    "manage palaces: list, create, info, identity, rename, delete",
    (
        Command("list", "list every palace", list_palaces),
        Command(
            "create",
            "create a palace; an existing one stays as it is",
            create,
            (_NAME, argument("--description", default="", metavar="TEXT", help="what it is for")),
        ),
        Command(
            "info",
            "show a palace's counts, size and place",
            info,
            (_OR_DEFAULT,),
        ),
        Command(
            "identity",
            "show or set the text about whom a palace serves",
            identity,
            (_OR_DEFAULT, argument("--set", metavar="TEXT", help="the new text; - reads it from stdin")),
        ),
        Command(
            "rename",
            "give a palace another name",
            rename,
            (argument("old", metavar="OLD", help="the present name"), argument("new", metavar="NEW", help="the new name")),
        ),
        Command(
            "delete",
            "remove a palace with everything in it, for good",
            delete,
            (_NAME, YES),
        ),
    ),
)
