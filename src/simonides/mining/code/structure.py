"""Outlines without a grammar: lines that open a definition, and the indentation that closes it."""

import re
from collections.abc import Sequence

from simonides.mining.code.outline import Definition, nested, split_lines, split_name

_LINE_MAX = 400
_MODIFIERS = (
    "export default declare public private protected internal static final abstract async pub local inline virtual override open"
    " sealed data case partial unsafe extern implicit lazy required factory const mutating"
)
_KINDS = {
    "function": "def defp defn defmacro function func fun fn sub proc procedure method macro define rpc",
    "class": "class",
    "interface": "interface",
    "trait": "trait typeclass",
    "object": "object",
    "struct": "struct message input",
    "enum": "enum",
    "module": "module defmodule namespace library",
    "type": "type record newtype",
    "protocol": "protocol defprotocol service",
    "extension": "extension",
    "impl": "impl defimpl",
    "actor": "actor",
    "mixin": "mixin",
    "contract": "contract",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_KEYWORD = re.compile(
    rf"\s*\(?(?:(?:{'|'.join(_MODIFIERS.split())})\s+)*(?P<kind>{'|'.join(_KIND_OF)})\b-?\s+(?:(?:class|struct)\s+)?\(?(?P<name>[\w.:$?!*-]*\w[?!]?)"
)
_ASSIGNED = re.compile(r"\s*(?:local\s+)?(?P<name>[\w.:$]+)\s*(?:=|<-|:=|:)\s*(?:async\s+)?(?:function|fn|func|lambda|proc)\b")
# A type, a name, parameters and an open brace, as in Dart, Groovy or Objective-C; control flow differs only in its keyword.
_TYPED = re.compile(r"\s*(?:[\w<>\[\],.?*&:@]+\s+)+[*&]*(?P<name>\w+)\s*\([^;{}]*\)\s*(?:async\s*|throws\s+[\w, ]+|const\s*)?\{")
_NO_TYPE = re.compile(
    r"\s*(?:if|for|foreach|while|switch|return|else|elsif|elseif|catch|when|until|unless|do|new|await|yield|match|with)\b"
)
_SQL = re.compile(
    r"\s*create\s+(?:or\s+replace\s+)?(?:temp\w*\s+|unique\s+|materialized\s+)*(?P<kind>table|view|index|function|procedure|trigger|type)"
    r"\s+(?:if\s+not\s+exists\s+)?(?P<name>[\w.\"`\[\]]+)",
    re.IGNORECASE,
)
_TERRAFORM = re.compile(r'(?P<kind>resource|data|module|variable|output|provider)\s+"(?P<name>[^"]+)"(?:\s+"(?P<second>[^"]+)")?')
_TARGET = re.compile(r"(?P<name>[\w./%-]+)\s*:(?!=)")
_HEADING = re.compile(r"(?P<depth>#{1,6}|={1,6})\s+(?P<name>\S.*)")
_TABLE = re.compile(r"\[+(?P<name>[^\[\]]+)\]+\s*(?:[#;].*)?\Z")
_FENCE = re.compile(r"\s*(?:```|~~~|----\Z)")
_CLOSING = re.compile(r"\s*(?:[)\]}]|end\b|fi\b|done\b|esac\b|begin\b)|\s*\{\s*\Z", re.IGNORECASE)


def outline(text: str, language: str) -> tuple[Definition, ...]:
    """The definitions that a file's lines suggest; empty when they suggest none."""
    lines = split_lines(text)
    if language in {"markdown", "asciidoc"}:
        return nested(_sections(lines))
    if language in {"toml", "ini"}:
        return nested(_tables(lines))
    if language in {"json", "yaml", "xml", "html", "css", "restructuredtext", "dockerfile"}:
        return ()
    found, depths = [], [_indent(line) for line in lines]
    for row, line in enumerate(lines):
        # A very long line is generated and opens no definition.
        if len(line) <= _LINE_MAX and (opened := _opened(line, language)):
            kind, (*owner, name) = opened[0], split_name(opened[1])
            found.append(Definition(kind, name, row, _last_row(lines, depths, row), tuple(owner)))
    return nested(found)


def _opened(line: str, language: str) -> tuple[str, str] | None:
    """The kind and the name of the definition that a line opens, if any."""
    if language == "sql":
        match = _SQL.match(line)
        return (match["kind"].lower(), match["name"].strip('"`[]')) if match else None
    if language == "terraform":
        match = _TERRAFORM.match(line)
        return (match["kind"], ".".join(filter(None, (match["name"], match["second"])))) if match else None
    if language == "make":
        match = _TARGET.match(line)
        return ("target", match["name"]) if match else None
    if match := _KEYWORD.match(line):
        return _KIND_OF[match["kind"]], match["name"]
    if match := _ASSIGNED.match(line):
        return "function", match["name"]
    if (match := _TYPED.match(line)) and not _NO_TYPE.match(line):
        return "function", match["name"]
    return None


def _last_row(lines: Sequence[str], depths: Sequence[int | None], first: int) -> int:
    """The row before the next line that is indented no further than the first, not counting the closing line."""
    depth, last = depths[first] or 0, first
    for row in range(first + 1, len(lines)):
        here = depths[row]
        if here is None:
            continue
        if here <= depth:
            line = lines[row]
            if not _CLOSING.match(line) or here < depth:
                break
            last = row
            if not line.strip().startswith("{") and not line.strip().lower().startswith("begin"):
                break
        last = row
    return last


def _indent(line: str) -> int | None:
    """How far a line is indented; None for a blank one."""
    blank = line[: len(line) - len(line.lstrip())]
    return None if len(blank) == len(line) else len(blank.expandtabs(4))


def _sections(lines: Sequence[str]) -> list[Definition]:
    headings: list[tuple[int, int, str]] = []
    is_code = False
    for row, line in enumerate(lines):
        is_code ^= bool(_FENCE.match(line))
        if not is_code and (match := _HEADING.match(line)):
            headings.append((row, len(match["depth"]), match["name"].strip(" #=")))
    sections = []
    for index, (row, depth, name) in enumerate(headings):
        following = (headings[place][0] for place in range(index + 1, len(headings)) if headings[place][1] <= depth)
        sections.append(Definition("section", name, row, next(following, len(lines)) - 1))
    return sections


def _tables(lines: Sequence[str]) -> list[Definition]:
    starts = [(row, match["name"].strip()) for row, line in enumerate(lines) if (match := _TABLE.match(line.strip()))]
    ends = [*(row for row, _ in starts[1:]), len(lines)]
    return [Definition("section", name, row, end - 1) for (row, name), end in zip(starts, ends, strict=False)]
