"""The command `completion`: a script by which a shell completes commands and options."""

import shlex
from collections.abc import Callable, Iterator

from simonides.cli.call import Call
from simonides.cli.command import SHARED, Argument, Command, Entries, Group, argument
from simonides.frozen import frozen


@frozen
class NextWord:
    """A word that may come next, and what it means."""

    word: str
    meaning: str


Steps = dict[tuple[str, ...], list[NextWord]]
"""What may follow the words of a command: `()` for the first word, `("kg",)` for a group, `("kg", "add")` for a command."""


def completion(call: Call) -> int:
    """Print the script of one shell."""
    script = completion_script(call.args.shell)
    if call.out.is_json:
        call.out.json({"shell": call.args.shell, "script": script})
    else:
        call.out.say(script)
    return 0


def completion_script(shell: str) -> str:
    """The script for one shell."""
    # The list of commands names this one, so it is read when it is asked for.
    from simonides.cli.main import every_command

    return SHELLS[shell](_steps(every_command()))


def _steps(entries: Entries) -> Steps:
    steps: Steps = {(): [NextWord(entry.name, entry.summary) for entry in entries]}
    for entry in entries:
        if isinstance(entry, Group):
            steps[(entry.name,)] = [NextWord(command.name, command.summary) for command in entry.commands]
            steps |= {(entry.name, command.name): _choices(command) for command in entry.commands}
        else:
            steps[(entry.name,)] = _choices(entry)
    return steps


def _choices(command: Command) -> list[NextWord]:
    return [choice for each in (*command.arguments, *SHARED) for choice in _words(each)]


def _words(each: Argument) -> Iterator[NextWord]:
    meaning = str(each.options.get("help", ""))
    is_option = each.flags[0].startswith("-")
    for word in each.flags if is_option else each.options.get("choices", ()):
        yield NextWord(str(word), meaning)


def _bash(steps: Steps) -> str:
    cases = [f"        {_pattern(steps, words)}) next={shlex.quote(_listed(choices))} ;;" for words, choices in steps.items()]
    return "\n".join(
        [
            "_simonides() {",
            "    local next= IFS=$' \\n'",
            '    case "${COMP_WORDS[*]:1:COMP_CWORD-1} " in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
            "}",
            "complete -o default -F _simonides simonides",
        ]
    )


def _zsh(steps: Steps) -> str:
    cases = [f"        {_pattern(steps, words)}) next=({_described(choices)}) ;;" for words, choices in steps.items()]
    return "\n".join(
        [
            "#compdef simonides",
            "_simonides() {",
            "    local -a next",
            '    case "${words[2,CURRENT-1]} " in',
            *cases,
            "    esac",
            "    _describe simonides next",
            "    (( CURRENT > 2 )) && _files",
            "}",
            # As a file of the function path it is called; read by `source`, it registers itself.
            'if [ "$funcstack[1]" = "_simonides" ]; then _simonides "$@"; else compdef _simonides simonides; fi',
        ]
    )


def _fish(steps: Steps) -> str:
    typed = "    set -l typed (commandline -opc)\n    set -e typed[1]"
    functions = [
        f'function __simonides_at\n{typed}\n    test "$typed" = "$argv"\nend',
        f'function __simonides_in\n{typed}\n    string match -q -- "$argv *" "$typed "\nend',
    ]
    return "\n".join([*functions, *(_fish_line(steps, words, choice) for words in steps for choice in steps[words])])


def _fish_line(steps: Steps, words: tuple[str, ...], choice: NextWord) -> str:
    place = "__simonides_at" if _has_more(steps, words) else "__simonides_in"
    name = choice.word.lstrip("-")
    kind = "-l" if choice.word.startswith("--") else "-s" if choice.word.startswith("-") else "-f -a"
    condition = " ".join((place, *words))
    return f"complete -c simonides -n '{condition}' {kind} {name} -d {_fish_quoted(choice.meaning)}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _pattern(steps: Steps, words: tuple[str, ...]) -> str:
    """The words typed before, each with a space after it; what follows a whole command does not matter."""
    return f'"{" ".join(words)} "{"" if _has_more(steps, words) else "*"}'


def _has_more(steps: Steps, words: tuple[str, ...]) -> bool:
    return any(len(other) > len(words) and other[: len(words)] == words for other in steps)


def _listed(choices: list[NextWord]) -> str:
    return " ".join(choice.word for choice in choices)


def _described(choices: list[NextWord]) -> str:
    return " ".join(shlex.quote(f"{choice.word}:{choice.meaning}") for choice in choices)


SHELLS: dict[str, Callable[[Steps], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}

COMPLETION = Command(
    "completion",
    "print a script by which bash, zsh or fish completes commands and options",
    completion,
    (argument("shell", metavar="SHELL", choices=sorted(SHELLS), help="the shell: bash, zsh or fish"),),
)
