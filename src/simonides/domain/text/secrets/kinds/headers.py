"""Tokens that travel in headers, and JSON Web Tokens wherever they stand."""

import base64
import binascii
import json
from collections.abc import Iterator

from simonides.domain.text.secrets.kind import AFTER, Match, SecretKind, SecretPattern, folded, is_real, secret_of
from simonides.domain.text.secrets.kinds.addresses import is_strong
from simonides.domain.text.secrets.plausibility import is_plain_password, is_random

PASSWORD_MIN = 8
ID_MIN = 16
"""The length of the shortest id that a service gives."""
NUMBER_MIN = 1_000
"""The least number that may be a time or the id of somebody."""
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
    return '"alg"' in _decoded(head) and _is_claimed(told) and is_real(match)


def _is_claimed(told: str) -> bool:
    return told.startswith("{") and not any(word in told for word in _EXAMPLES) and _is_issued(told)


def _is_issued(claims: str) -> bool:
    """Whether claims are such as a service makes: with a time, an id or a place; an example has a few words."""
    try:
        told = json.loads(claims)
    except (ValueError, RecursionError):
        # What cannot be read may be anything.
        return True
    values = list(_values(told))
    return any(value >= NUMBER_MIN if isinstance(value, int | float) else _is_of_service(str(value)) for value in values)


def _values(told: object) -> Iterator[object]:
    """Every value in claims, without lists and objects around it."""
    left = [told]
    while left:
        value = left.pop()
        if isinstance(value, dict | list):
            left += value.values() if isinstance(value, dict) else value
        else:
            yield value


def _is_of_service(value: str) -> bool:
    return "/" in value or (len(value) >= ID_MIN and any(map(str.isdigit, value)))


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
    folded(
        "basic-header",
        "login in a header",
        ("basic ",),
        r"basic (?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})",
        _is_login,
    ),
    folded(
        "bearer-header",
        "bearer token in a header",
        ("bearer ",),
        r"bearer (?P<secret>[A-Za-z0-9_.~+/=-]{20,2000}+)",
        _is_generated,
    ),
    folded(
        "token-header",
        "token in a header",
        ("authorization: token ", "authorization: apikey ", "authorization: key=", "authorization: ssws "),
        r"authorization: (?:token|apikey|key|ssws)[ =](?P<secret>[A-Za-z0-9_.~+/=-]{20,400}+)",
        _is_generated,
    ),
    folded(
        "key-header",
        "key in a header",
        ("x-api-key", "x-auth-token", "x-vault-token", "private-token", "x-amz-security-token", "x-functions-key"),
        r"[A-Za-z-]{9,20}+[\"']?: {0,2}[\"']?(?P<secret>[A-Za-z0-9_.~+/=-]{16,2000}+)",
        _is_generated,
    ),
    folded(
        "cookie-header",
        "session cookie",
        ("sessionid=", "session_id=", "phpsessid=", "jsessionid=", "connect.sid="),
        r"[a-z_.]{9,12}+=(?P<secret>[A-Za-z0-9%._~-]{24,400}+)",
        _is_generated,
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
