"""Import from other programs: the file of the reference MCP memory server becomes nodes and relations."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from simonides.cli.call import Call
from simonides.cli.output import NAMED_MAX, counted
from simonides.cli.progress import embed_pending, progress
from simonides.domain.errors import Invalid, NoPalace

if TYPE_CHECKING:
    from simonides.engine.engine import Engine
    from simonides.engine.exchange.batches import BadLine
    from simonides.engine.palace import Palace
    from simonides.peers.server_memory import ImportPlan

SERVER_MEMORY = "server-memory"


def left_waiting(call: Call) -> str:
    """What stands before the number of texts without a vector."""
    return f"texts left for a server or {call.typed('reembed', '--pending')} to embed"


def import_server_memory(call: Call, file: str) -> int:
    """Import the reference server's entities and relations, or only say what an import would add."""
    from simonides.peers.server_memory import plan_import

    with call.in_haste().engine() as engine:
        text = _text(file)
        palace = known_palace(engine, call)
        plan = plan_import(text, palace)
        embedded = 0
        if not call.args.dry_run and (plan.nodes or plan.arrows):
            palace = palace or call.create(engine)
            _carry_out(plan, palace)
            embedded = embed_what_waits(call, engine, palace)
        pending = 0 if palace is None else palace.vectors.pending()
    for line in plan.masked[:NAMED_MAX]:
        call.out.note(f"line {line.number}: masked {line.reason}")
    _say(call, plan, embedded, pending)
    return 1 if plan.bad else 0


def embed_what_waits(call: Call, engine: "Engine", palace: "Palace") -> int:
    """Embed what came without vectors, unless that is left to a server; returns the number of texts."""
    is_wanted = not call.args.no_embed and palace.vectors.pending() > 0 and call.await_model(engine)
    return embed_pending(palace) if is_wanted else 0


def known_palace(engine: "Engine", call: Call) -> "Palace | None":
    """The selected palace, or None if it does not exist: an import that adds nothing creates no palace."""
    try:
        return engine.palace(call.settings.palace_name)
    except NoPalace:
        return None


def tell_bad(call: Call, bad: "Sequence[BadLine]", *, told: int = 0) -> None:
    """Name refused lines, up to NAMED_MAX in all; `told` is how many were named before."""
    for line in bad[: max(NAMED_MAX - told, 0)]:
        call.out.note(f"line {line.number}: {line.reason}")


def tell_more(call: Call, refused: int) -> None:
    """Say how many refused lines were not named."""
    if refused > NAMED_MAX:
        call.out.note(f"… and {refused - NAMED_MAX:,} more")


@contextmanager
def opened(name: str) -> Iterator[tuple[BinaryIO, int | None]]:
    """A file and its size; `-` is stdin, whose size is unknown."""
    if name == "-":
        yield sys.stdin.buffer, None
        return
    if Path(name).is_dir():
        raise Invalid(
            "FILE", f"{name} is a folder; `simonides mine` reads one, `simonides import KIND` what a program keeps there"
        )
    with Path(name).open("rb") as stream:
        yield stream, os.fstat(stream.fileno()).st_size or None


def _text(file: str) -> str:
    with opened(file) as (stream, _):
        try:
            return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Invalid("FILE", f"{file} is not UTF-8 text") from error


def _carry_out(plan: "ImportPlan", palace: "Palace") -> None:
    from simonides.peers.server_memory import carry_out

    with progress("filing", "entities and relations", len(plan.nodes) + len(plan.arrows)) as advance:
        done = 0
        for count in carry_out(plan, palace):
            done += count
            advance(done, done)


def _say(call: Call, plan: "ImportPlan", embedded: int, pending: int) -> None:
    counts = {"entities": plan.entities, "observations": plan.observations, "relations": plan.relations, "known": plan.known}
    if call.out.is_json:
        bad = [asdict(line) for line in plan.bad]
        rest = {"refused": len(bad), "bad": bad, "embedded": embedded, "pending": pending}
        call.out.json({"dry_run": call.args.dry_run, **counts, **rest})
        return
    tell_bad(call, plan.bad)
    tell_more(call, len(plan.bad))
    verb = "would be filed" if call.args.dry_run else "filed"
    entities, observations = counted(plan.entities, "entity", "entities"), counted(plan.observations, "observation")
    call.out.say(f"{verb}: {entities}, {observations} and {counted(plan.relations, 'relation')}")
    said = {
        "already there": plan.known,
        "lines refused": len(plan.bad),
        "texts embedded": embedded,
        left_waiting(call): pending,
    }
    for what, count in said.items():
        if count:
            call.out.say(f"  {what}: {count:,}")
