"""Dream results as a line and back: the last cycle, and the totals of all cycles."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime

from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.time import rfc3339
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import Line
from simonides.ports.stores import Store


def dream_lines(store: Store) -> Iterator[Line]:
    """One line, if the palace has ever dreamt."""
    last = store.dreams.last()
    if last is not None:
        times = {"started_at": rfc3339(last.started_at), "finished_at": rfc3339(last.finished_at)}
        yield {"type": "dreams", "last": asdict(last) | times, "totals": asdict(store.dreams.totals())}


def read_dreams(fields: Fields, now: datetime) -> tuple[Dream, DreamTotals]:
    """The last cycle and the totals in a line."""
    last, totals = Fields(fields.mapping("last")), Fields(fields.mapping("totals"))
    fields.finish()
    dream = Dream(
        started_at=last.moment("started_at") or now,
        finished_at=last.moment("finished_at") or now,
        duration_ms=last.whole("duration_ms") or 0,
        embedded=last.whole("embedded") or 0,
        merged=last.whole("merged") or 0,
        closets_updated=last.whole("closets_updated") or 0,
        trimmed=last.whole("trimmed") or 0,
        faded=last.whole("faded"),
        remaining=last.whole("remaining") or 0,
        cycle=last.whole("cycle") or 0,
    )
    summed = DreamTotals(
        cycles=totals.whole("cycles") or 0,
        duration_ms=totals.whole("duration_ms") or 0,
        embedded=totals.whole("embedded") or 0,
        merged=totals.whole("merged") or 0,
        closets_updated=totals.whole("closets_updated") or 0,
        trimmed=totals.whole("trimmed") or 0,
    )
    last.finish()
    totals.finish()
    return dream, summed
