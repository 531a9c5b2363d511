"""The command `doctor`: checks of the installation and the palaces, each problem with its fix."""

import os
import platform
import shlex
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command
from simonides.cli.output import counted
from simonides.cli.overview import human_size
from simonides.cli.progress import watched
from simonides.domain.errors import Damaged, EmbedderMismatch, NewerStore, NotReady, SimonidesError, StoreFailure
from simonides.settings import Settings

if TYPE_CHECKING:
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace

SQLITE_MIN = (3, 38, 0)
FREE_MIN_BYTES = 500_000_000

_RESCUE = "`simonides export` what is readable and `simonides import` it into a new palace, or restore a backup"


@dataclass(frozen=True, slots=True)
class Complaint:
    """The result of one check."""

    subject: str
    is_ok: bool
    says: str
    fix: str | None = None


def doctor(call: Call) -> int:
    """Run every check; the exit code is 1 when any fails."""
    findings = []
    for finding in _findings(call):
        findings.append(finding)
        if not call.out.is_json:
            _say(call, finding)
    is_ok = all(finding.is_ok for finding in findings)
    if call.out.is_json:
        call.out.json({"ok": is_ok, "findings": [asdict(finding) for finding in findings]})
    return 0 if is_ok else 1


def _say(call: Call, finding: Complaint) -> None:
    call.out.say(f"{'ok      ' if finding.is_ok else 'PROBLEM '} {finding.subject}: {finding.says}")
    if finding.fix:
        call.out.say(f"          fix: {finding.fix}")


def _findings(call: Call) -> Iterator[Complaint]:
    yield Complaint("python", is_ok=True, says=f"{platform.python_version()} at {sys.executable}")
    if call.settings.database is None:
        yield _sqlite()
        yield from _data_dir(call.settings.data_dir)
    yield from _role(call.settings)
    yield from _servers(call.settings)
    yield from _tokens(call.settings)
    try:
        with call.engine() as engine:
            yield _embedder(engine)
            for name in engine.names():
                yield from _palace(engine, name)
            if not engine.names():
                yield Complaint("palaces", is_ok=True, says="none yet; create one with `simonides init DIR`")
    except StoreFailure as error:
        what = "data directory" if call.settings.database is None else "database"
        yield Complaint("palaces", is_ok=False, says=str(error), fix=f"repair the {what} first")
    except SimonidesError as error:
        # Unusable settings are a finding, not a failure of the doctor.
        yield Complaint("settings", is_ok=False, says=str(error), fix="correct this setting")
    except OSError as error:
        yield Complaint("palaces", is_ok=False, says=f"{error.filename}: {error.strerror}", fix="repair the data directory first")


def _sqlite() -> Complaint:
    found, wanted = sqlite3.sqlite_version, ".".join(map(str, SQLITE_MIN))
    if sqlite3.sqlite_version_info < SQLITE_MIN:
        return Complaint("sqlite", is_ok=False, says=f"{found} is too old", fix=f"use a Python with SQLite {wanted} or newer")
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5 (words)")
    except sqlite3.OperationalError:
        return Complaint("sqlite", is_ok=False, says="it lacks full-text search", fix="use a Python whose SQLite has FTS5")
    return Complaint("sqlite", is_ok=True, says=f"{found} with full-text search")


def _data_dir(data_dir: Path) -> Iterator[Complaint]:
    nearest = next(path for path in (data_dir, *data_dir.absolute().parents) if path.exists())
    refusal = _refusal(nearest)
    if refusal is None:
        yield Complaint("data directory", is_ok=True, says=f"{data_dir}{'' if nearest == data_dir else ' (does not exist yet)'}")
    else:
        fix = f"make {nearest} a writable directory, or choose another with SIMONIDES_HOME or --data-dir"
        yield Complaint("data directory", is_ok=False, says=f"{data_dir} cannot be written to: {refusal}", fix=fix)
    if nearest == data_dir and (open_to := _writable_by_others(data_dir)):
        fix = "; ".join(f"chmod go-w {shlex.quote(str(path))}" for path in open_to)
        yield Complaint("data directory", is_ok=False, says="other users can write there", fix=fix)
    free = shutil.disk_usage(nearest).free
    is_ample = free >= FREE_MIN_BYTES
    room = None if is_ample else f"free some space: at least {human_size(FREE_MIN_BYTES)} should be free"
    yield Complaint("disk", is_ok=is_ample, says=f"{human_size(free)} free", fix=room)


