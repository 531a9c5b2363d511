"""What a training must not forget: functions with queries for them, and plain paragraphs, both from installed packages."""

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
_LEAST, _MOST, _LETTERS = 120, 1200, 0.8
_FROM_ONE_FILE = 9


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


def paragraphs(folder: Path, count: int, chance: random.Random) -> list[str]:
    """Paragraphs of prose from the documentation of installed packages."""
    files = [path for pattern in ("METADATA", "*.rst", "*.md") for path in sorted(folder.rglob(pattern))]
    chance.shuffle(files)
    found: list[str] = []
    for path in files:
        pieces = [piece.strip() for piece in _PARAGRAPH.split(path.read_text(encoding="utf-8", errors="replace"))]
        found += [piece for piece in pieces if _LEAST < len(piece) < _MOST and _is_prose(piece)][:_FROM_ONE_FILE]
    chance.shuffle(found)
    return list(dict.fromkeys(found))[:count]


def _functions(paths: Sequence[Path], wanted: frozenset[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        try:
            source = path.read_text(encoding="utf-8")
            tree = ast.parse(source)
        except (FileNotFoundError, SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in wanted and ast.get_docstring(node):
                yield node.name, textwrap.dedent(ast.get_source_segment(source, node) or "")


def _is_prose(text: str) -> bool:
    return sum(letter.isalpha() or letter == " " for letter in text) > _LETTERS * len(text)
