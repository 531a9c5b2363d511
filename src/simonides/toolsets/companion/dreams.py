"""Dreams over REST: their results so far, what each of them did and why, and a dream on demand."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Literal, TypedDict

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import NotFound, SimonidesError
from simonides.domain.records.plain import shaped
from simonides.domain.records.tables import DREAM, DREAM_TOTALS
from simonides.domain.time import first_instant, last_instant, rfc3339
from simonides.engine.claims.told import PairLine, StatementLine, pair_line, statement_line
from simonides.engine.palace import Palace
from simonides.engine.past.upkeep import Deed
from simonides.engine.tenancy import Tenancy
from simonides.toolkit.shapes import Arg

BUDGET_S = 5.0
DEEDS_MAX = 100
BUDGET_MAX_S = 60.0
"""A request that takes longer than this has usually lost the one who asked."""


class DreamSums(TypedDict):
    """What dreams came to."""

    cycles: int
    merged: int
    embedded: int
    closets_updated: int
    duration_ms: int


class Slept(DreamSums):
    """What all dreams of a palace came to, and how many drawers wait for the next."""

    palace: str
    remaining: int
    last_run_at: str | None


class Dreams(DreamSums):
    """What all dreams of all palaces came to."""

    remaining: int
    last_run_at: str | None
    palaces: list[Slept]


class DreamFields(TypedDict):
    """What is stored of one dream."""

    merged: int
    embedded: int
    closets_updated: int
    duration_ms: int
    remaining: int


class Dreamt(DreamFields):
    """What one dream came to."""

    palace: str


class DreamRun(TypedDict):
    """The dreams that were dreamt; `busy` are the palaces that another process is dreaming over."""

    dreams: list[Dreamt]
    busy: list[str]


class DeedRow(TypedDict):
    """One thing that upkeep did.

    `cycle`: a dream with its results. `merged`: a memory that was closed, and the one that says all of it; null for what is
    gone or open again. `proposed`: a pair that waits for a decision, or had one; null for one that was taken back.
    """

    kind: Literal["cycle", "merged", "proposed"]
    at: str
    change: int
    undone_by: int | None
    cycle: DreamFields | None
    reason: str | None
    closed: StatementLine | None
    kept: StatementLine | None
    pair: PairLine | None


class DeedDocument(TypedDict):
    """What upkeep did, newest first; `older` is what `before` must be for the next page, null at the end."""

    deeds: list[DeedRow]
    older: int | None


_sums_of = shaped(DREAM_TOTALS, DreamSums)
_dream_of = shaped(DREAM, DreamFields)


def show_palace_dream(tenancy: Tenancy, id: Annotated[str, Arg("The palace")]) -> Slept:  # noqa: A002 - the word in the path
    """What all dreams of a palace came to."""
    return _slept(tenancy.dream_status(id))


def show_dreams(tenancy: Tenancy) -> Dreams:
    """What all dreams came to, in sum and for each palace."""
    palaces = list(_all_slept(tenancy))
    return {
        "cycles": sum(each["cycles"] for each in palaces),
        "merged": sum(each["merged"] for each in palaces),
        "embedded": sum(each["embedded"] for each in palaces),
        "closets_updated": sum(each["closets_updated"] for each in palaces),
        "duration_ms": sum(each["duration_ms"] for each in palaces),
        "remaining": sum(each["remaining"] for each in palaces),
        "last_run_at": max((each["last_run_at"] for each in palaces if each["last_run_at"]), default=None),
        "palaces": palaces,
    }


def list_deeds(
    palace: Palace,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=DEEDS_MAX)] = 30,
    before: Annotated[int | None, Arg("Only before this line of the change log", minimum=1)] = None,
    since: Annotated[str | None, Arg("Only since this day, month or year (ISO 8601)")] = None,
    until: Annotated[str | None, Arg("Only until then")] = None,
) -> DeedDocument:
    """What upkeep closed and proposed and why, and its cycles, newest first; a merge is taken back by undoing its change."""
    page = palace.past.upkeep.newest(limit, before, first_instant(since, "since"), last_instant(until, "until"))
    return {"deeds": [_deed(palace, each) for each in page.deeds], "older": page.older}


def run_dream(
    tenancy: Tenancy,
    palace: Annotated[str | None, Arg("Only this palace")] = None,
    budget_s: Annotated[float, Arg("How long all of it may take, in seconds", minimum=0, maximum=BUDGET_MAX_S)] = BUDGET_S,
) -> DreamRun:
    """Dream now, over one palace or over all; what does not fit into the budget is left for the next dream."""
    names = [each["palace"] for each in _all_slept(tenancy)] if palace is None else [palace]
    reports = {name: tenancy.dream(name, budget_s / len(names)) for name in names}
    return {
        "dreams": [_dreamt(report) for report in reports.values() if report is not None],
        "busy": [name for name, report in reports.items() if report is None],
    }


def _all_slept(tenancy: Tenancy) -> Iterator[Slept]:
    for name in tenancy.names():
        # One palace that cannot be opened must not hide the others.
        with suppress(SimonidesError):
            yield _slept(tenancy.dream_status(name))


def _slept(status: DreamStatus) -> Slept:
    return {
        "palace": status.palace,
        **_sums_of(status.totals),
        "remaining": status.remaining,
        "last_run_at": rfc3339(status.last.finished_at) if status.last else None,
    }


def _deed(palace: Palace, deed: Deed) -> DeedRow:
    return {
        "kind": "cycle" if deed.line.kind == "dream" else "proposed" if deed.pair else "merged",
        "at": rfc3339(deed.line.at),
        "change": deed.line.act or deed.line.seq,
        "undone_by": deed.undone_by,
        "cycle": _dream_of(deed.cycle) if deed.cycle else None,
        "reason": deed.closed.end_reason if deed.closed else None,
        "closed": statement_line(deed.closed),
        "kept": statement_line(deed.kept),
        "pair": _pair(palace, deed.pair) if deed.pair else None,
    }


def _pair(palace: Palace, pair: str) -> PairLine | None:
    try:
        return pair_line(palace.claims.review.find(pair))
    except NotFound:
        return None


def _dreamt(report: DreamReport) -> Dreamt:
    return {"palace": report.palace, **_dream_of(report.dream)}
