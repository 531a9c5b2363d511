"""The command `import`: lines of an export, or the file of another program."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.arguments import NO_EMBED, WITH_TOKENS
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.import_peer import import_peer
from simonides.cli.commands.import_server_memory import (
    SERVER_MEMORY,
    embed_what_waits,
    import_server_memory,
    known_palace,
    left_waiting,
    opened,
    tell_bad,
    tell_more,
)
from simonides.cli.output import counted
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid, StoreFailure

if TYPE_CHECKING:
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import Importing

LISTED_MAX = 1_000
PORTION = 5_000
"""How many lines are rehearsed together; what a line says of one in another portion counts as new."""
MASKED_TOLD_MAX = 10


def import_lines(call: Call) -> int:
    """Import lines into the palace, then embed what came without vectors."""
    from simonides.engine.exchange.importing import Importing
    from simonides.storage import build_tokens

    if len(call.args.words) > 1:
        return _import_from(call)
    if call.args.dry_run:
        return _rehearse(call)
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


def _rehearse(call: Call) -> int:
    """Only say what an import of lines would file."""
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import numbered_lines

    total = ImportTally()
    with (
        call.rehearsing() as (_, palace),
        opened(call.args.words[0]) as (stream, size),
        progress("reading", "lines", size) as told,
    ):
        lines = ((number, raw.decode("utf-8", "replace")) for number, raw in numbered_lines(stream))
        while portion := list(islice(lines, PORTION)):
            tally = palace.import_portion(portion, is_dry=True)
            tell_bad(call, tally.bad, told=total.refused)
            total.include(tally, LISTED_MAX)
            told(total.size, total.lines)
    tell_more(call, total.refused)
    if call.out.is_json:
        bad = [asdict(line) for line in total.bad]
        call.out.json(asdict(total) | {"bad": bad, "left_out": dict(total.left_out), "dry_run": True})
    else:
        _say_total(call, total, 0, 0, verb="would be filed")
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
        talks = call.typed("mine", source, "--mode", "convos")
        raise Invalid("KIND", f"'{kind}' is unknown; use one of {known}, or give one file of lines; {talks} reads conversations")
    return import_peer(call, peer, source)


def _import(call: Call, importing: "Importing", stream: BinaryIO, size: int | None) -> "ImportTally":
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.importing import numbered_lines

    total = ImportTally()
    with _told_where_it_ends(call, total), progress("reading", "lines", size) as advance:
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


@contextmanager
def _told_where_it_ends(call: Call, total: "ImportTally") -> Iterator[None]:
    """Say how much of an import that fails halfway is done, and how it goes on."""
    try:
        yield
    except StoreFailure:
        if total.lines:
            call.out.note(f"the first {total.lines:,} lines are done; import the file again to go on with the rest")
        raise


def _say_total(call: Call, total: "ImportTally", embedded: int, pending: int, verb: str = "filed") -> None:
    memories, entities = counted(total.memories, "memory", "memories"), counted(total.entities, "entity", "entities")
    call.out.say(f"{verb}: {memories}, {entities} and {counted(total.facts, 'fact')}")
    said = {
        "already there": total.known,
        "lines refused": total.refused,
        "secrets masked": len(total.masked),
        f"observations {verb}": total.observations,
        "lines of the change log": total.changes,
        "tokens": total.tokens,
        "memories with vectors of their own": total.vectors,
        "texts embedded": embedded,
        left_waiting(call): pending,
    }
    for what, count in said.items():
        if count:
            call.out.say(f"  {what}: {count:,}")
    if 0 < total.lines == total.refused:
        call.out.note(
            "no line was one that `simonides export` writes; `simonides mine` reads texts, and `import KIND` other programs"
        )


IMPORT = Command(
    "import",
    "import lines of JSON, or what another memory program keeps",
    import_lines,
    (
        argument("words", nargs="+", metavar="FILE", help="a file of lines (- reads stdin), or KIND SOURCE: a program's store"),
        switch("--dry-run", "only say what would be filed, or with KIND SOURCE what it holds"),
        WITH_TOKENS,
        NO_EMBED,
    ),
)
