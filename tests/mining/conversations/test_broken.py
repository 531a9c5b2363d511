"""Broken files: unreadable parts are reported with reason and line, and the rest is read."""

import json
import os
from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, read, said
from simonides.mining.conversations import format_of
from simonides.mining.conversations.json_documents import json_values
from simonides.mining.conversations.reading import Fault, ReadRecord, lines

LINES = ["claude-code.jsonl", "codex.jsonl", "gemini-session.jsonl"]
DOCUMENTS = ["claude-ai.json", "chatgpt.json", "gemini-session.json", "gemini-logs.json"]
TEXTS = ["aider.chat.history.md", "labelled.txt", "roles.txt", "headings.md", "quoting.md"]

pytestmark = pytest.mark.requirement("convos-broken")


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", LINES)
def test_a_cut_last_line_is_reported_and_the_lines_before_it_are_read(tmp_path: Path, name: str) -> None:
    whole = (SAMPLES / name).read_bytes().rstrip()
    path = written(tmp_path / name, whole[:-20])

    conversations, (fault,) = read(path)

    assert (fault.reason, fault.line) == ("the line is cut off", whole.count(b"\n") + 1)
    assert said(conversations[0])[0] == said(read(SAMPLES / name)[0][0])[0]


@pytest.mark.parametrize("name", LINES)
def test_a_corrupt_line_is_reported_and_all_others_are_read(tmp_path: Path, name: str) -> None:
    first, *rest = (SAMPLES / name).read_bytes().splitlines()
    path = written(tmp_path / name, b"\n".join([first, b"{broken]", *rest]))

    conversations, (fault,) = read(path)

    assert fault.line == 2
    assert [said(found) for found in conversations] == [said(found) for found in read(SAMPLES / name)[0]]


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("share", [0.35, 0.6, 0.9])
def test_of_a_cut_document_what_is_whole_is_read(tmp_path: Path, name: str, share: float) -> None:
    whole = (SAMPLES / name).read_bytes()
    path = written(tmp_path / name, whole[: int(len(whole) * share)])

    conversations, faults = read(path)
    everything = {turn for found in read(SAMPLES / name)[0] for turn in said(found)}

    assert len(faults) == 1
    assert "cut off" in faults[0].reason
    assert {turn for found in conversations for turn in said(found)} <= everything
    assert conversations or share < 0.5


def test_a_broken_conversation_in_a_list_does_not_hide_the_next(tmp_path: Path) -> None:
    text = (SAMPLES / "chatgpt.json").read_text().replace('"title": "Naming a boat",', '"title": Naming,')
    path = written(tmp_path / "conversations.json", text.encode())

    conversations, (fault,) = read(path)

    assert [found.key for found in conversations] == ["gpt-2"]
    assert (fault.reason.startswith("the JSON is broken"), fault.line) == (True, 3)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"\x28\xb5\x2f\xfd" + b"x" * 99, "is packed (zstd); unpack it first"),
        (b"PK\x03\x04" + b"\0" * 99, "is packed (zip); unpack it first"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not text"),
        (bytes(range(128, 256)) * 10, "is not UTF-8 text"),
        (b"SQLite format 3\0" + b"x" * 500, "the database cannot be read: file is not a database"),
        (b'{"hello": "world", "a": 1}', "is JSON of no known conversation format (its first object has: a, hello)"),
        (b"[1, 2, 3]", "is JSON of no known conversation format, or broken"),
        (b"[" * 100_000, "is JSON of no known conversation format, or broken"),
        (b'{"a":' * 100_000, "is JSON of no known conversation format, or broken"),
        (b"\xff\xfeH\x00i\x00", "is text without recognisable speakers"),
    ],
)
def test_unknown_input_is_reported_once_with_its_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    path = written(tmp_path / "conversations.json", data)

    conversations, faults = read(path)

    assert conversations == []
    assert [(fault.path, fault.reason) for fault in faults] == [(path, reason)]


def test_what_is_no_file_is_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert read(tmp_path / "pipe")[1][0].reason == "is not a regular file"
    assert read(tmp_path / "gone")[1][0].reason == "No such file or directory"
    assert read(tmp_path)[1][0].reason == "is a folder of no known conversation format"
    assert read(Path("nul\0.json"))[1][0].reason == "cannot be read"


@pytest.mark.parametrize("name", LINES + DOCUMENTS + TEXTS)
def test_foreign_bytes_are_reported_once_and_the_rest_is_read(tmp_path: Path, name: str) -> None:
    whole = (SAMPLES / name).read_bytes()
    path = written(tmp_path / name, whole.replace(b"the", b"th\xe9"))

    conversations, faults = read(path)

    assert [found.key for found in conversations] == [found.key for found in read(SAMPLES / name)[0]]
    assert len(faults) == (b"the" in whole)


@pytest.mark.parametrize("name", LINES + DOCUMENTS + TEXTS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_marks_of_an_encoding_are_heeded(tmp_path: Path, name: str, encoding: str) -> None:
    path = written(tmp_path / name, (SAMPLES / name).read_text(encoding="utf-8").encode(encoding))

    assert [said(found) for found in read(path)[0]] == [said(found) for found in read(SAMPLES / name)[0]]


@pytest.mark.parametrize("name", LINES + DOCUMENTS + TEXTS)
def test_the_name_of_a_file_does_not_matter(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "something.bin", (SAMPLES / name).read_bytes())

    assert format_of(path) == format_of(SAMPLES / name)


def test_a_line_beyond_the_limit_is_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path / "long.txt", b"one\n" + b"x" * 1_000 + b"\nthree\n")

    found = list(lines(path, line_max=100))

    assert found == [(1, "one"), Fault("the line is longer than 100 characters", 2), (3, "three")]


def test_deep_nesting_on_a_line_is_reported_and_the_next_line_is_read(tmp_path: Path) -> None:
    deep = '{"type":"user","sessionId":"s","message":{"content":' + "[" * 50_000 + "]" * 50_000 + "}}"
    good = json.dumps({"type": "user", "sessionId": "s", "message": {"role": "user", "content": "Hello."}})
    path = written(tmp_path / "s.jsonl", f"{good}\n{deep}\n{good}\n".encode())

    (conversation,), (fault,) = read(path)

    assert fault.line == 2
    assert len(conversation.turns) == 2


def test_a_session_without_words_is_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", b'{"type":"summary","summary":"Nothing","leafUuid":"x"}\n')

    assert read(path)[1][0].reason == "holds no turns (Claude Code session)"


def test_a_list_is_read_element_by_element(tmp_path: Path) -> None:
    element = json.dumps({"uuid": "x", "chat_messages": [{"sender": "human", "text": "word " * 1_000}]})
    path = written(tmp_path / "conversations.json", f"[{','.join([element] * 50)}]".encode())

    found = json_values(path, piece=4_096)
    first = next(found)
    path.write_bytes(b"[]")

    # Had the file been read ahead, all fifty would come.
    assert isinstance(first, ReadRecord)
    assert len(list(found)) < 10
