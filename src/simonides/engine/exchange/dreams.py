"""Dream results as a line and back: the last cycle, and the totals of all cycles."""

from collections.abc import Iterator
from datetime import datetime

from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import DREAM, DREAM_TOTALS
from simonides.engine.exchange.fields import Fields, expected
from simonides.engine.exchange.lines import Line
from simonides.ports.stores import Store

_cycle = plain(*DREAM.fields)
_totals = plain(*DREAM_TOTALS.fields)


def dream_lines(store: Store) -> Iterator[Line]:
    """One line, if the palace has ever dreamt."""
    last = store.dreams.last()
    if last is not None:
        yield {"type": "dreams", "last": _cycle(last), "totals": _totals(store.dreams.totals())}


def read_dreams(fields: Fields, now: datetime) -> tuple[Dream, DreamTotals]:
    """The last cycle and the totals in a line."""
    last, totals = Fields(fields.mapping("last")), Fields(fields.mapping("totals"))
    fields.finish()
    dream = DREAM.filled({"started_at": now, "finished_at": now, **last.values(expected(DREAM.fields))})
    return dream, DREAM_TOTALS.filled(totals.values(expected(DREAM_TOTALS.fields)))
