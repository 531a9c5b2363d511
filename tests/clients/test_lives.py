"""The lives of the tool sets: complete, and lived by the product on both stores, without a wire."""

from pathlib import Path
from typing import Any

import pytest

from clients.life import LIVES, Told, check, replay
from simonides.settings import Settings
from simonides.wiring import build_catalogue, toolset_names
from support.clients import Client, Failure
from support.homes import Home
from support.projects import rust_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return rust_project(tmp_path)


@pytest.mark.requirement("client-lives")
@pytest.mark.parametrize("tools", LIVES)
def test_a_life_calls_every_tool_of_its_set(tools: str) -> None:
    called = {step["tool"] for step in LIVES[tools]["steps"]}

    assert called >= set(build_catalogue([tools.rpartition(",")[2]]).entries)


@pytest.mark.requirement("client-lives")
def test_every_tool_set_has_a_life() -> None:
    assert {name for tools in LIVES for name in tools.split(",")} == set(toolset_names())


@pytest.mark.requirement("client-lives")
@pytest.mark.parametrize("tools", LIVES)
def test_the_product_lives_each_life(tools: str, tmp_path: Path, home: Home, project: Path) -> None:
    settings = Settings(tmp_path, database=home.database, embedder="hashing", palace="life")
    client = Client(settings, *tools.split(","))

    def ask(tool: str, arguments: Any) -> Told:
        try:
            result = client.ask("tools/call", name=tool, arguments=arguments)
        except Failure as failure:
            return {"code": failure.code, "message": failure.message}
        structured = result.get("structuredContent")
        return {"text": result["content"][0]["text"], "structured": structured, "isError": result.get("isError", False)}

    replay(LIVES[tools], project, ask)
    client.lazy.close()


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ("", "<text>"),
        (True, "<number>"),
        ("today", "<time>"),
        ([], {"<each>": "<any>"}),
        ([1, "a"], {"<each>": "<number>"}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"b": 2}, {"a": "<any>", "...": True}),
        ([1, 2], [1]),
        (1, 2),
    ],
)
def test_what_does_not_fit_its_shape_is_told(value: object, shape: object) -> None:
    with pytest.raises(AssertionError):
        check(value, shape, "here")
