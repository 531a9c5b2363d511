"""The manual page and the completions that the wheel brings along."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from scripts.shelves.manual import files, page
from scripts.shelves.project import write_files

from simonides.cli.command import Command
from simonides.cli.main import every_command

pytestmark = pytest.mark.requirement("shelf-manual")


def test_the_page_names_every_command_and_option() -> None:
    text = page().replace(r"\-", "-")

    names = [
        name
        for entry in every_command()
        for name in ([entry.name] if isinstance(entry, Command) else [f"{entry.name} {each.name}" for each in entry.commands])
    ]
    assert re.findall(r"^\.SS (.+)$", text, re.MULTILINE) == names
    for entry in every_command():
        for command in (entry,) if isinstance(entry, Command) else entry.commands:
            assert all(flag in text for each in command.arguments for flag in each.flags if flag.startswith("-"))
    assert text.isascii()


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_has_no_complaint(tmp_path: Path) -> None:
    write_files(tmp_path, files())

    run = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(tmp_path / "man/man1/simonides.1")], capture_output=True, check=True
    )

    assert run.stderr == b""
    assert b"remember" in run.stdout


def test_the_wheel_takes_every_file_along() -> None:
    import tomllib

    root = Path(__file__).parent.parent.parent
    told = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["data-files"]

    assert {f"share/{Path(name).parent}" for name in files()} == set(told)
