"""Outlines by tree-sitter; a grammar is loaded with its first file, and without one the caller falls back to structure."""

import time
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from simonides.frozen import frozen
from simonides.mining.code.outline import Definition, count, nested, split_name
from simonides.mining.code.queries import QUERIES, WRAPPERS

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

_GRAMMARS = {
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "php": ("tree_sitter_php", "language_php"),
}
# The suffix is not enough: a `.h` may be C++, and TypeScript with JSX has a grammar of its own.
_RELATIVES = {"c": ("c", "cpp"), "typescript": ("typescript", "tsx")}
_NAMES = frozenset("identifier field_identifier type_identifier destructor_name operator_name qualified_identifier".split())


PARSE_S = 5.0
"""CPU time for one file; what takes longer is outlined by its lines."""
_PIECE = 4_096


@frozen
class _Grammar:
    language: "Language"
    query: "Query"


class _Source:
    """A file handed to the parser piece by piece, for as long as its time lasts.

    Some texts take a grammar quadratic time. In tree-sitter 0.25 its progress callback, which could stop it, crashes; so the file
    seems to end early instead.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.is_late = False
        self._end_s = time.thread_time() + PARSE_S

    def read(self, place: int, _point: object) -> bytes:
        """The bytes from a place on."""
        self.look_at_clock()
        return b"" if self.is_late else self.data[place : place + _PIECE]

    def look_at_clock(self) -> None:
        """Note whether the time is over."""
        self.is_late = self.is_late or time.thread_time() > self._end_s


def outline(text: str, language: str) -> tuple[tuple[Definition, ...], bool] | None:
    """The definitions of a file, and whether the grammar met an error; None when there is no grammar."""
    best: tuple[tuple[Definition, ...], bool] | None = None
    for relative in _RELATIVES.get(language, (language,)):
        grammar = _grammar(relative)
        found = None if grammar is None else _parsed(text, grammar)
        if found is not None and not found[1]:
            return found
        if found is not None and (best is None or count(found[0]) > count(best[0])):
            best = found
    return best


def _parsed(text: str, grammar: _Grammar) -> tuple[tuple[Definition, ...], bool] | None:
    from tree_sitter import Parser, QueryCursor

    source = _Source(text.encode("utf-8", "replace"))
    tree = Parser(grammar.language).parse(source.read)
    if source.is_late:
        return None
    found = []
    for _, captures in sorted(QueryCursor(grammar.query).matches(tree.root_node), key=lambda match: match[0]):
        # A node looks for its parent from the root down, so that definitions nested without end take quadratic time here, too.
        source.look_at_clock()
        if source.is_late:
            return None
        if (definition := _definition(captures, source.data)) is not None:
            found.append(definition)
    rows = {(each.first, each.last): each for each in reversed(found)}
    return nested(rows.values()), tree.root_node.has_error


@cache
def _grammar(name: str) -> _Grammar | None:
    if name not in QUERIES:
        return None
    module, function = _GRAMMARS.get(name, (f"tree_sitter_{name}", "language"))
    try:
        from tree_sitter import Language, Query

        language = Language(getattr(import_module(module), function)())
        return _Grammar(language, Query(language, QUERIES[name]))
    except (ImportError, AttributeError, ValueError):
        # Not installed, or a version that our queries do not fit: code is indexed all the same. QueryError is a ValueError.
        return None


def _definition(captures: "dict[str, list[Node]]", data: bytes) -> Definition | None:
    names = captures.get("name") or captures.get("declarator")
    kind, node = next((kind, nodes[0]) for kind, nodes in captures.items() if kind not in {"name", "owner", "declarator"})
    name_node = _declared(names[0]) if names else None
    if name_node is None:
        return None
    *around, name = split_name(_text(name_node, data))
    owner = (*(split_name(_text(captures["owner"][0], data))[-1:] if "owner" in captures else ()), *around)
    # Unpack points, never read `.row`: tree-sitter 0.26.0 frees the number it returns, and the process crashes later.
    (first, _), (last, column) = (node := _wrapped(node)).start_point, node.end_point
    return Definition(kind, name, first, last - (column == 0 and last > first), owner)


def _wrapped(node: "Node") -> "Node":
    while node.parent is not None and node.parent.type in WRAPPERS:
        # `type (…)` in Go contains several definitions.
        if node.parent.type == "type_declaration" and node.parent.named_child_count > 1:
            break
        node = node.parent
    return node


def _declared(node: "Node") -> "Node | None":
    while node.type not in _NAMES and (inner := node.child_by_field_name("declarator")) is not None:
        node = inner
    if node.type.endswith("_declarator"):
        # A reference declarator has no field for its name.
        return next((found for child in node.named_children if (found := _declared(child)) is not None), None)
    return node


def _text(node: "Node", data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace").strip("\"'`")
