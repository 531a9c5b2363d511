"""How is somebody let into one palace? With a secret that is shown once; we keep what recognises it.

A secret holds 256 random bits, so that a plain digest is enough: nobody can try them out, however quick each try is. A slow hash
is for secrets that people think up.
"""

import hashlib
import secrets

from simonides.domain.access import Token
from simonides.domain.naming import check_place_name, clean_text
from simonides.domain.time import Clock
from simonides.ports.tokens import Tokens

PREFIX = "simonides_"
"""What every secret begins with, so that scanners for leaked secrets can tell it."""

NOTE_MAX = 200
_SECRET_BYTES = 32
_ID_BYTES = 4


def admit(tokens: Tokens, palace: str, clock: Clock, *, read_only: bool = False, note: str = "") -> tuple[Token, str]:
    """A new token for a palace, kept, and its secret, which is not."""
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    token = Token(
        id=secrets.token_hex(_ID_BYTES),
        palace=check_place_name(palace, "palace"),
        digest=digest_of(secret),
        created_at=clock(),
        read_only=read_only,
        note=clean_text(note).strip()[:NOTE_MAX],
    )
    tokens.create(token)
    return token, secret


def recognise(tokens: Tokens, secret: str) -> Token | None:
    """The token that a secret is of; None for what we never gave, or have taken back."""
    return tokens.find(digest_of(secret))


def dismiss(tokens: Tokens, palace: str) -> int:
    """Take back every token of a palace, since another may get its name one day; how many there were."""
    return sum(tokens.revoke(token.id) for token in tokens.list() if token.palace == palace)


def digest_of(secret: str) -> str:
    """What recognises a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
