"""The wheel and the source distribution, installed from an index on this machine by pip, pipx and uvx."""

import functools
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from scripts.shelves.bundle import pack
from scripts.shelves.manual import files
from scripts.shelves.project import ROOT, version, write_files

from simonides.cli.clients.talk import ServerMet, talk_to_program

pytestmark = [pytest.mark.long, pytest.mark.timeout(600), pytest.mark.requirement("shelf-install")]
PATIENCE_S = 300.0


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and a source distribution, built from a copy of what git knows."""
    source = tmp_path_factory.mktemp("source")
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    write_files(source / "share", files())
    run = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(source / "dist"), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return source / "dist"


@pytest.fixture(scope="module")
def index(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a simple index that holds our package and nothing else."""
    root = tmp_path_factory.mktemp("index")
    page = root / "simple" / "simonides"
    page.mkdir(parents=True)
    names = [path.name for path in dist.iterdir()]
    for name in names:
        shutil.copy(dist / name, page / name)
    (page / "index.html").write_text("".join(f'<a href="{name}">{name}</a>' for name in names), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/simple/"
    server.shutdown()
    thread.join()
    server.server_close()


def greet(words: list[str], home: Path) -> ServerMet:
    environment = {**os.environ, "SIMONIDES_HOME": str(home / "data")}
    return talk_to_program([*words, "serve", "--tools", "core"], environment, home, PATIENCE_S)


def test_wheel_and_source_hold_what_belongs_in_them(dist: Path) -> None:
    [wheel] = dist.glob("*.whl")
    [source] = dist.glob("*.tar.gz")
    in_wheel = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(source) as archive:
        in_source = [name.partition("/")[2] for name in archive.getnames()]

    package = {f"simonides/{path.relative_to(ROOT / 'src/simonides').as_posix()}" for path in (ROOT / "src").rglob("*.py")}
    assert package <= set(in_wheel)
    assert {f"simonides-{version()}.data/data/share/{name}" for name in files()} <= set(in_wheel)
    assert not [name for name in in_wheel if name.startswith(("tests", "bench", "scripts")) or "__pycache__" in name]
    assert {"pyproject.toml", "LICENSE", "README.md", "src/simonides/embedders/mneme/model/model.int8.onnx"} <= set(in_source)
    assert not [name for name in in_source if name.startswith(("tests", "bench"))]
    assert wheel.stat().st_size < 100_000_000


def test_pip_installs_it_and_the_server_answers(index: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    pip = [str(tmp_path / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--extra-index-url", index, f"simonides=={version()}"], check=True)

    met = greet([str(tmp_path / "venv/bin/simonides")], tmp_path)

    assert len(met.tools) == 6
    assert (tmp_path / "venv/share/man/man1/simonides.1").is_file()


def test_pipx_installs_it_and_the_server_answers(index: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "tools")], check=True)
    subprocess.run([str(tmp_path / "tools/bin/python"), "-m", "pip", "install", "--quiet", "pipx"], check=True)
    folders = {"PIPX_HOME": tmp_path / "pipx", "PIPX_BIN_DIR": tmp_path / "bin", "PIPX_MAN_DIR": tmp_path / "man"}
    subprocess.run(
        [str(tmp_path / "tools/bin/pipx"), "install", f"simonides=={version()}", "--pip-args", f"--extra-index-url {index}"],
        env={**os.environ, **{name: str(path) for name, path in folders.items()}},
        check=True,
    )

    assert len(greet([str(tmp_path / "bin/simonides")], tmp_path).tools) == 6
    assert (tmp_path / "man/man1/simonides.1").exists()


@pytest.mark.skipif(shutil.which("uvx") is None, reason="uv is not installed")
def test_uvx_serves_it_without_an_installation(index: str, tmp_path: Path) -> None:
    met = greet(["uvx", "--index", index, f"simonides@{version()}"], tmp_path)

    assert len(met.tools) == 6


@pytest.mark.skipif(shutil.which("uv") is None, reason="uv is not installed")
def test_a_bundle_is_started_as_its_manifest_says(dist: Path, tmp_path: Path) -> None:
    import json

    [wheel] = dist.glob("*.whl")
    pack(wheel, tmp_path / "simonides.mcpb")
    folder = tmp_path / "unpacked"
    zipfile.ZipFile(tmp_path / "simonides.mcpb").extractall(folder)  # noqa: S202 - our own
    config = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["server"]["mcp_config"]
    told = {"${__dirname}": str(folder), "${user_config.palace}": "default"}

    words = [config["command"], *(told.get(word, word) for word in config["args"])]
    met = talk_to_program(words, {**os.environ, "SIMONIDES_HOME": str(tmp_path / "data")}, tmp_path, PATIENCE_S)

    assert len(met.tools) == 6
