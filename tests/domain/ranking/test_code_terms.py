"""Ranking of code: questions that are names, questions that contain names, and the definitions of names."""

import pytest

from simonides.domain.code import Chunk, text_to_embed
from simonides.domain.ranking.code_terms import identifier_in, identifiers_named, looks_written, name_fit


def chunk(name: str | None, content: str = "", *enclosing: str, path: str = "src/app.py", part: int = 0) -> Chunk:
    return Chunk("id", "shop", path, "python", "function", name, enclosing, 1, 2, content, part)


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("Router", ("Router",)),
        (" `add_route()` ", ("add_route",)),
        ("Router.add_route", ("Router", "add_route")),
        ("geo::Circle::area", ("geo", "Circle", "area")),
        ("valid?", ("valid?",)),
        ("@property", ("property",)),
        ("how does it work", None),
        ("3d", None),
        ("", None),
    ],
)
def test_a_question_may_be_one_identifier(query: str, parts: tuple[str, ...] | None) -> None:
    assert identifier_in(query) == parts


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("where is add_route used?", ["add_route"]),
        ("how does getUserName() work", ["getUserName"]),
        ("what is HTTPServer, and MAX_ROUTES in Router.find()", ["HTTPServer", "MAX_ROUTES", "find"]),
        ("Python 3: read a utf-8 file on an iPhone", []),
    ],
)
def test_identifiers_are_seen_inside_of_a_question(query: str, names: list[str]) -> None:
    assert identifiers_named(query) == names


@pytest.mark.parametrize(("query", "is_written"), [("getUser", True), ("run()", True), ("a.b", True), ("main", False)])
def test_only_programmers_write_like_that(query: str, is_written: bool) -> None:
    assert looks_written(query) == is_written


def test_a_definition_is_closer_than_an_assignment_and_that_than_a_mention() -> None:
    ordered = [
        chunk("find", "", "Router"),
        chunk("find", "", "Other"),
        chunk("Find"),
        chunk("find", part=1),
        chunk(None, "find = lookup"),
        chunk("use", "return find(x)"),
        chunk("use", "return finder(x)"),
    ]

    scores = [name_fit(each, ("Router", "find")) for each in ordered]

    assert scores[0] > scores[1] > scores[3] > scores[2] > scores[4] > scores[5] > scores[6] == 0
    assert name_fit(chunk("find", path="tests/test_app.py"), ("find",)) < name_fit(chunk("find"), ("find",))


@pytest.mark.parametrize(
    "line", ["LIMIT = 3", "  LIMIT: int = 3", "const LIMIT = 3;", "LIMIT := 3", "static final int LIMIT = 3;"]
)
def test_an_assignment_is_seen_in_many_languages(line: str) -> None:
    assert name_fit(chunk(None, f"import x\n{line}\n"), ("LIMIT",)) == 2.0
    assert name_fit(chunk(None, "if LIMIT == 3:\n"), ("LIMIT",)) == 1.0


@pytest.mark.parametrize(
    ("path", "enclosing", "text"),
    [
        ("src/auth/jwt.py", ("Token",), "src/auth/jwt Token\ndef check(): ..."),
        ("0001/item00042.py", (), "def check(): ..."),
        ("lib/sha256.c", (), "lib/sha256\ndef check(): ..."),
        ("conf.d/Makefile", (), "conf.d/Makefile\ndef check(): ..."),
    ],
)
def test_what_is_embedded_says_where_it_stands(path: str, enclosing: tuple[str, ...], text: str) -> None:
    assert text_to_embed(chunk("check", "def check(): ...\n\n\n", *enclosing, path=path)) == text
