"""The command `setup`: adds our parts to the configs of this machine's clients, tries them, and removes them again."""

import argparse
from urllib.parse import urlsplit, urlunsplit

from simonides.cli.call import Call
from simonides.cli.clients.check import Checked, check
from simonides.cli.clients.config_files import ConfigChange, adding, carry_out, removing
from simonides.cli.clients.connection import PALACE_HEADER, Client, Wanted, find_clients
from simonides.cli.clients.instructions import EVERY_DAY, where_meant
from simonides.cli.clients.known import CLIENTS
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.serve import tool_sets
from simonides.cli.output import counted
from simonides.domain.errors import Invalid
from simonides.domain.time import system_clock
from simonides.machine.folders import client_folders


def set_up(call: Call) -> int:
    """Write server entries and hooks into the clients' configs, or remove them, or try them."""
    args = call.args
    clients = _meant(call)
    if not clients:
        call.out.note(f"no client was found; name one with --client: {', '.join(CLIENTS)}")
        return 1
    if args.check:
        return _check(call, clients)
    done = [line for client in clients for line in _connect(client, call)]
    if call.out.is_json:
        call.out.json(done)
    for each in () if call.out.is_json else done:
        _tell(call, each)
    is_refused = any(each["client"] == "codex" and each["error"] for each in done)
    if any(client.name == "codex" for client in clients) and args.hooks and not args.remove and not is_refused:
        call.out.note("Codex runs new hooks only after you trust them there: /hooks")
    return 1 if any(each["error"] for each in done) else 0


def _meant(call: Call) -> list[Client]:
    clients = find_clients(client_folders(), _wanted(call))
    if call.args.client:
        return [client for client in clients if client.name == call.args.client]
    return [client for client in clients if client.is_there]


def _wanted(call: Call) -> Wanted:
    args = call.args
    if args.http is None:
        if args.token is not None:
            raise Invalid("token", "a token is for a server over HTTP; name its address with --http")
        return Wanted(",".join(args.tools), where_meant(args))
    _refuse_beside_http(args)
    token = args.token or call.settings.token
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Wanted(url=args.http, headers=headers | ({PALACE_HEADER: args.palace} if args.palace else {}))


def _refuse_beside_http(args: argparse.Namespace) -> None:
    named = {
        "--data-dir": args.data_dir,
        "--database": args.database,
        "--tools": args.tools != (EVERY_DAY,),
        "--hooks": args.hooks,
    }
    if wrong := [flag for flag, value in named.items() if value]:
        raise Invalid("http", f"{wrong[0]} concerns a server on this machine; leave it out, or leave out --http")


def _connect(client: Client, call: Call) -> list[dict[str, object]]:
    """What was done for one client. Its changes are worked out before any is written; other clients do not wait for it."""
    args = call.args
    if client.server is None and not args.remove:
        return [_line(client, "server", str(client.config), error=f"{client.habits.title} takes no address in its config file")]
    try:
        return [_done(client, change, is_dry=args.dry_run) for change in _changes(client, call)]
    except (Invalid, OSError) as error:
        return [_line(client, "server", str(client.config), error=_told(error))]


def _changes(client: Client, call: Call) -> list[ConfigChange]:
    args = call.args
    if args.remove:
        return [removing(edit) for edit in client.edits(with_hooks=True)]
    return [adding(edit) for edit in client.edits(with_hooks=args.hooks)]


def _done(client: Client, change: ConfigChange, *, is_dry: bool) -> dict[str, object]:
    backup = carry_out(change, system_clock) if change.is_one and not is_dry else None
    about, path = change.edit.about, str(change.edit.path)
    return _line(client, about, path, changed=change.is_one, backup=str(backup) if backup else None)


def _line(
    client: Client, part: str, path: str, *, changed: bool = False, backup: str | None = None, error: str | None = None
) -> dict[str, object]:
    return {"client": client.name, "part": part, "file": path, "changed": changed, "backup": backup, "error": error}


def _told(error: Exception) -> str:
    if isinstance(error, Invalid):
        return error.reason
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.strerror else str(error)


def _tell(call: Call, done: dict[str, object]) -> None:
    about = f"{done['client']:<14} {done['part']:<7}"
    if done["error"]:
        call.out.note(f"{done['client']}: {done['error']}")
    elif not done["changed"]:
        call.out.say(f"{about} nothing to do in {done['file']}")
    else:
        backup = f" (backup: {done['backup']})" if done["backup"] else ""
        call.out.say(f"{about} {'would change' if call.args.dry_run else 'changed'} {done['file']}{backup}")


def _check(call: Call, clients: list[Client]) -> int:
    found = [check(client, client_folders().home) for client in clients]
    if call.out.is_json:
        call.out.json([_check_line(each) for each in found])
    for each in () if call.out.is_json else found:
        call.out.say(f"{each.client.name:<14} {_check_sentence(each)}")
    return 0 if any(each.met for each in found) and not any(each.wrong for each in found) else 1


def _check_line(checked: Checked) -> dict[str, object]:
    met = checked.met
    about = (
        {"server": met.name, "version": met.version, "tools": list(met.tools), "seconds": round(met.seconds, 3)} if met else {}
    )
    return {
        "client": checked.client.name,
        "file": str(checked.client.config),
        "ok": met is not None,
        "error": checked.wrong or None,
        **about,
    }


def _check_sentence(checked: Checked) -> str:
    if met := checked.met:
        return f"ok: {met.name} {met.version}, {counted(len(met.tools), 'tool')}, {met.seconds:.2f} s"
    if checked.wrong:
        return f"failed: {checked.wrong}"
    return f"not connected: `simonides setup --client {checked.client.name}` adds it to {checked.client.config}"


def server_address(text: str) -> str:
    """The address of a server over HTTP, for argparse; without a path it gets /mcp."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise argparse.ArgumentTypeError(f"'{text}' is not an address as http://HOST:PORT/mcp")
    return urlunsplit(parts if parts.path.strip("/") else parts._replace(path="/mcp"))


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
        argument(
            "--http",
            type=server_address,
            metavar="URL",
            help="connect the agents to a server that runs already, at this address, instead of starting one each",
        ),
        argument("--token", metavar="TOKEN", help="the token for that server (better: SIMONIDES_TOKEN)"),
        switch("--hooks", "add hooks that save conversations and remind (Claude Code, Codex)"),
        switch("--check", "start each agent's entry as the agent would, and talk to it; write nothing"),
        switch("--remove", "remove our parts again, hooks included"),
        switch("--dry-run", "say which files would change; write nothing"),
    ),
)
