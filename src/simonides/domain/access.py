"""Who may use a palace? Whoever holds a token for it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Token:
    """The right to use one palace. The secret itself is nowhere kept; `digest` recognises it."""

    id: str
    palace: str
    digest: str
    created_at: datetime
    read_only: bool = False
    note: str = ""
    """Whom it was given to, in words of the person who did."""
