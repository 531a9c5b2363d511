import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_demo_works_with_an_empty_home_and_leaves_no_palace(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}

    result = subprocess.run(
        [sys.executable, "-m", "scripts.demo"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stderr) == (0, "")
    for answer in ("We bill per active seat", "INC-2207: uploads failed", "event stream", "claude mcp add simonides -- "):
        assert answer in result.stdout
    assert list(tmp_path.iterdir()) == []
