"""The outline of a file: definitions with their first and last rows, nested in each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from simonides.frozen import frozen

CONTAINERS = frozenset(
    "class struct interface trait impl enum union module namespace object protocol extension actor record annotation mixin"
    " contract section".split()
)
"""Kinds whose members are definitions of their own."""

DEPTH_MAX = 100
"""How many definitions may stand around a piece; what is nested deeper is part of the innermost of these."""

_MEMBERS_OF = CONTAINERS - {"module", "namespace", "section"}


@frozen
class Definition:
    """A named definition in the rows from `first` to `last`, counted from 0."""

    kind: str
    name: str
    first: int
    last: int
    owner: tuple[str, ...] = ()
    """Enclosing names that its position does not show, such as the receiver of a Go method."""
    inner: tuple["Definition", ...] = field(default=())


def split_lines(text: str) -> list[str]:
    """The lines of a text with their line ends; as in grammars, only a line feed ends a line."""
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def split_name(name: str) -> list[str]:
    """`ns::Shape::area` is `area` in `Shape` in `ns`; generics and pointers are dropped."""
    plain = name.split("<", maxsplit=1)[0].split("(", maxsplit=1)[0].split("[", maxsplit=1)[0].strip().lstrip("*&")
    for sign in ("::", "."):
        if sign in plain and not plain.startswith(sign):
            return [part.strip() for part in plain.split(sign) if part.strip()]
    return [plain or name]


def count(level: Iterable[Definition]) -> int:
    """How many definitions there are, including nested ones."""
    return sum(1 + count(each.inner) for each in level)


def nested(found: Iterable[Definition]) -> tuple[Definition, ...]:
    """The outermost definitions, each with those inside it; no two on one level share a row."""
    ordered = sorted(found, key=lambda each: (each.first, -each.last))
    roots, _ = _level(list(_within_depth(ordered)), 0, None)
    return roots


def _within_depth(ordered: Iterable[Definition]) -> Iterator[Definition]:
    """The definitions that lie inside of no more others than may be: a level is a call, and so is every reader of one."""
    ends: list[int] = []
    for each in ordered:
        while ends and ends[-1] < each.first:
            ends.pop()
        if len(ends) <= DEPTH_MAX:
            yield each
        ends.append(each.last)


def _level(ordered: Sequence[Definition], index: int, outer: Definition | None) -> tuple[tuple[Definition, ...], int]:
    level: list[Definition] = []
    while index < len(ordered):
        each = ordered[index]
        if outer is not None and each.first > outer.last:
            break
        if level and each.first <= level[-1].last:
            # It begins in a row of its neighbour, which keeps the row and takes this definition in.
            level[-1] = replace(level[-1], last=max(level[-1].last, _clipped(each, outer).last))
            index += 1
            continue
        each = _clipped(_as_member(each, outer), outer)
        inner, index = _level(ordered, index + 1, each)
        level.append(replace(each, inner=_told_apart(each, inner)))
    return tuple(level), index


def _clipped(each: Definition, outer: Definition | None) -> Definition:
    return each if outer is None or each.last <= outer.last else replace(each, last=outer.last)


def _as_member(each: Definition, outer: Definition | None) -> Definition:
    is_method = each.kind == "function" and outer is not None and outer.kind in _MEMBERS_OF
    return replace(each, kind="method") if is_method else each


def _told_apart(outer: Definition, inner: tuple[Definition, ...]) -> tuple[Definition, ...]:
    # `typedef struct Point {…} Point;` is one definition with two names.
    return () if inner and inner[0].first == outer.first else inner
