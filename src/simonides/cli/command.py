"""Commands as values: a name, a summary, the arguments and the function that runs. A list names every command."""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from simonides import __version__
from simonides.cli.call import Call
from simonides.frozen import frozen

Run = Callable[[Call], int]
MISUSED = 2
"""The exit code of a command line that cannot be read."""


@frozen
class Argument:
    """One argument, in argparse's words."""

    flags: tuple[str, ...]
    options: Mapping[str, Any]


def argument(*flags: str, **options: Any) -> Argument:
    """An argument as argparse takes it."""
    return Argument(flags, options)


def switch(flag: str, meaning: str, **options: Any) -> Argument:
    """An option without a value: given or not."""
    return Argument((flag,), {"action": "store_true", "help": meaning, **options})


@frozen
class Command:
    """Something the program can do; `run` returns the exit code."""

    name: str
    summary: str
    run: Run
    arguments: tuple[Argument, ...] = ()


@frozen
class Group:
    """Commands that share their first word."""

    name: str
    summary: str
    commands: tuple[Command, ...]


Entries = Sequence[Command | Group]

SHARED = (
    switch("--json", "print one JSON document instead of text"),
    argument(
        "--data-dir", metavar="DIR", help="the folder of the palaces (default: SIMONIDES_HOME, or the user's data directory)"
    ),
    argument(
        "--database", metavar="URL", help="keep palaces in this PostgreSQL database instead (default: SIMONIDES_DATABASE_URL)"
    ),
    argument("--palace", metavar="NAME", help="the palace to use (default: SIMONIDES_PALACE, or 'default')"),
    switch("--detect-palace", "without --palace, use the palace of the current project folder"),
    switch("--debug", "show the traceback of an error"),
)


def build_parser(entries: Entries, sections: Mapping[str, Iterable[str]] | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line; its help lists the commands in sections, where there are any."""
    parser = _Parser(
        prog="simonides",
        description="The memory that AI agents keep: verbatim, offline, shared, over MCP.",
        epilog="See `simonides COMMAND --help`. Every command takes --json, --data-dir, --database, --palace and --debug.",
    )
    parser.add_argument("--version", action="version", version=f"simonides {__version__}")
    words = parser.add_subparsers(metavar="COMMAND", required=True)
    parser.words, parser.sections = words, sections or {}
    for entry in entries:
        if isinstance(entry, Command):
            _add(words, entry)
        else:
            group = words.add_parser(entry.name, help=entry.summary, description=_sentence(entry.summary))
            inner = group.add_subparsers(metavar="COMMAND", required=True)
            for command in entry.commands:
                _add(inner, command)
    commands = [each for entry in entries for each in ([entry] if isinstance(entry, Command) else entry.commands)]
    taken = [*SHARED, *(each for command in commands for each in command.arguments)]
    parser.flags = [flag for each in taken for flag in each.flags]
    parser.described = f"simonides {entries[0].name}" if len(entries) == 1 else ""
    return parser


def shared_last(words: Sequence[str]) -> list[str]:
    """The words with options that every command takes behind the command, where somebody typed them before it."""
    takes_value = {flag: "action" not in each.options for each in SHARED for flag in each.flags}
    at = 0
    while at < len(words) and (flag := words[at].partition("=")[0]) in takes_value:
        at += 2 if takes_value[flag] and "=" not in words[at] else 1
    end = words.index("--") if "--" in words[at:] else len(words)
    return [*words[at:end], *words[:at], *words[end:]]


class _Parser(argparse.ArgumentParser):
    """A parser that names the option which may be meant by an unknown one, and lists many commands in sections."""

    flags: Sequence[str] = ()
    sections: Mapping[str, Iterable[str]] = {}
    words: "argparse._SubParsersAction[_Parser] | None" = None
    described = ""
    """The command that was typed, where its name is known before its arguments are read."""

    def format_help(self) -> str:
        """The help, with each command under the heading of its section."""
        if self.words is None or not self.sections:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        lines = {line.dest: line for line in self.words._get_subactions()}  # noqa: SLF001 - argparse has no other way to them
        for heading, names in self.sections.items():
            formatter.start_section(heading)
            formatter.add_arguments(lines[name] for name in names)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        """Say in one line what was wrong and which help tells more, and leave: the usage of a command fills half a window."""
        from simonides.domain.text.nearest_names import did_you_mean

        # What follows an unknown option is often its value, and as unknown only because of it.
        unknown = re.search(r"unrecognized arguments: (--[\w-]+)", message)
        said = f"unrecognized argument: {unknown[1]}" if unknown else message
        # A known option is unknown behind `--`, where words begin with what they like.
        near = unknown and ("Options stand before `--`." if unknown[1] in self.flags else did_you_mean(unknown[1], self.flags))
        hint = near or ""
        self.exit(MISUSED, f"{self.prog}: {said}. {f'{hint} ' if hint else ''}See `{self.described or self.prog} --help`.\n")


def _add(words: "argparse._SubParsersAction[_Parser]", command: Command) -> None:
    parser = words.add_parser(command.name, help=command.summary, description=_sentence(command.summary))
    for each in (*command.arguments, *SHARED):
        parser.add_argument(*each.flags, **each.options)
    parser.set_defaults(run=command.run)


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."
