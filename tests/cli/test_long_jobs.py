"""Long jobs: how many cores they use, and what is told of how long they take."""

from argparse import Namespace
from dataclasses import replace

import pytest

from simonides import settings
from simonides.cli import progress
from simonides.cli.arguments import one_or_more
from simonides.cli.call import Call
from simonides.cli.output import Output


@pytest.mark.parametrize(("jobs", "threads", "used"), [(3, 0, 3), (3, 2, 3), (None, 2, 2)])
def test_jobs_say_how_many_cores_a_command_uses(jobs: int | None, threads: int, used: int) -> None:
    call = Call(Namespace(jobs=jobs), replace(settings.load({}), threads=threads), Output())

    assert call.in_haste().settings.threads == used


def test_without_jobs_every_core_is_used() -> None:
    assert Call(Namespace(), settings.load({}), Output()).in_haste().settings.threads >= 1


@pytest.mark.parametrize("text", ["0", "-1", "two", ""])
def test_a_number_of_jobs_below_one_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="not a whole number of 1 or more"):
        one_or_more(text)


def test_only_what_takes_long_is_foretold(capsys: pytest.CaptureFixture[str]) -> None:
    progress._foretell(100, 0.01)
    assert capsys.readouterr().err == ""

    progress._foretell(12_000, 0.05)
    assert capsys.readouterr().err == "embedding 12,000 more texts takes about 10 min (20 a second)\n"


def test_a_line_of_progress_tells_count_rate_and_time_left() -> None:
    line = progress.ProgressLine("embedding", "texts", 400, lambda: 0.0)

    assert line.text(100, 100, 10.0) == "embedding [########......................] 100 texts, 10/s  0:00:30 left"
    assert line.text(0, 0, 0.0) == "embedding [..............................] 0 texts, 0/s"
    assert progress.ProgressLine("reading", "files", None, lambda: 0.0).text(7, 7, 2.0) == "reading 7 files, 4/s"


def test_a_name_with_braces_is_shown_as_it_is() -> None:
    line = progress.ProgressLine("checking {0}", "words", 2, lambda: 0.0)

    assert line.text(2, 2, 1.0) == "checking {0} [##############################] 2 words, 2/s  0:00:00 left"


def test_progress_writes_over_its_own_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    moments = iter([0.0, 1.0, 1.01, 2.0])
    line = progress.ProgressLine("embedding", "texts", 400, lambda: next(moments))

    for done in (100, 101, 400):
        line.advance(done, done)
    line.end()

    shown = capsys.readouterr().err
    assert [len(each) for each in shown.rstrip("\n").split("\r")] == [0, 29, 29, 29]
    assert shown.endswith("\n")
