"""The port for access tokens: where they are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from simonides.frozen import frozen


@frozen
class Token:
    """The right to use one palace. Only the secret's `digest` is stored, never the secret."""

    id: str
    palace: str
    digest: str
    created_at: datetime
    read_only: bool = False
    note: str = ""
    """Who it was given to, in the words of whoever issued it."""


class Tokens(Protocol):
    """The valid tokens. Several processes may use one store; each sees the others' changes on its next call.

    Every method raises StoreFailure when the store cannot do its work.
    """

    def create(self, token: Token) -> None:
        """Keep a token, durably. Raises Conflict when its id or digest exists already."""
        ...

    def list(self) -> Sequence[Token]:
        """Every token, the oldest first, then by id."""
        ...

    def revoke(self, token_id: str) -> bool:
        """Drop a token, durably; False when there is none with that id."""
        ...

    def find(self, digest: str) -> Token | None:
        """The token with that digest; None when there is none."""
        ...
