"""Settings. The only module that reads the environment, the config file and the flags.

A flag wins over the environment, the environment over the config file, the config file over the default.
"""

import math
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from simonides.domain.errors import Invalid
from simonides.frozen import frozen

DOORS = {"secrets_mined": "mask", "secrets_hooked": "mask", "secrets_imported": "mask", "secrets_filed": "allow"}
"""The settings for secrets, one for each way in, with their defaults."""
TREATMENTS = ("allow", "mask", "refuse")

_VARIABLES = {
    "data_dir": "SIMONIDES_HOME",
    "database": "SIMONIDES_DATABASE_URL",
    "database_read": "SIMONIDES_DATABASE_URL_READ",
    "database_connections": "SIMONIDES_DATABASE_CONNECTIONS",
    "database_guard": "SIMONIDES_DATABASE_GUARD",
    "palace": "SIMONIDES_PALACE",
    "embedder": "SIMONIDES_EMBEDDER",
    "embedder_url": "SIMONIDES_EMBEDDER_URL",
    "embedder_model": "SIMONIDES_EMBEDDER_MODEL",
    "embedder_key": "SIMONIDES_EMBEDDER_KEY",
    "embedder_dimensions": "SIMONIDES_EMBEDDER_DIMENSIONS",
    "embedder_question_prefix": "SIMONIDES_EMBEDDER_QUESTION_PREFIX",
    "embedder_text_prefix": "SIMONIDES_EMBEDDER_TEXT_PREFIX",
    "writer": "SIMONIDES_WRITER",
    "writer_url": "SIMONIDES_WRITER_URL",
    "writer_model": "SIMONIDES_WRITER_MODEL",
    "writer_key": "SIMONIDES_WRITER_KEY",
    "threads": "SIMONIDES_THREADS",
    "patience_s": "SIMONIDES_PATIENCE",
    "dream_after_s": "SIMONIDES_DREAM_AFTER",
    "read_only": "SIMONIDES_READ_ONLY",
    "max_tokens": "SIMONIDES_MAX_TOKENS",
    "schemas": "SIMONIDES_SCHEMAS",
    "http": "SIMONIDES_HTTP",
    "http_only": "SIMONIDES_HTTP_ONLY",
    "http_names": "SIMONIDES_HTTP_NAMES",
    "token": "SIMONIDES_TOKEN",
    "secrets_mined": "SIMONIDES_SECRETS_MINED",
    "secrets_hooked": "SIMONIDES_SECRETS_HOOKED",
    "secrets_imported": "SIMONIDES_SECRETS_IMPORTED",
    "secrets_filed": "SIMONIDES_SECRETS_FILED",
    "call_s": "SIMONIDES_CALL_SECONDS",
    "long_call_s": "SIMONIDES_LONG_CALL_SECONDS",
    "http_header_s": "SIMONIDES_HTTP_HEADER_SECONDS",
    "http_body_s": "SIMONIDES_HTTP_BODY_SECONDS",
    "http_bodies_mb": "SIMONIDES_HTTP_BODIES_MB",
    "http_connections": "SIMONIDES_HTTP_CONNECTIONS",
    "http_sessions": "SIMONIDES_HTTP_SESSIONS",
    "tenant_requests": "SIMONIDES_TENANT_REQUESTS",
    "tenant_at_once": "SIMONIDES_TENANT_AT_ONCE",
    "tenant_sessions": "SIMONIDES_TENANT_SESSIONS",
    "tenant_mb": "SIMONIDES_TENANT_MB",
    "tenant_cpu": "SIMONIDES_TENANT_CPU",
    "tenant_memories": "SIMONIDES_TENANT_MEMORIES",
    "history_days": "SIMONIDES_HISTORY_DAYS",
    "history_mb": "SIMONIDES_HISTORY_MB",
    "bin_days": "SIMONIDES_BIN_DAYS",
    "log_level": "SIMONIDES_LOG",
    "log_file": "SIMONIDES_LOG_FILE",
    "log_format": "SIMONIDES_LOG_FORMAT",
    "access_log": "SIMONIDES_ACCESS_LOG",
    "rust_log": "RUST_LOG",
}
SCHEMAS = ("full", "input")
LOG_LEVELS = ("error", "warning", "info", "debug")
LOG_FORMATS = ("text", "json")
_RUST_LEVELS = {"off": "error", "error": "error", "warn": "warning", "info": "info", "debug": "debug", "trace": "debug"}


