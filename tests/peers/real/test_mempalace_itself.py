"""A store that MemPalace itself made, then damaged: see `make peer-test`."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from peers.real.programs import embeddings, python_with
from simonides.peers.found import Found, Lost
from simonides.peers.mempalace import read_mempalace

DRAWERS = int(os.environ.get("SIMONIDES_PEER_DRAWERS", "2000"))
pytestmark = pytest.mark.timeout(900)
WRITER = """
import sys
from mempalace.mcp_server import tool_add_drawer, tool_diary_write, tool_kg_add
for number in range(int(sys.argv[1])):
    text = f"Decision {number}: queue {number * 7} is drained by worker {number % 13}. " + "More words. " * (number % 40)
    answer = tool_add_drawer(wing=f"wing_{number % 5}", room="decisions", content=text, added_by="tester")
    assert answer["success"], answer
    print(number, flush=True)
tool_kg_add(subject="Mira", predicate="works_on", object="Atlas", valid_from="2026-01-02")
tool_diary_write(agent_name="reviewer", entry="SESSION|done", topic="review")
"""


@pytest.fixture(scope="module")
def python() -> str:
    return python_with("mempalace", "mempalace==3.11.0")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with embeddings() as told:
        yield told


def environment(home: Path, address: str) -> dict[str, str]:
    settings = {
        "HOME": str(home), "MEMPALACE_PALACE_PATH": str(home / "palace"), "MEMPALACE_BACKEND": "chroma",
        "MEMPALACE_EMBEDDING_MODEL": "openai-compat", "MEMPALACE_EMBEDDING_API_URL": address,
        "MEMPALACE_EMBEDDING_API_MODEL": "m", "MEMPALACE_EMBEDDING_API_KEY": "k",
    }  # fmt: skip
    return {"PATH": os.environ["PATH"], **settings}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, python: str, address: str) -> Path:
    home = tmp_path_factory.mktemp("mempalace")
    subprocess.run(
        [python, "-c", WRITER, str(DRAWERS)], env=environment(home, address), check=True, capture_output=True, timeout=800
    )
    return home


def copy_of(store: Path, folder: Path) -> Path:
    return Path(shutil.copytree(store, folder / "copy"))


def arrived(found: list[Found]) -> set[str]:
    return {str(each["content"]) for each in found if isinstance(each, dict) and each["type"] == "memory"}


def kept(store: Path) -> set[str]:
    """The texts in the order of MemPalace's own table, which is sound."""
    with closing(sqlite3.connect(store / "palace" / "chroma.sqlite3")) as connection:
        rows = connection.execute("SELECT string_value FROM embedding_metadata WHERE key = 'chroma:document'")
        return {text for (text,) in rows}


def test_a_sound_store_arrives_whole(store: Path) -> None:
    found = list(read_mempalace(store))

    assert arrived(found) == kept(store)
    assert len(arrived(found)) == DRAWERS + 1
    assert not [each for each in found if isinstance(each, Lost)]
    assert [each for each in found if isinstance(each, dict) and each["type"] == "fact"]


def test_without_its_vector_index_it_arrives_whole(store: Path, tmp_path: Path) -> None:
    copy = copy_of(store, tmp_path)
    for folder in (copy / "palace").iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)

    assert arrived(list(read_mempalace(copy))) == kept(store)


def test_from_a_truncated_file_everything_readable_arrives_and_the_rest_is_listed(store: Path, tmp_path: Path) -> None:
    copy = copy_of(store, tmp_path)
    path = copy / "palace" / "chroma.sqlite3"
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) * 3 // 4])

    found = list(read_mempalace(copy))

    left = path.read_bytes()
    readable = {text for text in kept(store) if text.encode() in left}
    assert arrived(found) <= kept(store)
    assert len(arrived(found) & readable) >= 0.95 * len(readable)
    assert [each for each in found if isinstance(each, Lost)]


def test_what_a_killed_writer_had_acknowledged_arrives(tmp_path: Path, python: str, address: str) -> None:
    # MemPalace keeps stdout for its protocol: what is printed goes to stderr.
    words = [python, "-c", WRITER, "5000"]
    process = subprocess.Popen(words, env=environment(tmp_path, address), stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    done = list(islice((line for line in process.stderr if line.strip().isdecimal()), 120))
    process.kill()
    process.wait()
    process.stderr.close()

    texts = arrived(list(read_mempalace(tmp_path)))

    assert done[-1].strip() == "119"
    assert all(any(text.startswith(f"Decision {number}:") for text in texts) for number in range(120))
