"""Hostile texts: what somebody might file so that a page runs it, sends it somewhere or shows it as something else."""

import json
from pathlib import Path

_READ = json.loads((Path(__file__).parent / "hostile.json").read_text(encoding="utf-8"))
_LONG = ("a" * 5_000, "ａ" * 300, "🧨" * 200, "word " * 2_000, "\n" * 50 + "below")
PAYLOADS: tuple[str, ...] = (
    *(tag.format(call) for tag in _READ["tags"] for call in _READ["calls"]),
    *_READ["others"],
    *_LONG,
    *(f"{number}: {tag.format('alert(2)')}" for number, tag in enumerate(_READ["tags"])),
)
