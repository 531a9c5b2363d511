"""What a palace notes of its own work, as lines and back: the ledger of mined files, and the results of dreaming."""

from collections.abc import Iterator
from datetime import datetime

from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import DREAM, DREAM_TOTALS
from simonides.engine.exchange.fields import Fields, expected
from simonides.engine.exchange.lines import Line
from simonides.ports.ledger import MINED, Mined
from simonides.ports.stores import Store

BLOCK = 1_000
_mined = plain(*MINED.fields)
_MINED_EXPECTED = expected(MINED.fields)
_cycle = plain(*DREAM.fields)
_totals = plain(*DREAM_TOTALS.fields)


def mined_lines(store: Store) -> Iterator[Line]:
    """Every entry of the ledger, by path, so that unchanged files are not read again after an import."""
    last = ""
    while lines := store.ledger.after(last, BLOCK):
        yield from ({"type": "mined", **_mined(line)} for line in lines)
        last = lines[-1].path


def read_mined(fields: Fields, now: datetime) -> Mined:
    """The ledger entry in a line."""
    return MINED.filled({"mined_at": now, **fields.values(_MINED_EXPECTED)})


def dream_lines(store: Store) -> Iterator[Line]:
    """The last cycle and the totals of all cycles in one line, if the palace has ever dreamt."""
    last = store.dreams.last()
    if last is not None:
        yield {"type": "dreams", "last": _cycle(last), "totals": _totals(store.dreams.totals())}


def read_dreams(fields: Fields, now: datetime) -> tuple[Dream, DreamTotals]:
    """The last cycle and the totals in a line."""
    last, totals = Fields(fields.mapping("last")), Fields(fields.mapping("totals"))
    fields.finish()
    dream = DREAM.filled({"started_at": now, "finished_at": now, **last.values(expected(DREAM.fields))})
    return dream, DREAM_TOTALS.filled(totals.values(expected(DREAM_TOTALS.fields)))
