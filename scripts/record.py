"""The recorded session of the README: the real commands are run over a demo palace, and what they print becomes a picture.

    python -m scripts.record

Writes docs/pictures/session.svg, which shows one line after the other, and session.cast for asciinema (format 2).
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
COLUMNS, ROW_PX, SIGN_PX, EDGE_PX = 100, 18, 8.2, 16
TYPING_S, LINE_S, PAUSE_S = 0.03, 0.05, 1.6
SESSION = (
    ["simonides", "demo"],
    ["simonides", "search", "why did we not repair the old oven?", "--palace", "demo", "--limit", "1"],
    ["simonides", "search", "Wer hat den Schlüssel?", "--palace", "demo", "--limit", "2"],
    ["simonides", "kg", "query", "Bakery", "--as-of", "2026-01-15", "--palace", "demo"],
    ["simonides", "demo", "--remove"],
)
STYLE = """
text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d7dae0; white-space: pre; }
.typed { fill: #8fd18f; }
.line { opacity: 0; animation: appear 0.01s forwards; }
@keyframes appear { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { .line { opacity: 1; animation: none; } }
"""


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line and the second at which it appears; a person typed it, or a command printed it."""

    at_s: float
    text: str
    is_typed: bool


def recorded(home: Path) -> list[ScreenLine]:
    """Run the session on a data directory of its own."""
    environment = {**os.environ, "SIMONIDES_HOME": str(home), "COLUMNS": str(COLUMNS), "PYTHONIOENCODING": "utf-8"}
    lines, now_s = [], 0.4
    for words in SESSION:
        typed = f"$ {shlex.join(words)}"
        lines.append(ScreenLine(now_s, typed, is_typed=True))
        now_s += TYPING_S * len(typed)
        run = subprocess.run(  # noqa: S603 - our own program, with words of our own
            [sys.executable, "-m", *words], env=environment, capture_output=True, text=True, check=True, encoding="utf-8"
        )
        for line in run.stdout.rstrip("\n").split("\n"):
            now_s += LINE_S
            lines.append(ScreenLine(now_s, line, is_typed=False))
        lines.append(ScreenLine(now_s, "", is_typed=False))
        now_s += PAUSE_S
    return lines


def picture(lines: Sequence[ScreenLine]) -> str:
    """The session as SVG."""
    width, height = int(COLUMNS * SIGN_PX + 2 * EDGE_PX), ROW_PX * len(lines) + 2 * EDGE_PX
    drawn = "\n".join(_drawn(number, line) for number, line in enumerate(lines) if line.text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
        f' aria-label="A terminal: a demo palace is made, asked in two languages and thrown away">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="#1d2026"/>\n{drawn}\n</svg>\n'
    )


def _drawn(number: int, line: ScreenLine) -> str:
    kind = "line typed" if line.is_typed else "line"
    place = EDGE_PX + ROW_PX * number + 13
    return f'<text class="{kind}" x="{EDGE_PX}" y="{place}" style="animation-delay:{line.at_s:.2f}s">{escape(line.text)}</text>'


def cast(lines: Sequence[ScreenLine]) -> str:
    """The session for asciinema."""
    head = {"version": 2, "width": COLUMNS, "height": 30, "title": "simonides"}
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in (head, *_events(lines))) + "\n"


def _events(lines: Sequence[ScreenLine]) -> Iterator[list[object]]:
    for line in lines:
        if line.is_typed:
            yield from ([round(line.at_s + TYPING_S * place, 2), "o", sign] for place, sign in enumerate(line.text))
            yield [round(line.at_s + TYPING_S * len(line.text), 2), "o", "\r\n"]
        else:
            yield [round(line.at_s, 2), "o", f"{line.text}\r\n"]


def main() -> int:
    """Record, and write both files."""
    with tempfile.TemporaryDirectory(prefix="simonides-session-") as home:
        lines = recorded(Path(home))
    (PICTURES / "session.svg").write_text(picture(lines), encoding="utf-8")
    (PICTURES / "session.cast").write_text(cast(lines), encoding="utf-8")
    print(f"{len(lines)} lines, {lines[-1].at_s:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
