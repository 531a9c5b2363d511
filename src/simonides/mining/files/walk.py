"""The files of a folder, in order, without ignored ones; links are not followed, since they may form loops."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from simonides.domain.code import Skipped, SourceFile
from simonides.frozen import frozen
from simonides.mining.files.ignore_rules import Rules, is_secret, name_below, rules_for

SIZE_MAX = 1_000_000


def walk(root: Path, size_max: int = SIZE_MAX) -> Iterator[SourceFile | Skipped]:
    """The files below a folder that are worth reading, in order of path, and those skipped for a reason worth reporting.

    Ignored files are not reported; the caller decides by name which of the rest it can read.
    """
    # A stack of our own: folders may be nested deeper than calls may be.
    ways = [_entries(root, root, rules_for(root), size_max)]
    while ways:
        found = next(ways[-1], None)
        if found is None:
            ways.pop()
        elif isinstance(found, _Folder):
            ways.append(_entries(root, found.path, found.rules.in_folder(found.path), size_max))
        else:
            yield found


def files_under(root: Path, enters: Callable[[str], bool] = lambda _name: True) -> Iterator[Path]:
    """The regular files below a folder, a folder's own first, each in order; links are not followed, and folders go by name."""
    folders = [root]
    while folders:
        try:
            with os.scandir(folder := folders.pop()) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            continue
        yield from (folder / entry.name for entry in entries if entry.is_file(follow_symlinks=False))
        inner = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False) and enters(entry.name)]
        folders += [folder / name for name in reversed(inner)]


@frozen
class _Folder:
    """A folder to go into, and the rules that hold in it."""

    path: Path
    rules: Rules


def _entries(root: Path, folder: Path, rules: Rules, size_max: int) -> Iterator[SourceFile | Skipped | _Folder]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield Skipped(_relative(root, folder), error.strerror or "cannot be read")
        return
    for entry in entries:
        path, is_folder = Path(entry.path), entry.is_dir(follow_symlinks=False)
        if entry.is_symlink() or rules.ignore(path, is_folder=is_folder):
            continue
        if not is_unicode(entry.name):
            yield Skipped(_relative(root, path), "its name is not UTF-8; rename it")
        elif is_folder:
            # A virtual environment may have any name.
            if not os.path.exists(path / "pyvenv.cfg"):  # noqa: PTH110 - that of Path fails on a path that is too long
                yield _Folder(path, rules)
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


def is_unicode(name: str) -> bool:
    """Whether a name of the file system is text that a store can hold."""
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _relative(root: Path, path: Path) -> str:
    # Names that are not valid Unicode come as lone surrogates, which no store can hold.
    return name_below(root, path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
