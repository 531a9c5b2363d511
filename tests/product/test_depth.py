"""Every door refuses metadata that is nested too deeply, and an import goes on after a line that has it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, home, run
from servers.http_process import PRODUCT, HttpProcess, product_environment
from support.server import ServerProcess

__all__ = ["home", "run"]

REASON = "nested above 32 levels"


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"in": value}
    return value


@pytest.fixture
def http(home: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only", "--tools", "memory"], product_environment(home))
    yield process
    process.end()


@pytest.mark.requirement("depth-refused")
def test_stdio_http_and_rest_refuse_deep_metadata_and_still_list(home: Path, http: HttpProcess) -> None:
    stdio = ServerProcess(home, "--tools", "memory", environment=product_environment(home))
    call = {"name": "store_memory", "arguments": {"content": "Bad.", "metadata": nested(33)}}
    drawer = {"content": "Bad.", "wing": "w", "room": "r", "metadata": nested(33)}

    over_stdio = json.dumps(stdio.ask("tools/call", call))
    stdio.end()
    over_http = http.ask_modern("tools/call", call).text
    over_rest = http.send("POST", "/api/v1/palaces/default/drawers", json=drawer)

    assert REASON in over_stdio
    assert REASON in over_http
    assert (over_rest.status_code, "nested more than 32 levels" in over_rest.text) == (400, True)
    assert "Bad." not in http.ask_modern("tools/call", {"name": "list_memories", "arguments": {}}).text


@pytest.mark.requirement("depth-import")
@pytest.mark.parametrize("levels", [33, 300, 90_000])
def test_an_import_tells_and_skips_a_line_that_is_too_deep(run: Run, tmp_path: Path, levels: int) -> None:
    deep = '{"in":' * levels + "1" + "}" * levels
    lines = ['{"content": "First."}', f'{{"content": "Bad.", "metadata": {deep}}}', '{"content": "Last."}']
    file = tmp_path / "palace.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")

    result = run("import", str(file), "--json")

    assert (result.json["memories"], result.json["refused"]) == (2, 1)
    assert "line 2" in result.err
    assert [json.loads(line)["content"] for line in run("export", "--without-log").out.splitlines()] == ["First.", "Last."]
