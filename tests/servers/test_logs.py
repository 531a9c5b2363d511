"""The log: its lines, its file, and what happens when one line is told again and again."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.servers.logs import LINES_MAX, Repetitions, log_to

LOG = logging.getLogger("simonides.test")


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """The logging of the process as it was."""
    root, ours = logging.getLogger(), logging.getLogger("simonides")
    before = (list(root.handlers), root.level, ours.level)
    yield
    for handler in set(root.handlers) - set(before[0]):
        handler.close()
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


@pytest.mark.requirement("log-settings")
def test_a_file_gets_lines_at_the_level_asked_for(tmp_path: Path) -> None:
    log_to(str(tmp_path / "log"), "info")

    LOG.info("one %s", "fact")
    LOG.debug("a detail")

    line = (tmp_path / "log").read_text()
    assert line.endswith("Z INFO simonides.test: one fact\n")


@pytest.mark.requirement("log-settings")
def test_json_lines_carry_facts_and_traces(tmp_path: Path) -> None:
    log_to(str(tmp_path / "log"), "warning", is_json=True)

    LOG.error("failed", exc_info=ValueError("broken"), extra={"facts": {"status": 500}})

    line = json.loads((tmp_path / "log").read_text())
    assert (line["level"], line["logger"], line["message"], line["status"]) == ("error", "simonides.test", "failed", 500)
    assert line["trace"].endswith("ValueError: broken")


@pytest.mark.requirement("log-bounded")
def test_a_line_told_again_and_again_is_written_a_few_times_and_then_counted() -> None:
    now_s = [0.0]
    repetitions = Repetitions(lambda: now_s[0])

    def told(text: str) -> str | None:
        record = logging.LogRecord("simonides.test", logging.ERROR, "", 0, "too many: %s", (text,), None)
        return record.getMessage() if repetitions.filter(record) else None

    first = [told("x") for _ in range(1000)]
    now_s[0] = 61.0

    assert first == ["too many: x"] * LINES_MAX + [None] * (1000 - LINES_MAX)
    assert told("y") == f"too many: y (and {1000 - LINES_MAX} more like it before)"
    assert told("z") == "too many: z"
