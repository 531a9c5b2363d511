"""The `token` commands: access to one palace over HTTP."""

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument, switch
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.time import rfc3339, system_clock

FIRST = (
    "this is the first token: from now on a server over HTTP on this machine, which was open to local programs until now, "
    "wants a token with every request, as `Authorization: Bearer TOKEN`; it is open again when all tokens are revoked"
)


def create(call: Call) -> int:
    """Create a token for the palace of --palace, and show its secret, this once."""
    # `--help` must not pay for the store.
    from simonides.engine.tokens import admit
    from simonides.storage import build_tokens

    if call.settings.palace is None:
        raise Invalid("--palace", "required: a token is valid for one palace")
    tokens = build_tokens(call.settings)
    is_first = not tokens.list()
    token, secret = admit(tokens, call.settings.palace, system_clock, read_only=call.args.read_only, note=call.args.note)
    with call.engine() as engine:
        names = engine.names()
    is_there = token.palace in names
    if is_first:
        call.out.note(FIRST)
    if call.out.is_json:
        document = {"id": token.id, "token": secret, "palace": token.palace, "read_only": token.read_only}
        call.out.json({**document, "note": token.note, "created_at": rfc3339(token.created_at), "palace_exists": is_there})
        return 0
    call.out.say(secret)
    call.out.note(f"token {token.id}, to {_rights(read_only=token.read_only)} the palace '{token.palace}'; it is not shown again")
    if not is_there:
        # Imported late: a name that is known needs no comparing.
        from simonides.domain.text.nearest_names import did_you_mean

        making = did_you_mean(token.palace, names) or f"{call.typed('palace', 'create', token.palace, of_palace=False)} makes it."
        call.out.note(f"there is no palace '{token.palace}' yet. {making}")
    return 0


def list_tokens(call: Call) -> int:
    """Show every token, without its secret, which is not stored."""
    from simonides.storage import build_tokens

    found = build_tokens(call.settings).list()
    if call.settings.palace is not None:
        found = [token for token in found if token.palace == call.settings.palace]
    if call.out.is_json:
        call.out.json(
            [
                {
                    "id": token.id,
                    "palace": token.palace,
                    "read_only": token.read_only,
                    "note": token.note,
                    "created_at": rfc3339(token.created_at),
                }
                for token in found
            ]
        )
    elif found:
        rows = [
            (token.id, token.palace, _rights(read_only=token.read_only), f"{token.created_at:%Y-%m-%d}", token.note)
            for token in found
        ]
        call.out.table(("token", "palace", "may", "since", "note"), rows)
    else:
        call.out.say("No tokens; create one with `simonides token create --palace NAME`.")
    return 0


def revoke(call: Call) -> int:
    """Revoke a token; a running server refuses it from the next request on."""
    from simonides.storage import build_tokens

    if not build_tokens(call.settings).revoke(call.args.id):
        raise NotFound("token", call.args.id)
    if call.out.is_json:
        call.out.json({"revoked": call.args.id})
    else:
        call.out.say(f"revoked {call.args.id}")
    return 0


def _rights(*, read_only: bool) -> str:
    return "read" if read_only else "read and write"


TOKEN = Group(
    "token",
    "give others access to one palace over HTTP: create, list, revoke",
    (
        Command(
            "create",
            "create a token for the palace of --palace, and show its secret",
            create,
            (
                switch("--read-only", "allow reading only"),
                argument("--note", default="", metavar="TEXT", help="who it is for"),
            ),
        ),
        Command("list", "list every token, or only those of the palace of --palace", list_tokens),
        Command(
            "revoke",
            "revoke a token",
            revoke,
            (argument("id", metavar="ID", help="the token, as `token list` shows it"),),
        ),
    ),
)
