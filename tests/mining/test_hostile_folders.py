"""Folders of strangers: whatever lies in them, reading ends soon, stays inside, and says what it left out."""

import io
import os
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simonides.domain.code import Skipped, SourceFile
from simonides.domain.errors import Invalid
from simonides.mining.code import grammars
from simonides.mining.code.cutting import pieces_of
from simonides.mining.conversations import Conversation, read_conversations
from simonides.mining.files.document_process import DocumentProcess
from simonides.mining.files.ignore_patterns import read_patterns
from simonides.mining.files.reading import Unreadable
from simonides.mining.files.walk import walk
from simonides.mining.places import manifest
from simonides.mining.places.rooms import files_below

IGNORE = ".gitignore"


def names(root: Path) -> list[str]:
    return [found.path for found in walk(root) if isinstance(found, SourceFile)]


def skipped(root: Path) -> dict[str, str]:
    return {found.path: found.reason for found in walk(root) if isinstance(found, Skipped)}


def obstacle(path: Path, kind: str) -> None:
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "link":
            (path.parent.parent / "elsewhere").write_text("*.py\n")
            path.symlink_to(path.parent.parent / "elsewhere")
        case "folder":
            path.mkdir()
        case "socket":
            # The way to a socket may be short only.
            here = Path.cwd()
            os.chdir(path.parent)
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(path.name)
            os.chdir(here)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    yield folder
    # What is nested so deeply can be removed by neither Python nor pytest.
    subprocess.run(["rm", "-rf", str(folder)], check=True)


@pytest.mark.requirement("hostile-special-files")
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder", "socket"])
def test_an_ignore_file_that_is_no_file_is_passed_over(folder: Path, kind: str) -> None:
    obstacle(folder / IGNORE, kind)

    assert names(folder) == ["a.py"]


def slack_export(folder: Path) -> Path:
    """A day of a channel, and the name of another."""
    (folder / "users.json").write_text("[]")
    channel = folder / "general"
    channel.mkdir()
    (channel / "2026-01-01.json").write_text('[{"type": "message", "ts": "1767225600.0", "user": "U1", "text": "hello"}]')
    return channel / "2026-01-02.json"


def opencode_storage(folder: Path) -> Path:
    """A session with one message, and the name of another."""
    session, message, part = (folder / "storage" / each for each in ("session/p", "message/ses_1", "part/msg_1"))
    for each in (session, message, part):
        each.mkdir(parents=True)
    (session / "ses_1.json").write_text('{"id": "ses_1"}')
    (message / "msg_1.json").write_text('{"id": "msg_1", "role": "user"}')
    (part / "prt_1.json").write_text('{"type": "text", "text": "hello"}')
    return message / "msg_2.json"


@pytest.mark.requirement("hostile-special-files")
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder", "socket"])
@pytest.mark.parametrize("make", [slack_export, opencode_storage])
def test_a_conversation_in_many_files_is_read_from_files_alone(folder: Path, make: Callable[[Path], Path], kind: str) -> None:
    obstacle(make(folder), kind)

    [found] = read_conversations(folder)

    assert isinstance(found, Conversation)
    assert [turn.text for turn in found.turns] == ["hello"]


