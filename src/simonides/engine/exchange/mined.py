"""The ledger of mined files as lines and back, so that unchanged files are not read again after an import."""

from collections.abc import Iterator
from datetime import datetime

from simonides.domain.records.plain import plain
from simonides.engine.exchange.fields import Fields, expected
from simonides.engine.exchange.lines import Line
from simonides.ports.ledger import MINED, Mined
from simonides.ports.stores import Store

BLOCK = 1_000
_fields = plain(*MINED.fields)
_EXPECTED = expected(MINED.fields)


def mined_lines(store: Store) -> Iterator[Line]:
    """Every entry of the ledger, by path."""
    last = ""
    while lines := store.ledger.after(last, BLOCK):
        yield from ({"type": "mined", **_fields(line)} for line in lines)
        last = lines[-1].path


def read_mined(fields: Fields, now: datetime) -> Mined:
    """The ledger entry in a line."""
    return MINED.filled({"mined_at": now, **fields.values(_EXPECTED)})
