"""Instruction files of agents: CLAUDE.md, AGENTS.md, GEMINI.md and their like, a memory for each section."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339
from simonides.peers.found import Found, Lost, key_of, rest_of, text_line

NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".windsurfrules", "copilot-instructions.md")
ROOM = "instructions"

_HEADING = re.compile(r"^#{1,6}[ \t]+\S")
_FENCE = re.compile(r"^\s{0,3}(```|~~~)")


def read_instructions(source: Path) -> Iterator[Found]:
    """The sections of one such file, or of all that lie in a folder and below it."""
    found = (
        [source] if source.is_file() else [path for path in sorted(source.rglob("*")) if path.name in NAMES and path.is_file()]
    )
    if not found:
        raise Invalid("SOURCE", f"{source} holds none of {', '.join(NAMES)}")
    root = source.parent if source.is_file() else source
    for path in found:
        yield from _sections(path, path.relative_to(root).as_posix(), root.resolve().name)


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Heading and text of each section, the heading's line included; together they are the whole file."""
    part: list[str] = []
    is_code = False
    for line in text.splitlines(keepends=True):
        is_code ^= _FENCE.match(line) is not None
        if part and not is_code and _HEADING.match(line):
            yield _title(part), "".join(part)
            part = []
        part.append(line)
    if part:
        yield _title(part), "".join(part)


def _title(part: list[str]) -> str:
    return part[0].lstrip("#").strip() if _HEADING.match(part[0]) else ""


def _sections(path: Path, relative: str, folder: str) -> Iterator[Found]:
    try:
        text = path.read_text("utf-8-sig")
        changed = rfc3339(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    except (OSError, UnicodeDecodeError) as error:
        yield Lost(relative, f"cannot be read as UTF-8 text ({type(error).__name__})")
        return
    for number, (title, section) in enumerate(sections(text)):
        if section.strip():
            yield text_line(
                key_of("instructions", f"{folder}/{relative}\0{section}"),
                section.strip("\n"),
                wing=folder,
                room=ROOM,
                tags=["instruction"],
                importance=0.8,
                created_at=changed,
                source=relative,
                chunk=number,
                added_by=ROOM,
                metadata={"title": title or relative, **rest_of({}, (), relative.rpartition("/")[2])},
            )
