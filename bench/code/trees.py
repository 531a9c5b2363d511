"""Code to index and questions to ask: functions from a file of pools, or installed packages without their docstrings."""

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from bench.recall.pools import read_pools
from simonides.frozen import frozen

SHORT_WORDS = 5
"""A shorter docstring is no question."""


@frozen
class Asked:
    """A question and where its answer stands: files, or `file::name` of a definition."""

    text: str
    gold: frozenset[str]


def write_pool(data: Path, folder: Path) -> list[Asked]:
    """Every item of every pool in a file as a source file of its own; the questions about them."""
    asked = []
    for number, pool in enumerate(read_pools(data)):
        names = {item.id: f"{number}/item{index:05}.py" for index, item in enumerate(pool.items)}
        (folder / str(number)).mkdir()
        for item in pool.items:
            (folder / names[item.id]).write_text(item.text, encoding="utf-8")
        asked += [Asked(each.text, frozenset(names[gold] for gold in each.gold)) for each in pool.questions if each.gold]
    return asked


def write_package(name: str, folder: Path) -> list[Asked]:
    """The sources of an installed package without docstrings; every function's docstring is a question about it."""
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).parent
    asked = []
    for path in sorted(source.rglob("*.py")):
        relative = f"{name}/{path.relative_to(source).as_posix()}"
        text, questions = without_docstrings(path.read_text(encoding="utf-8"))
        target = folder / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        asked += [Asked(question, frozenset([f"{relative}::{breadcrumb}"])) for breadcrumb, question in questions]
    return asked


def without_docstrings(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A module's text with every docstring cut out, and the first paragraphs of those of its functions, by breadcrumb."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    questions = []
    for breadcrumb, node in definitions(tree, ()):
        docstring = ast.get_docstring(node)
        if docstring is None:
            continue
        first = node.body[0]
        assert first.end_lineno is not None
        indent = " " * first.col_offset
        # The statement stays, empty, so that the line numbers of everything else stay too.
        lines[first.lineno - 1 : first.end_lineno] = [f"{indent}...\n", *["\n"] * (first.end_lineno - first.lineno)]
        question = " ".join(docstring.split("\n\n")[0].split())
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(question.split()) >= SHORT_WORDS:
            questions.append((breadcrumb, question))
    return "".join(lines), questions


Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(node: Documented, around: tuple[str, ...]) -> Iterator[tuple[str, Documented]]:
    """Everything that may have a docstring, by breadcrumb."""
    yield ".".join(around), node
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from definitions(child, (*around, child.name))
