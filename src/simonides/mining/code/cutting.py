"""Cutting of a source file along its definitions and the gaps between them; long pieces are cut again. No line is lost."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simonides.domain.code import Piece
from simonides.frozen import frozen
from simonides.mining.code import grammars, structure
from simonides.mining.code.outline import CONTAINERS, Definition, count, split_lines

CHARS_MAX = 4_000
LINES_MAX = 120

_LEADS = ("//", "#", "/*", "*", "@", "--", ";;", "%%", "[")
_NO_LEAD = re.compile(r"#\s*(?:!|include|define|if|ifdef|ifndef|else|elif|endif|pragma|undef|import)\b|#!")
# Closing lines of a definition say nothing by themselves.
_CLOSER = re.compile(r"\W*\Z|(?:end\w*|fi|done|esac)\W*\Z|#\s*endif\b|\}[;,)]*\s*(?://|/\*)")


@frozen
class _Span:
    """Rows from `first` up to, not including, `end`."""

    kind: str
    name: str | None
    enclosing: tuple[str, ...]
    first: int
    end: int
    part: int = 0


def cut(text: str, outline: Sequence[Definition]) -> list[Piece]:
    """The pieces of a file, in order; joined they are the text."""
    lines = split_lines(text)
    if not lines:
        return []
    spans = _tidied(list(_level_spans(lines, outline, 0, len(lines), (), "module" if outline else "block")), lines)
    return [piece for span in spans for part in _split(span, lines) for piece in _pieces(part, lines)]


def _level_spans(
    lines: Sequence[str], level: Sequence[Definition], first: int, end: int, enclosing: tuple[str, ...], between: str
) -> Iterator[_Span]:
    """The definitions of one level and the gaps between them, over the rows from `first` up to `end`."""
    row = first
    for each in level:
        start = _lead(lines, each.first, row)
        if start > row:
            yield _Span(between, None, enclosing, row, start)
        yield from _definition_spans(lines, each, start, enclosing)
        row = each.last + 1
    if row < end:
        yield _Span(between, None, enclosing, row, end)


def _definition_spans(lines: Sequence[str], each: Definition, first: int, enclosing: tuple[str, ...]) -> Iterator[_Span]:
    around, end = (*enclosing, *each.owner), each.last + 1
    is_opened = each.inner and (each.kind in CONTAINERS or _is_long(lines, first, end))
    if not is_opened:
        yield _Span(each.kind, each.name, around, first, end)
        return
    head_end = _lead(lines, each.inner[0].first, each.first + 1)
    yield _Span(each.kind, each.name, around, first, head_end)
    yield from _level_spans(lines, each.inner, head_end, end, (*around, each.name), "block")


def _lead(lines: Sequence[str], first: int, floor: int) -> int:
    """The row where the comments and attributes directly above a definition begin."""
    row = first
    while row > floor:
        above = lines[row - 1].strip()
        if not above.startswith(_LEADS) or _NO_LEAD.match(above):
            break
        row -= 1
    return row


def _tidied(spans: list[_Span], lines: Sequence[str]) -> list[_Span]:
    """The same rows; a span without words, such as a closing brace or blank lines, is joined to the span before it."""
    tidy: list[_Span] = []
    for span in spans:
        first = span.first
        while tidy and first < span.end and not lines[first].strip():
            first += 1
        is_empty = _says_nothing(lines[first : span.end])
        if tidy and (is_empty or first > span.first):
            tidy[-1] = replace(tidy[-1], end=span.end if is_empty else first)
        if not tidy or not is_empty:
            tidy.append(replace(span, first=first))
    if len(tidy) > 1 and _says_nothing(lines[tidy[0].first : tidy[0].end]):
        tidy[:2] = [replace(tidy[1], first=tidy[0].first)]
    return tidy


def _says_nothing(lines: Sequence[str]) -> bool:
    return all(_CLOSER.match(line.strip()) for line in lines)


def _split(span: _Span, lines: Sequence[str]) -> Iterator[_Span]:
    """Parts that are short enough, cut where possible at the least indented line after a blank one."""
    row, part = span.first, 0
    while _is_long(lines, row, span.end):
        end = _border(lines, row, span.end)
        yield replace(span, first=row, end=end, part=part)
        row, part = end, part + 1
    yield replace(span, first=row, part=part)


def _border(lines: Sequence[str], first: int, end: int) -> int:
    limit, size = first, 0
    while limit < end and limit - first < LINES_MAX and size + len(lines[limit]) <= CHARS_MAX:
        size += len(lines[limit])
        limit += 1
    if limit <= first + 1:
        return first + 1
    middle = first + (limit - first) // 2
    return min(range(limit, middle, -1), key=lambda row: _cost(lines, row) if row < end else (9, 0))


def _cost(lines: Sequence[str], row: int) -> tuple[int, int]:
    line = lines[row]
    indent = len(line) - len(line.lstrip())
    return (0 if not lines[row - 1].strip() else 1 if line.strip() else 2, indent)


def _is_long(lines: Sequence[str], first: int, end: int) -> bool:
    return end - first > 1 and (end - first > LINES_MAX or sum(map(len, lines[first:end])) > CHARS_MAX)


def _pieces(span: _Span, lines: Sequence[str]) -> Iterator[Piece]:
    rows = [row for row in range(span.first, span.end) if lines[row].strip()] or [span.first]
    content = "".join(lines[span.first : span.end])
    # A single generated line may be longer than a piece may be.
    for part, start in enumerate(range(0, len(content), CHARS_MAX) if span.end - span.first == 1 else [0]):
        text = content[start : start + CHARS_MAX] if span.end - span.first == 1 else content
        yield Piece(span.kind, span.name, span.enclosing, rows[0] + 1, rows[-1] + 1, text, span.part + part)


def pieces_of(text: str, language: str) -> list[Piece]:
    """The pieces of a file, in order; joined they are the text."""
    return cut(text, _outline(text, language))


def _outline(text: str, language: str) -> tuple[Definition, ...]:
    by_grammar = grammars.outline(text, language)
    if by_grammar is None:
        return structure.outline(text, language)
    found, has_error = by_grammar
    # A grammar that fails midway may lose the rest of the file; the lines still show its definitions.
    return max(found, structure.outline(text, language), key=count) if has_error else found
