"""Secrets at every door of the program: masked where nobody chose the text, kept and named where somebody did."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from support.secrets import filled
from support.server import ServerProcess

TOKEN = filled("ghp_<b62:36>")
HIDDEN = "*" * len(TOKEN)
KEY = filled("-----BEGIN RSA PRIVATE KEY-----\n<lines:25>\n-----END RSA PRIVATE KEY-----")
NOTE = f"How to deploy the harbour ledger:\nexport GH={TOKEN}\nand then wait.\n"


def contents(run: Run) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, run("export").out.strip().split("\n")) if "content" in line]


def stored(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "deploy.md").write_text(NOTE, encoding="utf-8")
    (folder / "key.md").write_text(f"The key of the harbour gate is this one.\n\n{KEY}\n\nKeep it safe.\n", encoding="utf-8")
    return folder


@pytest.fixture
def save(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Save a conversation in which a token is named, as a hook does."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / ".claude" / "projects" / "-x" / "s.jsonl"
    path.parent.mkdir(parents=True)
    turns = [f"My token is {TOKEN} for now.", "Paint the hull red, please."]
    lines = [
        {
            "type": "user",
            "sessionId": "s",
            "uuid": f"u{at}",
            "timestamp": f"2026-03-12T10:00:0{at}.000Z",
            "message": {"role": "user", "content": turn},
        }
        for at, turn in enumerate(turns)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return lambda: run("hook", "save", "--transcript", str(path), "--wing", "w", "--json").json


@pytest.mark.requirement("secrets-automatic")
def test_mined_secrets_are_masked_with_their_place_told_though_a_key_is_longer_than_a_drawer(
    run: Run, home: Path, folder: Path
) -> None:
    report = run("mine", str(folder), "--json").json
    again = run("mine", str(folder), "--json").json
    said = run("mine", str(folder), "--palace", "other").out

    lines = contents(run)
    text = "".join(line["content"] for line in lines)
    found = {(each["path"], each["kind"], each["line"]) for each in report["secrets"]}
    assert found == {("deploy.md", "GitHub personal access token", 2), ("key.md", "RSA private key", 3)}
    assert NOTE.replace(TOKEN, HIDDEN) in text
    assert "-----END RSA PRIVATE KEY-----" in text
    assert [piece for piece in KEY.split("\n")[1:-1] if piece in text or piece.encode() in stored(home)] == []
    assert TOKEN.encode() not in stored(home)
    [deploy] = [line for line in lines if line["content"] == NOTE.replace(TOKEN, HIDDEN)]
    assert deploy["metadata"]["secrets"] == [{"kind": "GitHub personal access token", "line": 2}]
    assert (again["filed"], again["secrets"]) == (0, [])
    assert "deploy.md: GitHub personal access token in line 2" in said


@pytest.mark.requirement("secrets-automatic")
def test_a_file_with_a_secret_can_be_refused_or_taken_as_it_is(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_SECRETS_MINED", "refuse")
    refused = run("mine", str(folder), "--json").json
    monkeypatch.setenv("SIMONIDES_SECRETS_MINED", "allow")
    allowed = run("mine", str(folder), "--json").json

    assert refused["filed"] == 0
    assert all("looks like a secret" in each["reason"] for each in refused["skipped"])
    assert {each["path"] for each in refused["skipped"]} == {"deploy.md", "key.md"}
    assert allowed["filed"] > 1
    assert any(TOKEN in line["content"] for line in contents(run))


@pytest.mark.requirement("secrets-automatic")
def test_a_conversation_is_saved_with_its_secrets_masked_or_without_the_turn(
    run: Run, home: Path, save: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMONIDES_SECRETS_HOOKED", "refuse")
    refused = save()
    monkeypatch.delenv("SIMONIDES_SECRETS_HOOKED")
    masked = save()

    assert (refused["filed"], masked["filed"], masked["secrets"]) == (1, 1, 1)
    assert {line["content"] for line in contents(run)} == {f"My token is {HIDDEN} for now.", "Paint the hull red, please."}
    assert "GitHub personal access token" in (home / "hooks.log").read_text(encoding="utf-8")
    assert TOKEN.encode() not in stored(home)


@pytest.mark.requirement("secrets-automatic")
@pytest.mark.parametrize(("treatment", "expected"), [("mask", [HIDDEN]), ("allow", [TOKEN]), ("refuse", [])])
def test_an_imported_line_is_masked_kept_or_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, treatment: str, expected: list[str]
) -> None:
    monkeypatch.setenv("SIMONIDES_SECRETS_IMPORTED", treatment)
    lines = [{"content": f"use {TOKEN} here"}, {"content": "Rollbacks need two approvals."}]

    result = run("import", "-", "--json", stdin="\n".join(map(json.dumps, lines)))

    kept = [line["content"] for line in contents(run)]
    assert kept == [*(f"use {each} here" for each in expected), "Rollbacks need two approvals."]
    assert len(result.json["masked"]) == (treatment == "mask")
    assert result.json["refused"] == (treatment == "refuse")


@pytest.mark.requirement("secrets-chosen")
def test_what_is_filed_on_purpose_is_kept_and_named_unless_set_otherwise(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand = run("remember", f"The token is {TOKEN}.", "--json").json
    server = ServerProcess(home, "--tools", "palace")
    by_tool = server.call(
        "mempalace_add_drawer",
        wing="w",
        room="r",
        content=f"On Mondays the crane driver signs in at the gate.\nShe types {TOKEN} there.",
    )
    plain = server.call("mempalace_add_drawer", wing="w", room="r", content="Nothing to see in this one at all.")
    server.end()
    monkeypatch.setenv("SIMONIDES_SECRETS_FILED", "refuse")
    refused = run("remember", f"A third with {TOKEN}!")

    assert by_hand["memory"]["content"] == f"The token is {TOKEN}."
    assert by_hand["secrets"] == [{"kind": "GitHub personal access token", "line": 1}]
    assert by_tool["secrets"] == ["GitHub personal access token in line 2"], by_tool
    assert set(plain) == {"success", "drawer_id", "wing", "room"}
    assert (refused.code, "looks like a secret (GitHub personal access token in line 1)" in refused.err) == (1, True)


@pytest.mark.requirement("secrets-chosen")
def test_an_unknown_treatment_is_a_clear_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_SECRETS_MINED", "hide")

    assert "SIMONIDES_SECRETS_MINED" in run("status").err


@pytest.mark.requirement("secrets-automatic")
def test_indexed_code_is_masked_too(run: Run, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "deploy.py").write_text(f'def deploy():\n    return push("{TOKEN}")\n', encoding="utf-8")

    run("index", str(folder), "--json")

    assert TOKEN.encode() not in stored(home)
    assert HIDDEN.encode() in stored(home)
