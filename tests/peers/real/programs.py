"""The programs of others: installed into `.peers` by `make peer-test`, and run there without a network."""

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

PEERS = Path(__file__).parents[3] / ".peers"
SWITCH = "SIMONIDES_PEER_TEST"
INSTALL_S = 900


def python_with(name: str, *packages: str, least: tuple[int, int] = (3, 11)) -> str:
    """An interpreter with these packages; skips the test where they cannot be had."""
    _asked_for()
    folder = PEERS / "-".join([name, sha256(" ".join(packages).encode()).hexdigest()[:8]])
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        _must([_interpreter(least), "-m", "venv", "--clear", str(folder)], name)
        _must([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages], name)
        (folder / "ready").touch()
    return str(python)


def node_package(name: str) -> Path:
    """The folder of a package of npm with what it needs; skips the test where it cannot be had."""
    _asked_for()
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = PEERS / "node" / "node_modules" / name.rpartition("@")[0]
    if not folder.exists():
        words = ["npm", "install", "--silent", "--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", PEERS / "node"]
        _must([*map(str, words), name], name)
    return folder


def node_archive(name: str) -> Path:
    """A package of npm alone, without what it needs."""
    _asked_for()
    folder = PEERS / "archives" / name.replace("/", "-")
    if not folder.exists():
        folder.mkdir(parents=True)
        try:
            _must(["npm", "pack", "--silent", "--pack-destination", str(folder), name], name)
            with tarfile.open(next(folder.glob("*.tgz"))) as archive:
                archive.extractall(folder, filter="data")
        except BaseException:
            shutil.rmtree(folder)
            raise
    return folder / "package"


def bun(version: str) -> str:
    """The JavaScript runtime bun, from its package of npm."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        pytest.skip("bun is fetched for Linux on x86-64 alone")
    return str(node_package(f"@oven/bun-linux-x64@{version}") / "bin" / "bun")


def run_program(words: Sequence[str], home: Path, **settings: str) -> str:
    """Run a program with a home of its own; its failure is the test's."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", **settings}
    run = subprocess.run(words, cwd=home, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, (run.stdout + run.stderr)[-3000:]
    return run.stdout


@contextmanager
def embeddings(dimension: int = 384) -> Iterator[str]:
    """The address of an endpoint for vectors: most programs cannot write without one, and no model can be downloaded."""
    handler = type("Sized", (VectorEndpoint,), {"dimension": dimension})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class VectorEndpoint(BaseHTTPRequestHandler):
    """Answers as OpenAI's endpoint does, with vectors made of digests."""

    dimension = 384

    def log_message(self, *_args: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        texts = [asked] if isinstance(asked, str) else asked
        rows = [[byte / 255 - 0.5 for byte in sha256(str(text).encode()).digest() * (self.dimension // 32)] for text in texts]
        data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        body = json.dumps({"object": "list", "data": data, "model": "m", "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _asked_for() -> None:
    if not os.environ.get(SWITCH):
        pytest.skip("needs the programs of others: run `make peer-test`")


def _interpreter(least: tuple[int, int]) -> str:
    if sys.version_info >= least:
        return sys.executable
    wanted = ".".join(map(str, least))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    installed = [path for path in pyenv.glob("*/bin/python") if _version(path.parent.parent.name) >= least]
    found = shutil.which(f"python{wanted}") if not installed else str(min(installed))
    return found or pytest.skip(f"needs Python {wanted} or later")


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def _must(words: Sequence[str], name: str) -> None:
    run = subprocess.run(words, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    if run.returncode:
        told = (run.stderr + run.stdout).strip().splitlines() or ["no reason given"]
        pytest.skip(f"{name} cannot be installed here: {told[-1]}")
