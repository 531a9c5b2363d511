"""The command `open`: the page of the running server, or of one that it starts."""

import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from servers.wire import TESTS

pytestmark = pytest.mark.requirement("web-open")


def log_in(address: str) -> int:
    url, code = address.split("/ui/#code=")
    return httpx2.post(f"{url}/ui/login", json={"code": code}).status_code


def test_open_prints_an_address_of_the_running_server_that_works_once(tmp_path: Path) -> None:
    environment = product_environment(tmp_path)
    server = HttpProcess([*PRODUCT, "--http-only"], environment)
    words = [sys.executable, "-m", "simonides", "open", "--print"]
    address = subprocess.run(
        words, env={**environment, "PATH": ""}, cwd=TESTS, capture_output=True, text=True, check=True
    ).stdout.strip()

    assert address.startswith(f"{server.url}/ui/#code=")
    assert (log_in(address), log_in(address)) == (200, 401)
    server.end()


def test_open_starts_a_server_with_a_token_where_none_runs_and_ends_it_in_order(tmp_path: Path) -> None:
    environment = product_environment(tmp_path)
    words = [sys.executable, "-m", "simonides", "open", "--print", "--http", "127.0.0.1:0"]
    with subprocess.Popen(
        words, env=environment, cwd=TESTS, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        url = address.split("/ui/")[0]

        assert log_in(address) == 200
        assert httpx2.get(f"{url}/api/v1/palaces").status_code == 401
        process.terminate()
        assert process.wait(60) == 0
    assert not (tmp_path / "server.json").exists()


def test_a_bad_address_is_one_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "simonides", "open", "--print", "--http", "nowhere"]
    done = subprocess.run(words, env=product_environment(tmp_path), cwd=TESTS, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "'nowhere' is not an address" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
