"""The files of a folder that can be mined, and how each is read."""

import os
from collections.abc import Iterator
from pathlib import Path

from simonides.digests import digest_of_file
from simonides.domain.code import Skipped, SourceFile
from simonides.mining.code.languages import is_generated
from simonides.mining.conversations import format_of
from simonides.mining.files.reading import DIGEST_SIZE, Unreadable, digest_of
from simonides.mining.files.texts import SIZE_MAX as TEXT_SIZE_MAX
from simonides.mining.files.walk import files_under, walk
from simonides.mining.places.manifest import NAME
from simonides.mining.turns import SIZE_MAX as TALK_SIZE_MAX

AIDER = ".aider.chat.history.md"
"""The one hidden file that is worth reading."""
DEPTH_MAX = 4
WHOLE = "."
"""The path of the folder itself, where it is read as a whole."""


def listed(root: Path, mode: str) -> Iterator[SourceFile | Skipped]:
    """The files to mine below a folder, in order, or the single file that was named."""
    if root.is_file():
        status = root.stat()
        yield SourceFile(WHOLE, status.st_size, status.st_mtime_ns)
    elif mode == "convos":
        yield from _talks(root)
    else:
        for found in walk(root, TEXT_SIZE_MAX):
            if found.path != NAME:
                yield Skipped(found.path, "is a generated file") if is_generated(found.path) else found


def is_talk(path: Path, mode: str) -> bool:
    """Whether a file is read as conversations."""
    return mode == "convos" or (mode == "general" and is_export(path))


def is_export(path: Path) -> bool:
    """Whether a file is JSON in which a known program has exported conversations."""
    return path.suffix.lower() in {".json", ".jsonl"} and format_of(path) is not None


def digest_at(path: Path) -> bytes:
    """A digest of the content of a file of any size, or of a folder that is read as a whole. Raises Unreadable."""
    try:
        if not path.is_dir():
            return bytes.fromhex(digest_of_file(path, DIGEST_SIZE))
        listing = [f"{each}\0{(status := each.stat()).st_size}\0{status.st_mtime_ns}" for each in sorted(files_under(path))]
    except OSError as error:
        raise Unreadable(error.strerror or "cannot be read") from error
    return digest_of("\n".join(listing).encode("utf-8", "replace"))


def _talks(root: Path) -> Iterator[SourceFile | Skipped]:
    # Some programs keep a conversation in many files: their folder is one source, and its time tells nothing about changes.
    whole = list(_whole(root))
    yield from (SourceFile(path, 0, 0) for path in whole)
    if WHOLE in whole:
        return
    hidden = root / AIDER
    if hidden.is_file() and not hidden.is_symlink():
        yield SourceFile(AIDER, hidden.stat().st_size, hidden.stat().st_mtime_ns)
    below = tuple(f"{path}/" for path in whole)
    for found in walk(root, TALK_SIZE_MAX):
        if found.path not in {NAME, AIDER} and not found.path.startswith(below):
            yield found


def _whole(root: Path) -> Iterator[str]:
    """The folders that are read as a whole, relative to the root, in order; hidden ones are skipped."""
    for folder, names, _ in os.walk(root):
        path = Path(folder)
        is_deep = len(path.relative_to(root).parts) >= DEPTH_MAX
        names[:] = [] if is_deep else sorted(name for name in names if not name.startswith(".") and name != "node_modules")
        if format_of(path) is not None:
            names[:] = []
            yield path.relative_to(root).as_posix()
