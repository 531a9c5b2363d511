"""The command `reembed`."""

from simonides.cli.arguments import JOBS
from simonides.cli.call import PATIENCE_S, Call
from simonides.cli.command import Command, switch
from simonides.cli.output import counted
from simonides.cli.progress import embed_pending
from simonides.domain.errors import NotReady


def reembed(call: Call) -> int:
    """Make vectors again with the configured embedder: all, those of a newer encoder, or only the missing ones."""
    name = call.settings.palace_name
    with call.in_haste().engine() as engine:
        # Nothing is dropped before the model has shown that it works.
        if not engine.embedder.wait(PATIENCE_S):
            raise NotReady("the embedding model is not ready, so no vector was dropped; see `simonides doctor`")
        palace = engine.palace(name) if call.args.pending else engine.reembed(name)
        embedded = embed_pending(palace)
        identity = engine.embedder.identity
    if call.out.is_json:
        call.out.json(
            {"palace": name, "embedded": embedded, "embedder": {"name": identity.name, "dimensions": identity.dimensions}}
        )
    else:
        call.out.say(f"{counted(embedded, 'text')} of {name} embedded by {identity}")
    return 0


REEMBED = Command(
    "reembed",
    "make all vectors again with the configured embedder",
    reembed,
    (switch("--pending", "only missing vectors"), JOBS),
)
