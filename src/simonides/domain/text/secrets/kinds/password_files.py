"""Passwords and their hashes as files and commands keep them: netrc, htpasswd, shadow, pgpass, and the flags of programs."""

from simonides.domain.text.secrets.kind import AFTER, Match, SecretKind, SecretPattern, is_real, secret_of
from simonides.domain.text.secrets.kinds.addresses import is_strong
from simonides.domain.text.secrets.plausibility import is_plain_password

_HASH = "[A-Za-z0-9./]"
_SHELL_WORD = r"[\"']?(?P<secret>[^\s\"'`<>|;&(){}$]{6,120}+)"


def _is_used(match: Match) -> bool:
    """Whether the password is one that somebody would use."""
    password = secret_of(match)
    return is_strong(password) and not is_plain_password(password)


def _typed(name: str, title: str, anchors: tuple[str, ...], before: str) -> SecretKind:
    """A password as a word of a command, behind the pattern of what comes before it."""
    return SecretKind(name, title, anchors, SecretPattern(before + _SHELL_WORD), accepts=_is_used)


PASSWORD_HASHES: tuple[SecretKind, ...] = (
    SecretKind(
        "apache-hash",
        "password hash of htpasswd (MD5)",
        ("$apr1$",),
        SecretPattern(rf"\$apr1\${_HASH}{{1,8}}\${_HASH}{{22}}{AFTER}"),
    ),
    SecretKind(
        "bcrypt-hash",
        "password hash (bcrypt)",
        ("$2a$", "$2b$", "$2y$"),
        SecretPattern(rf"\$2[aby]\$[0-3][0-9]\${_HASH}{{53}}{AFTER}"),
    ),
    SecretKind(
        "md5-crypt-hash",
        "password hash (MD5 crypt)",
        (":$1$",),
        SecretPattern(rf":(?P<secret>\$1\${_HASH}{{1,8}}\${_HASH}{{22}}){AFTER}"),
    ),
    SecretKind(
        "sha-crypt-hash",
        "password hash (SHA crypt)",
        ("$5$", "$6$"),
        SecretPattern(rf"\$[56]\$(?:rounds=[0-9]{{1,9}}\$)?{_HASH}{{1,16}}\${_HASH}{{43,86}}{AFTER}"),
    ),
    SecretKind(
        "yescrypt-hash",
        "password hash (yescrypt)",
        ("$y$", "$7$"),
        SecretPattern(rf"\$[y7]\${_HASH}{{1,8}}\${_HASH}{{1,86}}\${_HASH}{{43}}{AFTER}"),
    ),
    SecretKind(
        "argon2-hash",
        "password hash (Argon2)",
        ("$argon2",),
        SecretPattern(
            r"\$argon2(?:id|i|d)\$v=[0-9]{1,3}\$m=[0-9]{1,9},t=[0-9]{1,6},p=[0-9]{1,4}\$[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{20,90}"
        ),
    ),
    SecretKind(
        "django-hash",
        "password hash of Django",
        ("pbkdf2_sha256$", "pbkdf2_sha1$", "md5$", "sha1$"),
        SecretPattern(
            r"(?:pbkdf2_sha(?:256|1)\$[0-9]{1,9}\$[A-Za-z0-9]{6,40}\$[A-Za-z0-9+/]{27,43}=|(?:md5|sha1)\$[A-Za-z0-9]{4,40}\$[0-9a-f]{32,40})"
        ),
    ),
    SecretKind(
        "werkzeug-hash",
        "password hash of Werkzeug",
        ("scrypt:", "pbkdf2:sha"),
        SecretPattern(
            r"(?:scrypt:[0-9]{1,9}:[0-9]{1,4}:[0-9]{1,4}|pbkdf2:sha[0-9]{1,3}:[0-9]{1,9})\$[A-Za-z0-9]{6,40}\$[0-9a-f]{40,128}"
        ),
    ),
)
HASH_SIGN = SecretPattern(r"\$(?:apr1|2[aby]|1|[567y]|argon2|[A-Za-z0-9]{4,40}+\$)")
"""What every one of these hashes holds."""

PASSWORD_FILES: tuple[SecretKind, ...] = (
    SecretKind(
        "netrc-password",
        "password of a netrc file",
        ("machine ",),
        SecretPattern(r"machine\s[^\s]{1,100}\s{1,20}login\s{1,4}[^\s]{1,100}\s{1,20}password\s{1,4}(?P<secret>[^\s]{6,120}+)"),
        accepts=_is_used,
    ),
    SecretKind(
        "apache-sha-hash",
        "password hash of htpasswd (SHA)",
        (":{SHA}",),
        SecretPattern(r":\{SHA\}(?P<secret>[A-Za-z0-9+/]{27}=)"),
        accepts=is_real,
    ),
    SecretKind(
        "ldap-hash",
        "password hash of a directory",
        ("{SSHA",),
        SecretPattern(r"\{SSHA(?:256|512)?\}(?P<secret>[A-Za-z0-9+/]{30,120}+={0,2})"),
    ),
    SecretKind(
        "pgpass-password",
        "password of a pgpass file",
        (":5432:",),
        SecretPattern(r":5432:[A-Za-z0-9_*-]{1,63}:[A-Za-z0-9_*-]{1,63}:(?P<secret>[^\s:\"']{6,120}+)(?=\s|$)"),
        accepts=_is_used,
    ),
    SecretKind(
        "curl-login",
        "login on a command line",
        ("curl ",),
        SecretPattern(
            r"curl [^\n]{0,300}?(?:-u|--user|--proxy-user) [\"']?[^\s:\"']{1,80}:(?P<secret>[^\s\"'`<>|;&(){}$]{6,120}+)"
        ),
        accepts=_is_used,
    ),
    _typed(
        "password-flag",
        "password on a command line",
        ("--password", "--passwd", "--pass=", "--pass "),
        "--pass(?:word|wd)?[= ]",
    ),
    _typed("sshpass-password", "password of sshpass", ("sshpass -p",), "sshpass -p ?"),
    _typed(
        "database-flag",
        "database password on a command line",
        ("mysql ", "mysqldump ", "mysqladmin ", "mariadb "),
        r"(?:mysql(?:dump|admin)?|mariadb) [^\n]{0,200}?(?<=\s)-p",
    ),
    _typed(
        "login-flag",
        "registry password on a command line",
        ("docker login", "podman login", "helm registry login"),
        r"(?:docker|podman|helm registry) login [^\n]{0,200}?(?:-p|--password)[ =]",
    ),
    _typed(
        "database-variable",
        "database password in a variable",
        ("PGPASSWORD=", "MYSQL_PWD=", "REDISCLI_AUTH="),
        "(?:PGPASSWORD|MYSQL_PWD|REDISCLI_AUTH)=",
    ),
)
