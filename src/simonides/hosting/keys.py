"""The tokens of palaces, as the HTTP server checks them."""

import time
from typing import TYPE_CHECKING

from simonides.hosting.complaints import told_on_stderr

if TYPE_CHECKING:
    from simonides.ports.tokens import Tokens
    from simonides.toolkit.grant import Grant


class PalaceKeys:
    """Looks tokens up in their store, so that a revoked one stops working at once."""

    def __init__(self, tokens: "Tokens") -> None:
        self._tokens = tokens
        self._are_there = False
        self._next_look_s = 0.0

    def are_there(self) -> bool:
        """Whether any token exists; looked up at most once a second, since every request without one asks."""
        now_s = time.monotonic()
        if now_s >= self._next_look_s:
            # A store that does not answer must not grant access.
            self._are_there = True
            with told_on_stderr():
                self._are_there = bool(self._tokens.list())
            self._next_look_s = now_s + 1.0
        return self._are_there

    def is_one(self, secret: str) -> bool:
        """Whether a secret has the form of a palace token."""
        from simonides.engine.tokens import PREFIX

        return secret.startswith(PREFIX)

    def find(self, secret: str) -> "Grant | None":
        """The grant of a secret; looked up every time, so that a revoked token stops working at once."""
        from simonides.engine.tokens import token_of_secret
        from simonides.toolkit.grant import Grant

        with told_on_stderr():
            token = token_of_secret(self._tokens, secret)
            return Grant(token.palace, may_write=not token.read_only, holder=token.id) if token else None
        return None

    def are_good(self, grant: "Grant") -> bool:
        """Whether a grant is still valid; for clients that keep listening."""
        with told_on_stderr():
            return not grant.holder or any(token.id == grant.holder for token in self._tokens.list())
        return False
