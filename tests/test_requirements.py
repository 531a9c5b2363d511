"""Requirements and tests: every written requirement has a test, and every test's requirement is written."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def written() -> set[str]:
    text = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([a-z0-9-]+) \|", text, re.MULTILINE)) - {"id"}


def proven() -> set[str]:
    ids = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "requirement":
                ids |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return {str(requirement) for requirement in ids}


def test_every_requirement_has_a_test() -> None:
    assert written() - proven() == set()


def test_every_test_names_a_written_requirement() -> None:
    assert proven() - written() == set()
