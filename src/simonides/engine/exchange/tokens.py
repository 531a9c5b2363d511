"""Access tokens as lines and back: digests of secrets, never the secrets. Only who runs the store exports and imports them."""

from collections.abc import Iterator

from simonides.domain.errors import Conflict, Invalid
from simonides.domain.time import rfc3339
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import Line
from simonides.engine.tokens import NOTE_MAX
from simonides.ports.tokens import Token, Tokens

_HEX = frozenset("0123456789abcdef")
_DIGEST_LENGTH = 64


def token_lines(tokens: Tokens, palace: str) -> Iterator[Line]:
    """The tokens of a palace, the oldest first."""
    for token in tokens.list():
        if token.palace == palace:
            yield {
                "type": "token",
                "id": token.id,
                "digest": token.digest,
                "created_at": rfc3339(token.created_at),
                "read_only": token.read_only,
                "note": token.note,
            }


def read_token(fields: Fields) -> Token:
    """The token in a line, for a palace that is still to be named. Raises Invalid."""
    token_id, digest, created_at = fields.name("id"), fields.key("digest"), fields.moment("created_at")
    if len(digest) != _DIGEST_LENGTH or not _HEX.issuperset(digest):
        raise Invalid("digest", "must be the SHA-256 of a secret, as hexadecimal digits")
    if created_at is None:
        raise Invalid("created_at", "is missing")
    token = Token(token_id, "", digest, created_at, fields.flag("read_only"), fields.text_or("note", "").strip()[:NOTE_MAX])
    fields.finish()
    return token


def keep_token(tokens: Tokens, token: Token, palace: str) -> bool:
    """Keep a token for a palace; False when its id or digest is known."""
    try:
        tokens.create(Token(token.id, palace, token.digest, token.created_at, token.read_only, token.note))
    except Conflict:
        return False
    return True
