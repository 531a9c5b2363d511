"""The program: the list of all commands, and the exit code and message of each failure."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import NoReturn

from simonides.cli.call import Call, typed
from simonides.cli.command import MISUSED, SHARED, Command, Group, build_parser, shared_last
from simonides.cli.output import Output, fail, make_robust
from simonides.domain.actor import Actor, Caller, called_by, client_label
from simonides.domain.errors import Invalid, NoPalace, NotTime, SimonidesError
from simonides.settings import load

SECTIONS = {
    "begin": {
        "setup": "commands.setup.SETUP",
        "init": "commands.init.INIT",
        "mine": "commands.mine.MINE",
        "index": "commands.index.INDEX",
        "code": "commands.code.CODE",
        "demo": "commands.demo.DEMO",
        "open": "commands.open.OPEN",
        "serve": "commands.serve.SERVE",
    },
    "every day": {
        "remember": "commands.remember.REMEMBER",
        "search": "commands.search.SEARCH",
        "recall": "commands.recall.RECALL",
        "recent": "commands.list_memories.RECENT",
        "list": "commands.list_memories.LIST",
        "get": "commands.get.GET",
        "edit": "commands.edit.EDIT",
        "move": "commands.edit.MOVE",
        "tag": "commands.edit.TAG",
        "forget": "commands.forget.FORGET",
        "wake-up": "commands.wake_up.WAKE_UP",
        "diary": "commands.diary.DIARY",
    },
    "look back": {
        "changes": "commands.undo.CHANGES",
        "diff": "commands.undo.DIFF",
        "undo": "commands.undo.UNDO",
        "review": "commands.review.REVIEW",
    },
    "facts": {
        "kg": "commands.kg.KG",
        "perspectives": "commands.perspectives.PERSPECTIVES",
    },
    "arrive and leave": {
        "import": "commands.import_lines.IMPORT",
        "export": "commands.export.EXPORT",
        "backup": "commands.backup.BACKUP",
        "restore": "commands.backup.RESTORE",
        "verify": "commands.backup.VERIFY",
        "sync": "commands.sync.SYNC",
        "migrate": "commands.migrate.MIGRATE",
    },
    "look after it": {
        "status": "commands.status.STATUS",
        "palace": "commands.palace.PALACE",
        "doctor": "commands.doctor.DOCTOR",
        "dream": "commands.dream.DREAM",
        "reembed": "commands.reembed.REEMBED",
        "compress": "commands.compress.COMPRESS",
        "bench": "commands.bench.BENCH",
        "tokens": "commands.tokens.TOKENS",
    },
    "for servers and programs": {
        "token": "commands.token.TOKEN",
        "database": "commands.database.DATABASE",
        "hook": "hook.command.HOOK",
        "alias": "commands.alias.ALIAS",
        "completion": "commands.completion.COMPLETION",
    },
}
"""Every first word and the place of its command, as the help lists them."""

COMMANDS = {name: place for section in SECTIONS.values() for name, place in section.items()}
"""Only the module of the command typed is imported: `serve` must start fast."""

OF_PALACES_THERE_ARE = (
    ("palace", "info"),
    ("palace", "identity"),
    ("palace", "rename"),
    ("palace", "delete"),
    ("kg", "invalidate"),
    ("forget",),
    ("changes",),
    ("diff",),
    ("undo",),
    ("review",),
    ("bench",),
    ("compress",),
    ("export",),
    ("backup",),
    ("migrate",),
    ("reembed",),
)
"""Commands that are useless in a new palace: when the name is unknown, they suggest the list of palaces, not creating one."""

OK, FAILED, INTERRUPTED = 0, 1, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    make_robust()
    words = shared_last(sys.argv[1:] if argv is None else argv)
    code = _do(words)
    # An agent takes a failing hook for a veto; stderr has the reason.
    return OK if words[:2] == ["hook", "run"] else code


def program() -> NoReturn:
    """Run the command that was typed and end the process with its exit code, whatever still runs in the background.

    A thread that is inside a model's native code when the interpreter shuts down would abort the process.
    """
    # A product of 200 vectors is no work for several cores: on a busy machine their threads wait for each other by spinning. Read
    # by numpy when it is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = main()
    except BaseException:  # noqa: BLE001 - a bug: it is reported as the interpreter would, and the process ends all the same
        sys.excepthook(*sys.exc_info())
        code = FAILED
    for stream in (sys.stdout, sys.stderr):
        # The reader may have left.
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def every_command() -> list[Command | Group]:
    """All commands, in the order of the help."""
    return [_entry(place) for place in COMMANDS.values()]


def _do(words: list[str]) -> int:
    entries = _meant(words)
    if (unknown := _unknown(words, entries)) is not None:
        fail(unknown)
        return MISUSED
    sections = SECTIONS if len(entries) == len(COMMANDS) else None
    try:
        args = build_parser(entries, sections).parse_args(words or ["--help"])
    except SystemExit as stop:
        # argparse has already printed the help or the error.
        return stop.code if isinstance(stop.code, int) else OK
    if args.debug:
        return _run(args, words)
    # A bug is not caught: it ends the program, with one line instead of a traceback.
    hook, sys.excepthook = sys.excepthook, _report_bug
    code = _run(args, words)
    sys.excepthook = hook
    return code


def _meant(words: list[str]) -> list[Command | Group]:
    return [_entry(COMMANDS[words[0]])] if words and words[0] in COMMANDS else every_command()


def _unknown(words: list[str], entries: list[Command | Group]) -> str | None:
    """What is wrong with the words that choose a command, and the command that was probably meant; None when they are known."""
    known = {entry.name: entry for entry in entries}
    if not words:
        return None
    if words[0].startswith("-"):
        return None if _is_of_program(words[0]) else f"'{words[0]}' must follow a command; `simonides --help` lists all commands"
    first = known.get(words[0])
    if first is None:
        return _misspelt(words[0], [*COMMANDS], "simonides")
    if isinstance(first, Group) and len(words) > 1 and not words[1].startswith("-"):
        names = [command.name for command in first.commands]
        return None if words[1] in names else _misspelt(words[1], names, f"simonides {first.name}")
    return None


def _is_of_program(option: str) -> bool:
    """Whether an option means something without a command; those that every command takes find theirs missing."""
    shared = (flag for each in SHARED for flag in each.flags)
    flags = ("-h", "--help", "--version", *shared)
    return option != "--" and any(flag.startswith(option.partition("=")[0]) for flag in flags)


def _misspelt(word: str, names: list[str], before: str) -> str:
    # Imported late: a word that is known needs no comparing.
    from simonides.domain.text.nearest_names import nearest_names

    near = nearest_names(word, names)
    meant = f"; did you mean {' or '.join(f'`{before} {name}`' for name in near)}?" if near else ";"
    return f"unknown command '{word}'{meant} `{before} --help` lists all commands"


def _entry(place: str) -> Command | Group:
    module, _, name = place.rpartition(".")
    entry: Command | Group = getattr(import_module(f"simonides.cli.{module}"), name)
    return entry


def _run(args: argparse.Namespace, words: list[str]) -> int:
    try:
        settings = load({"data_dir": args.data_dir, "database": args.database, "palace": _palace(args)})
        with called_by(Caller(Actor.PERSON, _user(), "cli")):
            code: int = args.run(Call(args, settings, Output(is_json=args.json)))
        sys.stdout.flush()
    except KeyboardInterrupt:
        fail("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has left. The rest of the buffer must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (SimonidesError, OSError) as error:
        if args.debug:
            import traceback

            traceback.print_exc()
        # What may have been meant was noted on the way.
        fail(". ".join([_sentence(error, args, words), *getattr(error, "__notes__", ())]))
        return FAILED
    return code


def _user() -> str:
    # Imported late: it is needed only here.
    import getpass

    try:
        return client_label(getpass.getuser())
    except (OSError, KeyError, ImportError):
        # A container may run as a user without a name.
        return ""


def _palace(args: argparse.Namespace) -> str | None:
    if args.palace is not None or not args.detect_palace:
        palace: str | None = args.palace
        return palace
    # Imported late: it is rarely used, and `serve` must start fast.
    from simonides.cli.detection import detect_here

    return detect_here()


def _sentence(error: Exception, args: argparse.Namespace, words: list[str]) -> str:
    if isinstance(error, NoPalace):
        is_sought = any(tuple(words[: len(command)]) == command for command in OF_PALACES_THERE_ARE)
        listing = f"{typed(args, 'palace', 'list', of_palace=False)} shows the existing ones"
        making = f"create it with {typed(args, 'palace', 'create', error.key, of_palace=False)}"
        return f"{error} (nothing at {error.path}); {listing if is_sought else making}"
    if isinstance(error, Invalid):
        return _invalid(error, words)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__


def _invalid(error: Invalid, words: list[str]) -> str:
    # The engine knows an argument by its own name, the person by that of the option.
    option = f"--{error.argument.replace('_', '-')}"
    is_option = any(word.partition("=")[0] == option for word in words)
    told = f"invalid '{option}': {error.reason}" if is_option else str(error)
    if isinstance(error, NotTime):
        # Here `cli.times` reads more than ISO 8601.
        return f"{told}; `today`, `yesterday` and an age such as `3d` are understood, too"
    return told


def _report_bug(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    fail(f"internal error: {kind.__name__}: {error}; run again with --debug to see where")
