"""Conversation formats: each is listed once and described, and a grown session begins as before."""

from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, read, said
from simonides.mining.conversations import formats

DOCUMENT = Path(__file__).parents[3] / "docs" / "conversations.md"


@pytest.mark.requirement("convos-formats")
def test_every_format_is_listed_once_and_described() -> None:
    names = [form.name for form in formats()]

    assert names == "claude-code codex gemini claude-ai chatgpt slack opencode cursor aider plain".split()
    for form in formats():
        assert f"| `{form.name}` | {form.title} |" in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.requirement("convos-growth")
@pytest.mark.parametrize("name", ["claude-code.jsonl", "codex.jsonl", "codex-2025.jsonl", "gemini-session.jsonl"])
def test_a_grown_session_begins_as_it_was(tmp_path: Path, name: str) -> None:
    lines = (SAMPLES / name).read_text(encoding="utf-8").splitlines()
    whole = {found.key: said(found) for found in read(SAMPLES / name)[0]}
    for count in range(1, len(lines)):
        path = tmp_path / f"{count}.jsonl"
        path.write_text("\n".join(lines[:count]) + "\n", encoding="utf-8")

        for part in read(path)[0]:
            assert said(part) == whole[part.key][: len(part.turns)]
