"""The companion's own description, compared with what it does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.toolkit.signature import read_signature
from simonides.toolsets.companion import ROUTES
from simonides.toolsets.companion.route import Route

PALACE = "fuzz"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path_factory.mktemp("home")))
    process.send("POST", "/api/v1/palaces", json={"name": PALACE})
    process.send("POST", f"/api/v1/palaces/{PALACE}/drawers", json={"content": "a drawer to find", "tags": ["x"]})
    yield process
    process.end()


@pytest.fixture(scope="module")
def document(server: HttpProcess) -> dict[str, Any]:
    described: dict[str, Any] = server.send("GET", "/api/v1/openapi.json").json()
    return described


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield method.upper(), path, operation


@pytest.mark.requirement("companion-openapi")
def test_every_route_is_described_and_nothing_else(document: dict[str, Any]) -> None:
    served = {(route.method, f"/api/v1{route.path}") for route in ROUTES}

    described = {(method, path) for method, path, _ in operations(document)}

    assert described == served | {("GET", "/api/v1/events"), ("GET", "/api/v1/openapi.json")}


@pytest.mark.requirement("companion-openapi")
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_and_argument_is_documented(route: Route) -> None:
    page = (Path(__file__).parents[2] / "docs" / "companion.md").read_text(encoding="utf-8")

    [row] = [line for line in page.splitlines() if line.startswith(f"| `{route.method} {route.path}` |")]

    wires = {field.wire for field in read_signature(route.function, route.path).fields}
    assert {wire for wire in wires if f"`{wire}`" not in row and f"{{{wire}}}" not in route.path} == set()


@pytest.mark.requirement("companion-openapi")
def test_the_description_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    assert set(document["info"]) >= {"title", "version"}
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(ids)) == len(ids)
    for _, path, operation in operations(document):
        in_path = {each["name"] for each in operation.get("parameters", []) if each["in"] == "path"}
        assert in_path == {part[1:-1] for part in path.split("/") if part.startswith("{")}, path
        assert all(each["required"] for each in operation.get("parameters", []) if each["in"] == "path")
        assert all(response["description"] for response in operation["responses"].values())
        for schema in schemas_of(operation):
            Draft202012Validator.check_schema(schema)


def schemas_of(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    holders = [operation.get("requestBody", {}), *operation["responses"].values()]
    for holder in holders:
        yield from (media["schema"] for media in holder.get("content", {}).values() if "schema" in media)
    yield from (parameter["schema"] for parameter in operation.get("parameters", []))


@pytest.mark.requirement("companion-openapi")
def test_the_description_passes_the_official_schema(document: dict[str, Any]) -> None:
    validate(document)


@pytest.mark.requirement("companion-openapi")
def test_replies_keep_what_the_description_promises(server: HttpProcess, document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        if method != "GET" or path.endswith("/events"):
            continue
        asked = {each["name"]: "drawer" for each in operation.get("parameters", []) if each["required"] and each["in"] == "query"}
        found = server.send("GET", path.replace("{id}", PALACE).replace("{drawer}", "none"), params=asked)

        content = operation["responses"][str(found.status_code)]["content"]
        if found.headers["content-type"] != "application/json":
            assert found.headers["content-type"].split(";")[0] in content, path
            continue
        schema = {**content["application/json"]["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(found.json())
