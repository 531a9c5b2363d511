"""The command `setup`: adds our parts to the configs of this machine's clients, and removes them again."""

from simonides.cli.call import Call
from simonides.cli.clients.config_files import ConfigChange, adding, carry_out, removing
from simonides.cli.clients.instructions import EVERY_DAY, where_meant
from simonides.cli.clients.known import CLIENTS, Client, find_clients
from simonides.cli.command import Command, argument
from simonides.cli.commands.serve import tool_sets
from simonides.domain.time import system_clock
from simonides.settings import client_folders


def set_up(call: Call) -> int:
    """Write server entries and hooks into the clients' configs, or remove them."""
    args = call.args
    clients = _meant(call)
    if not clients:
        call.out.note(f"no client was found; name one with --client: {', '.join(CLIENTS)}")
        return 1
    # All changes are worked out before any is written: one config we cannot parse stops all of them.
    found = [(client, change) for client in clients for change in _changes(client, call)]
    done = [_done(client, change, is_dry=args.dry_run) for client, change in found]
    if call.out.is_json:
        call.out.json(done)
        return 0
    for each in done:
        call.out.say(_sentence(each, is_dry=args.dry_run))
    if any(client.name == "codex" for client in clients) and args.hooks and not args.remove:
        call.out.note("Codex runs new hooks only after you trust them there: /hooks")
    return 0


def _meant(call: Call) -> list[Client]:
    args = call.args
    clients = find_clients(client_folders(), where_meant(args), ",".join(args.tools))
    if args.client:
        return [client for client in clients if client.name == args.client]
    return [client for client in clients if client.is_there]


def _changes(client: Client, call: Call) -> list[ConfigChange]:
    args = call.args
    if args.remove:
        return [removing(edit) for edit in client.edits(with_hooks=True)]
    return [adding(edit) for edit in client.edits(with_hooks=args.hooks)]


def _done(client: Client, change: ConfigChange, *, is_dry: bool) -> dict[str, object]:
    backup = carry_out(change, system_clock) if change.is_one and not is_dry else None
    return {
        "client": client.name,
        "part": change.edit.about,
        "file": str(change.edit.path),
        "changed": change.is_one,
        "backup": str(backup) if backup else None,
    }


def _sentence(done: dict[str, object], *, is_dry: bool) -> str:
    about = f"{done['client']:<12} {done['part']:<7}"
    if not done["changed"]:
        return f"{about} nothing to do in {done['file']}"
    backup = f" (backup: {done['backup']})" if done["backup"] else ""
    return f"{about} {'would change' if is_dry else 'changed'} {done['file']}{backup}"


SETUP = Command(
    "setup",
    "connect the agents of this machine, or disconnect them",
    set_up,
    (
        argument("--client", choices=CLIENTS, metavar="NAME", help=f"only this one: {', '.join(CLIENTS)} (default: all found)"),
        argument(
            "--tools",
            type=tool_sets,
            default=(EVERY_DAY,),
            metavar="SETS",
            help=f"the tool sets that the agents get, separated by commas (default: {EVERY_DAY})",
        ),
        argument("--hooks", action="store_true", help="add hooks that save conversations and remind (Claude Code, Codex)"),
        argument("--remove", action="store_true", help="remove our parts again, hooks included"),
        argument("--dry-run", action="store_true", help="say which files would change; write nothing"),
    ),
)
