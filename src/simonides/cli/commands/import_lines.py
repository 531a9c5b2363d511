"""The command `import`: lines of an export, or the file of another program."""

from dataclasses import asdict
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.arguments import NO_EMBED, WITH_TOKENS
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.import_peer import import_peer
from simonides.cli.commands.import_server_memory import (
    SERVER_MEMORY,
    WAITING,
    embed_what_waits,
    import_server_memory,
    known_palace,
    opened,
    tell_bad,
    tell_more,
)
from simonides.cli.output import counted
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid

if TYPE_CHECKING:
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import Importing

LISTED_MAX = 1_000
MASKED_TOLD_MAX = 10


def import_lines(call: Call) -> int:
    """Import lines into the palace, then embed what came without vectors."""
    from simonides.engine.exchange.importing import Importing
    from simonides.storage import build_tokens

    if len(call.args.words) > 1:
        return _import_from(call)
    if call.args.dry_run:
        raise Invalid("--dry-run", "works only with `KIND SOURCE`")
    with call.in_haste().engine() as engine, opened(call.args.words[0]) as (stream, size):
        # A file without a good line creates no palace.
        tokens = build_tokens(call.settings) if call.args.with_tokens else None
        importing = Importing(lambda about: engine.create(call.settings.palace_name, about), engine.embedder, tokens=tokens)
        total = _import(call, importing, stream, size)
        palace = known_palace(engine, call)
        embedded = embed_what_waits(call, engine, palace) if palace else 0
        pending = palace.vectors.pending() if palace else 0
    document = asdict(total) | {"bad": [asdict(line) for line in total.bad], "embedded": embedded, "pending": pending}
    if call.out.is_json:
        call.out.json(document)
    else:
        _say_total(call, total, embedded, pending)
    return 1 if total.refused else 0


def _import_from(call: Call) -> int:
    """Import what another program keeps: `KIND SOURCE`."""
    from simonides.peers.kinds import KINDS, kind_named

    kind, source, *rest = call.args.words
    if kind == SERVER_MEMORY and not rest:
        return import_server_memory(call, source)
    peer = kind_named(kind)
    if rest:
        raise Invalid("SOURCE", "give one file, or `KIND SOURCE` for what another program keeps")
    if peer is None:
        known = ", ".join([SERVER_MEMORY, *(each.name for each in KINDS)])
        raise Invalid("KIND", f"'{kind}' is unknown; use one of {known}, or give one file of lines")
    return import_peer(call, peer, source)


def _import(call: Call, importing: "Importing", stream: BinaryIO, size: int | None) -> "ImportTally":
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import numbered_lines

    total = ImportTally()
    with progress("reading", "lines", size) as advance:
        for tally in importing.run(numbered_lines(stream)):
            tell_bad(call, tally.bad, told=total.refused)
            for line in tally.masked[: max(MASKED_TOLD_MAX - len(total.masked), 0)]:
                call.out.note(f"line {line.number}: masked {line.reason}")
            total.include(tally, LISTED_MAX)
            advance(total.size, total.lines)
            if tally.notice:
                call.out.note(tally.notice)
    tell_more(call, total.refused)
    return total


def _say_total(call: Call, total: "ImportTally", embedded: int, pending: int) -> None:
    memories, entities = counted(total.memories, "memory", "memories"), counted(total.entities, "entity", "entities")
    call.out.say(f"filed: {memories}, {entities} and {counted(total.facts, 'fact')}")
    said = {
        "already there": total.known,
        "lines refused": total.refused,
        "secrets masked": len(total.masked),
        "observations filed": total.observations,
        "lines of the change log": total.changes,
        "tokens": total.tokens,
        "memories with vectors of their own": total.vectors,
        "texts embedded": embedded,
        WAITING: pending,
    }
    for what, count in said.items():
        if count:
            call.out.say(f"  {what}: {count:,}")


IMPORT = Command(
    "import",
    "import lines of JSON, or what another memory program keeps",
    import_lines,
    (
        argument("words", nargs="+", metavar="FILE", help="a file of lines (- reads stdin), or KIND SOURCE: a program's store"),
        switch("--dry-run", "with KIND SOURCE: only say what it holds"),
        WITH_TOKENS,
        NO_EMBED,
    ),
)
