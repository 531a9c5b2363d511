"""The manual page and the completions of shells, made from the commands themselves.

    python -m scripts.shelves.manual [FOLDER]

`make build` writes them under share/ before the wheel is made, so that an installation puts them where man and shells look.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.shelves.project import ROOT, write_files

from simonides import __version__
from simonides.cli.command import SHARED, Argument, Command, Group
from simonides.cli.commands.completion import completion_script
from simonides.cli.main import every_command

COMPLETIONS = {
    "bash": "bash-completion/completions/simonides",
    "zsh": "zsh/site-functions/_simonides",
    "fish": "fish/vendor_completions.d/simonides.fish",
}


def page() -> str:
    """The manual page, in the macros of man(7)."""
    lines = [
        f'.TH SIMONIDES 1 "" "simonides {_escaped(__version__)}" "User Commands"',
        ".SH NAME",
        r"simonides \- the memory that AI agents keep: verbatim, offline, shared, over MCP",
        ".SH SYNOPSIS",
        ".B simonides",
        r"\fICOMMAND\fR [\fIARGUMENT\fR]...",
        ".SH DESCRIPTION",
        "Keeps what people and agents say, word for word, in palaces on this machine, and finds it again by meaning and",
        "to the letter. Agents reach it over MCP, people by the commands below.",
        ".SH OPTIONS OF EVERY COMMAND",
        *(line for each in SHARED for line in _described(each)),
        ".SH COMMANDS",
        *(line for entry in every_command() for line in _entry(entry)),
        ".SH EXIT STATUS",
        "0 for success, 1 for a failure that is told in one line, 2 for words that are not understood, 130 for an interruption.",
        ".SH ENVIRONMENT",
        "SIMONIDES_HOME names the folder of the palaces, SIMONIDES_PALACE the palace to use. Every other setting has",
        "a variable, too; docs/settings.md of the project lists them.",
    ]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Every file by its path below share/."""
    scripts = {path: completion_script(shell) + "\n" for shell, path in COMPLETIONS.items()}
    return {"man/man1/simonides.1": page(), **scripts}


def _entry(entry: Command | Group) -> Iterator[str]:
    group = entry.commands if isinstance(entry, Group) else ()
    commands = [(f"{entry.name} {each.name}", each) for each in group] if isinstance(entry, Group) else [(entry.name, entry)]
    for name, command in commands:
        yield f".SS {_escaped(name)}"
        yield _escaped(f"{command.summary[0].upper()}{command.summary[1:]}.")
        for each in command.arguments:
            yield from _described(each)


def _described(each: Argument) -> Iterator[str]:
    is_option = each.flags[0].startswith("-")
    value = each.options.get("metavar") or "|".join(str(choice) for choice in each.options.get("choices", ()))
    names = ", ".join(rf"\fB{_escaped(flag)}\fR" for flag in each.flags) if is_option else ""
    yield ".TP"
    yield _term(names, str(value or ""))
    yield _escaped(str(each.options.get("help", "")))


def _term(names: str, value: str) -> str:
    shown = rf"\fI{_escaped(value)}\fR" if value else ""
    return " ".join(part for part in (names, shown) if part)


def _escaped(text: str) -> str:
    """A text without meaning for roff: a backslash, a hyphen, a dot or an apostrophe at the beginning of a line."""
    told = text.replace("\\", r"\e").replace("-", r"\-").replace("%%", "%")
    told = "".join(sign if sign.isascii() else rf"\[u{ord(sign):04X}]" for sign in told)
    return rf"\&{told}" if told[:1] in {".", "'"} else told


def main() -> int:
    """Write them under share/, or where the first word says."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "share"
    write_files(folder, files())
    print("\n".join(str(folder / name) for name in files()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
