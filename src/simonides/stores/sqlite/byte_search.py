"""Files searched for bytes in a process of their own.

Whoever closes a file gives up every lock of its process on it (POSIX), also those that SQLite holds through other descriptors.
A server that opened and closed its own palace would look gone to other processes: the last of them to end would delete the
log that the server still writes to.
"""

import json
import mmap
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

# -P: a file called json.py in the folder that we stand in must not be taken for the library.
_COMMAND = (sys.executable, "-P", "-m", "simonides.stores.sqlite.byte_search")


def numbers_found(files: Iterable[Path], needles: Sequence[bytes]) -> set[int]:
    """The numbers of the needles that stand in any of the files. Raises OSError when a file cannot be read."""
    request = [list(map(str, files)), [needle.hex() for needle in needles]]
    child = subprocess.run(_COMMAND, input=json.dumps(request).encode(), capture_output=True, check=False)  # noqa: S603 - our own program
    if child.returncode:
        last = child.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise OSError(f"the files could not be searched for what was erased ({last}); erase again")
    return set(json.loads(child.stdout))


def main() -> None:
    """The child: files and needles on stdin, the numbers of those found on stdout."""
    files, needles = json.load(sys.stdin)
    wanted = [bytes.fromhex(needle) for needle in needles]
    json.dump(sorted({number for file in files for number in _found_in(Path(file), wanted)}), sys.stdout)


def _found_in(path: Path, needles: Sequence[bytes]) -> list[int]:
    if not path.stat().st_size:
        return []
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as held:
        return [number for number, needle in enumerate(needles) if needle and held.find(needle) >= 0]


if __name__ == "__main__":
    main()