def _writable_by_others(data_dir: Path) -> list[Path]:
    if os.name != "posix" or not data_dir.is_dir():
        return []
    # The sticky bit, as /tmp has it, keeps others from replacing what is ours.
    found = [path for path in (data_dir, *sorted(data_dir.iterdir())) if not path.is_symlink()]
    return [path for path in found if path.stat().st_mode & 0o022 and not path.stat().st_mode & stat.S_ISVTX]


def _role(settings: Settings) -> Iterator[Complaint]:
    from simonides.storage import build_roles

    # A database that cannot be reached is told of where its palaces are looked for.
    with suppress(StoreFailure):
        if (roles := build_roles(settings)) is None:
            return
        standing = roles.standing()
        fix = "connect as a role of its own; `simonides database grant ROLE` prints what it needs"
        if standing.complaint:
            yield Complaint("database role", is_ok=False, says=standing.complaint, fix=fix)
        elif standing.is_owner:
            yield Complaint("database role", is_ok=True, says=f"{standing.name} owns the tables and could drop their policies")
        else:
            yield Complaint("database role", is_ok=True, says=f"{standing.name} is held by row policies and owns nothing")


def _servers(settings: Settings) -> Iterator[Complaint]:
    from simonides.storage import build_cluster

    with suppress(StoreFailure):
        standing = None if settings.database is None else build_cluster(settings).standing()
        if standing is None:
            return
        if not standing.by_palace:
            yield Complaint("servers", is_ok=True, says="Citus is there, and all tables lie on this server alone")
            return
        shards = ", ".join(f"{count:,} on {server}" for server, count in standing.shards.items())
        says = (
            f"spread by palace: {counted(len(standing.by_palace), 'table', 'tables')} (shards: {shards}); "
            f"whole on every server: {', '.join(standing.everywhere)}"
        )
        yield Complaint("servers", is_ok=True, says=says)
        if standing.missing:
            here = (
                f"on this server alone: {', '.join(standing.here_alone)}"
                if standing.here_alone
                else "triggers are not for shards"
            )
            yield Complaint(
                "servers", is_ok=False, says=here, fix="`simonides database distribute --run`, after each new version"
            )


def _tokens(settings: Settings) -> Iterator[Complaint]:
    from simonides.storage import build_tokens

    try:
        tokens = build_tokens(settings).list()
    except StoreFailure as error:
        remedy = "move the file away and create new tokens" if settings.database is None else "make the database reachable"
        fix = f"{remedy}; until then a server accepts only its own token"
        yield Complaint("tokens", is_ok=False, says=str(error), fix=fix)
        return
    if tokens:
        palaces = ", ".join(sorted({token.palace for token in tokens}))
        yield Complaint("tokens", is_ok=True, says=f"{len(tokens):,} for HTTP, valid for: {palaces}")


def _refusal(directory: Path) -> str | None:
    """Why nothing can be created in a directory; None when it can."""
    # Permission bits are not enough: root may write to /proc by them, but its file system refuses.
    try:
        Path(mkdtemp(prefix=".simonides-", dir=directory)).rmdir()
    except OSError as error:
        return error.strerror or str(error)
    return None


