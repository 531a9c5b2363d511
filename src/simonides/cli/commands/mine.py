"""The command `mine`: a folder or a file read into the palace."""

import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.arguments import JOBS, NO_EMBED, one_or_more
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import counted
from simonides.cli.progress import embed_pending, progress
from simonides.domain.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace
    from simonides.mining.miner import MiningReport

MODES = ("projects", "convos", "general")


def mine(call: Call) -> int:
    """Mine a folder or a file; with --watch, keep watching it."""
    from simonides.mining.files.walk import is_unicode

    try:
        root = Path(call.args.dir).expanduser().resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise Invalid("DIR", f"{call.args.dir} does not exist or cannot be read") from error
    if not root.is_dir() and not root.is_file():
        raise Invalid("DIR", f"{call.args.dir} is neither a folder nor a regular file")
    # Before a palace is made: nothing could be filed in it.
    if not os.access(root, os.R_OK | os.X_OK if root.is_dir() else os.R_OK):
        raise Invalid("DIR", f"this user may not read {call.args.dir}")
    if not is_unicode(str(root)):
        raise Invalid("DIR", "the name of the folder, or of one around it, is not UTF-8; rename it")
    call = call.in_haste()
    with _opened(call) as (engine, palace):
        if call.args.watch:
            _watch(call, engine, palace, root)
        else:
            report, names = _mine(call, palace, root)
            _tell(call, root, report, names, _embed(call, engine, palace))
    return 0


@contextmanager
def _opened(call: Call) -> "Iterator[tuple[Engine, Palace]]":
    if call.args.dry_run:
        with call.rehearsing() as opened:
            yield opened
        return
    with call.engine() as engine:
        yield engine, call.create(engine)


def _watch(call: Call, engine: "Engine", palace: "Palace", root: Path) -> None:
    from simonides.mining.files.changes import changes

    stop, is_watching = threading.Event(), False
    try:
        for _ in changes(root, stop):
            report, names = _mine(call, palace, root)
            if report.read or not is_watching:
                _tell(call, root, report, names, _embed(call, engine, palace))
                call.out.flush()
            if not is_watching:
                call.out.note(f"watching {root}; stop with Ctrl-C")
            is_watching = True
    except KeyboardInterrupt:
        # A watch has no other end. What it leaves of a burst is mined by the next run.
        if not is_watching:
            raise
    finally:
        stop.set()


def _mine(call: Call, palace: "Palace", root: Path) -> "tuple[MiningReport, list[str]]":
    from simonides.mining.folder import Excavation, mine_folder

    args = call.args
    what = Excavation(root, args.wing, args.mode, args.limit, is_trial=args.dry_run)
    files = what.files()
    with progress("mining", "drawers", len(files)) as advance:
        return mine_folder(palace, what, files, advance)


def _embed(call: Call, engine: "Engine", palace: "Palace") -> int:
    if call.args.dry_run or call.args.no_embed or not palace.vectors.pending() or not call.await_model(engine):
        return 0
    return embed_pending(palace)


def _tell(call: Call, root: Path, report: "MiningReport", names: list[str], embedded: int) -> None:
    if call.out.is_json:
        call.out.json(_document(call, report, names, embedded))
        return
    verb = "would be filed" if call.args.dry_run else "filed"
    call.out.say(f"files: {report.files:,}, new or changed: {report.read:,}, drawers {verb}: {report.filed:,}")
    said = {
        "files unchanged": report.unchanged,
        "files with the same content as another": report.twins,
        "drawers kept from changed files": report.kept,
        "drawers removed": report.removed,
        "turns that another file has filed": report.repeated,
        "names learned": len(names),
        "texts embedded": embedded,
    }
    listed = {
        "secrets masked": [f"{each.path}: {each.note.told}" for each in report.secrets],
        "gaps in files": [f"{each.path}: {each.reason}" for each in report.partly],
        "files skipped": [f"{each.path}: {each.reason}" for each in report.skipped],
        "files gone": report.gone,
    }
    for what, count in said.items():
        if count:
            call.out.say(f"  {what}: {count:,}")
    for what, lines in listed.items():
        if lines:
            call.out.say(f"  {what}: {len(lines):,}")
            call.out.some(lines, indent="    ")
    if report.gone:
        forget = call.typed("forget", "--source", str(root / report.gone[0]))
        call.out.note(f"what was read from files that are gone stays: {forget} removes it")
    if report.exports:
        found = counted(len(report.exports), "file holds", "files hold")
        command = call.typed("mine", call.args.dir, "--mode", "convos")
        call.out.note(f"{found} exported conversations ({report.exports[0]}); {command} files them turn by turn")


def _document(call: Call, report: "MiningReport", names: list[str], embedded: int) -> dict[str, object]:
    return {
        "dry_run": call.args.dry_run,
        "files": report.files,
        "read": report.read,
        "unchanged": report.unchanged,
        "twins": report.twins,
        "filed": report.filed,
        "kept": report.kept,
        "removed": report.removed,
        "repeated": report.repeated,
        "embedded": embedded,
        "names": names,
        "secrets": [{"path": each.path, "kind": each.note.kind, "line": each.note.line} for each in report.secrets],
        "partly": [{"path": each.path, "reason": each.reason} for each in report.partly],
        "skipped": [{"path": each.path, "reason": each.reason} for each in report.skipped],
        "exports": report.exports,
        "gone": report.gone,
    }


MINE = Command(
    "mine",
    "read a folder into the palace; later runs read only what changed",
    mine,
    (
        argument("dir", metavar="DIR", help="the folder, or one file; nothing in it is changed"),
        argument("--mode", choices=MODES, default="projects", help="the kind of content (default: projects)"),
        argument("--wing", help="the wing to file it in (default: from simonides.yaml, or named after the folder)"),
        switch("--dry-run", "say what would be filed; file nothing"),
        argument("--limit", type=one_or_more, metavar="N", help="read at most N new or changed files"),
        switch("--watch", "keep running, and mine again after every save"),
        NO_EMBED,
        JOBS,
    ),
)
