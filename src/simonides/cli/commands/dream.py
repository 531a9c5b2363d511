"""The commands `dream run` and `dream status`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from simonides.cli.arguments import seconds
from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument, switch
from simonides.cli.output import counted
from simonides.domain.errors import StoreFailure
from simonides.domain.time import rfc3339

if TYPE_CHECKING:
    from simonides.domain.dreams import Dream, DreamReport, DreamStatus
    from simonides.engine.engine import Engine

BUDGET_S = 60.0
"""Generous, since the person who asked for the dream waits for it."""


def run(call: Call) -> int:
    """Consolidate the selected palace, or all of them, now."""
    with call.engine() as engine:
        names = engine.names() if call.args.all else [call.existing(engine).info.name]
        if names:
            call.await_model(engine)
        documents = [_run_one(call, engine, name) for name in names]
    if call.out.is_json:
        call.out.json(documents if call.args.all else documents[0])
    elif not documents:
        call.out.say("No palaces yet.")
    return 1 if any("problem" in document for document in documents) else 0


def status(call: Call) -> int:
    """Show what dreams have done in the palace, and what is left to do."""
    with call.engine() as engine:
        seen = engine.dream_status(call.settings.palace_name)
    if call.out.is_json:
        call.out.json(_status_document(seen))
    else:
        call.out.pairs(_status_pairs(seen))
    return 0


def _run_one(call: Call, engine: "Engine", name: str) -> dict[str, object]:
    try:
        report = engine.dream(name, call.args.budget)
    except StoreFailure as error:
        if not call.args.all:
            raise
        return _passed_over(call, name, str(error))
    if report is None:
        return _passed_over(call, name, "another process is consolidating this palace")
    if not call.out.is_json:
        _say(call, report)
    return _report_document(report)


def _passed_over(call: Call, name: str, problem: str) -> dict[str, object]:
    call.out.note(f"{name}: {problem}")
    return {"palace": name, "problem": problem}


def _say(call: Call, report: "DreamReport") -> None:
    dream = report.dream
    call.out.say(
        f"{report.palace}: merged {dream.merged:,}, indexed in closets {dream.closets_updated:,}, embedded {dream.embedded:,},"
        f" log lines trimmed {dream.trimmed:,}, in {dream.duration_ms / 1000:.1f} s"
    )
    for merge in report.merges:
        call.out.say(f"  {merge.ended} merged into {merge.into} (similarity {merge.similarity:.3f})")
    if not report.is_complete:
        call.out.say(f"  memories left for the next run: {dream.remaining:,}")


def _report_document(report: "DreamReport") -> dict[str, object]:
    return {"palace": report.palace, **_dream_document(report.dream), "merges": [asdict(merge) for merge in report.merges]}


def _status_document(status: "DreamStatus") -> dict[str, object]:
    last = _dream_document(status.last) if status.last else None
    return {"palace": status.palace, "remaining": status.remaining, "totals": asdict(status.totals), "last": last}


def _dream_document(dream: "Dream") -> dict[str, object]:
    return {**asdict(dream), "started_at": rfc3339(dream.started_at), "finished_at": rfc3339(dream.finished_at)}


def _status_pairs(status: "DreamStatus") -> list[tuple[str, object]]:
    totals, last = status.totals, status.last
    pairs: list[tuple[str, object]] = [
        ("palace", status.palace),
        ("cycles", f"{totals.cycles:,}, taking {totals.duration_ms / 1000:,.1f} s in total"),
        ("merged", f"{totals.merged:,}"),
        ("in closets", f"{counted(totals.closets_updated, 'memory', 'memories')}"),
        ("embedded", f"{totals.embedded:,}"),
        ("trimmed", counted(totals.trimmed, "log line")),
        ("left to do", counted(status.remaining, "memory", "memories")),
    ]
    if last is None:
        return [*pairs, ("last", "never")]
    faded = "not counted yet" if last.faded is None else f"{counted(last.faded, 'memory', 'memories')}, all of them kept"
    return [*pairs, ("faded", faded), ("last", f"{last.finished_at:%Y-%m-%d %H:%M} UTC")]


DREAM = Group(
    "dream",
    "consolidate palaces: run, status",
    (
        Command(
            "run",
            "merge repetitions, update closets and add missing vectors, now",
            run,
            (
                argument(
                    "--budget",
                    type=seconds,
                    default=BUDGET_S,
                    metavar="S",
                    help=f"seconds allowed for each palace (default: {BUDGET_S:g})",
                ),
                switch("--all", "every palace, one after another"),
            ),
        ),
        Command("status", "show what dreams have done in the palace, and what is left to do", status),
    ),
)
