"""What differs between systems: each branch is tried here, that of another system with stand-ins for what only it has."""

import errno
import fcntl
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from simonides.machine import locks, processes
from simonides.machine.files import TRIES, keep_names, open_private, put_in_place, whole_file
from simonides.machine.locks import acquire, held, release, try_to_acquire
from simonides.servers.http.address import read_address
from simonides.servers.stdio.incoming import incoming
from simonides.servers.stopping import Stop

pytestmark = pytest.mark.requirement("systems")


class Msvcrt:
    """The part of msvcrt that we use, over flock: the byte that is locked stands for the file."""

    LK_LOCK, LK_NBLCK, LK_UNLCK = 1, 2, 0

    def __init__(self) -> None:
        self.positions: list[int] = []
        self.modes: list[tuple[int, int]] = []
        self.patience = 0

    def locking(self, descriptor: int, mode: int, length: int) -> None:
        self.positions.append(os.lseek(descriptor, 0, os.SEEK_CUR))
        assert length == 1
        if mode == self.LK_UNLCK:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        elif mode == self.LK_LOCK and self.patience:
            self.patience -= 1
            raise OSError(errno.EDEADLOCK, "resource deadlock avoided")
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (fcntl.LOCK_NB if mode == self.LK_NBLCK else 0))

    def setmode(self, descriptor: int, mode: int) -> None:
        self.modes.append((descriptor, mode))


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    made = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    return made


@pytest.mark.parametrize("is_windows", [False, True])
def test_one_holds_a_lock_and_the_next_is_told(tmp_path: Path, msvcrt: Msvcrt, is_windows: bool) -> None:
    path = tmp_path / "a.lock"

    with held(path, waits=True, is_windows=is_windows) as first, held(path, waits=False, is_windows=is_windows) as second:
        assert (first, second) == (True, False)
    with held(path, waits=False, is_windows=is_windows) as third:
        assert third

    assert path.stat().st_mode & 0o777 == 0o600
    assert set(msvcrt.positions) <= {0}
    assert bool(msvcrt.positions) == is_windows


def test_windows_gives_up_after_ten_seconds_and_we_do_not(tmp_path: Path, msvcrt: Msvcrt) -> None:
    descriptor = open_private(tmp_path / "a.lock")
    other = open_private(tmp_path / "a.lock")
    msvcrt.patience = 3

    acquire(descriptor, is_windows=True)

    assert not try_to_acquire(other, is_windows=True)
    release(descriptor, is_windows=True)
    assert try_to_acquire(other, is_windows=True)
    os.close(descriptor)
    os.close(other)


def test_a_file_system_without_locks_counts_as_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_descriptor: int, _mode: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(locks, "_fcntl", lambda: SimpleNamespace(flock=refuse, LOCK_EX=2, LOCK_NB=4))
    descriptor = open_private(tmp_path / "a.lock")

    acquire(descriptor, is_windows=False)
    assert try_to_acquire(descriptor, is_windows=False)
    os.close(descriptor)


class Busy:
    """A file that somebody else has open for a while."""

    def __init__(self, times: int) -> None:
        self.times = times

    def replace(self, path: Path) -> Path:
        self.times -= 1
        if self.times >= 0:
            raise PermissionError(errno.EACCES, "in use", str(path))
        return path


def test_a_file_in_use_is_waited_for_on_windows_alone(tmp_path: Path) -> None:
    pauses: list[float] = []

    assert put_in_place(Busy(3), tmp_path, is_windows=True, pause=pauses.append) == tmp_path  # type: ignore[arg-type]
    assert len(pauses) == 3
    with pytest.raises(PermissionError):
        put_in_place(Busy(TRIES + 1), tmp_path, is_windows=True, pause=pauses.append)  # type: ignore[arg-type]
    with pytest.raises(PermissionError):
        put_in_place(Busy(1), tmp_path, is_windows=False)  # type: ignore[arg-type]


