"""The `database` commands: roles and servers of a PostgreSQL database."""

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument, switch
from simonides.domain.errors import Invalid


def grant(call: Call) -> int:
    """Print, or run, the statements that give a role what a server needs."""
    # `--help` must not pay for the store.
    from simonides.storage import build_roles

    roles = build_roles(call.settings)
    if roles is None:
        raise Invalid("--database", "required: files have no roles; set it or SIMONIDES_DATABASE_URL")
    if call.args.bound and call.settings.palace is None:
        raise Invalid("--palace", "required with --bound: the role is kept in one palace")
    palace = call.settings.palace if call.args.bound else None
    with call.engine() as engine:
        dims = engine.embedder.identity.dimensions
    statements = roles.grant(call.args.role, palace, dims, is_run=call.args.is_run)
    _tell(call, statements, {"role": call.args.role, "palace": palace}, f" for {call.args.role}")
    return 0


def distribute(call: Call) -> int:
    """Print, or run, the statements that spread the tables over the servers of a cluster, or what is missing of that."""
    from simonides.storage import build_cluster

    statements = build_cluster(call.settings).distribute(is_run=call.args.is_run)
    if not statements and not call.out.is_json:
        call.out.say("nothing to do: every table lies where it should")
        return 0
    _tell(call, statements, {})
    return 0


def move(call: Call) -> int:
    """Move a palace to another server of a cluster."""
    from simonides.storage import build_cluster

    name = call.args.name
    server = build_cluster(call.settings).move(name, call.args.to)
    if call.out.is_json:
        call.out.json({"palace": name, "server": server})
    else:
        call.out.say(f"{name} lies on {server}")
    return 0


def _tell(call: Call, statements: list[str], about: dict[str, object], whom: str = "") -> None:
    if call.out.is_json:
        call.out.json({**about, "run": call.args.is_run, "statements": statements})
    elif call.args.is_run:
        call.out.say(f"ran {len(statements)} statements{whom}")
    else:
        for statement in statements:
            call.out.say(f"{statement};")


_RUN = switch("--run", "run the statements instead of printing them", dest="is_run")

DATABASE = Group(
    "database",
    "look after a PostgreSQL database, its roles and servers: grant, distribute, move",
    (
        Command(
            "grant",
            "print the statements that let a role serve without owning the tables",
            grant,
            (
                argument("role", metavar="ROLE", help="the role that a server connects as"),
                switch("--bound", "keep it in the palace of --palace, whatever it sets"),
                _RUN,
            ),
        ),
        Command(
            "distribute",
            "print the statements that spread the tables over the servers of a Citus cluster",
            distribute,
            (_RUN,),
        ),
        Command(
            "move",
            "move a palace to another server of a Citus cluster",
            move,
            (
                argument("name", metavar="PALACE", help="the palace to move"),
                argument("--to", metavar="HOST:PORT", help="the server to move it to; default: another one that holds least"),
            ),
        ),
    ),
)
