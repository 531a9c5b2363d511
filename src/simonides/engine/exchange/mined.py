"""The ledger of mined files as lines and back, so that unchanged files are not read again after an import."""

from collections.abc import Iterator
from datetime import datetime

from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import Line
from simonides.ports.ledger import Mined
from simonides.ports.stores import Store

BLOCK = 1_000


def mined_lines(store: Store) -> Iterator[Line]:
    """Every entry of the ledger, by path."""
    last = ""
    while lines := store.ledger.after(last, BLOCK):
        yield from (_line(line) for line in lines)
        last = lines[-1].path


def read_mined(fields: Fields, now: datetime) -> Mined:
    """The ledger entry in a line."""
    path = fields.identifier("path")
    if path is None:
        raise Invalid("path", "is missing")
    mined = Mined(
        path=path,
        digest=fields.digest("digest"),
        size=fields.whole("size") or 0,
        modified_ns=fields.integer("modified_ns") or 0,
        mode=fields.text_or("mode", ""),
        wing=fields.text_or("wing", ""),
        shape=fields.text_or("shape", ""),
        drawers=fields.whole("drawers") or 0,
        mined_at=fields.moment("mined_at") or now,
        twin_of=fields.text("twin_of"),
    )
    fields.finish()
    return mined


def _line(mined: Mined) -> Line:
    return {
        "type": "mined",
        "path": mined.path,
        "digest": mined.digest.hex(),
        "size": mined.size,
        "modified_ns": mined.modified_ns,
        "mode": mined.mode,
        "wing": mined.wing,
        "shape": mined.shape,
        "drawers": mined.drawers,
        "mined_at": rfc3339(mined.mined_at),
        "twin_of": mined.twin_of,
    }