@pytest.mark.requirement("hostile-special-files")
@pytest.mark.parametrize("make", [slack_export, opencode_storage])
def test_a_conversation_in_many_files_is_not_read_through_a_linked_folder(
    folder: Path, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    inside = make(folder).parent
    outside = tmp_path / "elsewhere"
    inside.rename(outside)
    inside.symlink_to(outside, target_is_directory=True)

    assert not any(isinstance(found, Conversation) for found in read_conversations(folder))


@pytest.mark.requirement("hostile-special-files")
@pytest.mark.parametrize("linked", ["storage", "storage/session", "storage/session/p", "storage/message", "storage/part"])
def test_the_storage_of_opencode_is_not_read_through_any_linked_folder(folder: Path, tmp_path: Path, linked: str) -> None:
    opencode_storage(folder)
    (folder / linked).rename(tmp_path / "elsewhere")
    (folder / linked).symlink_to(tmp_path / "elsewhere", target_is_directory=True)

    assert not any(isinstance(found, Conversation) and found.turns for found in read_conversations(folder))


@pytest.mark.requirement("hostile-special-files")
@pytest.mark.parametrize("kind", ["pipe", "device", "link", "folder", "socket"])
def test_a_manifest_that_is_no_file_is_refused_in_a_sentence(folder: Path, kind: str) -> None:
    obstacle(folder / manifest.NAME, kind)

    with pytest.raises(Invalid, match=manifest.NAME):
        manifest.read(folder)


@pytest.mark.requirement("hostile-special-files")
def test_init_reads_no_pipe_and_no_link(folder: Path, tmp_path: Path) -> None:
    obstacle(folder / "notes.md", "pipe")
    (tmp_path / "private.md").write_text("Ada Lovelace met Ada Lovelace and Ada Lovelace.")
    (folder / "linked.md").symlink_to(tmp_path / "private.md")

    done = run("init", str(folder), "--yes", "--json", home=tmp_path / "home")

    assert done.returncode == 0, done.stderr
    assert "Lovelace" not in done.stdout


@pytest.mark.requirement("hostile-init-link")
def test_init_writes_through_no_link(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    (folder / manifest.NAME).symlink_to(outside)

    done = run("init", str(folder), "--yes", home=tmp_path / "home")

    assert done.returncode == 0, done.stderr
    assert not outside.exists()


def run(*words: str, home: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": "hashing"}
    return subprocess.run(
        [sys.executable, "-m", "simonides", *words], env=environment, capture_output=True, text=True, timeout=100, check=False
    )


@pytest.mark.requirement("hostile-ignore-patterns")
@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("a*" * 200 + "b", "a" * 255),
        ("?*" * 200 + "b", "a" * 255),
        ("[!b]*" * 150 + "b", "a" * 255),
        ("**/a/" * 150 + "b", "a/" * 1_000 + "c"),
        ("**/*a*a*a*b/" * 50 + "x", "aaaa/" * 800 + "c"),
    ],
)
def test_no_pattern_can_be_read_in_so_many_ways_that_time_runs_out(pattern: str, name: str) -> None:
    assert read_patterns([pattern]).verdict(name) is None


@pytest.mark.requirement("hostile-ignore-patterns")
@pytest.mark.parametrize(
    ("lines", "ignored", "kept"),
    [
        (["*.log"], "a.log x/y.log .log", "a.logs log"),
        (["/a", "b/c"], "a a/ b/c", "x/a x/b/c"),
        (["doc/"], "doc/ x/doc/", "doc x/doc"),
        (["a/**/b"], "a/b a/x/b a/x/y/b", "a x/a/b"),
        (["**/x/**"], "x/1 a/x/1/2", "x x/"),
        (["a/*"], "a/b a/b/", "a/ a/b/c"),
        (["a?c", "[x-z]1", "[!0-9]2", "[]-]3"], "abc x1 a2 ]3 -3", "ac a/c w1 12 a3"),
        (["[[:digit:]]x"], "1x", "ax :x"),
        (["*", "!keep", "!*/"], "a", "keep b/"),
        ([r"\#a", r"\!b", r"c\ ", "d   ", "#e", "", r"x\y"], "#a !b d xy", "e c"),
        ([r"c\ "], "c\N{SPACE}", "c"),
        (["[a", "b\\", "[z-a]", "a//b", "/", "x[a/b]"], "", "[a a b a/b x/ xa"),
    ],
)
def test_patterns_mean_what_they_mean_to_git(lines: list[str], ignored: str, kept: str) -> None:
    patterns = read_patterns(lines)
    separator = "," if "\N{SPACE}" in "".join(lines) and len(lines) == 1 else " "

    assert [name for name in ignored.split(separator) if name and not patterns.verdict(name)] == []
    assert [name for name in kept.split(separator) if patterns.verdict(name)] == []


@pytest.mark.requirement("hostile-yaml")
@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n" + "".join(f"b{each}: &b{each} [*a, *a, *a]\n" for each in range(30)) + "wing: *b29",
        "wing: &w [*w]",
        "[" * 5_000,
        "wing: " + "9" * 5_000,
        "wing: 2026-99-99",
        "wing: !!python/object/apply:os.system [true]",
        "wing: \xff\x00",
        "x: " + "y" * 300_000,
    ],
    ids=["laughs", "itself", "deep", "number", "date", "object", "nul", "long"],
)
def test_yaml_that_is_made_to_burst_is_refused(folder: Path, text: str) -> None:
    (folder / manifest.NAME).write_text(text)

    with pytest.raises(Invalid):
        manifest.read(folder)


