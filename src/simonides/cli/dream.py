"""How does a person look after dreams?"""

from dataclasses import asdict
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument, seconds
from simonides.domain.errors import StoreFailure
from simonides.domain.time import rfc3339

if TYPE_CHECKING:
    from simonides.domain.dreams import Dream, DreamReport, DreamStatus
    from simonides.engine.engine import Engine

BUDGET_S = 60.0
"""A person who asks for a dream is there to wait for it."""


def run(call: Call) -> int:
    """Consolidate the palace that is meant, or all of them, now."""
    with call.engine() as engine:
        names = engine.names() if call.args.all else [engine.palace(call.settings.palace_name).info.name]
        if names:
            call.await_model(engine)
        documents = [_run_one(call, engine, name) for name in names]
    if call.out.is_json:
        call.out.json(documents if call.args.all else documents[0])
    elif not documents:
        call.out.say("No palaces yet.")
    return 1 if any("problem" in document for document in documents) else 0


def status(call: Call) -> int:
    """Show what the palace has dreamt, and what is left."""
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
        return _passed_over(call, name, "another process is dreaming of this palace")
    if not call.out.is_json:
        _say(call, report)
    return _report_document(report)


def _passed_over(call: Call, name: str, problem: str) -> dict[str, object]:
    call.out.note(f"{name}: {problem}")
    return {"palace": name, "problem": problem}


def _say(call: Call, report: "DreamReport") -> None:
    dream = report.dream
    call.out.say(
        f"{report.palace}: {dream.merged:,} merged, {dream.closets_updated:,} laid into closets, {dream.embedded:,} embedded,"
        f" {dream.trimmed:,} log lines trimmed in {dream.duration_ms / 1000:.1f} s"
    )
    for merge in report.merges:
        call.out.say(f"  {merge.ended} closed in favour of {merge.into} ({merge.similarity:.3f})")
    if not report.is_complete:
        call.out.say(f"  {dream.remaining:,} memories are left for the next time")


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
        ("cycles", f"{totals.cycles:,}, {totals.duration_ms / 1000:,.1f} s in all"),
        ("merged", f"{totals.merged:,}"),
        ("closets", f"{totals.closets_updated:,} memories laid out"),
        ("embedded", f"{totals.embedded:,}"),
        ("trimmed", f"{totals.trimmed:,} log lines"),
        ("left to do", f"{status.remaining:,} memories"),
    ]
    if last is None:
        return [*pairs, ("last", "never")]
    faded = "not counted yet" if last.faded is None else f"{last.faded:,} memories; none is removed for it"
    return [*pairs, ("faded", faded), ("last", rfc3339(last.finished_at))]


DREAM = Group(
    "dream",
    "consolidate palaces: run, status",
    (
        Command(
            "run",
            "close repetitions, lay out closets and make up for vectors, now",
            run,
            (
                argument(
                    "--budget",
                    type=seconds,
                    default=BUDGET_S,
                    metavar="S",
                    help=f"how many seconds each palace may take (default: {BUDGET_S:g})",
                ),
                argument("--all", action="store_true", help="every palace, one after the other"),
            ),
        ),
        Command("status", "show what the palace has dreamt, and what is left", status),
    ),
)
