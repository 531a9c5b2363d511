"""`simonides completion`: the script for bash is run by a real bash, those for zsh and fish are read."""

import shutil
import subprocess

import pytest

from cli.conftest import Run
from simonides.cli.command import Command
from simonides.cli.main import every_command

pytestmark = pytest.mark.requirement("cli-completion")


def completed(script: str, *words: str) -> set[str]:
    """What bash offers after these words; the last of them is still being typed."""
    line = " ".join(f"'{word}'" for word in ("simonides", *words))
    asked = f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _simonides; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return set(subprocess.run(["bash", "-c", asked], capture_output=True, check=True, text=True).stdout.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_groups_options_and_choices(run: Run) -> None:
    script = run("completion", "bash").out

    assert completed(script, "") == {entry.name for entry in every_command()}
    assert completed(script, "se") == {"search", "serve", "setup"}
    assert completed(script, "kg", "") == {"add", "query", "timeline", "node", "invalidate", "merge"}
    assert {"--limit", "--why-not", "--palace"} <= completed(script, "search", "a question", "--")
    assert completed(script, "token", "list", "--p") == {"--palace"}
    assert completed(script, "list", "--off") == {"--offset"}
    assert completed(script, "completion", "") >= {"bash", "zsh", "fish"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_scripts_name_every_command_and_option(run: Run, shell: str) -> None:
    script = run("completion", shell, "--json").json["script"]

    for entry in every_command():
        commands = (entry,) if isinstance(entry, Command) else entry.commands
        assert entry.name in script
        for command in commands:
            options = [flag for each in command.arguments for flag in each.flags if flag.startswith("-")]
            assert command.name in script
            assert all((flag if shell == "zsh" else f" {flag.lstrip('-')} -d ") in script for flag in options)


def test_quotes_in_a_meaning_end_no_string(run: Run) -> None:
    lines = [line for line in run("completion", "fish").out.splitlines() if "user\\'s data directory" in line]

    assert lines
    assert all(line.endswith("'") for line in lines)


def test_a_shell_that_is_not_known_is_refused(run: Run) -> None:
    assert run("completion", "tcsh").code == 2
