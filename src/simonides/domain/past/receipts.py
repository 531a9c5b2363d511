"""Receipts: through whom a memory arrived that could not vouch for what it claims, and how far it is trusted for that.

A replica sends its memories as it has them, with who filed them and how far they are trusted. Whoever holds the token of a palace
may send anything, so that such a claim is kept and passed on, but here it counts for no more than what the token may file itself.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.actor import Caller
from simonides.domain.errors import Forbidden, Invalid
from simonides.domain.past.provenance import Trust, in_order, set_trust, with_trust
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.domain.memory import Memory

RECEIVED = "received_through"
"""The key of the metadata under which a receipt stands."""
MOST = Trust.REPORTED
"""How far what arrives with a palace's token is trusted at most: as far as what its holder files."""
_LENGTH_MAX = 64
_RANKS = {trust: rank for rank, trust in enumerate(Trust)}


@frozen
class TokenReceipt:
    """Through which token something arrived, and as what the sender introduced itself."""

    token: str
    origin: str = ""
    """The replica that sent it, by its own word; empty for lines of an import."""

    def document(self) -> dict[str, object]:
        """The receipt as values of JSON."""
        return {"token": self.token, **({"replica": self.origin} if self.origin else {})}


def receipt_for(caller: Caller, origin: str = "") -> TokenReceipt | None:
    """The receipt of what a caller brings; None for a person at a terminal and for the server's own token, which vouch."""
    # The id of a token that was imported may be any text.
    named = "".join(filter(_is_name, caller.holder))[:_LENGTH_MAX] or "unknown"
    return TokenReceipt(named, origin) if caller.holder else None


def read_receipt(value: object) -> TokenReceipt | None:
    """The receipt in a value of JSON. Raises Invalid."""
    if value is None:
        return None
    token = value.get("token") if isinstance(value, dict) else None
    origin = value.get("replica", "") if isinstance(value, dict) else None
    if not _is_name(token) or not (origin == "" or _is_name(origin)):
        raise Invalid(RECEIVED, "must name a token and a replica")
    return TokenReceipt(str(token), str(origin))


def receipt_of(metadata: Mapping[str, object]) -> TokenReceipt | None:
    """The receipt that stands in metadata, if what it bounds still stands: a person may have set a trust class since."""
    told = metadata.get(RECEIVED)
    if not isinstance(told, dict) or (set_trust(metadata) is not MOST and "claimed" in told):
        return None
    try:
        return read_receipt(told)
    except Invalid:
        return None


def received(memory: "Memory", receipt: TokenReceipt) -> "Memory":
    """A memory that arrived with a receipt: what it claims stays in the receipt, and it is trusted no further than may be."""
    bare = in_order({key: value for key, value in memory.metadata.items() if key != RECEIVED})
    note = receipt.document()
    if is_above(replace(memory, metadata=bare).provenance.trust, MOST):
        given = set_trust(bare)
        note["claimed"] = given.value if given else None
        bare = with_trust(bare, MOST)
    return replace(memory, metadata={**bare, RECEIVED: note})


def claimed(metadata: Mapping[str, object]) -> Mapping[str, object]:
    """The metadata as it arrived, without the receipt."""
    if receipt_of(metadata) is None:
        return metadata
    note = metadata[RECEIVED]
    bare = {key: value for key, value in metadata.items() if key != RECEIVED}
    if isinstance(note, dict) and "claimed" in note:
        # A receipt in lines of an import may claim anything.
        return with_trust(bare, next((trust for trust in Trust if trust == note["claimed"]), None))
    return bare


def check_given(before: Trust, after: Trust, caller: Caller) -> None:
    """Refuse a trust class that a caller may not give: a palace's token lifts nothing above its own. Raises Forbidden."""
    if caller.holder and is_above(after, MOST) and is_above(after, before):
        raise Forbidden(f"a palace's token may set the trust of a memory to '{MOST}' at most; use the server's token")


def is_above(trust: Trust, most: Trust) -> bool:
    """Whether a trust class is higher than another."""
    return _RANKS[trust] < _RANKS[most]


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LENGTH_MAX and value.isascii() and value.isalnum()
