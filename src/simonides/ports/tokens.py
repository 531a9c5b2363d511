"""What do we need to let somebody into one palace? A place to keep tokens."""

from collections.abc import Sequence
from typing import Protocol

from simonides.domain.access import Token


class Tokens(Protocol):
    """The tokens that are good; several processes use one store, and each sees the others' changes on its next call.

    Every method raises StoreFailure when the store cannot do its work.
    """

    def create(self, token: Token) -> None:
        """Keep a token, durably. Raises Conflict when one of its id or digest is there."""
        ...

    def list(self) -> Sequence[Token]:
        """Every token, the oldest first, then by id."""
        ...

    def revoke(self, token_id: str) -> bool:
        """Drop a token, durably; False when there is none of that id."""
        ...

    def find(self, digest: str) -> Token | None:
        """The token of that digest; None when there is none."""
        ...
