"""Access tokens for single palaces: the secret is shown once, and only its digest is stored.

A secret holds 256 random bits, so a plain digest is enough: guessing is hopeless however fast each guess is. Slow hashes are
for passwords that people choose.
"""

import hashlib
import secrets

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


def token_of_secret(tokens: Tokens, secret: str) -> Token | None:
    """The token that a secret belongs to; None when it was never issued or has been revoked."""
    return tokens.find(digest_of(secret))


def dismiss(tokens: Tokens, palace: str) -> int:
    """Revoke every token of a palace, since a later palace may get the same name; returns how many there were."""
    return sum(tokens.revoke(token.id) for token in tokens.list() if token.palace == palace)


def digest_of(secret: str) -> str:
    """The digest by which a secret is recognised."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
