"""Random requests to the companion: each one gets a proper answer."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from servers.http_process import PRODUCT, HttpProcess, product_environment

LAX = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
PALACE = "fuzz"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path_factory.mktemp("home")))
    process.send("POST", "/api/v1/palaces", json={"name": PALACE})
    yield process
    process.end()


@pytest.mark.requirement("companion-fuzz")
@pytest.mark.long
@pytest.mark.timeout(600)
def test_schemathesis_finds_nothing_wrong(server: HttpProcess, tmp_path: Path) -> None:
    # The description cannot say every rule of a name, so a well-formed request may still break one. A new palace has none of the
    # memories that the body of a request names: such a 404 does not speak of the palace.
    left_out = "positive_data_acceptance,ensure_resource_availability"
    words = ["run", f"{server.url}/api/v1/openapi.json", "--exclude-path", "/api/v1/events"]
    # A first token would close the server to everything after it, and a check takes as long as it is told.
    words += ["--exclude-path", "/api/v1/tokens", "--exclude-path", "/api/v1/palaces/{id}/check"]
    # A made-up path may well be a folder, and all of it would be indexed.
    words += ["--exclude-operation-id", "index_folder"]
    words += ["--exclude-checks", left_out, "--max-examples", "6", "--generation-deterministic"]

    # It leaves files where it runs.
    command = [sys.executable, "-m", "schemathesis.cli", *words]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=550)

    assert run.returncode == 0, run.stdout


TEXTS = st.text() | st.sampled_from(["\x00", "\ud800", "../..", "a" * 2000, "null", "1e999", "\u202e", "%2F", "💥"])
NUMBERS = st.integers() | st.floats() | st.sampled_from([2**63, -(2**63) - 1, 10**400, 1e308, -0.0])


def nested(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=8
    )


JSON = nested(st.none() | st.booleans() | NUMBERS | TEXTS)
STORABLE = nested(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS)
FIELDS = (
    "name description content room wing tags importance author conversation position event_time source metadata "
    "subject predicate object confidence provenance palace budget_s role"
).split()
LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="/\\~.")
NAMES = st.text(LETTERS, min_size=1, max_size=128).filter(str.strip)
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "description": TEXTS,
    "content": TEXTS.filter(str.strip),
    "tags": st.lists(NAMES, max_size=3),
    "importance": st.floats(0, 1),
    "position": st.integers(0, 2**63 - 1),
    "event_time": st.datetimes().map(lambda moment: moment.isoformat()),
    "source": TEXTS,
    "metadata": st.dictionaries(TEXTS, STORABLE, max_size=3),
    "confidence": st.floats(0, 1),
    "provenance": TEXTS,
}
BODIES = {
    "/palaces": ("name", "description"),
    f"/palaces/{PALACE}/drawers": tuple(FIELDS[2:13]),
    f"/palaces/{PALACE}/kg": ("subject", "predicate", "object", "confidence", "provenance"),
}


def dump(value: object) -> bytes:
    # As clients write it: NaN, huge numbers and lone surrogates included.
    return json.dumps(value).encode()


def check_answer(reply: httpx2.Response, sent: object) -> None:
    assert reply.status_code < 500, (sent, reply.text)
    if reply.status_code >= 400:
        assert reply.json()["error"], sent


@pytest.mark.requirement("companion-fuzz")
@LAX
@given(
    path=st.sampled_from([*BODIES, "/demo", "/dream/run"]), body=JSON | st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6)
)
def test_no_body_breaks_the_server(server: HttpProcess, path: str, body: object) -> None:
    reply = server.send("POST", f"/api/v1{path}", content=dump(body), headers={"Content-Type": "application/json"})

    check_answer(reply, body)


@pytest.mark.requirement("companion-fuzz")
@LAX
@given(data=st.data(), path=st.sampled_from(list(BODIES)))
def test_what_is_well_formed_is_taken_and_can_be_read_back(server: HttpProcess, path: str, data: st.DataObject) -> None:
    body = data.draw(st.fixed_dictionaries({name: PLAUSIBLE.get(name, NAMES) for name in BODIES[path]}))

    reply = server.send("POST", f"/api/v1{path}", content=dump(body), headers={"Content-Type": "application/json"})

    assert reply.status_code in {201, 204}, (body, reply.text)
    place = f"{path}?subject={quote(body['subject'])}" if "subject" in body else f"{path}/{quote(reply.json()['id'], safe='')}"
    assert server.send("GET", f"/api/v1{place}").status_code == 200, body


@pytest.mark.requirement("companion-fuzz")
@LAX
@given(
    body=st.binary(max_size=200), content_type=st.sampled_from(["application/json", "application/json;charset=x", "text/plain"])
)
def test_no_bytes_break_the_server(server: HttpProcess, body: bytes, content_type: str) -> None:
    reply = server.send("POST", "/api/v1/palaces", content=body, headers={"Content-Type": content_type})

    check_answer(reply, body)


SEGMENTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(lambda text: quote(text, safe="")) | st.sampled_from(
    [PALACE, "drawers", "recall", "kg", "dream", "status", "..", "%2e%2e", "%00", "%ff", "%2F", "%", "palaces"]
)
QUERIES = st.lists(
    st.tuples(
        st.sampled_from(["q", "top_k", "deep", "limit", "offset", "room", "tag", "subject", "other"]),
        st.text(st.characters(exclude_categories=["Cs"])) | NUMBERS.map(str) | st.sampled_from(["true", "false", "", "\x00"]),
    ),
    max_size=4,
)


@pytest.mark.requirement("companion-fuzz")
@LAX
@given(
    method=st.sampled_from(["GET", "DELETE", "HEAD", "PUT", "PATCH", "OPTIONS"]),
    start=st.sampled_from(["", "/palaces", f"/palaces/{PALACE}/drawers", f"/palaces/{PALACE}/recall", f"/palaces/{PALACE}/kg"]),
    rest=st.lists(SEGMENTS, max_size=3),
    query=QUERIES,
)
def test_no_path_and_query_break_the_server(
    server: HttpProcess, method: str, start: str, rest: list[str], query: list[tuple[str, str]]
) -> None:
    # An absolute path keeps the client from tidying it up.
    reply = server.send(method, f"/api/v1{start}{''.join(f'/{part}' for part in rest)}", params=query)

    assert reply.status_code < 500, reply.text
