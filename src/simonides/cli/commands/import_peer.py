"""Import of what another memory program keeps, with a report of what arrived and what did not."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.commands.import_server_memory import embed_what_waits, known_palace, left_waiting
from simonides.cli.output import counted
from simonides.cli.progress import progress

if TYPE_CHECKING:
    from simonides.engine.engine import Engine
    from simonides.peers.arrival import ArrivalReport
    from simonides.peers.kinds import PeerKind


def import_peer(call: Call, kind: "PeerKind", source: str) -> int:
    """Import from a program's files, or only say what they hold; the exit code is 1 when something did not arrive."""
    from simonides.peers.arrival import surveyed

    path = Path(source).expanduser()
    with call.in_haste().engine() as engine:
        palace = known_palace(engine, call)
        if call.args.dry_run:
            report, embedded = surveyed(kind.read(path), palace), 0
        else:
            report = _filed(call, engine, kind, path)
            palace = known_palace(engine, call)
            embedded = embed_what_waits(call, engine, palace) if palace else 0
        pending = palace.vectors.pending() if palace else 0
    if call.out.is_json:
        call.out.json(_document(call, report, embedded, pending))
    else:
        _say(call, report, embedded, pending)
    return 0 if report.is_whole else 1


def _filed(call: Call, engine: "Engine", kind: "PeerKind", path: Path) -> "ArrivalReport":
    from simonides.peers.arrival import Arrival

    arrival = Arrival(lambda about: engine.create(call.settings.palace_name, about), engine.embedder)
    with progress("reading", "lines", None) as advance:
        return arrival.file(kind.read(path), lambda done: advance(done, done))


def _document(call: Call, report: "ArrivalReport", embedded: int, pending: int) -> dict[str, object]:
    tally = report.tally
    counts = ("memories", "facts", "entities", "observations", "known", "refused")
    return {
        "dry_run": call.args.dry_run,
        "found": dict(report.found),
        **{name: getattr(tally, name) for name in counts},
        "bad": [asdict(line) for line in tally.bad],
        "verified": report.verified,
        "masked": report.masked,
        "differing": report.differing,
        "missing": report.missing,
        "lost": [asdict(each) for each in report.lost],
        "left_behind": [asdict(each) for each in report.left_behind],
        "embedded": embedded,
        "pending": pending,
    }


def _say(call: Call, report: "ArrivalReport", embedded: int, pending: int) -> None:
    out, tally = call.out, report.tally
    out.say(f"found: {_amounts(report.found)}")
    if not call.args.dry_run:
        out.say(f"filed: {_amounts(asdict(tally))}")
    said = {
        "already there": tally.known,
        "same as in the source, by hash": report.verified,
        "secrets masked in": report.masked,
        "edited here since an earlier import": len(report.differing),
        "refused": tally.refused,
        "texts embedded": embedded,
        left_waiting(call): pending,
    }
    for what, count in said.items():
        if count:
            out.say(f"  {what}: {count:,}")
    _tell(call, "could not be read", [f"{each.where}: {each.reason}" for each in report.lost])
    _tell(call, "refused", [f"entry {line.number}: {line.reason}" for line in tally.bad])
    for each in report.left_behind:
        out.say(f"  left behind: {each.count:,} {each.what}, {each.reason}")


def _amounts(counts: Mapping[str, int]) -> str:
    memories, facts = counted(counts.get("memories", 0), "memory", "memories"), counted(counts.get("facts", 0), "fact")
    entities = counted(counts.get("entities", 0), "entity", "entities")
    return f"{memories}, {facts}, {entities} and {counted(counts.get('observations', 0), 'observation')}"


def _tell(call: Call, what: str, lines: list[str]) -> None:
    if lines:
        call.out.say(f"  {what}: {len(lines):,}")
    call.out.some(lines, indent="    ")
