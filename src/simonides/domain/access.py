"""Access tokens: each gives the right to use one palace."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Token:
    """The right to use one palace. Only the secret's `digest` is stored, never the secret."""

    id: str
    palace: str
    digest: str
    created_at: datetime
    read_only: bool = False
    note: str = ""
    """Who it was given to, in the words of whoever issued it."""
