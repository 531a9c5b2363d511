import re
import shlex
from pathlib import Path

import pytest

from simonides.cli.command import SHARED, Command, build_parser
from simonides.cli.main import every_command

PAGE = Path(__file__).parent.parent.parent / "docs" / "commands.md"


def commands() -> dict[str, Command]:
    found = {}
    for entry in every_command():
        if isinstance(entry, Command):
            found[entry.name] = entry
        else:
            found |= {f"{entry.name} {command.name}": command for command in entry.commands}
    return found


def sections() -> dict[str, str]:
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))


def test_every_command_has_a_section_and_every_section_a_command() -> None:
    assert [name for name in sections() if name != "Every command"] == list(commands())


@pytest.mark.parametrize("name", list(commands()))
def test_a_section_names_every_argument_and_shows_an_example(name: str) -> None:
    # In a table a bar stands behind a backslash.
    section = sections()[name].replace("\\|", "|")

    for argument in commands()[name].arguments:
        word = argument.flags[0] if argument.flags[0].startswith("-") else argument.options["metavar"]
        assert f"`{word}" in section, f"{name}: {word}"
    assert f"simonides {name}" in section


def test_the_shared_options_are_described() -> None:
    assert all(f"`{argument.flags[0]}" in sections()["Every command"] for argument in SHARED)


def test_the_examples_are_understood() -> None:
    examples = re.findall(r"^simonides (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    parser = build_parser(every_command())
    for example in examples:
        words = shlex.split(re.split(r" [|<>] ", example)[0])
        assert callable(parser.parse_args(words).run)
    assert len(examples) >= len(commands())
