"""Fixtures of the command-line tests: the real program in this process, with a data directory of its own."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simonides.cli.main import main


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a call."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("SIMONIDES_PALACE", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SIMONIDES_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("SIMONIDES_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    return tmp_path / "data"


@pytest.fixture
def ada(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of somebody who has no client yet; it does not exist yet."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    return tmp_path / "ada"


@pytest.fixture
def run(home: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the program with these words, and this on stdin."""

    def call(*words: str, stdin: str | bytes = b"") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(words)
        captured = capfdbinary.readouterr()
        return Result(code, captured.out.decode(), captured.err.decode())

    return call
