"""The `database` commands: roles of a PostgreSQL database."""

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument
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
    if call.out.is_json:
        call.out.json({"role": call.args.role, "palace": palace, "run": call.args.is_run, "statements": statements})
    else:
        for statement in () if call.args.is_run else statements:
            call.out.say(f"{statement};")
        if call.args.is_run:
            call.out.say(f"ran {len(statements)} statements for {call.args.role}")
    return 0


DATABASE = Group(
    "database",
    "look after the roles of a PostgreSQL database: grant",
    (
        Command(
            "grant",
            "print the statements that let a role serve without owning the tables",
            grant,
            (
                argument("role", metavar="ROLE", help="the role that a server connects as"),
                argument("--bound", action="store_true", help="keep it in the palace of --palace, whatever it sets"),
                argument("--run", action="store_true", dest="is_run", help="run the statements instead of printing them"),
            ),
        ),
    ),
)
