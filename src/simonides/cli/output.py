"""Output of commands: text for people, JSON for programs. Only this module prints; `progress` draws its bar on stderr."""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from simonides.machine.processes import speak_utf8
from simonides.machine.system import IS_WINDOWS

# A remembered text may hold escape sequences that would act on the terminal, and characters that reverse the direction of text.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_BAR_WIDTH = 20
NAMED_MAX = 10
"""How many of many things are named."""
_TERMINAL_WIDTH = 80
_PIPE_WIDTH = 200
_GIST_WIDTH, _GIST_MIN = 100, 30
"""How wide a text in one line is at most, with what stands before it, and how much of it is always shown."""
_PIECE_BYTES = 65_536


class Output:
    """Results on stdout, remarks on stderr."""

    def __init__(self, *, is_json: bool = False) -> None:
        self.is_json = is_json

    def json(self, document: object) -> None:
        """Print one JSON document, readable in any encoding."""
        is_unicode = _speaks_unicode(sys.stdout)
        sys.stdout.write(json.dumps(document, ensure_ascii=not is_unicode, indent=2) + "\n")

    def flush(self) -> None:
        """Let whoever reads a pipe see what was printed so far."""
        sys.stdout.flush()

    def say(self, text: str = "") -> None:
        """Print a line."""
        sys.stdout.write(visible(text) + "\n")

    def some(self, lines: Sequence[str], indent: str = "  ") -> None:
        """Print the first lines of what may be many, and how many more there are."""
        for line in lines[:NAMED_MAX]:
            self.say(indent + in_line(line))
        if len(lines) > NAMED_MAX:
            self.say(f"{indent}and {len(lines) - NAMED_MAX:,} more; use --json for all")

    def note(self, text: str) -> None:
        """Print a remark on stderr."""
        _remark(text)

    def pairs(self, pairs: Iterable[tuple[str, object]]) -> None:
        """Print names and values, one pair per line."""
        rows = [(name, in_line(str(value))) for name, value in pairs]
        width = max(len(name) for name, _ in rows)
        for name, value in rows:
            self.say(f"{name:<{width}}  {value}")

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[object]], numeric: Sequence[str] = ()) -> None:
        """Print a table; long cells wrap, but for dates and paths. A column without a name holds bars, which may be cut."""
        # Imported late, here and below: a server starts with this module and prints no tables.
        from simonides.cli.tables import TableColumn, table_lines

        cells = [[visible("" if cell is None else str(cell)) for cell in row] for row in rows]
        made = [
            TableColumn(name, [row[number] for row in cells], is_right=name in numeric) for number, name in enumerate(columns)
        ]
        for line in table_lines(made, window_width(), rule="\u2500" if _speaks_unicode(sys.stdout) else "-"):
            sys.stdout.write(line + "\n")

    def heading(self, *parts: str) -> None:
        """Print the parts of a line on more lines where they do not fit; ids and dates stay whole."""
        self.say("\n".join(_fitted(parts)))

    def gist(self, before: str, text: str) -> None:
        """Print what stands before a text, and of the text what fits beside it into a line."""
        from simonides.cli.cells import brief, text_width

        start = visible(before)
        # What stands before it may leave nothing of a narrow window.
        width = max(min(window_width(), _GIST_WIDTH) - text_width(start), _GIST_MIN)
        self.say(start + brief(visible(text), width, "\u2026" if _speaks_unicode(sys.stdout) else "..."))

    def passage(self, heading: Sequence[str], text: str) -> None:
        """Print the lines of a heading and a text under it, wrapped and indented, without the blank lines at its ends."""
        from simonides.cli.cells import wrapped

        # A heading holds paths and dates, which stay whole; a terminal wraps what is too long for it.
        shown = "\n".join(map(in_line, heading))
        sys.stdout.write(f"\x1b[1m{shown}\x1b[0m\n" if _shows_styles(sys.stdout) else f"{shown}\n")
        for line in wrapped(visible(text.rstrip().lstrip("\n")), max(window_width() - 4, 8)):
            self.say(f"    {line}".rstrip())
        self.say()

    def bar(self, share: float) -> str:
        """A bar for a share from 0 to 1; empty only for 0."""
        sign = "\u2588" if _speaks_unicode(sys.stdout) else "#"
        width = min(_BAR_WIDTH, window_width() // 5)
        return sign * max(round(share * width), 1 if share > 0 else 0)


def _fitted(parts: Sequence[str]) -> list[str]:
    from simonides.cli.cells import text_width

    lines = [in_line(parts[0])]
    for part in map(in_line, parts[1:]):
        longer = f"{lines[-1]}  {part}"
        if text_width(longer) > window_width():
            lines.append(f"    {part}")
        else:
            lines[-1] = longer
    return lines


def window_width() -> int:
    """How many cells a line has: those of the terminal; elsewhere COLUMNS, or many."""
    import shutil

    return shutil.get_terminal_size((_TERMINAL_WIDTH if sys.stdout.isatty() else _PIPE_WIDTH, 0)).columns


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun: 1 memory, 2 memories; without `many` the plural takes an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def fail(text: str) -> None:
    """Print what went wrong, in one line."""
    _remark(" ".join(text.split()))


def visible(text: str) -> str:
    """A text as it may be shown: line breaks and tabs stay, other control characters are spelled out."""
    return _CONTROL.sub(lambda found: ascii(found.group())[1:-1], text.replace("\r\n", "\n"))


def in_line(text: str) -> str:
    """A name as it may be shown: the name of a file may hold a line break, which would pass for a line of ours."""
    return visible(text.replace("\n", "\\n").replace("\t", "\\t"))


def make_robust() -> None:
    """Print an escape for a character the terminal cannot show, instead of failing."""
    speak_utf8()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def write_lines(lines: Iterable[str]) -> int:
    """Print lines in UTF-8 whatever the terminal's encoding, since they are a file; returns their number."""
    sys.stdout.flush()
    count = 0
    for line in lines:
        sys.stdout.buffer.write(line.encode() + b"\n")
        count += 1
    sys.stdout.buffer.flush()
    return count


def read_stdin() -> str:
    """All of stdin, unchanged; bytes that are no UTF-8 are replaced by U+FFFD, and that is said."""
    # Piece by piece, because Python handles Ctrl-C only between reads.
    pieces = iter(lambda: sys.stdin.buffer.read(_PIECE_BYTES), b"")
    data = b"".join(pieces)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        _remark(f"stdin, line {line:,}: some bytes from here on are not UTF-8 and were replaced by U+FFFD")
        return data.decode(errors="replace")


def is_interactive() -> bool:
    """Whether a person can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str, *, default: bool) -> bool:
    """Ask a person; an empty answer is the default."""
    sys.stderr.write(f"{visible(question)} [{'Y/n' if default else 'y/N'}] ")
    sys.stderr.flush()
    answer = sys.stdin.readline().strip().lower()
    return answer in {"y", "yes"} or (default and not answer)


def _remark(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(f"simonides: {in_line(text)}\n")


def _speaks_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


def _shows_styles(stream: TextIO) -> bool:
    """Whether a terminal knows bold; the old console of Windows does not."""
    if not stream.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return not IS_WINDOWS or "WT_SESSION" in os.environ or "TERM" in os.environ
