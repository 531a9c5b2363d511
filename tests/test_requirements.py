"""Requirements and tests: every written requirement has a test, and every test's requirement is written."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


PAGE = ROOT / "docs" / "requirements.md"
SETS = ("palace", "trusty", "graph", "memory")
OURS = {
    "graph-bad-input",
    "graph-import",
    "graph-shared-truth",
    "memory-mismatch",
    "memory-palace",
    "palace-instructions",
    "palace-more",
    "trusty-accesses",
    "trusty-words",
}
"""Requirements of the tool sets that go beyond what their contracts say."""


def written() -> set[str]:
    text = PAGE.read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([a-z0-9-]+) \|", text, re.MULTILINE)) - {"id"}


@cache
def proven() -> set[str]:
    return {each for path in (ROOT / "tests").rglob("test_*.py") for each in named_in(parsed(path))}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def named_in(tree: ast.AST) -> set[str]:
    """The requirements that the marks within a module or a function name."""
    ids = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "requirement":
            ids |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return ids


def statements() -> dict[str, str]:
    """By number, the test that proves a statement of a contract."""
    rows = re.findall(r"^\| ([PTGM]\d{3}) \| .+ \| `(\S+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def marks_of(test: str) -> set[str] | None:
    """The requirements that a test carries; None when there is no such test."""
    path, _, name = test.partition("::")
    if not (ROOT / "tests" / path).is_file():
        return None
    found = [node for node in parsed(ROOT / "tests" / path).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return named_in(found[0]) if found else None


def test_every_requirement_has_a_test() -> None:
    assert written() - proven() == set()


def test_every_test_names_a_written_requirement() -> None:
    assert proven() - written() == set()


def test_every_statement_of_a_contract_names_a_test_that_is_there() -> None:
    marks = {test: marks_of(test) for test in set(statements().values())}

    assert {number: test for number, test in statements().items() if marks[test] is None} == {}
    assert f"{len(statements())} statements" in PAGE.read_text(encoding="utf-8")


def test_statements_are_numbered_without_a_gap() -> None:
    numbers = list(statements())

    for letter in "PTGM":
        own = [number for number in numbers if number.startswith(letter)]
        assert own == [f"{letter}{number:03}" for number in range(1, len(own) + 1)]


def test_every_requirement_of_a_tool_set_is_proven_by_the_test_of_a_statement() -> None:
    """Requirements beyond the contracts' words are ours, and stand on their own."""
    stated = {mark for test in set(statements().values()) for mark in marks_of(test) or set()}
    of_sets = {each for each in written() if each.split("-")[0] in SETS}

    assert of_sets - stated - OURS == set()
    assert of_sets >= OURS
