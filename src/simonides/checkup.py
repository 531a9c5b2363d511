"""The checkup of an installation: Python, SQLite, the data directory, the database and its servers, and the tokens."""

import os
import platform
import shlex
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import mkdtemp

from simonides.domain.errors import StoreFailure
from simonides.engine.upkeep.examination import CheckLine
from simonides.machine.files import human_size
from simonides.settings import Settings
from simonides.storage import build_cluster, build_roles, build_tokens

SQLITE_MIN = (3, 38, 0)
FREE_MIN_BYTES = 500_000_000


def examine_installation(settings: Settings) -> Iterator[CheckLine]:
    """One line for each thing that all palaces need."""
    yield CheckLine("python", is_ok=True, says=f"{platform.python_version()} at {sys.executable}")
    if settings.database is None:
        yield _sqlite()
        yield from _data_dir(settings.data_dir)
    yield from _role(settings)
    yield from _servers(settings)
    yield from _tokens(settings)


def _sqlite() -> CheckLine:
    found, wanted = sqlite3.sqlite_version, ".".join(map(str, SQLITE_MIN))
    if sqlite3.sqlite_version_info < SQLITE_MIN:
        return CheckLine("sqlite", is_ok=False, says=f"{found} is too old", fix=f"use a Python with SQLite {wanted} or newer")
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5 (words)")
    except sqlite3.OperationalError:
        return CheckLine("sqlite", is_ok=False, says="it lacks full-text search", fix="use a Python whose SQLite has FTS5")
    return CheckLine("sqlite", is_ok=True, says=f"{found} with full-text search")


def _data_dir(data_dir: Path) -> Iterator[CheckLine]:
    nearest = next(path for path in (data_dir, *data_dir.absolute().parents) if path.exists())
    refusal = _refusal(nearest)
    if refusal is None:
        yield CheckLine("data directory", is_ok=True, says=f"{data_dir}{'' if nearest == data_dir else ' (does not exist yet)'}")
    else:
        fix = f"make {nearest} a writable directory, or choose another with SIMONIDES_HOME or --data-dir"
        yield CheckLine("data directory", is_ok=False, says=f"{data_dir} cannot be written to: {refusal}", fix=fix)
    if nearest == data_dir and (open_to := _writable_by_others(data_dir)):
        fix = "; ".join(f"chmod go-w {shlex.quote(str(path))}" for path in open_to)
        yield CheckLine("data directory", is_ok=False, says="other users can write there", fix=fix)
    free = shutil.disk_usage(nearest).free
    is_ample = free >= FREE_MIN_BYTES
    room = None if is_ample else f"free some space: at least {human_size(FREE_MIN_BYTES)} should be free"
    yield CheckLine("disk", is_ok=is_ample, says=f"{human_size(free)} free", fix=room)


def _writable_by_others(data_dir: Path) -> list[Path]:
    if os.name != "posix" or not data_dir.is_dir():
        return []
    # The sticky bit, as /tmp has it, keeps others from replacing what is ours.
    found = [path for path in (data_dir, *sorted(data_dir.iterdir())) if not path.is_symlink()]
    return [path for path in found if path.stat().st_mode & 0o022 and not path.stat().st_mode & stat.S_ISVTX]


def _role(settings: Settings) -> Iterator[CheckLine]:
    # A database that cannot be reached is told of where its palaces are looked for.
    with suppress(StoreFailure):
        if (roles := build_roles(settings)) is None:
            return
        standing = roles.standing()
        fix = "connect as a role of its own; `simonides database grant ROLE` prints what it needs"
        if standing.complaint:
            yield CheckLine("database role", is_ok=False, says=standing.complaint, fix=fix)
        elif standing.is_owner:
            yield CheckLine("database role", is_ok=True, says=f"{standing.name} owns the tables and could drop their policies")
        else:
            yield CheckLine("database role", is_ok=True, says=f"{standing.name} is held by row policies and owns nothing")


def _servers(settings: Settings) -> Iterator[CheckLine]:
    with suppress(StoreFailure):
        standing = None if settings.database is None else build_cluster(settings).standing()
        if standing is None:
            return
        if not standing.by_palace:
            yield CheckLine("servers", is_ok=True, says="Citus is there, and all tables lie on this server alone")
            return
        shards = ", ".join(f"{count:,} on {server}" for server, count in standing.shards.items())
        says = (
            f"spread by palace: {len(standing.by_palace):,} tables (shards: {shards}); "
            f"whole on every server: {', '.join(standing.everywhere)}"
        )
        yield CheckLine("servers", is_ok=True, says=says)
        if standing.missing:
            here = (
                f"on this server alone: {', '.join(standing.here_alone)}"
                if standing.here_alone
                else "triggers are not for shards"
            )
            yield CheckLine(
                "servers", is_ok=False, says=here, fix="`simonides database distribute --run`, after each new version"
            )
        if standing.bound:
            reach = f"roles that were bound to a palace reach every palace on the workers: {', '.join(standing.bound)}"
            yield CheckLine("servers", is_ok=False, says=reach, fix="take away their rights: DROP OWNED BY, on every server")
        if standing.apart:
            says = f"not the same on every server, as after a fail-over to one that lacked commits: {', '.join(standing.apart)}"
            yield CheckLine(
                "servers",
                is_ok=False,
                says=says,
                fix="`A coordinator that lacks palaces` in docs/postgres.md tells how to mend it",
            )


def _tokens(settings: Settings) -> Iterator[CheckLine]:
    try:
        tokens = build_tokens(settings).list()
    except StoreFailure as error:
        remedy = "move the file away and create new tokens" if settings.database is None else "make the database reachable"
        fix = f"{remedy}; until then a server accepts only its own token"
        yield CheckLine("tokens", is_ok=False, says=str(error), fix=fix)
        return
    if tokens:
        palaces = ", ".join(sorted({token.palace for token in tokens}))
        yield CheckLine("tokens", is_ok=True, says=f"{len(tokens):,} for HTTP, valid for: {palaces}")


def _refusal(directory: Path) -> str | None:
    """Why nothing can be created in a directory; None when it can."""
    # Permission bits are not enough: root may write to /proc by them, but its file system refuses.
    try:
        Path(mkdtemp(prefix=".simonides-", dir=directory)).rmdir()
    except OSError as error:
        return error.strerror or str(error)
    return None
