"""Adding our entry to Goose's YAML and removing it; comments, order and everything else in the file stay."""

import json
from collections.abc import Mapping

import yaml

from simonides.cli.clients.config_files import Document, Misshapen
from simonides.cli.clients.entries import SERVER, Syntax

_INDENT = 2
_WIDTH = 10_000
_Pair = tuple[yaml.Node, yaml.Node]


def parse(text: str) -> Document:
    """The mapping that a config holds; nothing for an empty file. Raises ValueError."""
    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
    if document is None:
        return {}
    if not isinstance(document, dict):
        raise Misshapen("expected a mapping at the top level")
    return document


def _put_server(text: str, servers: str, entry: Mapping[str, object]) -> str:
    pair = _pair(_root(text), servers)
    if pair is None:
        before = text if not text or text.endswith("\n") else f"{text}\n"
        return f"{before}{servers}:\n{_block(entry, _INDENT)}"
    table = pair[1]
    if not isinstance(table, yaml.MappingNode) or not table.value:
        return f"{text[: table.start_mark.index]}\n{_block(entry, _INDENT)}{text[table.end_mark.index :].lstrip(' ')}"
    if _pair(table, SERVER) is not None:
        return _put_server(_cut(text, table), servers, entry)
    if table.flow_style:
        start = table.start_mark.index + 1
        return f"{text[:start]}{SERVER}: {json.dumps(entry, ensure_ascii=False)}, {text[start:]}"
    first = table.value[0][0].start_mark
    return f"{text[: first.index - first.column]}{_block(entry, first.column)}{text[first.index - first.column :]}"


def _drop_server(text: str, servers: str) -> str:
    root = _root(text)
    pair = _pair(root, servers)
    if pair is None or not isinstance(pair[1], yaml.MappingNode):
        return text
    return _without_lines(text, pair) if len(pair[1].value) == 1 and not root.flow_style else _cut(text, pair[1])


def _root(text: str) -> yaml.MappingNode:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is None:
        return yaml.MappingNode("tag:yaml.org,2002:map", [])
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise Misshapen("expected a mapping in lines, not in braces, at the top level")
    return root


def _pair(mapping: yaml.MappingNode, name: str) -> _Pair | None:
    return next(((key, value) for key, value in mapping.value if key.value == name), None)


def _cut(text: str, table: yaml.MappingNode) -> str:
    """The text without our entry in a table; a table that it leaves empty is written as {}."""
    pair = _pair(table, SERVER)
    if pair is None:
        return text
    if len(table.value) == 1:
        start = text.rindex(":", 0, table.start_mark.index) + 1
        return f"{text[:start]} {{}}\n{text[_line_end(text, _last_line(pair[1])) :]}"
    if not table.flow_style:
        return _without_lines(text, pair)
    place = table.value.index(pair)
    if place + 1 < len(table.value):
        return text[: pair[0].start_mark.index] + text[table.value[place + 1][0].start_mark.index :]
    return text[: table.value[place - 1][1].end_mark.index] + text[pair[1].end_mark.index :]


def _without_lines(text: str, pair: _Pair) -> str:
    start = pair[0].start_mark.index - pair[0].start_mark.column
    return text[:start] + text[_line_end(text, _last_line(pair[1])) :]


def _last_line(node: yaml.Node) -> int:
    """The last line of a value. The end of a mapping in lines is where the next key begins, so its last value tells."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    return int(end.line if end.column else end.line - 1)


def _line_end(text: str, line: int) -> int:
    return sum(len(each) for each in text.splitlines(keepends=True)[: line + 1])


def _block(entry: Mapping[str, object], column: int) -> str:
    dumped = yaml.safe_dump({SERVER: dict(entry)}, sort_keys=False, allow_unicode=True, width=_WIDTH)
    return "".join(f"{' ' * column}{line}\n" for line in dumped.splitlines())


YAML = Syntax(parse, _put_server, _drop_server)
