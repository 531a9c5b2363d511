"""Values that stand behind a telling name: passwords, tokens and keys that carry no sign of their own.

The name alone convinces nobody, since programs are full of names like these: the value must be random, too.
"""

import re
from dataclasses import replace

from simonides.domain.text.secrets.kind import Match, SecretKind, SecretPattern, folded, is_called_example, is_real
from simonides.domain.text.secrets.kinds.addresses import is_strong
from simonides.domain.text.secrets.plausibility import entropy, is_no_secret, is_plain_password, is_random

SALT_ENTROPY_MIN = 4.2
"""Bits a character; 64 random ones have about five, a sentence less than four."""
DIGITS_MIN = 2
"""How many digits an open value must have: names in programs seldom have more than one."""
_NAME_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_NAME_END = r"[A-Za-z0-9_.-]{0,24}+"
_CLOSING = r"[\"'\]]{0,2}"
_SIGN = r"(?:\s{0,4}:\s{0,2}(?:str|String|string))?\s{0,4}(?:=>|:=|=|:)\s{0,4}"
_QUOTED = r"[bru]?(?P<quote>[\"'`])(?P<secret>[^\s\"'`\\]{10,200}+)(?P=quote)"
_OPEN = r"(?P<secret>[A-Za-z0-9+/=_~!@#%^*-]{20,200}+)(?=[ \t]{0,8}(?:$|\n|\r|#))"
VALUE = SecretPattern(
    r"[=:]>?\s{0,4}+(?:[bru]?[\"'`](?=[^\s\"'`\\0-9]{0,200}+[0-9])[^\s\"'`\\]{10,200}+[\"'`]|[A-Za-z0-9+/=_~!@#%^*-]{20})"
)
"""A quoted value with a digit, or an open one of that length: texts have few of them, and many a telling name."""
_NO_PASSWORD = re.compile(
    r"[0-9]{4}-[01][0-9]-[0-3][0-9]|[0-9]{1,6}/[a-z]|[a-z0-9]{2,8}:?//|[/.]|[A-Za-z]{1,20}\.[A-Za-z]|#[0-9a-fA-F]{3,8}$"
    r"|[A-Za-z]{1,6}[0-9]{4,12}$|[A-Z]{2,12}\["
)
"""A date, an address, a path, a dotted name, a colour, a number behind letters, or what was encrypted."""
_LINE = re.compile(r"[ \t]{0,40}(?:export |set |- |ENV )?[A-Za-z0-9_.-]{1,60}\s{0,4}[:=]")
_LOOKED_BACK = 90
_EXAMPLE = re.compile(
    r"example|sample|dummy|fake|e\.g\.|placeholder|>>> |assert|expect|test|mock|stub|bogus|default", re.IGNORECASE
)
_OTHER_NAMES = re.compile(
    r"(?:public|pub_?key|nonce|[_-]iv|hash|digest|sha\d|md5|checksum|etag|fingerprint|_id|-id|Id|_ids|url|uri|path|file|name|type|regex|pattern|format"
    r"|class|label|text|title|message|field|column|header|param|prefix|suffix|placeholder|alg|count|length|size|limit|version"
    r"|used|len|endpoint|host|encryption|history|lastset|date|time|_at|expiry|expires|expiration|age|policy|prompt|changed|index|cursor|sig|signature|arn|ref|reference|link|hint"
    r"|(?:next|continuation|page|paging|marker|sync|upload|client_?request|idempotency|pad|eos|bos|unk|mask|cls|sep)[_-]?token)$",
    re.IGNORECASE,
)
"""Names that speak of something about a secret, or of none."""
_LOGIN_TOKENS = re.compile(
    r"(?:auth|api|access|bot|bearer|session|github|gh|gitlab|slack|discord|telegram|npm|pypi|hub|deploy|personal|secret|private"
    r"|service|admin|user|account|login|jwt|oauth|vault|refresh|app)[_-]?token$",
    re.IGNORECASE,
)
_OPAQUE = re.compile(r"[:.]|^[a-z]{3,12}-[a-z]{3,12}-")


def _line_before(match: Match) -> str:
    """The line up to the value, as far as it is looked back on."""
    start = max(match.start() - _LOOKED_BACK, 0)
    return match.string[max(match.string.rfind("\n", start, match.start()) + 1, start) : match.start("secret")]


def _name_of(match: Match) -> str:
    before = match.string[max(match.start() - _LOOKED_BACK, 0) : match.start()]
    return before[len(before.rstrip(_NAME_SIGNS)) :] + match.group("name")


def _is_example(match: Match) -> bool:
    """Whether the line says so before the value, or the name speaks of something else."""
    name = _name_of(match)
    return bool(_EXAMPLE.search(_line_before(match)) or is_called_example(match) or _OTHER_NAMES.search(name) or is_random(name))