@frozen
class Settings:
    """Everything that can be set, with its default."""

    data_dir: Path
    database: str | None = None
    """The address of a PostgreSQL database to keep palaces in, instead of the data directory."""
    database_read: str | None = None
    """The address of a replica of that database, from which a server answers what only reads."""
    database_connections: int = 8
    """The most connections that one process holds to it."""
    database_guard: str = "warn"
    """What a server does whose role row policies do not hold: warn or refuse."""
    palace: str | None = None
    """The palace to use when none is named; `default` unless set."""
    embedder: str = "bundled"
    """bundled (offline), mneme (its English part alone), hashing (for tests), ollama or openai (any server of that shape)."""
    embedder_url: str | None = None
    embedder_model: str | None = None
    embedder_key: str | None = None
    embedder_dimensions: int = 0
    """The length of a remote embedder's vectors; 0 asks the server at startup, which must then be running."""
    embedder_question_prefix: str = ""
    embedder_text_prefix: str = ""
    writer: str | None = None
    """What drafts summaries and labels: ollama or openai (any server with that API); none unless set."""
    writer_url: str | None = None
    writer_model: str | None = None
    writer_key: str | None = None
    threads: int = 0
    """How many cores embedding may use; 0 means one for a server, and all for a command that a person waits for."""
    patience_s: float = 5.0
    """How long a question, or a note that is compared with others, may wait for the model to load."""
    dream_after_s: float = 300.0
    """How many seconds a palace must be idle before a server consolidates it in the background; 0 for never."""
    read_only: bool = False
    """Whether a server refuses everything that writes, and does no background work."""
    max_tokens: int = 0
    """How many tokens of memories one answer of a tool may have; longer memories come as passages. 0 means any number."""
    schemas: str | None = None
    """What the list of tools shows: full (what goes in and comes out) or input; as each tool set has it unless set."""
    http: str | None = None
    """Where to listen over HTTP, as host:port; None serves stdin and stdout alone."""
    http_only: bool = False
    """Whether to serve HTTP alone, without stdin and stdout."""
    http_names: tuple[str, ...] = ()
    """Further host names under which clients reach the HTTP server."""
    token: str | None = None
    """The token every HTTP request must carry; required if other machines can connect."""
    call_s: float = 60.0
    """How many seconds a call may take before it is answered with an error; 0 for any number."""
    long_call_s: float = 3600.0
    """The same for tools that take long, such as index_project."""
    http_header_s: float = 10.0
    """How many seconds the headers of a request may take to arrive."""
    http_body_s: float = 30.0
    """How many seconds the body of a request may take to arrive."""
    http_bodies_mb: int = 64
    """How many MiB of bodies are in memory at the same time; a token gets a quarter."""
    http_connections: int = 500
    http_sessions: int = 1000
    """How many sessions of MCP are open at most."""
    tenant_requests: float = 100.0
    """How many requests a second one token may make; 0, here and below, for any number."""
    tenant_at_once: int = 100
    """How many requests and streams one token may have open."""
    tenant_sessions: int = 100
    """How many sessions of MCP one token may have open."""
    tenant_mb: float = 4.0
    """How many MiB a second one token may send, on average over half a minute."""
    tenant_cpu: float = 0.5
    """How many seconds of CPU a second one token may use, on average over half a minute."""
    tenant_memories: int = 1_000_000
    """How many memories the palace of a token may hold before the token can add no more."""
    history_days: int = 365
    """How many days former versions are kept, for undo and for questions about the past; 0 for ever."""
    history_mb: int = 256
    """How many MiB the former versions of one palace may have; 0 for any number."""
    bin_days: int = 30
    """How many days what was deleted can be brought back; 0 for ever."""
    log_level: str | None = None
    """What is logged: error, warning, info or debug; warning unless set."""
    log_file: str | None = None
    """The file to log to, instead of stderr."""
    log_format: str = "text"
    """How log lines are written: text or json."""
    access_log: bool = False
    """Whether every HTTP request is logged."""
    rust_log: str | None = None
    """The level of logging as Rust programs take it; for the trusty tool set, unless `log_level` is set."""

    secrets_mined: str = DOORS["secrets_mined"]
    """What becomes of secrets in mined files and indexed code: allow, mask or refuse."""
    secrets_hooked: str = DOORS["secrets_hooked"]
    """The same for conversations that hooks save."""
    secrets_imported: str = DOORS["secrets_imported"]
    """The same for imported lines."""
    secrets_filed: str = DOORS["secrets_filed"]
    """The same for what somebody files on purpose, by a tool, a command or REST; allowed ones are named in the reply."""

    @property
    def palace_name(self) -> str:
        """The palace to use when none is named."""
        return self.palace or "default"

    def log_level_for(self, tools: Sequence[str]) -> str | None:
        """The level of logging for a server of these tool sets; None when none is set."""
        if self.log_level is not None or self.rust_log is None or "trusty" not in tools:
            return self.log_level
        # As in `warn,trusty_memory=debug`: what is said of the program wins over what is said of everything.
        directives = [directive.strip().rpartition("=") for directive in self.rust_log.lower().split(",")]
        levels = {target: _RUST_LEVELS[level] for target, _, level in directives if level in _RUST_LEVELS}
        named = [level for target, level in levels.items() if target.startswith(("trusty", "simonides"))]
        return named[0] if named else levels.get("")


