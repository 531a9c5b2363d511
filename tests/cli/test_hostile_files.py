"""Files that were damaged, locked away or opened to others: each is told for what it is."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cli.conftest import Run

TEXT = "The lighthouse keeper counts ships at dusk."


def palace_file(home: Path) -> Path:
    return home / "palaces" / "default" / "palace.db"


@pytest.mark.requirement("files-lost")
@pytest.mark.parametrize("size", [0, 1])
def test_a_file_without_content_is_damage_and_no_missing_palace(run: Run, home: Path, size: int) -> None:
    run("remember", TEXT)
    palace_file(home).write_bytes(b"x" * size)

    for words in (("search", "ships"), ("remember", "Another."), ("export",)):
        result = run(*words)
        assert result.code == 1
        assert "has lost its content; restore a copy" in result.err
    assert [palace["name"] for palace in run("palace", "list", "--json").json] == ["default"]
    assert "has lost its content" in run("doctor").out
    assert palace_file(home).stat().st_size == size


@pytest.mark.requirement("files-doctor")
def test_the_doctor_outlives_every_damage(run: Run, home: Path) -> None:
    for number in range(12):
        run("remember", f"{TEXT} Day {number}.")
    whole = palace_file(home).read_bytes()
    chance = random.Random(5)

    for _ in range(25):
        spoilt = bytearray(whole)
        for place in chance.sample(range(100, len(whole)), 40):
            spoilt[place : place + 16] = chance.randbytes(16)
        palace_file(home).write_bytes(spoilt[: chance.choice([len(whole), len(whole) // 2, 5_000])])
        result = run("doctor", "--json")
        assert {finding["subject"] for finding in result.json["findings"]} >= {"python", "embedder"}
        assert result.err == ""


@pytest.mark.requirement("files-doctor")
def test_a_data_directory_that_others_may_write_to_is_told(run: Run, home: Path) -> None:
    run("remember", TEXT)
    home.chmod(0o777)

    told = run("doctor")

    assert "other users can write there" in told.out
    assert f"chmod go-w {home}" in told.out


def is_mountable() -> bool:
    return sys.platform == "linux" and shutil.which("unshare") is not None and os.geteuid() == 0


def searched_and_exported_read_only(home: Path, last: str) -> "subprocess.CompletedProcess[str]":
    """A search and an export of a palace on a read-only disk, and a last command, which gives the exit code."""
    program = f"{sys.executable} -m simonides"
    steps = (
        f"mount --bind {home} {home}",
        f"mount -o remount,ro,bind {home}",
        f"{program} search lighthouse",
        f"{program} export",
    )
    script = f"{' && '.join(steps)}; {program} {last}"
    environment = {**os.environ, "SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": "hashing"}
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", script], env=environment, capture_output=True, text=True, timeout=100, check=False
    )


@pytest.mark.requirement("files-read-only")
@pytest.mark.skipif(not is_mountable(), reason="only root can make a part of the disk read-only")
def test_a_palace_on_a_read_only_disk_can_be_searched_and_exported(run: Run, home: Path) -> None:
    run("remember", TEXT)

    done = searched_and_exported_read_only(home, "remember Another.")

    assert done.stdout.count(TEXT) == 2, done.stderr
    assert done.returncode == 1
    assert "Read-only file system" in done.stderr


@pytest.mark.requirement("files-read-only")
@pytest.mark.skipif(not is_mountable(), reason="only root can make a part of the disk read-only")
def test_old_vectors_on_a_read_only_disk_leave_the_words(run: Run, home: Path) -> None:
    run("remember", TEXT)
    with closing(sqlite3.connect(palace_file(home))) as database, database:
        database.execute("""UPDATE meta SET value = '{"name": "ancient/1", "dimensions": 384}' WHERE key = 'embedder'""")

    done = searched_and_exported_read_only(home, "doctor")

    assert done.stdout.count(TEXT) == 2, done.stderr
    assert "its vectors come from ancient/1 (384d), and its disk is read-only: words alone find its texts" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.requirement("files-names")
def test_a_name_in_one_character_and_in_two_is_one_palace(run: Run) -> None:
    composed, decomposed = "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe\N{COMBINING ACUTE ACCENT}"
    run("remember", TEXT, "--palace", decomposed)

    assert TEXT in run("search", "lighthouse", "--palace", composed).out
    assert [palace["name"] for palace in run("palace", "list", "--json").json] == [composed]
