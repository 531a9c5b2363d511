"""Which files of a folder are there to mine, and how are they read?"""

from collections.abc import Iterator
from pathlib import Path

from simonides.domain.code import Skipped, SourceFile
from simonides.mining.code.languages import is_generated
from simonides.mining.conversations import format_of
from simonides.mining.manifest import NAME
from simonides.mining.texts import SIZE_MAX as TEXT_SIZE_MAX
from simonides.mining.turns import SIZE_MAX as TALK_SIZE_MAX
from simonides.mining.walking import walk

WHOLE = "."
"""The path of the folder itself, where it is read as a whole."""


def listed(root: Path, mode: str) -> Iterator[SourceFile | Skipped]:
    """What there is to mine below a folder, or the one file that was named, in order."""
    if root.is_file():
        status = root.stat()
        yield SourceFile(WHOLE, status.st_size, status.st_mtime_ns)
    elif mode == "convos":
        yield from _talks(root)
    else:
        for found in walk(root, TEXT_SIZE_MAX):
            if found.path != NAME:
                yield Skipped(found.path, "was written by a program for programs") if is_generated(found.path) else found


def is_talk(path: Path, mode: str) -> bool:
    """Whether a file is read as conversations."""
    return mode == "convos" or (mode == "general" and path.suffix.lower() in {".json", ".jsonl"} and format_of(path) is not None)


def _talks(root: Path) -> Iterator[SourceFile | Skipped]:
    # Some programs keep a conversation in many files: their folder is one source, whose time says nothing.
    if format_of(root) is not None:
        yield SourceFile(WHOLE, 0, 0)
        return
    whole = tuple(f"{folder.name}/" for folder in sorted(root.iterdir()) if folder.is_dir() and format_of(folder) is not None)
    for name in whole:
        yield SourceFile(name.rstrip("/"), 0, 0)
    for found in walk(root, TALK_SIZE_MAX):
        if found.path != NAME and not found.path.startswith(whole):
            yield found
