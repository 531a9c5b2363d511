"""Tokens that travel in headers, and JSON Web Tokens wherever they stand."""

import base64
import binascii
import re

from simonides.domain.text.secrets.kind import AFTER, Match, SecretKind, SecretPattern, is_real, secret_of
from simonides.domain.text.secrets.kinds.addresses import is_strong
from simonides.domain.text.secrets.plausibility import is_plain_password, is_random

PASSWORD_MIN = 8
_EXAMPLES = ("John Doe", "1234567890", "example", "joe", '"foo', '"bar', '"some"', '"test"', "payload", "Hello", '"key":"value"')
"""What the payloads of tokens in documentation say."""


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(
            text + "=" * (-len(text) % 4), altchars=b"-_" if "+" not in text and "/" not in text else None
        ).decode()
    except (binascii.Error, ValueError):
        return ""


def _is_signed(match: Match) -> bool:
    """Whether the head of a token names an algorithm and its claims are nobody's example."""
    head, claims, _ = secret_of(match).split(".", 2)
    told = _decoded(claims)
    return '"alg"' in _decoded(head) and told.startswith("{") and not any(word in told for word in _EXAMPLES) and is_real(match)


def _is_login(match: Match) -> bool:
    """Whether the text is a user's name and a password that somebody would use."""
    user, colon, password = _decoded(secret_of(match)).partition(":")
    return (
        bool(colon)
        and len(password) >= PASSWORD_MIN
        and password != user
        and is_strong(password)
        and not is_plain_password(password)
    )


def _is_generated(match: Match) -> bool:
    """Whether a token is random; a JSON Web Token is judged by its own rule."""
    token = secret_of(match)
    return not token.startswith("eyJ") and is_random(token)


HEADERS: tuple[SecretKind, ...] = (
    SecretKind(
        "jwt",
        "JSON Web Token",
        ("eyJ",),
        SecretPattern(
            rf"(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{{10,1000}}+\.eyJ[A-Za-z0-9_-]{{10,4000}}+\.[A-Za-z0-9_-]{{20,1000}}+(?!\.){AFTER}"
        ),
        accepts=_is_signed,
    ),
    SecretKind(
        "encrypted-jwt",
        "encrypted JSON Web Token",
        ("eyJ",),
        SecretPattern(
            rf"(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{{10,1000}}+(?:\.[A-Za-z0-9_-]{{0,4000}}+){{3}}\.[A-Za-z0-9_-]{{16,64}}+{AFTER}"
        ),
    ),
    SecretKind(
        "basic-header",
        "login in a header",
        ("basic ",),
        SecretPattern(r"basic (?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})", re.IGNORECASE),
        is_folded=True,
        accepts=_is_login,
    ),
    SecretKind(
        "bearer-header",
        "bearer token in a header",
        ("bearer ",),
        SecretPattern(r"bearer (?P<secret>[A-Za-z0-9_.~+/=-]{20,2000}+)", re.IGNORECASE),
        is_folded=True,
        accepts=_is_generated,
    ),
    SecretKind(
        "token-header",
        "token in a header",
        ("authorization: token ", "authorization: apikey ", "authorization: key=", "authorization: ssws "),
        SecretPattern(r"authorization: (?:token|apikey|key|ssws)[ =](?P<secret>[A-Za-z0-9_.~+/=-]{20,400}+)", re.IGNORECASE),
        is_folded=True,
        accepts=_is_generated,
    ),
    SecretKind(
        "key-header",
        "key in a header",
        ("x-api-key", "x-auth-token", "x-vault-token", "private-token", "x-amz-security-token", "x-functions-key"),
        SecretPattern(r"[A-Za-z-]{9,20}+[\"']?: {0,2}[\"']?(?P<secret>[A-Za-z0-9_.~+/=-]{16,2000}+)", re.IGNORECASE),
        is_folded=True,
        accepts=_is_generated,
    ),
    SecretKind(
        "cookie-header",
        "session cookie",
        ("sessionid=", "session_id=", "phpsessid=", "jsessionid=", "connect.sid="),
        SecretPattern(r"[a-z_.]{9,12}+=(?P<secret>[A-Za-z0-9%._~-]{24,400}+)", re.IGNORECASE),
        is_folded=True,
        accepts=_is_generated,
    ),
    SecretKind(
        "docker-login",
        "login of a container registry",
        ('"auth"',),
        SecretPattern(r'"auth"\s{0,4}:\s{0,4}"(?P<secret>[A-Za-z0-9+/]{12,800}+={0,2})"'),
        accepts=_is_login,
    ),
    SecretKind(
        "npmrc-login",
        "login of a package registry",
        (":_authToken=", ":_password=", ":_auth=", "\n_auth=", "\n_authToken="),
        SecretPattern(r"[:\n]_(?:authToken|password|auth)=\"?(?P<secret>[A-Za-z0-9+/=_.-]{20,800}+)"),
        accepts=is_real,
    ),
)
