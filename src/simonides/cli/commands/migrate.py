"""The command `migrate`: palaces moved to another store and compared."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import NAMED_MAX, counted
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid
from simonides.settings import Settings

if TYPE_CHECKING:
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.exchange.migration import Migration
    from simonides.engine.exchange.verification import Comparison

DIRECTORY = "sqlite:"
DATABASES = ("postgresql://", "postgres://")
KINDS = {
    "memory": "memories",
    "entity": "entities",
    "fact": "facts",
    "observations": "nodes with observations",
    "perspective": "perspectives",
    "project": "projects",
    "code": "files of code",
    "mined": "mined files",
    "change": "changes of the log",
}
"""The name of each kind of line."""


def migrate(call: Call) -> int:
    """Move palaces and compare them; the exit code is 1 when anything differs, or nothing is there."""
    from simonides.engine.exchange.migration import Migration
    from simonides.storage import build_shelf, build_tokens

    here, there = settings_at(call.settings, call.args.source, "--from"), settings_at(call.settings, call.args.target, "--to")
    if (here.data_dir, here.database) == (there.data_dir, there.database):
        raise Invalid("--to", "must name another store than --from")
    migration = Migration(build_shelf(here), build_shelf(there), tokens=(build_tokens(here), build_tokens(there)))
    names = [call.settings.palace] if call.settings.palace else migration.names()
    if not names:
        call.out.note(f"no palace found in {call.args.source}")
    done = [_move(call, migration, name) for name in names]
    if call.out.is_json:
        call.out.json(done)
    # A mistyped store has no palaces, and nothing that was moved or compared is no success.
    return 0 if done and all(document["same"] for document in done) else 1


def settings_at(settings: Settings, address: str, option: str) -> Settings:
    """The settings of a store by its address: `sqlite:DIR`, or `postgresql://…`."""
    if address.startswith(DATABASES):
        return replace(settings, database=address)
    folder = address.removeprefix(DIRECTORY)
    if not folder or "://" in address:
        raise Invalid(option, f"'{address[:80]}' is not a store; use sqlite:DIR or postgresql://…")
    return replace(settings, data_dir=Path(folder).expanduser().absolute(), database=None)


def _move(call: Call, migration: "Migration", name: str) -> dict[str, object]:
    from simonides.engine.exchange.batches import ImportTally

    total = ImportTally()
    if not call.args.check:
        with progress(f"moving {name}", "lines", migration.size(name)) as advance:
            for tally in migration.move(name):
                total.include(tally, NAMED_MAX)
                advance(total.lines, total.lines)
    comparison = migration.compare(name)
    if not call.out.is_json:
        _say(call, name, total, comparison)
    return _document(name, total, comparison)


def _say(call: Call, name: str, total: "ImportTally", comparison: "Comparison") -> None:
    if not call.args.check:
        moved = total.lines - total.known - total.refused
        call.out.say(f"{name}: lines moved: {max(moved, 0):,}, already there: {total.known:,}")
    for line in total.bad:
        call.out.note(f"line {line.number} was refused: {line.reason}")
    if comparison.is_same:
        counts = {label: comparison.here.counts[kind] for kind, label in KINDS.items()} | {"vectors": comparison.here.vectors}
        told = ", ".join(f"{label} {count:,}" for label, count in counts.items() if count)
        call.out.say(f"{name}: the same in both stores ({told or 'empty'}), digest {comparison.here.digest}")
        return
    call.out.say(f"{name}: {counted(len(comparison.differences), 'difference')}")
    call.out.some(comparison.differences)


def _document(name: str, total: "ImportTally", comparison: "Comparison") -> dict[str, object]:
    here, there = comparison.here, comparison.there
    return {
        "palace": name,
        "moved": asdict(total),
        "same": comparison.is_same,
        "here": {"lines": dict(here.counts), "vectors": here.vectors, "digest": here.digest},
        "there": {"lines": dict(there.counts), "vectors": there.vectors, "digest": there.digest},
        "differences": list(comparison.differences),
    }


MIGRATE = Command(
    "migrate",
    "move palaces to another store, with their vectors, and compare them",
    migrate,
    (
        argument("--from", dest="source", required=True, metavar="STORE", help="sqlite:DIR or postgresql://…"),
        argument(
            "--to",
            dest="target",
            required=True,
            metavar="STORE",
            help="sqlite:DIR or postgresql://…; nothing there is overwritten",
        ),
        switch("--check", "compare only; move nothing"),
    ),
)
