"""The front door for Python: what docs/python.md shows, run as it stands."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import simonides

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_page_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIMONIDES_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")

    exec(compile(example, PAGE.name, "exec"), {})  # noqa: S102 - the page is ours


def test_every_public_name_leads_somewhere() -> None:
    assert all(getattr(simonides, name) is not None for name in simonides.__all__)
    assert all(f"`{name}" in PAGE.read_text(encoding="utf-8") or f"simonides.{name}" in PAGE.read_text(encoding="utf-8")
               for name in simonides.__all__ if name not in {"Palace", "Hit", "Scope", "__version__"})  # fmt: skip
    with pytest.raises(AttributeError):
        simonides.nonsense  # noqa: B018 - the access itself is the test


def test_importing_the_package_loads_neither_numpy_nor_a_store() -> None:
    code = "import simonides, sys; print([name for name in sys.modules if name.startswith(('numpy', 'simonides.'))])"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))

    assert told.stdout == "[]\n"


def test_a_palace_lies_where_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    monkeypatch.setenv("SIMONIDES_HOME", str(tmp_path / "home"))

    with simonides.open(tmp_path / "data", palace="one") as palace:
        palace.remember("kept")
    simonides.open("two").close()

    assert (palace.name, simonides.open("two").name) == ("one", "two")
    assert (tmp_path / "data" / "palaces" / "one" / "palace.db").exists()
    assert not (tmp_path / "home").exists()


def test_threads_that_begin_together_share_one_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    palace, start = simonides.open(tmp_path), threading.Barrier(8)
    seen: list[object] = []

    def ask() -> None:
        start.wait(60)
        seen.append(palace.facts)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    palace.close()

    assert len(seen) == 8
    assert len({id(facts) for facts in seen}) == 1
