"""Sync through a folder: files by origin, written whole and never changed; what is damaged is told, left and mended."""

import errno
import gzip
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.sync.replicas import differences
from simonides.domain.errors import Invalid, NotReady, StoreFailure
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.sync.replica import replica_of
from simonides.replicas.folder import FolderOptions, sync_folder
from simonides.replicas.report import SyncReport
from simonides.replicas.segment_files import LINE_MAX, PLAIN_MAX
from support.clock import FixedClock
from support.homes import Home

Machine = Callable[[str], Palace]


@pytest.fixture
def machine(tmp_path: Path, clock: FixedClock, mint: Mint) -> Iterator[Machine]:
    """Opens the palace `notes` on a machine of that name."""
    engines = []

    def opened(name: str) -> Palace:
        engine = Engine(Home(str(tmp_path / name)).shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5))
        engines.append(engine)
        return engine.create("notes")

    yield opened
    for engine in engines:
        engine.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "shared"


def sync(palace: Palace, folder: Path, **options: bool) -> SyncReport:
    return sync_folder(replica_of(palace), folder, FolderOptions(**options))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jsonl.gz"))


def test_two_machines_meet_in_a_folder_and_files_are_never_rewritten(machine: Machine, folder: Path) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    note = laptop.memories.remember(Draft("The key is under the mat"))
    first = sync(laptop, folder)
    before = {path: path.read_bytes() for path in files(folder)}

    there = sync(desk, folder)
    desk.amending.edit(note.id, Edit(content="The key is at the neighbour's"))
    desk_sent = sync(desk, folder)
    back = sync(laptop, folder)

    assert (first.sent, first.files, there.received, desk_sent.files, back.received) == (1, 1, 1, 1, 3)
    assert not any(report.is_renamed for report in (first, there, desk_sent, back))
    assert differences(laptop, desk) == []
    assert all(path.read_bytes() == kept for path, kept in before.items())
    assert len({path.parent.name for path in files(folder)}) == 2
    again = sync(laptop, folder)
    assert (again.sent, again.received, again.waiting, again.read) == (0, 0, [], 0)


def test_a_third_machine_gets_everything_and_a_second_folder_is_filled_through_the_middle(
    machine: Machine, tmp_path: Path
) -> None:
    left, middle, right = machine("left"), machine("middle"), machine("right")
    left.memories.remember(Draft("from the left"))
    right.memories.remember(Draft("from the right"))

    for palace, name in [(left, "a"), (middle, "a"), (middle, "b"), (right, "b"), (middle, "b"), (middle, "a"), (left, "a")]:
        sync(palace, tmp_path / name)

    assert differences(left, middle) == differences(middle, right) == []
    assert {memory.content for memory in left.memories.page()} == {"from the left", "from the right"}


@pytest.mark.parametrize("size", [0, 30, -5])
def test_a_file_that_is_cut_off_is_told_and_left_and_mended_by_its_writer(machine: Machine, folder: Path, size: int) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    laptop.memories.remember(Draft("before"))
    sync(laptop, folder)
    [path] = files(folder)
    path.write_bytes(path.read_bytes()[:size])

    told = sync(desk, folder)

    assert [each.name for each in told.waiting] == [f"{path.parent.name}/{path.name}"]
    assert desk.memories.count() == 0
    assert sync(laptop, folder).files == 1
    assert sync(desk, folder).received == 1
    assert differences(laptop, desk) == []


def test_a_changed_byte_is_noticed_and_every_file_is_read_again_when_asked_to(machine: Machine, folder: Path) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    laptop.memories.remember(Draft("tea at four"))
    sync(laptop, folder)
    [path] = files(folder)
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"four", b"five"), 6, mtime=0))

    assert "not those that were written" in sync(desk, folder).waiting[0].reason
    assert sync(laptop, folder, checks_all=True).files == 1
    assert sync(desk, folder).received == 1
    assert desk.memories.page()[0].content == "tea at four"


def test_files_wait_for_those_before_them_and_may_arrive_in_any_order(machine: Machine, folder: Path, tmp_path: Path) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    for number in range(3):
        laptop.memories.remember(Draft(f"note {number}"))
        sync(laptop, folder)
    late = tmp_path / "late"
    late.mkdir()
    first, *_ = files(folder)
    shutil.move(first, late)

    told = sync(desk, folder, is_pull=True)

    assert (told.received, len(told.waiting)) == (0, 2)
    shutil.move(late / first.name, first)
    assert sync(desk, folder).received == 3


def test_an_emptied_folder_is_filled_again_by_whoever_comes_first(machine: Machine, folder: Path) -> None:
    laptop, desk, phone = machine("laptop"), machine("desk"), machine("phone")
    laptop.memories.remember(Draft("from the laptop"))
    for palace in (laptop, desk):
        sync(palace, folder)
    shutil.rmtree(folder)

    sync(desk, folder)
    sync(phone, folder)

    assert differences(phone, laptop) == []


def test_a_file_of_a_newer_program_waits(machine: Machine, folder: Path) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    laptop.memories.remember(Draft("tea"))
    sync(laptop, folder)
    [path] = files(folder)
    lines = gzip.decompress(path.read_bytes()).splitlines()
    head = {**json.loads(lines[0]), "format": 2}
    path.write_bytes(gzip.compress(b"\n".join([json.dumps(head).encode(), *lines[1:], b""])))

    assert "upgrade simonides" in sync(desk, folder).waiting[0].reason


