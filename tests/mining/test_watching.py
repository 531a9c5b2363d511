import threading
from pathlib import Path

import pytest

from simonides.mining.files.changes import changes


@pytest.mark.requirement("mine-watch")
def test_a_save_is_told_until_told_to_stop(tmp_path: Path) -> None:
    stop = threading.Event()
    told = changes(tmp_path, stop)
    next(told)

    (tmp_path / "new.md").write_text("Something new.", encoding="utf-8")
    next(told)
    stop.set()

    assert list(told) in ([], [None])
