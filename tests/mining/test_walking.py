"""Walking a folder: junk and secrets are left out, and the walk always ends."""

import os
from pathlib import Path

import pytest

from simonides.domain.code import Skipped, SourceFile
from simonides.domain.errors import Invalid
from simonides.mining.code.folders import Folders
from simonides.mining.files.ignore_rules import is_secret
from simonides.mining.files.walk import walk


def write(root: Path, *paths: str, text: str = "x = 1\n") -> None:
    for path in paths:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def paths(root: Path) -> list[str]:
    return [found.path for found in walk(root) if isinstance(found, SourceFile)]


def skipped(root: Path) -> dict[str, str]:
    return {found.path: found.reason for found in walk(root) if isinstance(found, Skipped)}


@pytest.mark.requirement("code-ignored")
def test_hidden_and_generated_folders_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "app.py", "src/b.py", "src/a.py", ".hidden.py", ".git/config.py", "node_modules/x/i.js", "__pycache__/a.py")
    write(tmp_path, "target/a.rs", "dist/a.js", "build/a.py", "venv/lib/a.py", "x.egg-info/a.py")
    write(tmp_path, "anything/pyvenv.cfg", "anything/lib/a.py")

    assert paths(tmp_path) == ["app.py", "src/a.py", "src/b.py"]
    assert skipped(tmp_path) == {}


@pytest.mark.requirement("code-ignored")
def test_gitignore_is_respected_and_a_deeper_one_wins(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "gen/a.py", "deep/gen/b.py", "deep/keep.log.py", "deep/x_pb.py", "other/x_pb.py", "logs/l.py")
    write(tmp_path, ".gitignore", text="gen/\n*_pb.py\n/logs\n# a comment\n\n[broken\n")
    write(tmp_path, "deep/.gitignore", text="!x_pb.py\n")

    assert paths(tmp_path) == ["a.py", "deep/keep.log.py", "deep/x_pb.py"]


@pytest.mark.requirement("code-ignored")
def test_simonidesignore_adds_lines_and_takes_others_back(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "build/tool.py", "fixtures/big.py", "shared/s.py", ".github/ci.yml")
    write(tmp_path, ".gitignore", text="shared/\n")
    write(tmp_path, ".simonidesignore", text="fixtures/\n!build/\n!shared/\n!.github/\n")

    assert paths(tmp_path) == [".github/ci.yml", "a.py", "build/tool.py", "shared/s.py"]


@pytest.mark.requirement("code-ignored")
def test_the_rules_of_the_repository_around_hold_in_a_folder_of_it(tmp_path: Path) -> None:
    write(tmp_path, ".git/HEAD", "pkg/a.py", "pkg/a_gen.py")
    write(tmp_path, ".gitignore", text="*_gen.py\n")

    assert paths(tmp_path / "pkg") == ["a.py"]


@pytest.mark.parametrize("folder", ["build", "vendored/.cache/lib"])
def test_a_folder_that_is_asked_for_by_name_is_walked_even_if_it_is_ignored(tmp_path: Path, folder: str) -> None:
    write(tmp_path, ".git/HEAD", f"{folder}/a.py")
    write(tmp_path, ".gitignore", text="vendored/\n")

    assert paths(tmp_path / folder) == ["a.py"]


@pytest.mark.parametrize(
    "name",
    [".env", ".env.local", "prod.env", "server.pem", "tls.key", "id_rsa", "id_ed25519", "credentials.json",
     "aws-credentials.yaml", "secrets.toml", "app.secrets.yml", "service-account-prod.json",
     "terraform.tfstate", "credentials", ".npmrc", "store.jks"],
)  # fmt: skip
@pytest.mark.requirement("code-secrets")
def test_a_file_whose_name_says_secret_is_never_read(tmp_path: Path, name: str) -> None:
    write(tmp_path, f"conf/{name}", text="password = hunter2\n")
    write(tmp_path, ".simonidesignore", text="!*\n!.*\n")

    assert is_secret(name)
    assert f"conf/{name}" not in paths(tmp_path)


@pytest.mark.parametrize("name", ["credentials.py", "secrets.go", "keyboard.py", "environment.ts", "token.rs", "secretary.json"])
def test_source_code_about_secrets_is_no_secret(name: str) -> None:
    assert not is_secret(name)


@pytest.mark.requirement("code-robust-walk")
def test_links_are_not_followed_so_a_loop_has_an_end(tmp_path: Path) -> None:
    write(tmp_path, "a/b.py")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "link.py").symlink_to(tmp_path / "a" / "b.py")
    (tmp_path / "a" / "broken.py").symlink_to(tmp_path / "nowhere.py")

    assert paths(tmp_path) == ["a/b.py"]


@pytest.mark.requirement("code-robust-walk")
def test_a_file_of_100_megabytes_is_named_and_not_read(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    with (tmp_path / "huge.py").open("wb") as file:
        file.truncate(100_000_000)

    assert paths(tmp_path) == ["a.py"]
    assert skipped(tmp_path) == {"huge.py": "is 100,000,000 bytes long; at most 1,000,000 are read"}


@pytest.mark.requirement("code-robust-walk")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    os.mkfifo(tmp_path / "pipe.py")

    assert paths(tmp_path) == ["a.py"]
    assert isinstance(Folders().read(tmp_path, SourceFile("pipe.py", 0, 0)), Skipped)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "locked/b.py")
    (tmp_path / "locked").chmod(0)

    assert paths(tmp_path) == ["a.py"]
    assert list(skipped(tmp_path)) == ["locked"]
    (tmp_path / "locked").chmod(0o700)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"x = 1\n", "x = 1\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        ("# die Größe des Fensters\n".encode("latin-1"), "# die Gr\ufffd\ufffde des Fensters\n"),
        ("x = 'ß'\n".encode("utf-16"), "x = 'ß'\n"),
        (b"", ""),
    ],
)
@pytest.mark.requirement("code-robust-walk")
def test_text_is_read_in_whatever_encoding(tmp_path: Path, data: bytes, expected: str) -> None:
    (tmp_path / "a.py").write_bytes(data)

    read = Folders().read(tmp_path, SourceFile("a.py", len(data), 0))

    assert not isinstance(read, Skipped)
    assert read.text == expected


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x7fELF\0\0\0", "is not text"),
        (bytes(range(128, 256)) * 10, "is not UTF-8 text"),
        (b"x" * 1_000_001, "has grown beyond 1,000,000 bytes"),
    ],
)
@pytest.mark.requirement("code-robust-walk")
def test_what_is_not_text_is_passed_over_with_a_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.py").write_bytes(data)

    assert Folders().read(tmp_path, SourceFile("a.py", 0, 0)) == Skipped("a.py", reason)


def test_a_file_that_vanished_is_passed_over(tmp_path: Path) -> None:
    assert Folders().read(tmp_path, SourceFile("gone.py", 1, 1)) == Skipped("gone.py", "No such file or directory")


@pytest.mark.parametrize("path", ["nowhere", "file.py", "a\0b"])
def test_a_path_that_is_no_folder_is_refused(tmp_path: Path, path: str) -> None:
    write(tmp_path, "file.py")

    with pytest.raises(Invalid) as caught:
        Folders().root(str(tmp_path / path))

    assert caught.value.argument == "path"