def test_a_rehearsal_changes_neither_palace_nor_folder(machine: Machine, folder: Path) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    laptop.memories.remember(Draft("tea"))
    sync(laptop, folder)
    desk.memories.remember(Draft("coffee"))
    desk.tell_about("Grace")

    told = sync(desk, folder, is_dry=True)

    assert (told.sent, told.received) == (2, 1)
    assert [memory.content for memory in desk.memories.page()] == ["coffee"]
    assert len(files(folder)) == 1
    assert desk.store.sync.state() is None


def test_a_full_disk_is_told_and_nothing_is_lost(machine: Machine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, desk = machine("laptop"), machine("desk")
    laptop.memories.remember(Draft("tea"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(StoreFailure, match="No space left"):
            sync(laptop, folder)

    assert list(folder.rglob("*.*")) == []
    sync(laptop, folder)
    assert sync(desk, folder).received == 1


def test_only_one_process_syncs_a_palace_at_a_time(machine: Machine, folder: Path) -> None:
    laptop = machine("laptop")

    with replica_of(laptop).lease(), pytest.raises(NotReady, match="another process"):
        sync(machine("laptop"), folder)


def test_a_palace_of_another_name_is_not_mixed_in_by_mistake(machine: Machine, folder: Path, tmp_path: Path) -> None:
    laptop = machine("laptop")
    laptop.memories.remember(Draft("tea"))
    sync(laptop, folder)
    shelf = Home(str(tmp_path / "desk")).shelf()
    engine = Engine(shelf, Equipment(HashingEmbedder(), FixedClock(), Mint(), patience_s=5))
    other = engine.create("diary")

    with pytest.raises(Invalid, match="--join"):
        sync(other, folder)

    assert sync(other, folder, joins=True).received == 1
    engine.close()


def test_a_copied_palace_is_recognised_by_the_files_it_did_not_write(machine: Machine, folder: Path, tmp_path: Path) -> None:
    laptop = machine("laptop")
    laptop.memories.remember(Draft("before the copy"))
    sync(laptop, folder)
    shutil.copytree(tmp_path / "laptop", tmp_path / "copy")
    copy = machine("copy")
    laptop.memories.remember(Draft("in the original"))
    copy.memories.remember(Draft("in the copy"))

    sync(laptop, folder)
    told = sync(copy, folder)
    sync(laptop, folder)

    assert told.is_renamed
    assert differences(laptop, copy) == []
    assert {memory.content for memory in laptop.memories.page()} == {"before the copy", "in the original", "in the copy"}


def test_copies_that_synced_apart_find_each_other(machine: Machine, folder: Path, tmp_path: Path) -> None:
    laptop = machine("laptop")
    note = laptop.memories.remember(Draft("before the copy"))
    sync(laptop, folder)
    shutil.copytree(tmp_path / "laptop", tmp_path / "copy")
    shutil.copytree(folder, tmp_path / "elsewhere")
    copy, third = machine("copy"), machine("third")
    laptop.amending.edit(note.id, Edit(room="attic"))
    copy.amending.edit(note.id, Edit(importance=0.9))
    copy.memories.remember(Draft("in the copy"))
    sync(laptop, folder)
    sync(third, folder)
    sync(copy, tmp_path / "elsewhere")
    shutil.copytree(tmp_path / "elsewhere", folder, dirs_exist_ok=True)

    for _ in range(3):
        for palace in (laptop, copy, third):
            sync(palace, folder)

    assert differences(laptop, copy) == differences(copy, third) == []
    memory = third.memories.get(note.id)
    assert (memory.place.room, memory.importance, third.memories.count()) == ("attic", 0.9, 2)


def test_only_files_are_read_and_none_that_grows_without_end(machine: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    desk, laptop = machine("desk"), machine("laptop")
    desk.memories.remember(Draft("The harbour opens at six."))
    sync_folder(replica_of(desk), folder, FolderOptions())
    stranger = folder / "feed0001"
    stranger.mkdir()
    os.mkfifo(stranger / "000001-00000001.jsonl.gz")
    (stranger / "000002-00000002.jsonl.gz").symlink_to("/dev/zero")
    (stranger / "000003-00000003.jsonl.gz").write_bytes(gzip.compress(b" " * (LINE_MAX + 1)))
    (stranger / "000004-00000004.jsonl.gz").write_bytes(_swollen(folder))

    report = sync_folder(replica_of(laptop), folder, FolderOptions())

    assert [(each.name, each.reason) for each in report.waiting] == [
        ("feed0001/000003-00000003.jsonl.gz", "is cut off or damaged"),
        ("feed0001/000004-00000004.jsonl.gz", f"is longer than {PLAIN_MAX:,} bytes"),
    ]
    assert differences(desk, laptop) == []


def _swollen(folder: Path) -> bytes:
    """A file with a good head that unpacks to more than is read."""
    good = next(path for path in folder.rglob("*.jsonl.gz") if path.parent.name != "feed0001")
    first = {**json.loads(gzip.decompress(good.read_bytes()).splitlines()[0]), "until": {"feed0001": 1}, "marks": {}}
    return gzip.compress(json.dumps(first).encode() + b"\n" + (b" " * (1 << 20) + b"\n") * (PLAIN_MAX // (1 << 20) + 1), 1)
