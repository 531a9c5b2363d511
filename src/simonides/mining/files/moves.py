"""Files that have changed their names: whose content another path had when it was mined, and has no longer."""

from collections import defaultdict, deque
from collections.abc import Mapping
from pathlib import Path

from simonides.domain.code import SourceFile
from simonides.mining.files.listing import digest_at
from simonides.mining.files.reading import Unreadable, holds
from simonides.ports.ledger import Mined


def moves(files: Mapping[str, SourceFile], known: Mapping[str, Mined]) -> dict[str, str]:
    """The former path of every file that was moved, by its path now; both are keys of what they are looked up in."""
    lines: dict[bytes, list[Mined]] = defaultdict(list)
    for line in known.values():
        if line.drawers:
            lines[line.digest].append(line)
    sizes = {line.size for same in lines.values() for line in same}
    waiting = deque(path for path, file in files.items() if _may_be_moved(path, file, files, known, sizes))
    seen, taken = set[str](), set[str]()
    formers: dict[str, str] = {}
    while waiting:
        path = waiting.popleft()
        if path in seen or not (same := lines.get(_digest(path), [])):
            continue
        seen.add(path)
        # Size and time are not enough: files that were written together share them, and may have changed places.
        if any(each.path == path or holds(Path(each.path), each.size, each.digest) for each in same):
            continue
        former = next((each.path for each in same if each.path not in taken), None)
        if former is not None:
            formers[path] = former
            taken.add(former)
            # Where it was there may be something that has come from elsewhere, too, and its time need not tell.
            waiting.extend({former} & files.keys())
    return formers


def is_untouched(file: SourceFile, line: Mined | None) -> bool:
    """Whether size and time of a file say that it is as it was when it was mined."""
    return line is not None and file.modified_ns != 0 and (line.size, line.modified_ns) == (file.size, file.modified_ns)


def _may_be_moved(
    path: str, file: SourceFile, files: Mapping[str, SourceFile], known: Mapping[str, Mined], sizes: set[int]
) -> bool:
    """Whether a file is to be looked at: a new or changed one, and a copy of one that is gone or changed."""
    line = known.get(path)
    # Folders that are read as a whole have no size; what they hold is found by their path.
    if not file.size or file.size not in sizes:
        return False
    if not is_untouched(file, line):
        return True
    original = known.get(line.twin_of) if line and line.twin_of and not line.drawers else None
    return original is not None and not (original.path in files and is_untouched(files[original.path], original))


def _digest(path: str) -> bytes:
    try:
        return digest_at(Path(path))
    except Unreadable:
        return b""