def _embedder(engine: "Engine") -> Complaint:
    identity = engine.embedder.identity
    try:
        # The first texts also pay for loading; the second of them needs an encoder of its own.
        engine.embedder.embed_texts(["Who sat where?", "Wer saß wo, als das Dach herunterkam?"])
        started = time.perf_counter()
        engine.embedder.embed_texts(["Where did everybody sit when the roof came down?"])
        took_ms = (time.perf_counter() - started) * 1000
    except NotReady as error:
        fix = "reinstall simonides, or correct the embedder settings; until then search uses words alone"
        return Complaint("embedder", is_ok=False, says=f"{identity}: {error}", fix=fix)
    return Complaint("embedder", is_ok=True, says=f"{identity}, {took_ms:.1f} ms per text")


def _palace(engine: "Engine", name: str) -> Iterator[Complaint]:
    try:
        yield from _examined(engine, name)
    except StoreFailure as error:
        yield Complaint(f"palace {name}", is_ok=False, says=str(error), fix=_fix(error, name))
    # A damaged file can hold anything, and whatever it makes our code do, the other palaces are still to be looked at.
    except Exception as error:  # noqa: BLE001
        says = f"reading it fails ({type(error).__name__}: {error})"
        yield Complaint(f"palace {name}", is_ok=False, says=says, fix=_RESCUE)


def _examined(engine: "Engine", name: str) -> Iterator[Complaint]:
    subject = f"palace {name}"
    palace = engine.palace(name)
    with watched(f"checking {name}", "words") as advance:
        complaints = palace.complaints(advance)
    pending = _pending(palace)
    if palace.vectors.tend():
        yield Complaint(subject, is_ok=True, says="the graph over its vectors was missing; it was made just now")
    for complaint in complaints:
        yield Complaint(subject, is_ok=False, says=complaint, fix=_RESCUE)
    if pending:
        fix = f"`simonides reembed --pending --palace {name}`, or leave it to a running server"
        # They are found by their words, and the next server makes them: that is work in progress, not damage.
        yield Complaint(subject, is_ok=True, says=f"memories that still wait for a vector: {pending:,}", fix=fix)
    if (stored := palace.embedded_by()) not in {None, engine.embedder.identity}:
        yield _told_of_vectors(subject, palace, str(stored))
    if exposed := _exposed(palace.info.folder):
        fix = "; ".join(f"chmod go-rwx {path}" for path in exposed)
        yield Complaint(subject, is_ok=False, says="other users can read it", fix=fix)
    if not complaints and not pending and not exposed:
        yield Complaint(subject, is_ok=True, says=_summary(palace))


def _told_of_vectors(subject: str, palace: "Palace", stored: str) -> Complaint:
    if palace.is_read_only():
        fix = "copy it to a disk that can be written to, and run `simonides reembed` there"
        says = f"its vectors come from {stored}, and its disk is read-only: words alone find its texts"
        return Complaint(subject, is_ok=True, says=says, fix=fix)
    fix = f"`simonides reembed --palace {palace.info.name}`, or leave it to a running server"
    return Complaint(subject, is_ok=True, says=f"its vectors come from {stored}; those of other encoders are made again", fix=fix)


def _summary(palace: "Palace") -> str:
    return f"{counted(palace.memories.count(), 'memory', 'memories')} at {palace.info.where}; everything agrees"


def _pending(palace: "Palace") -> int:
    embedded, total = palace.vectors.coverage()
    return total - embedded


def _exposed(directory: Path | None) -> list[Path]:
    if directory is None or os.name != "posix":
        return []
    return [path for path in (directory, *sorted(directory.iterdir())) if path.lstat().st_mode & 0o077]


def _fix(error: StoreFailure, name: str) -> str:
    if isinstance(error, EmbedderMismatch):
        return f"`simonides reembed --palace {name}`, or configure the embedder that made its vectors"
    if isinstance(error, NewerStore):
        return "upgrade simonides"
    if isinstance(error, Damaged):
        return "restore the palace from a backup"
    return "check that the file exists and is readable and writable, and that the disk works"


DOCTOR = Command("doctor", "check the installation and every palace, and say how to fix what is wrong", doctor)
