"""Passwords in addresses: of databases, brokers, mail servers and everything else that has a URL."""

import re
from urllib.parse import unquote

from simonides.domain.text.secrets.kind import Match, SecretKind, SecretPattern, folded, is_called_example, secret_of
from simonides.domain.text.secrets.plausibility import is_plain_password

_LOGIN = r"[^\s:/@\"'<>`]{0,80}+:(?P<secret>[^\s:/@\"'<>`]{6,120}+)@[A-Za-z0-9\[]"
LOGIN = SecretPattern("://" + _LOGIN)
"""What every one of these addresses holds."""
_NO_HOST = re.compile(
    r"(?:[A-Za-z0-9-]{1,60}\.){0,6}(?:example(?:\.(?:com|org|net|edu))?|test|invalid|hostname|your[_-]?(?:host|server|domain))"
    r"(?![A-Za-z0-9.-])",
    re.IGNORECASE,
)
"""A host that nobody can have, or the word for one."""
_NOT_IN_PASSWORDS = frozenset("{}()<>[]|\\,")


def holds_password(match: Match) -> bool:
    """Whether the password is one that somebody would use: not a word of documentation, not the user's name again."""
    password = secret_of(match)
    if _NOT_IN_PASSWORDS.intersection(password) or password.startswith(("$", "%")):
        return False
    if match.group().endswith("@", 0, -1) and _NO_HOST.match(match.string, match.end() - 1):
        return False
    # The digits of an encoded sign are none of the password's own.
    password = unquote(password)
    user = match.group().partition("://")[2].partition(":")[0]
    is_used = is_strong(password) and not is_plain_password(password)
    return is_used and password.casefold() != user.casefold() and not is_called_example(match)


def is_strong(password: str) -> bool:
    """Whether letters and digits are mixed, as they are in a password that was generated."""
    return any(map(str.isdigit, password)) and any(map(str.isalpha, password))


def _address(name: str, title: str, *schemes: str) -> SecretKind:
    anchors = tuple(f"{scheme}://" for scheme in schemes)
    beginning = "|".join(re.escape(scheme) for scheme in schemes)
    return folded(name, title, anchors, rf"(?:{beginning})://{_LOGIN}", holds_password)


ADDRESSES: tuple[SecretKind, ...] = (
    _address(
        "postgres-address",
        "PostgreSQL address with a password",
        "postgres",
        "postgresql",
        "postgresql+psycopg",
        "postgresql+psycopg2",
        "postgresql+asyncpg",
    ),
    _address("mysql-address", "MySQL address with a password", "mysql", "mysql2", "mariadb", "mysql+pymysql", "mysql+mysqldb"),
    _address("mongodb-address", "MongoDB address with a password", "mongodb", "mongodb+srv"),
    _address("redis-address", "Redis address with a password", "redis", "rediss", "valkey"),
    _address("broker-address", "message broker address with a password", "amqp", "amqps", "mqtt", "mqtts", "nats", "kafka"),
    _address("mssql-address", "SQL Server or Oracle address with a password", "mssql", "mssql+pyodbc", "sqlserver", "oracle"),
    _address("mail-address", "mail server address with a password", "smtp", "smtps", "imap", "imaps"),
    _address("directory-address", "directory server address with a password", "ldap", "ldaps"),
    _address("file-server-address", "file server address with a password", "ftp", "ftps", "sftp", "ssh", "smb"),
    _address(
        "search-address",
        "database address with a password",
        "clickhouse",
        "elasticsearch",
        "neo4j",
        "neo4j+s",
        "bolt",
        "cassandra",
        "couchdb",
        "snowflake",
    ),
    _address("web-address", "web address with a password", "http", "https", "ws", "wss", "git", "svn"),
)

DATABASE_SETTINGS: tuple[SecretKind, ...] = (
    folded(
        "jdbc-address",
        "JDBC address with a password",
        ("jdbc:",),
        r"jdbc:[a-z0-9]{2,20}+:[^\s\"'<>]{0,200}?[?&;]password=(?P<secret>[^\s&;\"'<>]{6,120}+)",
        holds_password,
    ),
    folded(
        "database-settings",
        "database settings with a password",
        (";password=", ";pwd=", "; password=", "; pwd="),
        r"; ?(?:password|pwd)=(?P<secret>[^\s;\"'<>]{6,120}+)[;\"']",
        holds_password,
    ),
    SecretKind(
        "otp-address",
        "seed of one-time passwords",
        ("otpauth://",),
        SecretPattern(r"otpauth://[ht]otp/[^\s\"'<>]{0,200}?[?&]secret=(?P<secret>[A-Z2-7]{16,128}+)"),
    ),
)