def _is_password(match: Match) -> bool:
    password = match.group("secret")
    kinds = (str.islower, str.isupper, str.isdigit, lambda sign: not sign.isalnum())
    is_mixed = sum(any(map(holds, password)) for holds in kinds) >= 3
    return (
        is_mixed
        and is_strong(password)
        and not is_plain_password(password)
        and not _NO_PASSWORD.match(password)
        and not is_no_secret(password)
        and not _is_example(match)
    )


def _is_generated(match: Match) -> bool:
    value = match.group("secret")
    is_encrypted = "[" in value
    return len(value) >= 16 and not is_encrypted and is_random(value) and not _is_example(match)


def _is_login_token(match: Match) -> bool:
    """Whether the name speaks of a login: many a service calls any opaque value of its replies a token."""
    name = _name_of(match)
    is_telling = name.isupper() or bool(_LOGIN_TOKENS.search(name))
    return is_telling and not _OPAQUE.search(match.group("secret")) and _is_generated(match)


def _is_setting(match: Match) -> bool:
    """Whether the name begins its line, as in a file of settings: elsewhere an open value is a piece of a program."""
    has_digits = sum(map(str.isdigit, match.group("secret"))) >= DIGITS_MIN
    return has_digits and bool(_LINE.match(_line_before(match))) and _is_generated(match)


def _assigned(name: str, title: str, anchors: tuple[str, ...]) -> tuple[SecretKind, SecretKind]:
    names = "|".join(re.escape(anchor) for anchor in anchors)
    head = f"(?P<name>(?:{names}){_NAME_END}){_CLOSING}{_SIGN}"
    return (
        folded(name, title, anchors, head + _QUOTED, _is_generated),
        folded(f"{name}-setting", f"{title} in a file of settings", anchors, head + _OPEN, _is_setting),
    )


def _password() -> tuple[SecretKind, SecretKind]:
    anchors = ("password", "passwd", "passphrase", "pwd", "passwort", "contrase\u00f1a", "mot_de_passe")
    quoted, opened = _assigned("password", "password", anchors)
    return replace(quoted, accepts=_is_password), opened


def _token() -> tuple[SecretKind, SecretKind]:
    quoted, opened = _assigned("token", "token", ("token",))
    return replace(quoted, accepts=_is_login_token), opened


FRAMEWORK_KEYS: tuple[SecretKind, ...] = (
    SecretKind(
        "laravel-key",
        "application key of Laravel",
        ("APP_KEY=",),
        SecretPattern(r"APP_KEY=(?P<secret>base64:[A-Za-z0-9+/]{43}=)"),
        accepts=is_real,
    ),
    SecretKind(
        "wordpress-salt",
        "key or salt of WordPress",
        ("_KEY'", "_SALT'", '_KEY"', '_SALT"'),
        SecretPattern(r"_(?:KEY|SALT)[\"']\s{0,4},\s{0,12}(?P<quote>[\"'])(?P<secret>[^\"'\n]{64})(?P=quote)"),
        accepts=lambda match: entropy(match.group("secret")) > SALT_ENTROPY_MIN,
    ),
)
ASSIGNMENTS: tuple[SecretKind, ...] = (
    SecretKind(
        "django-secret-key",
        "secret key of Django",
        ("SECRET_KEY",),
        SecretPattern(r"SECRET_KEY\s{0,4}=\s{0,4}[\"'](?P<secret>(?!django-insecure-)[^\s\"']{50})[\"']"),
        accepts=is_real,
    ),
    SecretKind(
        "rails-secret",
        "secret of Rails",
        ("secret_key_base",),
        SecretPattern(r"secret_key_base\s{0,4}[:=]\s{0,4}[\"']?(?P<secret>[0-9a-f]{64,128}+)"),
        accepts=is_real,
    ),
    *_password(),
    *_assigned(
        "client-secret",
        "client secret",
        ("client_secret", "clientsecret", "client-secret", "app_secret", "appsecret", "consumer_secret"),
    ),
    *_assigned("api-key", "API key", ("api_key", "apikey", "api-key", "api key")),
    *_assigned(
        "access-key",
        "access key",
        ("access_key", "accesskey", "access-key", "account_key", "accountkey", "master_key", "masterkey"),
    ),
    *_assigned(
        "signing-key",
        "signing or encryption key",
        ("signing_key", "encryption_key", "encryptionkey", "private_key", "auth_key", "jwt_key", "hmac_key"),
    ),
    *_assigned(
        "access-token",
        "access token",
        ("access_token", "accesstoken", "auth_token", "authtoken", "refresh_token", "bot_token", "session_token"),
    ),
    *_token(),
    *_assigned("secret", "secret", ("secret",)),
    *_assigned("credential", "credential", ("credential",)),
)