@pytest.mark.requirement("hostile-code")
@pytest.mark.parametrize("language", ["rust", "python", "javascript", "cpp"])
def test_code_that_a_grammar_cannot_digest_is_cut_by_its_lines(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "PARSE_S", 0.2)
    text = '"' * 80_000

    pieces = pieces_of(text, language)

    assert "".join(piece.content for piece in pieces) == text


@pytest.mark.requirement("hostile-code")
def test_definitions_that_take_longer_to_outline_than_to_parse_are_cut_by_their_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """That many inside each other are parsed at once, and each looks for its parent from the first one down."""
    monkeypatch.setattr(grammars, "PARSE_S", 1.0)
    text = "namespace a {\n" * 15_000 + "}" * 15_000

    assert grammars.outline(text, "cpp") is None
    assert "".join(piece.content for piece in pieces_of(text, "cpp")) == text


@pytest.mark.requirement("hostile-names")
def test_folders_nested_deeper_than_calls_may_be_are_read(folder: Path) -> None:
    descend(folder, 1_200)

    assert names(folder) == ["a.py", "n/" * 1_200 + "deep.py"]
    assert sum(1 for _ in files_below(folder)) == 2


def descend(folder: Path, depth: int) -> None:
    """Make folders inside each other, each from the one above: the whole way would be too long for one call."""
    place = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("n", dir_fd=place)
        inner = os.open("n", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(os.open("deep.py", os.O_CREAT | os.O_WRONLY, dir_fd=place))
    os.close(place)


@pytest.mark.requirement("hostile-names")
def test_a_way_longer_than_the_system_allows_is_told_and_skipped(folder: Path) -> None:
    descend(folder, 2_100)

    assert [found.reason for found in walk(folder) if isinstance(found, Skipped)] == ["File name too long"]


@pytest.mark.requirement("hostile-names")
def test_names_that_are_not_utf8_are_told_and_skipped(folder: Path) -> None:
    for name in (b"caf\xe9.py", b"\xff\xfe"):
        (folder / os.fsdecode(name)).write_text("x = 1\n")

    assert names(folder) == ["a.py"]
    assert set(skipped(folder).values()) == {"its name is not UTF-8; rename it"}


@pytest.mark.requirement("hostile-names")
@pytest.mark.parametrize("command", ["mine", "index"])
def test_a_folder_whose_own_name_is_not_utf8_is_refused_in_a_sentence(folder: Path, tmp_path: Path, command: str) -> None:
    foreign = folder / os.fsdecode(b"caf\xe9")
    foreign.mkdir()

    done = run(command, str(foreign), home=tmp_path / "home")

    assert done.returncode == 1
    assert "is not UTF-8; rename it" in done.stderr


@pytest.fixture(scope="module")
def documents() -> Iterator[DocumentProcess]:
    with DocumentProcess(read_s=3, memory_max=300_000_000) as documents:
        yield documents


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return buffer.getvalue()


@pytest.mark.requirement("hostile-documents")
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.docx", zipped(word__document_xml=b"<w:p>" * 20_000_000, _rels__rels=b"<x/>")),
        ("x.epub", zipped(**{"META-INF__container_xml": b"<a>" * 5_000_000})),
        ("x.html", b"<div>" * 1_500_000),
    ],
    ids=["docx", "epub", "html"],
)
def test_a_document_that_bursts_takes_its_own_process_with_it(documents: DocumentProcess, name: str, data: bytes) -> None:
    with pytest.raises(Unreadable):
        documents.text(name, data)

    assert documents.text("y.html", b"<p>Still here.</p>") == "Still here."


@pytest.mark.requirement("hostile-documents")
def test_a_document_that_takes_too_long_is_given_up() -> None:
    with DocumentProcess(read_s=0.001) as documents, pytest.raises(Unreadable, match="takes longer than"):
        documents.text("x.html", b"<p>" * 100_000)
