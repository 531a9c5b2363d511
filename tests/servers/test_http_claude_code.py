"""Claude Code as a client, over every transport it supports."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment

CLAUDE = os.environ.get("SIMONIDES_TEST_CLAUDE") or shutil.which("claude")

pytestmark = pytest.mark.skipif(
    CLAUDE is None, reason="Claude Code is neither on PATH nor named by SIMONIDES_TEST_CLAUDE; npm has @anthropic-ai/claude-code"
)


def claude(home: Path, *words: str) -> str:
    """Run Claude Code as a new user, in an empty folder."""
    done = subprocess.run(
        [str(CLAUDE), "mcp", *words],
        cwd=home,
        env={**os.environ, **product_environment(home), "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    return done.stdout


def test_claude_code_reports_connected_for_stdio_http_and_sse(tmp_path: Path) -> None:
    server = HttpProcess([*PRODUCT, "--http-only", "--token", "sesame"], product_environment(tmp_path))
    token = ("--header", "Authorization: Bearer sesame")

    claude(tmp_path, "add", "over-stdio", "--", sys.executable, "-m", "simonides", "serve")
    claude(tmp_path, "add", "--transport", "http", "over-http", f"{server.url}/mcp", *token)
    claude(tmp_path, "add", "--transport", "sse", "over-sse", f"{server.url}/sse", *token)
    claude(tmp_path, "add", "--transport", "http", "without-token", f"{server.url}/mcp")
    listed = claude(tmp_path, "list")
    server.end()

    told = {line.split(":")[0]: line.endswith("Connected") for line in listed.splitlines() if " - " in line}
    assert told == {"over-stdio": True, "over-http": True, "over-sse": True, "without-token": False}
