"""The Homebrew formula, made against an index on this machine: no address of another stands in the repository."""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from scripts.shelves.formula import Pinned, WheelFile, chosen, first_chosen, formula, listing, needed, pinned, platforms
from scripts.shelves.project import ROOT

pytestmark = pytest.mark.requirement("shelf-formula")

ANY, MAC_ARM, MAC_INTEL, LINUX_ARM, LINUX_INTEL = (letter * 64 for letter in "abcde")
LOCK = f"""\
pure[extra]==1.0 ; python_version > '3' \\
    --hash=sha256:{ANY}
native==2.1 \\
    --hash=sha256:{MAC_ARM} \\
    --hash=sha256:{MAC_INTEL} \\
    --hash=sha256:{LINUX_ARM} \\
    --hash=sha256:{LINUX_INTEL}
native==3.0 ; python_full_version >= '3.13' \\
    --hash=sha256:{ANY}
"""


def file(name: str, digest: str) -> dict[str, object]:
    return {"filename": name, "url": f"../files/{name}", "hashes": {"sha256": digest}}


PURE = [file("pure-1.0-py3-none-any.whl", ANY), file("pure-1.0.tar.gz", "f" * 64), file("pure-0.9-py3-none-any.whl", ANY)]
NATIVE = [
    file("native-2.1-cp312-cp312-macosx_11_0_arm64.whl", MAC_ARM),
    file("native-2.1-cp39-abi3-macosx_10_12_x86_64.whl", MAC_INTEL),
    file("native-2.1-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl", LINUX_ARM),
    file("native-2.1-cp312-cp312-manylinux_2_28_x86_64.whl", LINUX_INTEL),
    file("native-2.1-cp313-cp313-manylinux_2_28_x86_64.whl", "f" * 64),
    file("native-3.0-cp313-cp313-macosx_11_0_arm64.whl", ANY),
]


class Shelf(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, list[dict[str, object]]]] = {"/simple/pure/": PURE, "/simple/native/": NATIVE}

    def do_GET(self) -> None:
        body = json.dumps({"files": self.pages[self.path]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def index() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shelf)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/simple"
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_place_gets_its_best_wheel_and_the_text_is_ruby(index: str, tmp_path: Path) -> None:
    lock = pinned(LOCK)
    resources = {}
    for name in ("pure", "native"):
        address, files = listing(index, name)
        resources[name] = first_chosen(files, lock[name], address)

    text = formula(WheelFile("http://localhost/simonides.whl", "0" * 64), resources, "http://localhost/")

    assert {place: wheel.digest for place, wheel in resources["native"].items()} == {
        ("macos", "arm"): MAC_ARM, ("macos", "intel"): MAC_INTEL, ("linux", "arm"): LINUX_ARM, ("linux", "intel"): LINUX_INTEL,
    }  # fmt: skip
    assert text.count("  resource ") == 2
    assert text.count(f'sha256 "{ANY}"') == 1
    assert text.splitlines()[0] == "class Simonides < Formula"
    assert f"{index.removesuffix('simple')}simple/files/pure-1.0-py3-none-any.whl" in text
    if ruby := shutil.which("ruby"):
        (tmp_path / "simonides.rb").write_text(text, encoding="utf-8")
        subprocess.run([ruby, "-c", str(tmp_path / "simonides.rb")], capture_output=True, check=True)


def test_a_file_whose_digest_is_not_locked_is_refused() -> None:
    with pytest.raises(LookupError, match="digest is in the lock"):
        chosen(PURE, Pinned("pure", "1.0", frozenset({"0" * 64})), "http://localhost/")
    with pytest.raises(LookupError, match="no wheel for macos intel"):
        chosen(NATIVE[:1], Pinned("native", "2.1", frozenset({MAC_ARM})), "http://localhost/")


def test_the_lock_knows_everything_that_an_installation_needs() -> None:
    lock = pinned((ROOT / "requirements-dev.lock").read_text(encoding="utf-8"))

    found = needed(lock)

    assert {"numpy", "onnxruntime", "tokenizers"} <= {packages[0].name for packages in found}
    assert all(package.digests for packages in found for package in packages)
    assert len(platforms()) == 4
