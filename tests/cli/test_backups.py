import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.conftest import Run
from simonides.domain.errors import Invalid
from simonides.engine import backups
from simonides.engine.backups import END, read_backup, read_head, write_backup

LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=200), max_size=30)


def packed(lines: list[str], passphrase: str | None = None) -> bytes:
    stream = io.BytesIO()
    write_backup(stream, lines, "Städte", "2026-01-02T03:04:05Z", passphrase)
    return stream.getvalue()


@contextmanager
def cheap_keys() -> Iterator[None]:
    """Keys that cost nothing to derive, for tests that derive hundreds; the tests of the commands take the real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backups, "SCRYPT_COST", 2)
        yield


@settings(max_examples=20)
@given(LINES, st.sampled_from([None, "pass wörd"]))
def test_what_was_written_is_read(lines: list[str], passphrase: str | None) -> None:
    with cheap_keys():
        raw = packed(lines, passphrase)
        read = [line.decode() for line in read_backup(io.BytesIO(raw), passphrase)]

    assert read == lines
    assert read_head(io.BytesIO(raw)).palace == "Städte"


@pytest.mark.parametrize("passphrase", [None, "secret"])
def test_every_change_of_a_byte_and_every_cut_is_noticed(passphrase: str | None) -> None:
    with cheap_keys():
        raw = packed(["one", "two"], passphrase)
        changes_are_noticed(raw, passphrase)


def test_an_end_that_tells_nothing_is_damage() -> None:
    raw = packed(["one"], None)
    end = zlib.compress(b"no JSON")

    with pytest.raises(Invalid, match="damaged"):
        list(read_backup(io.BytesIO(raw[: raw.rindex(END + b"\0\0")] + END + len(end).to_bytes(4) + end)))


def changes_are_noticed(raw: bytes, passphrase: str | None) -> None:
    broken = [raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for at in range(0, len(raw), 3)]
    cut = [raw[:at] for at in range(0, len(raw), 3)]
    head = raw.index(b"}")

    for number, each in enumerate([*broken, *cut, raw + b"x"]):
        # The names in the head of a file that is not encrypted are not sealed.
        if passphrase or number >= len(broken) or number * 3 > head:
            with pytest.raises(Invalid):
                list(read_backup(io.BytesIO(each), passphrase))


def test_nothing_of_the_content_is_readable_without_the_passphrase() -> None:
    raw = packed(["a very secret sentence " * 40], "right")

    assert b"secret" not in raw
    with pytest.raises(Invalid, match="passphrase is wrong"):
        list(read_backup(io.BytesIO(raw), "wrong"))
    with pytest.raises(Invalid, match="is encrypted"):
        list(read_backup(io.BytesIO(raw)))


def test_a_palace_comes_back_to_the_byte(run: Run, tmp_path: Path) -> None:
    run("remember", "We drain it at night.", "--wing", "app", "--tag", "decision")
    run("kg", "add", "Mira", "works_on", "Atlas")
    before = run("export", "--with-vectors").out
    (tmp_path / "secret").write_text("pass wörd\n", encoding="utf-8")

    made = run("backup", str(tmp_path / "b"), "--passphrase-file", str(tmp_path / "secret"))
    sound = run("verify", str(tmp_path / "b"), "--passphrase-file", str(tmp_path / "secret"), "--json").json
    restored = run("restore", str(tmp_path / "b"), "--palace", "again", "--passphrase-file", str(tmp_path / "secret"))

    assert (made.code, restored.code, sound["palace"]) == (0, 0, "default")
    assert run("export", "--with-vectors", "--palace", "again").out == before
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600


def test_a_palace_that_exists_and_a_file_that_exists_are_never_touched(run: Run, tmp_path: Path) -> None:
    run("remember", "One.")
    run("backup", str(tmp_path / "b"))

    again = run("backup", str(tmp_path / "b"))
    over = run("restore", str(tmp_path / "b"))

    assert (again.code, over.code) == (1, 1)
    assert "--force" in again.err
    assert "'default' exists already" in over.err


def test_a_damaged_backup_makes_no_palace(run: Run, tmp_path: Path) -> None:
    run("remember", "One.")
    run("backup", str(tmp_path / "b"))
    raw = (tmp_path / "b").read_bytes()
    (tmp_path / "b").write_bytes(raw[:-3])

    result = run("restore", str(tmp_path / "b"), "--palace", "again")

    assert result.code == 1
    assert "cut off" in result.err
    assert [each["name"] for each in run("palace", "list", "--json").json] == ["default"]


def test_what_is_no_backup_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello", encoding="utf-8")

    assert "is no backup" in run("verify", str(tmp_path / "x")).err
    assert "cannot be read" in run("verify", str(tmp_path / "none")).err
