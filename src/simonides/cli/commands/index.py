"""The command `index` for source code."""

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING

from simonides.cli.arguments import JOBS
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import counted
from simonides.cli.progress import Advance, embed_pending, progress

if TYPE_CHECKING:
    from simonides.domain.code import IndexReport, Progress
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace


def index(call: Call) -> int:
    """Index a folder of source code; with --watch, keep watching it."""
    with call.in_haste().engine() as engine:
        palace = call.create(engine)
        if call.args.watch:
            _watch(call, engine, palace)
        else:
            with ExitStack() as stack:
                report = palace.codebase.index(call.args.dir, _Bar(stack), afresh=call.args.afresh)
            _tell(call, report, _embed(call, engine, palace))
    return 0


def _watch(call: Call, engine: "Engine", palace: "Palace") -> None:
    stop, is_first = threading.Event(), True
    try:
        for report in palace.codebase.watch(call.args.dir, stop):
            if is_first or report.changed or report.removed:
                _tell(call, report, _embed(call, engine, palace))
            if is_first:
                call.out.note(f"watching {report.status.project.root}; stop with Ctrl-C")
            is_first = False
    finally:
        stop.set()


def _embed(call: Call, engine: "Engine", palace: "Palace") -> int:
    if call.args.no_embed or not palace.vectors.pending() or not call.await_model(engine):
        return 0
    return embed_pending(palace)


class _Bar:
    """A bar that starts when the number of files is known."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._advance: Advance | None = None

    def __call__(self, seen: "Progress") -> None:
        if self._advance is None:
            self._advance = self._stack.enter_context(progress("indexing", "files", seen.total_files))
        self._advance(seen.indexed_files, seen.indexed_files)


def _tell(call: Call, report: "IndexReport", embedded: int) -> None:
    if call.out.is_json:
        call.out.json(_document(report, embedded))
        return
    status = report.status
    files = status.progress
    if not report.is_ours:
        call.out.note(f"another process is indexing {status.project.id}: {files.indexed_files:,} of {files.total_files:,} files")
        return
    call.out.say(f"{status.project.id}: {counted(files.total_files, 'file')}, {counted(status.chunks, 'chunk')}")
    said = {
        "files new or changed": report.changed,
        "files gone": report.removed,
        "texts embedded": embedded,
        f"chunks left for a server or {call.typed('reembed', '--pending')} to embed": status.chunks - status.embedded - embedded,
    }
    for what, count in said.items():
        if count > 0:
            call.out.say(f"  {what}: {count:,}")
    call.out.some([f"skipped {each.path}: {each.reason}" for each in report.skipped])
    call.out.say(f"search it with: {call.typed('code', 'your question', '--project', status.project.id).strip('`')}")


def _document(report: "IndexReport", embedded: int) -> dict[str, object]:
    status = report.status
    return {
        "project": status.project.id,
        "root": status.project.root,
        "state": status.progress.state.value,
        "files": status.progress.total_files,
        "chunks": status.chunks,
        "changed": report.changed,
        "removed": report.removed,
        "embedded": embedded,
        "is_ours": report.is_ours,
        "skipped": [{"path": each.path, "reason": each.reason} for each in report.skipped],
    }


INDEX = Command(
    "index",
    "index a folder of source code for search",
    index,
    (
        argument("dir", metavar="DIR", help="the folder; nothing in it is changed"),
        switch("--watch", "keep running, and index again within a second of every save"),
        switch("--afresh", "read every file again, not only changed ones"),
        # The second name is from before all commands called it the same.
        argument("--no-embed", "--no-vectors", action="store_true", help="leave embedding to a server"),
        JOBS,
    ),
)
