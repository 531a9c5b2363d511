"""Access tokens for single palaces: the secret is shown once, and only its digest is stored.

A secret holds 256 random bits, so a plain digest is enough: guessing is hopeless however fast each guess is. Slow hashes are
for passwords that people choose.
"""

import hashlib
import secrets
from collections.abc import Sequence

from simonides.domain.time import Clock
from simonides.domain.validation import clean_text, palace_forms
from simonides.ports.tokens import Token, Tokens

PREFIX = "simonides_"
"""Every secret begins with this, so that scanners for leaked secrets recognise it."""

NOTE_MAX = 200
_SECRET_BYTES = 32
_ID_BYTES = 4


def admit(tokens: Tokens, palace: str, clock: Clock, *, read_only: bool = False, note: str = "") -> tuple[Token, str]:
    """Create a token for a palace; returns the stored token and its secret, which is not stored."""
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    token = Token(
        id=secrets.token_hex(_ID_BYTES),
        palace=palace_forms(palace)[0],
        digest=digest_of(secret),
        created_at=clock(),
        read_only=read_only,
        note=clean_text(note).strip()[:NOTE_MAX],
    )
    tokens.create(token)
    return token, secret


class TokenDesk:
    """Creates, lists and revokes the tokens of one store."""

    def __init__(self, tokens: Tokens, clock: Clock) -> None:
        self._tokens = tokens
        self._clock = clock

    def create(self, palace: str, *, read_only: bool = False, note: str = "") -> tuple[Token, str]:
        """A new token, and its secret."""
        return admit(self._tokens, palace, self._clock, read_only=read_only, note=note)

    def list(self) -> Sequence[Token]:
        """Every token, the oldest first."""
        return self._tokens.list()

    def revoke(self, token_id: str) -> bool:
        """Drop a token; False when there is none with that id."""
        return self._tokens.revoke(token_id)

    def dismiss(self, palace: str) -> int:
        """Revoke every token of a palace that is gone; returns how many there were."""
        return dismiss(self._tokens, palace)


def token_of_secret(tokens: Tokens, secret: str) -> Token | None:
    """The token that a secret belongs to; None when it was never issued or has been revoked."""
    return tokens.find(digest_of(secret))


def dismiss(tokens: Tokens, palace: str) -> int:
    """Revoke every token of a palace, since a later palace may get the same name; returns how many there were."""
    return sum(tokens.revoke(token.id) for token in tokens.list() if token.palace in palace_forms(palace))


def digest_of(secret: str) -> str:
    """The digest by which a secret is recognised."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
