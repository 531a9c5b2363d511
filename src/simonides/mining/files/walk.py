"""The files of a folder, in order, without ignored ones; links are not followed, since they may form loops."""

import os
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.code import Skipped, SourceFile
from simonides.mining.files.ignore_rules import Rules, is_secret, rules_for

SIZE_MAX = 1_000_000


def walk(root: Path, size_max: int = SIZE_MAX) -> Iterator[SourceFile | Skipped]:
    """The files below a folder that are worth reading, in order of path, and those skipped for a reason worth reporting.

    Ignored files are not reported; the caller decides by name which of the rest it can read.
    """
    yield from _walk(root, root, rules_for(root), size_max)


def _walk(root: Path, folder: Path, rules: Rules, size_max: int) -> Iterator[SourceFile | Skipped]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield Skipped(_relative(root, folder), error.strerror or "cannot be read")
        return
    for entry in entries:
        path = folder / entry.name
        if entry.is_symlink() or rules.ignore(path, is_folder=entry.is_dir(follow_symlinks=False)):
            continue
        if entry.is_dir(follow_symlinks=False):
            # A virtual environment may have any name.
            if not (path / "pyvenv.cfg").exists():
                yield from _walk(root, path, rules.in_folder(path), size_max)
        elif entry.is_file(follow_symlinks=False):
            yield _looked_at(root, path, entry, size_max)


def _looked_at(root: Path, path: Path, entry: "os.DirEntry[str]", size_max: int) -> SourceFile | Skipped:
    name = _relative(root, path)
    if is_secret(entry.name):
        return Skipped(name, "its name says that it holds secrets")
    try:
        stat = entry.stat(follow_symlinks=False)
    except OSError as error:
        return Skipped(name, error.strerror or "cannot be read")
    if stat.st_size > size_max:
        return Skipped(name, f"is {stat.st_size:,} bytes long; at most {size_max:,} are read")
    return SourceFile(name, stat.st_size, stat.st_mtime_ns)


def _relative(root: Path, path: Path) -> str:
    # Names that are not valid Unicode come as lone surrogates, which no store can hold.
    return path.relative_to(root).as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "replace")
