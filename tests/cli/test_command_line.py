import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from simonides import __version__
from simonides.cli.call import Call
from simonides.cli.command import Command, Group, build_parser, shared_last
from simonides.cli.commands.serve import SERVE, settings_of
from simonides.cli.main import COMMANDS, SECTIONS, every_command
from simonides.cli.output import Output
from simonides.settings import load

PROGRAM = [sys.executable, "-m", "simonides"]


def start(*words: str, home: Path, **more: str) -> "subprocess.CompletedProcess[bytes]":
    environment = {
        "PATH": os.environ["PATH"],
        "SIMONIDES_HOME": str(home),
        "SIMONIDES_EMBEDDER": "hashing",
        "HOME": str(home),
        **more,
    }
    return subprocess.run([*PROGRAM, *words], env=environment, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def test_help_tells_what_every_command_does(run: Run) -> None:
    shown = run("--help")

    assert shown.code == 0
    assert all(entry.summary.split(":")[0][:40] in " ".join(shown.out.split()) for entry in every_command())


@pytest.mark.parametrize("group", [entry for entry in every_command() if isinstance(entry, Group)], ids=lambda group: group.name)
def test_the_help_of_a_group_names_its_commands(run: Run, group: Group) -> None:
    shown = run(group.name, "--help")

    assert shown.code == 0
    assert all(f"\n    {command.name}" in shown.out for command in group.commands)


def test_the_help_lists_every_command_once_under_the_heading_of_its_section(run: Run) -> None:
    shown = run("--help").out

    for heading, names in SECTIONS.items():
        section = shown.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines() if line.startswith("  ") and line[2] != " "] == list(names)
    assert sum(map(len, SECTIONS.values())) == len(COMMANDS)


def test_every_first_word_stands_for_the_command_of_that_name() -> None:
    assert [entry.name for entry in every_command()] == list(COMMANDS)


def leaves() -> list[list[str]]:
    found = []
    for entry in every_command():
        found += [[entry.name]] if isinstance(entry, Command) else [[entry.name, command.name] for command in entry.commands]
    return found


@pytest.mark.parametrize("words", leaves(), ids=" ".join)
def test_every_command_takes_the_shared_options(run: Run, words: list[str]) -> None:
    shown = run(*words, "--help")

    assert shown.code == 0
    assert all(option in shown.out for option in ("--json", "--data-dir", "--palace", "--debug"))


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out == f"simonides {__version__}\n"


def test_neither_help_nor_version_imports_numpy() -> None:
    code = (
        "import sys; from simonides.cli.main import main; main(['--help']); main(['--version']); main(['search', '--help']);"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'onnxruntime')) * 3)"
    )

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_server_that_only_lists_its_tools_reads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); from simonides import settings, wiring;"
        "import simonides.cli.commands.serve, simonides.servers.stdio.server;"
        "settings.load({}); wiring.build_catalogue(['palace']);"
        "heavy = {'numpy', 'hashlib', 'ssl', 'Stemmer', 'tomllib', 'platformdirs', 'tempfile', 'logging', 'asyncio'};"
        "print(sorted(heavy & sys.modules.keys() - before))"
    )
    environment = {**os.environ, "HOME": str(tmp_path), "SIMONIDES_CONFIG": str(tmp_path / "none.toml")}

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)

    assert told.stdout == "[]\n"


def test_notes_and_searches_leave_openssl_out_of_memory(tmp_path: Path) -> None:
    code = (
        "import sys, simonides.embedders.encoder, simonides.servers.mcp.dialogue.voices;"
        "from pathlib import Path; from simonides.engines import build_engine; from simonides.settings import Settings;"
        "from simonides.domain.memory import Place; from simonides.engine.filing.intake import Draft;"
        "engine = build_engine(Settings(Path(sys.argv[1]), embedder='hashing')); palace = engine.create('default');"
        "palace.memories.remember_once(Draft('Maria likes tea.', Place('people', 'maria'))); palace.recall('tea?');"
        "print(sorted({'_hashlib', '_ssl'} & sys.modules.keys()))"
    )

    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)

    assert told.stdout == "[]\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("frobnicate",), "frobnicate"),
        (("search",), "QUERY"),
        (("search", "x", "--limit", "0"), "--limit"),
        (("search", "x", "--limit", "many"), "many"),
        (("serve", "--tools", "palace,frob"), "frob"),
        (("remember", "x", "--importance", "high"), "high"),
        (("kg", "query", "x", "--direction", "sideways"), "sideways"),
    ],
)
def test_bad_usage_is_2_and_names_what_is_wrong(run: Run, words: tuple[str, ...], named: str) -> None:
    result = run(*words)

    assert (result.code, result.out) == (2, "")
    assert named in result.err
    assert result.err.count("\n") == 1


@pytest.mark.requirement("cli-did-you-mean")
def test_an_unknown_option_names_the_one_that_was_meant_and_the_help_of_its_command(run: Run) -> None:
    said = "simonides: unrecognized argument: --limt. Did you mean '--limit'? See `simonides search --help`.\n"

    assert run("search", "--limt", "3", "tide").err == said
    behind = "simonides: unrecognized argument: --limit. Options stand before `--`. See `simonides search --help`.\n"
    assert run("search", "--", "-x", "--limit", "3").err == behind


@pytest.mark.parametrize("words", [("--limit", "5", "search", "x"), ("--foo",), ("-x", "status"), ("--", "search", "x")])
def test_an_option_of_one_command_before_it_is_named(run: Run, words: tuple[str, ...]) -> None:
    refused = run(*words)

    assert refused.code == 2
    assert refused.err == f"simonides: '{words[0]}' must follow a command; `simonides --help` lists all commands\n"


