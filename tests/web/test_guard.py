"""The way to the page over HTTP: foreign pages, codes and keys, headers, and the note of a running server."""

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.servers.web.page import POLICY

TOKEN = "the-server's-own"  # noqa: S105 - of this test alone
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only", "--token", TOKEN], product_environment(home))
    yield process
    process.end()


def log_in(server: HttpProcess, headers: dict[str, str]) -> httpx2.Response:
    code = server.send("POST", "/api/v1/codes", json={}, headers=headers).json()["code"]
    return server.send("POST", "/ui/login", json={"code": code})


@pytest.mark.requirement("web-shell")
def test_every_address_of_the_page_is_the_shell_without_a_token_and_without_data(server: HttpProcess) -> None:
    replies = [server.send("GET", path) for path in ("/ui/", "/ui/p/default/search?q=x", "/ui/p/%3Cscript%3E/m/1", "/ui/x/y")]

    assert {reply.status_code for reply in replies} == {200}
    # They differ in the modules to load, and in nothing that the address says.
    bare = {re.sub(r'<link rel="modulepreload"[^>]*>\n', "", reply.text) for reply in replies}
    assert len(bare) == 1
    assert {server.send("GET", path, follow_redirects=False).headers["location"] for path in ("/", "/ui")} == {"/ui/"}
    assert server.send("GET", "/api/v1/palaces").status_code == 401


@pytest.mark.requirement("web-headers")
@pytest.mark.parametrize("path", ["/ui/", "/ui/login", "/ui/nothing/here.js"])
def test_the_page_comes_with_its_policy(server: HttpProcess, path: str) -> None:
    headers = server.send("POST" if path.endswith("login") else "GET", path).headers

    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers


@pytest.mark.requirement("web-assets")
def test_files_are_compressed_and_kept_for_good_and_the_shell_is_asked_for_again(server: HttpProcess) -> None:
    shell = server.send("GET", "/ui/")
    script = shell.text.split('type="module" src="')[1].split('"')[0]

    found = server.send("GET", script)

    assert found.headers["content-type"].startswith("text/javascript")
    assert found.headers["content-encoding"] == "gzip"
    assert "immutable" in found.headers["cache-control"]
    assert shell.headers["cache-control"] == "no-cache"
    assert server.send("GET", "/ui/", headers={"If-None-Match": shell.headers["etag"]}).status_code == 304
    assert server.send("GET", script.rsplit("/", 1)[0] + "/../index.html").status_code in (200, 404)
    assert server.send("GET", script.replace("app.js", "nothing.js")).status_code == 404


@pytest.mark.requirement("web-guard")
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "elsewhere.example"}, 421),
    ],
)
def test_requests_of_other_pages_are_refused(server: HttpProcess, headers: dict[str, str], status: int) -> None:
    assert server.send("GET", "/api/v1/me", headers={**BEARER, **headers}).status_code == status


@pytest.mark.requirement("web-login")
def test_a_code_works_once_and_its_key_works_until_it_is_revoked(server: HttpProcess) -> None:
    code = server.send("POST", "/api/v1/codes", json={}, headers=BEARER).json()["code"]
    first, second = (server.send("POST", "/ui/login", json={"code": code}) for _ in range(2))
    key = {"Authorization": f"Bearer {first.json()['key']}"}
    page = server.send("GET", "/api/v1/me", headers=key).json()["page"]

    assert (first.status_code, second.status_code) == (200, 401)
    assert page in [each["id"] for each in server.send("GET", "/api/v1/pages", headers=BEARER).json() if not each["is_yours"]]
    assert server.send("DELETE", f"/api/v1/pages/{page}", headers=BEARER).status_code == 204
    assert server.send("GET", "/api/v1/me", headers=key).status_code == 401


@pytest.mark.requirement("web-login")
@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"code": 5}', b"{", json.dumps({"code": "x" * 500}).encode()])
def test_no_key_without_a_code(server: HttpProcess, body: bytes) -> None:
    assert server.send("POST", "/ui/login", content=body).status_code == 401


@pytest.mark.requirement("web-login")
def test_another_site_cannot_log_in(server: HttpProcess) -> None:
    code = server.send("POST", "/api/v1/codes", json={}, headers=BEARER).json()["code"]

    reply = server.send("POST", "/ui/login", json={"code": code}, headers={"Sec-Fetch-Site": "cross-site"})

    assert reply.status_code == 403


@pytest.mark.requirement("web-tokens")
def test_a_page_can_do_only_what_its_token_can(server: HttpProcess) -> None:
    server.send("POST", "/api/v1/palaces", json={"name": "mine"}, headers=BEARER)
    server.send("POST", "/api/v1/palaces", json={"name": "other"}, headers=BEARER)
    token = server.send("POST", "/api/v1/tokens", json={"palace": "mine", "read_only": True}, headers=BEARER).json()
    key = log_in(server, {"Authorization": f"Bearer {token['secret']}"}).json()["key"]
    page = {"Authorization": f"Bearer {key}"}

    assert [each["id"] for each in server.send("GET", "/api/v1/palaces", headers=page).json()] == ["mine"]
    assert server.send("GET", "/api/v1/palaces/other/memories", headers=page).status_code == 403
    filed = server.send("POST", "/api/v1/palaces/mine/drawers", json={"content": "no"}, headers=page)
    assert filed.status_code == 403
    assert server.send("GET", "/api/v1/tokens", headers=page).status_code == 403
    assert server.send("POST", "/api/v1/tokens", json={"palace": "mine"}, headers=page).status_code == 403
    assert len(server.send("GET", "/api/v1/pages", headers=page).json()) == 1
    assert server.send("DELETE", f"/api/v1/tokens/{token['id']}", headers=BEARER).status_code == 204
    assert server.send("GET", "/api/v1/me", headers=page).status_code == 401


@pytest.mark.requirement("web-open")
def test_a_running_server_notes_its_address_for_its_owner_alone(server: HttpProcess, home: Path) -> None:
    note = home / "server.json"
    known = json.loads(note.read_text(encoding="utf-8"))

    code = server.send("POST", "/api/v1/codes", json={}, headers={"Authorization": f"Bearer {known['secret']}"})

    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert known["url"] == server.url
    assert server.send("POST", "/ui/login", json=code.json()).status_code == 200
    assert any("/ui/" in line for line in server.log)
