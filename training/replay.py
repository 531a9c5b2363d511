"""What a training must not forget: functions with queries for them, plain paragraphs and functions, from installed packages."""

import ast
import json
import random
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

QUERIES = Path(__file__).parent / "data" / "code_queries.jsonl"
"""What people would type to find a function, by its package, often its file, and its name; the functions are not kept here."""
_PARAGRAPH = re.compile(r"\n\s*\n")
_LEAST, _MOST, _LETTERS = 60, 1200, 0.8
_FROM_ONE_FILE = 9
_JOINED, _LONG = (2, 4), 500
_FILES_MAX, _FUNCTIONS_OF_ONE_FILE = 2500, 6


@dataclass(frozen=True, slots=True)
class Sought:
    """A function, and the query that should find it."""

    query: str
    code: str


def read_code(packages: Path, standard_library: Path) -> list[Sought]:
    """The functions that are installed in folders of packages, with the queries written for them."""
    asked: dict[tuple[str, str], dict[str, str]] = {}
    for line in QUERIES.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        asked.setdefault((row["package"], row.get("path", "")), {})[row["function"]] = row["q"]
    found = []
    for (package, path), queries in asked.items():
        root = standard_library if package == "python" else packages / package
        for name, code in _functions([root / path] if path else sorted(root.rglob("*.py")), frozenset(queries)):
            if query := queries.pop(name, ""):
                found.append(Sought(query, code))
    return found


def plain_texts(folder: Path, chance: random.Random, paragraphs_max: int = 7000, functions_max: int = 2500) -> list[str]:
    """Paragraphs of prose from the documentation and the docstrings of installed packages, and functions of theirs."""
    prose, functions = _documentation(folder, chance), list[str]()
    for docstring, code in _documented(folder, chance):
        prose += [piece for piece in _pieces(docstring) if _LEAST < len(piece) < _MOST and ">>>" not in piece]
        functions.append(code)
    return [*_some(prose, paragraphs_max, chance), *_some(functions, functions_max, chance)]


def long_texts(plain: Sequence[str], notes: Sequence[str], chance: random.Random, joined_max: int = 1500) -> list[str]:
    """Long notes, and several plain texts as one: what fills a window of the encoder."""
    joined = [" ".join(chance.sample(plain, chance.randint(*_JOINED))) for _ in range(joined_max)]
    return [*joined, *(note for note in notes if len(note) > _LONG)]


def _documentation(folder: Path, chance: random.Random) -> list[str]:
    files = [path for pattern in ("METADATA", "*.rst", "*.md") for path in sorted(folder.rglob(pattern))]
    chance.shuffle(files)
    found: list[str] = []
    for path in files:
        pieces = _pieces(path.read_text(encoding="utf-8", errors="replace"))
        found += [piece for piece in pieces if _LEAST < len(piece) < _MOST and _is_prose(piece)][:_FROM_ONE_FILE]
    return found


def _documented(folder: Path, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Functions with their docstrings, a few of each of some files."""
    files = [path for path in sorted(folder.rglob("*.py")) if "test" not in str(path)]
    chance.shuffle(files)
    for path in files[:_FILES_MAX]:
        source, tree = _parsed(path)
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and ast.get_docstring(node)]
        for node in nodes[:_FUNCTIONS_OF_ONE_FILE]:
            yield ast.get_docstring(node) or "", _code(source, node)


def _pieces(text: str) -> list[str]:
    return [" ".join(piece.split()) for piece in _PARAGRAPH.split(text)]


def _some(texts: Sequence[str], count: int, chance: random.Random) -> list[str]:
    distinct = list(dict.fromkeys(texts))
    return chance.sample(distinct, min(count, len(distinct)))


def _functions(paths: Sequence[Path], wanted: frozenset[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        source, tree = _parsed(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in wanted and ast.get_docstring(node):
                yield node.name, _code(source, node)


def _parsed(path: Path) -> tuple[str, ast.Module]:
    try:
        source = path.read_text(encoding="utf-8")
        return source, ast.parse(source)
    except (FileNotFoundError, SyntaxError, UnicodeDecodeError):
        return "", ast.Module([], [])


def _code(source: str, node: ast.FunctionDef) -> str:
    return textwrap.dedent(ast.get_source_segment(source, node) or "")


def _is_prose(text: str) -> bool:
    return sum(letter.isalpha() or letter == " " for letter in text) > _LETTERS * len(text)