_TEXTS = {field.name for field in fields(Settings) if not isinstance(field.default, bool | int | float | tuple)}
"""The settings that are texts; from the environment and from flags all come as texts."""


def environment_for(settings: Settings) -> dict[str, str]:
    """The environment for another simonides process that works on the same palaces."""
    database = {} if settings.database is None else {_VARIABLES["database"]: settings.database}
    return {**os.environ, **database}


def load(flags: Mapping[str, object], environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from flags (None where not given), environment and config file."""
    environment = os.environ if environment is None else environment
    path = _config_path(environment)
    filed = _from_file(path)
    named = {name: environment[variable] for name, variable in _VARIABLES.items() if environment.get(variable)}
    typed = {name: value for name, value in flags.items() if value is not None}
    try:
        return _checked({**filed, **named, **typed})
    except Invalid as error:
        # People know a setting by the name under which they gave it.
        name = error.argument
        if name in named and name not in typed:
            raise Invalid(_VARIABLES[name], error.reason) from error
        if name in filed and name not in typed:
            raise Invalid("config", f"{path}: '{name}': {error.reason}") from error
        raise


def _checked(values: dict[str, Any]) -> Settings:
    values["data_dir"] = Path(values.get("data_dir") or _user_dir("data")).expanduser()
    if values.get("database_guard", "warn") not in {"warn", "refuse"}:
        raise Invalid("database_guard", f"'{values['database_guard']}' is neither warn nor refuse")
    for field in fields(Settings):
        if isinstance(field.default, bool):
            values[field.name] = _truth(values, field.name)
        elif isinstance(field.default, int | float):
            values[field.name] = type(field.default)(_number(values, field.name, field.default))
    values["database_connections"] = max(values["database_connections"], 2)
    for name, words in (("log_level", LOG_LEVELS), ("log_format", LOG_FORMATS), ("schemas", SCHEMAS)):
        values[name] = _word(values, name, words)
    values["http_names"] = _names(values.get("http_names", ""))
    values |= {door: _treatment(values, door) for door in DOORS}
    return Settings(**values)


def _config_path(environment: Mapping[str, str]) -> Path:
    named = environment.get("SIMONIDES_CONFIG")
    return Path(named) if named else Path(_user_dir("config")) / "config.toml"


def _from_file(path: Path) -> Mapping[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid("config", f"{path}: {error}") from error
    # Imported late: most have no config file, and every server starts with this module.
    import tomllib

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Invalid("config", f"{path}: {error}") from error
    known = {field.name for field in fields(Settings)}
    if unknown := sorted(set(values) - known):
        raise Invalid("config", f"{path}: unknown setting '{unknown[0]}'; correct or remove it")
    if wrong := sorted(name for name in _TEXTS & values.keys() if not isinstance(values[name], str)):
        raise Invalid("config", f"{path}: '{wrong[0]}' must be a text; put it in quotes")
    return values


def _user_dir(purpose: Literal["data", "config"]) -> str:
    if sys.platform == "linux":
        # The rule of XDG is one variable. On Linux platformdirs reads tempfile, shutil and random: a tenth of the handshake.
        named = Path(os.environ.get(f"XDG_{purpose.upper()}_HOME", ""))
        usual = os.path.expanduser("~/.local/share" if purpose == "data" else "~/.config")  # noqa: PTH111 - Path needs a home
        return str((named if named.is_absolute() else Path(usual)) / "simonides")
    import platformdirs

    find = platformdirs.user_data_dir if purpose == "data" else platformdirs.user_config_dir
    return find("simonides", appauthor=False)


def _number(values: Mapping[str, object], name: str, default: float) -> float:
    value = values.get(name, default)
    try:
        number = float(str(value))
    except ValueError as error:
        raise Invalid(name, f"'{value}' is not a number") from error
    if not math.isfinite(number):
        raise Invalid(name, f"'{value}' is not a finite number")
    if number < 0:
        raise Invalid(name, "must not be negative")
    return number


def _treatment(values: Mapping[str, object], door: str) -> str:
    word = str(values.get(door) or DOORS[door]).lower()
    if word not in TREATMENTS:
        raise Invalid(door, f"'{word}' is not one of {', '.join(TREATMENTS)}")
    return word


def _truth(values: Mapping[str, object], name: str) -> bool:
    word = str(values.get(name, "no")).lower()
    if word not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise Invalid(name, f"'{word}' is not yes or no")
    return word in {"1", "true", "yes", "on"}


def _word(values: Mapping[str, object], name: str, words: Sequence[str]) -> str | None:
    default = next(field.default for field in fields(Settings) if field.name == name)
    word = values.get(name, default)
    if word is None:
        return None
    if str(word).lower() not in words:
        raise Invalid(name, f"'{word}' is unknown; choose from: {', '.join(words)}")
    return str(word).lower()


def _names(value: object) -> tuple[str, ...]:
    parts = value if isinstance(value, list | tuple) else str(value).split(",")
    return tuple(name for name in (str(part).strip() for part in parts) if name)
