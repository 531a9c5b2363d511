"""The shape of the source: sizes of files, functions and folders, names of classes, and who reaches for a store."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "simonides"
MODULES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}

FILE_MAX = 350
FOLDER_MAX = 15
FUNCTION_P90, FUNCTION_MAX = 12, 40
ONE_FILE_FOR_EACH = {"cli/commands", "mining/conversations/formats"}
"""Folders that hold one file for each word or format, however many there are."""


def named(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = range(first.lineno, (first.end_lineno or first.lineno) + 1) if has_docstring else range(0)
    numbers = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    written = (lines[number - 1].strip() for number in numbers if number not in docstring)
    return sum(1 for line in written if line and not line.startswith("#"))


def test_no_file_is_longer_than_anybody_reads() -> None:
    too_long = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}

    assert {name: size for name, size in too_long.items() if size > FILE_MAX} == {}


def test_functions_are_short() -> None:
    sizes = {}
    for path, tree in MODULES.items():
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                sizes[f"{named(path)}:{node.lineno} {node.name}"] = code_lines(node, lines)

    assert {name: size for name, size in sizes.items() if size > FUNCTION_MAX} == {}
    assert sorted(sizes.values())[int(len(sizes) * 0.9)] <= FUNCTION_P90


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    folders: dict[str, int] = defaultdict(int)
    for path in MODULES:
        folders[named(path.parent)] += path.name != "__init__.py"

    assert {name: count for name, count in folders.items() if count > FOLDER_MAX and name not in ONE_FILE_FOR_EACH} == {}


def test_a_class_has_a_name_of_its_own() -> None:
    """The stores are exempt: the same name in each folder is the same thing over another database."""
    homes = defaultdict(set)
    for path, tree in MODULES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add("stores" if named(path).startswith("stores/") else named(path))

    assert {name: sorted(places) for name, places in homes.items() if len(places) > 1} == {}


def test_every_module_opens_with_its_subject() -> None:
    openings = {named(path): (ast.get_docstring(tree) or "").split("\n", 1)[0] for path, tree in MODULES.items()}

    assert [name for name, opening in openings.items() if not opening or "?" in opening] == []


@pytest.mark.parametrize("layer", ["toolsets", "cli", "mining", "library", "servers"])
def test_nobody_above_the_engine_reaches_for_a_store(layer: str) -> None:
    reaching = [
        f"{named(path)}:{node.lineno}"
        for path, tree in MODULES.items()
        if named(path).split("/")[0].removesuffix(".py") == layer
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "store"
    ]

    assert reaching == []


def test_blake2b_comes_from_digests_alone_which_keeps_openssl_out_of_memory() -> None:
    from_hashlib = [
        named(path)
        for path in MODULES
        if "hashlib.blake2b" in (text := path.read_text(encoding="utf-8")) or "from hashlib import blake2b" in text
    ]

    assert from_hashlib == ["digests.py"]