def test_streams_carry_bytes_and_children_outlive_us(msvcrt: Msvcrt) -> None:
    source, sink = os.pipe()
    os.set_blocking(source, False)

    processes.carry_bytes(source, sink, is_windows=True)

    assert [descriptor for descriptor, _ in msvcrt.modes] == [source, sink]
    assert os.get_blocking(source)
    assert processes.detached(is_windows=True) == {"creationflags": 0x208}
    assert processes.detached(is_windows=False) == {"start_new_session": True}
    os.close(source)
    os.close(sink)


def test_output_into_a_pipe_is_utf8_on_windows() -> None:
    code = "from simonides.machine.processes import speak_utf8; speak_utf8(is_windows=True); print('Schlüssel 鍵')"
    run = subprocess.run([sys.executable, "-c", code], env={"PYTHONIOENCODING": "cp1252"}, capture_output=True, check=True)

    assert run.stdout.decode().strip() == "Schlüssel 鍵"


@pytest.fixture(params=[False, True], ids=["posix", "windows"])
def stop(request: pytest.FixtureRequest) -> Iterator[Stop]:
    made = Stop(is_windows=request.param)
    yield made
    for descriptor in (made.fd, made._wish):
        os.close(descriptor)


def test_input_is_read_until_its_end(stop: Stop) -> None:
    source, sink = os.pipe()
    os.write(sink, b"one\ntwo\n")
    chunks = incoming(source, stop, lambda: True)
    first = next(chunks)
    os.write(sink, b"three")
    os.close(sink)

    assert (first, list(chunks)) == (b"one\ntwo\n", [b"three", b""])
    os.close(source)


def test_a_stop_ends_the_wait_for_input(stop: Stop) -> None:
    source, sink = os.pipe()
    asking = threading.Timer(0.05, stop.ask)
    asking.start()

    assert list(incoming(source, stop, lambda: True)) == []
    assert stop.is_asked
    asking.join()
    # The thread that reads as on Windows ends with its input.
    os.close(sink)


def test_nothing_is_read_while_there_is_no_room(stop: Stop) -> None:
    source, sink = os.pipe()
    os.write(sink, b"x")
    rooms = iter([False, False, True, True])

    assert next(incoming(source, stop, lambda: next(rooms))) == b"x"
    assert next(rooms, None) is True
    stop.ask()
    assert list(incoming(source, stop, lambda: False)) == []
    os.close(sink)


def test_waiting_for_a_stop_ends_in_time_or_with_it(stop: Stop) -> None:
    assert stop.wait(0.01) is False
    stop.ask()
    assert (stop.wait(), stop.wait(0), stop.is_asked) == (True, True, True)


def test_two_who_write_one_file_at_the_same_time_do_not_stand_in_each_others_way(tmp_path: Path) -> None:
    path = tmp_path / "file"

    with whole_file(path) as first:
        first.write(b"first")
        with whole_file(path) as second:
            second.write(b"second")
        assert path.read_bytes() == b"second"

    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform != "linux", reason="its /proc is a file system that brings no folder to a disk")
def test_a_folder_that_cannot_be_brought_to_the_disk_is_no_failure() -> None:
    keep_names(Path("/proc/self"))


def test_a_server_over_http_needs_nothing_that_windows_lacks() -> None:
    code = """
import sys
sys.modules["resource"] = None
from simonides.servers.http import app, listening
from simonides.servers.http.limits.resources import raise_descriptor_limit
print(raise_descriptor_limit(500, is_windows=True))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("500\n", "")


def test_on_windows_a_port_has_one_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    # A stand-in for the option that only Windows has: the other one would let any program listen there as well.
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)

    with read_address("127.0.0.1:0").listen() as listener:
        options = [listener.getsockopt(socket.SOL_SOCKET, each) for each in (socket.SO_KEEPALIVE, socket.SO_REUSEADDR)]

    assert options == [1, 0]
