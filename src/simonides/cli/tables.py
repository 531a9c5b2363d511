"""Tables for a terminal: columns as wide as their cells, and narrower ones where the window ends."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from simonides.cli.cells import cut, padded, text_width, wrapped
from simonides.frozen import frozen

GAP = "   "
WORD = 13
"""A word of so many signs, as `conversations`, is not broken, even where a row goes over the edge of the window for it."""
BAR = 4
"""A bar is shortened to so many cells before anything else becomes narrower."""
# A date with its time, or a path: broken over two lines it can be neither read nor copied.
_WHOLE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?|(?:~|[A-Za-z]:)?[/\\].*|(?<!\S)\S*\w[/\\]\w\S*")


@frozen
class TableColumn:
    """A column: its name, its cells, and how they are shown. One without a name holds bars, which are cut instead of wrapped."""

    name: str
    cells: Sequence[str]
    is_right: bool = False

    @property
    def width(self) -> int:
        """The cells that it takes without a break."""
        return max((text_width(line) for cell in (self.name, *self.cells) for line in cell.split("\n")), default=0)

    @property
    def width_min(self) -> int:
        """The cells that it takes at least: dates and paths stay whole, short words and numbers with their units, too."""
        lines = [line for cell in self.cells for line in cell.splitlines()]
        whole = (text_width(match.group()) for line in lines for match in _WHOLE.finditer(line))
        parts = lines if self.is_right else [word for line in lines for word in line.split()]
        names = self.name.split()
        return max((*whole, *(min(text_width(part), WORD) for part in (*names, *parts))), default=1)

    def lines(self, cell: str, width: int) -> list[str]:
        """A cell as lines of that width."""
        shown = wrapped(cell, width) if self.name else [cut(cell, width)]
        return [padded(line, width, is_right=self.is_right) for line in shown]


def table_lines(columns: Sequence[TableColumn], window: int, rule: str = "─") -> Iterator[str]:
    """The lines of a table: names, a rule, and the rows."""
    widths = fitted(columns, window - len(GAP) * (len(columns) - 1))
    yield from _row([column.name for column in columns], columns, widths)
    yield rule * (sum(widths) + len(GAP) * (len(columns) - 1))
    for cells in zip(*(column.cells for column in columns), strict=True):
        yield from _row(cells, columns, widths)


def fitted(columns: Sequence[TableColumn], space: int) -> list[int]:
    """The width of each column; where they do not fit, the widest become narrower, down to what must stay whole."""
    wanted = [column.width for column in columns]
    for number, column in enumerate(columns):
        if not column.name:
            # A shorter bar tells the same; a broken word is hard to read.
            wanted[number] -= min(max(sum(wanted) - space, 0), max(wanted[number] - BAR, 0))
    least = [min(column.width_min, width) for column, width in zip(columns, wanted, strict=True)]
    level = max(wanted, default=0)
    widths = wanted
    while sum(widths) > space and level > 1:
        level -= 1
        widths = [max(min(width, level), floor) for width, floor in zip(wanted, least, strict=True)]
    # What the last step took too much goes to the columns that are cut.
    for number, width in enumerate(widths):
        if width < wanted[number] and sum(widths) < space:
            widths[number] += 1
    return widths


def _row(cells: Sequence[str], columns: Sequence[TableColumn], widths: Sequence[int]) -> Iterator[str]:
    shown = [column.lines(cell, width) for column, cell, width in zip(columns, cells, widths, strict=True)]
    for parts in zip_longest(*shown):
        yield GAP.join(" " * width if part is None else part for part, width in zip(parts, widths, strict=True))