def test_options_of_every_command_may_stand_before_it(run: Run) -> None:
    run("--palace", "harbour", "remember", "The tide turns at noon")

    assert run("--json", "--palace=harbour", "palace", "info").json["palace"] == "harbour"
    assert shared_last(["--palace", "a", "kg", "add", "--", "-x"]) == ["kg", "add", "--palace", "a", "--", "-x"]
    assert run("--palace").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("status",), "palace not found: default"),
        (("search", "x"), "`simonides palace create default`"),
        (("remember", "   "), "invalid 'TEXT'"),
        (("remember", "x", "--wing", "../etc"), "invalid '--wing'"),
        (("remember", "x", "--importance", "7"), "invalid '--importance'"),
        (("kg", "add", "a", "b", "c", "--from", "someday"), "invalid '--from'"),
        (("palace", "create", "a\\b"), "invalid 'palace'"),
        (("palace", "delete", "nope", "--yes"), "palace not found: nope"),
        (("import", "no-such-file.jsonl"), "no-such-file.jsonl: No such file or directory"),
        (("init", "no-such-folder"), "no-such-folder is not a directory"),
    ],
)
def test_a_failure_is_1_and_one_clear_line(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run(*words)

    assert (result.code, result.out) == (1, "")
    assert said in result.err
    assert result.err.startswith("simonides: ")
    assert result.err.count("\n") == 1


@pytest.mark.requirement("cli-help")
def test_no_words_at_all_print_the_help(run: Run) -> None:
    bare = run()

    assert (bare.code, bare.err) == (0, "")
    assert bare.out == run("--help").out


@pytest.mark.requirement("cli-did-you-mean")
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("serch", "x"), "`simonides search`"),
        (("Doctr",), "`simonides doctor`"),
        (("palace", "lst"), "`simonides palace list`"),
        (("kg", "ad", "a", "b", "c"), "`simonides kg add`"),
    ],
)
def test_a_mistyped_command_names_the_one_that_was_meant(run: Run, words: tuple[str, ...], meant: str) -> None:
    result = run(*words)

    assert (result.code, result.out) == (2, "")
    assert f"did you mean {meant}" in result.err
    assert result.err.count("\n") == 1


@pytest.mark.requirement("http-default-address")
@pytest.mark.parametrize(
    ("words", "address"),
    [
        (("--tools", "graph", "--http"), "127.0.0.1:8765"),
        (("--tools", "trusty", "--http", "--palace", "work"), "127.0.0.1:3031"),
        (("--tools", "graph", "--http", ":9000"), ":9000"),
        (("--tools", "graph"), None),
    ],
)
def test_http_without_an_address_takes_that_of_the_contract(words: tuple[str, ...], address: str | None, home: Path) -> None:
    args = build_parser([SERVE]).parse_args(["serve", *words])

    assert settings_of(Call(args, load({"data_dir": home}), Output())).http == address


def test_debug_shows_where_an_error_comes_from(run: Run) -> None:
    result = run("status", "--debug")

    assert result.code == 1
    assert "Traceback" in result.err
    assert result.err.splitlines()[-1].startswith("simonides: palace not found")


def test_the_flags_win_over_the_environment(run: Run, tmp_path: Path) -> None:
    made = run("palace", "create", "work", "--data-dir", str(tmp_path / "elsewhere"), "--json").json

    assert made["path"] == str(tmp_path / "elsewhere" / "palaces" / "work")


def test_the_module_is_the_same_program(tmp_path: Path) -> None:
    result = start("remember", "The lift key hangs behind the door.", "--json", home=tmp_path)

    assert result.returncode == 0
    assert b'"success": true' in result.stdout


def test_a_terminal_without_unicode_breaks_nothing(tmp_path: Path) -> None:
    text = "Zoë said: 決めた. שלום \N{RIGHT-TO-LEFT MARK} \N{PARTY POPPER} \x1b[2J"

    filed = start("remember", text, "--wing", "wing_日本", home=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    found = start("search", "決めた", home=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    shown = start("status", home=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    listed = start("search", "決めた", "--json", home=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert [each.returncode for each in (filed, found, shown, listed)] == [0, 0, 0, 0]
    assert all(each.stdout.isascii() for each in (filed, found, shown, listed))
    assert b"\x1b" not in found.stdout
    assert json.loads(listed.stdout)[0]["content"] == text


def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    # Far more than a pipe holds.
    lines = b"".join(b'{"content": "note %d about %s"}\n' % (number, b"x" * 4_000) for number in range(100))
    (tmp_path / "notes.jsonl").write_bytes(lines)
    start("import", str(tmp_path / "notes.jsonl"), "--no-embed", home=tmp_path)
    environment = {"PATH": os.environ["PATH"], "SIMONIDES_HOME": str(tmp_path), "SIMONIDES_EMBEDDER": "hashing"}

    with subprocess.Popen([*PROGRAM, "export"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()

    assert said == b""


def test_an_interrupt_is_130_and_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def press_ctrl_c() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("simonides.cli.commands.remember.read_stdin", press_ctrl_c)

    result = run("remember", "-")

    assert (result.code, result.out, result.err) == (130, "", "simonides: interrupted\n")


def test_a_bug_is_one_line_that_names_debug(tmp_path: Path) -> None:
    code = (
        "import sys; from simonides.cli import main; from simonides.cli.commands import status; status.overview = None;"
        f"sys.exit(main.main(['status', '--data-dir', {str(tmp_path)!r}]))"
    )
    environment = {"PATH": os.environ["PATH"], "SIMONIDES_EMBEDDER": "hashing", "HOME": str(tmp_path)}
    start("palace", "create", "default", home=tmp_path)

    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)

    assert result.returncode == 1
    assert result.stderr.count(b"\n") == 1
    assert b"--debug" in result.stderr
