"""Every compiled pattern of the package, and texts that are hard for each."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from pathlib import Path
from re import _constants as signs  # type: ignore[attr-defined]  # the standard library has no public parser of patterns
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any

import simonides
from simonides.languages import writing
from simonides.languages.lexicon import Lexicon, lexicon
from simonides.mining import extraction

SOURCE = Path(simonides.__file__).parent
LANGUAGES = sorted(path.stem for path in (SOURCE / "languages").glob("*.toml"))
_DEPTH_MAX = 6
_KINDS = {
    signs.CATEGORY_DIGIT: "7",
    signs.CATEGORY_NOT_DIGIT: "x",
    signs.CATEGORY_SPACE: " ",
    signs.CATEGORY_NOT_SPACE: "x",
    signs.CATEGORY_WORD: "w",
    signs.CATEGORY_NOT_WORD: "-",
}


def modules() -> Iterator[ModuleType]:
    """Every module of the package but the program itself, which would start."""
    for found in pkgutil.walk_packages(simonides.__path__, "simonides."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def every_pattern() -> dict[str, re.Pattern[str]]:
    """The patterns of strings in all modules and language files, by where they are found; equal ones once."""
    found: dict[str, str] = {}
    patterns: dict[str, re.Pattern[str]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for where, pattern in _within(_made(value), f"{module.__name__}.{name}"):
                _keep(patterns, found, where, pattern)
    for where, pattern in _of_languages():
        _keep(patterns, found, where, pattern)
    return patterns


def patterns_in_functions() -> set[str]:
    """The functions that compile or use a pattern of their own, as `module.function`."""
    made = set()
    for path in SOURCE.rglob("*.py"):
        module = ".".join(("simonides", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(_makes_pattern(inner) for inner in ast.walk(node)):
                made.add(f"{module}.{node.name}")
    return made


def ways_of_use() -> dict[str, set[str]]:
    """The methods that are called on each name anywhere in the package: `_WORD` is asked to `findall`."""
    ways: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
                owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
                ways.setdefault(owner, set()).add(node.attr)
    return ways


def alphabet(pattern: re.Pattern[str]) -> tuple[list[str], list[str]]:
    """The characters that a pattern names, some for each of its sets, and the words it spells out."""
    letters: dict[str, None] = {}
    words: dict[str, None] = {}
    _collect(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG), letters, words)
    return list(letters), list(words)


def _keep(patterns: dict[str, re.Pattern[str]], found: dict[str, str], where: str, pattern: re.Pattern[str]) -> None:
    key = f"{pattern.flags}{pattern.pattern}"
    if isinstance(pattern.pattern, str) and key not in found:
        found[key] = where
        patterns[where] = pattern


def _of_languages() -> Iterator[tuple[str, re.Pattern[str]]]:
    for language in LANGUAGES:
        yield from _within(lexicon(language), f"{language}.toml")
        yield from _within(extraction._patterns(language), f"extraction {language}.toml")
    yield from _within(writing._patterns(), "scripts")


def _made(value: Any) -> Any:
    """What a function makes that compiles patterns on first use; anything else as it is."""
    is_kept = hasattr(value, "cache_info") and not inspect.signature(value).parameters
    return value() if is_kept and "Pattern" in str(inspect.signature(value).return_annotation) else value


def _within(value: Any, where: str, depth: int = 0) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        yield where, value
    elif isinstance(source := getattr(value, "source", None), str) and isinstance(flags := getattr(value, "flags", None), int):
        # A pattern that is compiled when it is first needed.
        yield where, re.compile(source, flags)
    elif depth < _DEPTH_MAX:
        for name, part in _parts(value):
            yield from _within(part, f"{where}.{name}", depth + 1)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((str(key), part) for key, part in value.items())
    elif isinstance(value, list | tuple):
        yield from ((str(place), part) for place, part in enumerate(value))
    elif isinstance(value, Lexicon):
        yield from ((name, getattr(value, name)) for name, part in vars(Lexicon).items() if isinstance(part, cached_property))
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((each.name, getattr(value, each.name, None)) for each in fields(value))


def _makes_pattern(node: ast.AST) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    owner = node.func.value
    return isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr != "escape"


def _collect(parsed: Any, letters: dict[str, None], words: dict[str, None]) -> None:
    run = ""
    for kind, value in parsed:
        if kind is signs.LITERAL:
            letters[chr(value)] = None
            run += chr(value)
            continue
        words |= {run: None} if len(run) > 1 else {}
        run = ""
        _collect_one(kind, value, letters, words)
    words |= {run: None} if len(run) > 1 else {}


def _collect_one(kind: Any, value: Any, letters: dict[str, None], words: dict[str, None]) -> None:
    if kind is signs.IN:
        letters |= dict.fromkeys(_of_set(value))
    elif kind is signs.NOT_LITERAL or kind is signs.ANY:
        letters["x"] = None
    elif kind is signs.CATEGORY:
        letters[_KINDS.get(value, "x")] = None
    elif isinstance(value, parser.SubPattern):
        _collect(value, letters, words)
    elif isinstance(value, list | tuple):
        for part in value:
            if isinstance(part, parser.SubPattern):
                _collect(part, letters, words)
            elif isinstance(part, list):
                for each in part:
                    _collect(each, letters, words)


def _of_set(members: list[tuple[Any, Any]]) -> list[str]:
    """One character for each member of a set; for a negated one some that it leaves out."""
    found = []
    for kind, value in members:
        if kind is signs.LITERAL:
            found.append(chr(value))
        elif kind is signs.RANGE:
            found.append(chr(value[0]))
        elif kind is signs.CATEGORY:
            found.append(_KINDS.get(value, "x"))
    return [*found[:4], *found[-2:]]
