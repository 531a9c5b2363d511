"""What an installation costs on the disk: the wheel, and each package that it needs.

    python -m scripts.shelves.sizes [WHEEL] [--extras http,postgres]

Read from the environment that runs it, by the lists of files that installers leave. Bytecode stands apart and counts as well: pip
writes it at once, and Python at the first run.
"""

import argparse
import marshal
import sys
import warnings
from importlib.metadata import Distribution
from importlib.util import cache_from_source
from pathlib import Path

from scripts.sbom import OURS, closure
from scripts.shelves.project import ROOT

LIMIT_MB = 300
MB = 1_000_000
PYC_HEAD = 16
"""Bytes before the code in a file of bytecode."""


def costs(extras: tuple[str, ...] = ()) -> dict[str, int]:
    """Bytes on the disk by package without bytecode, the largest first."""
    found = {name: _size(_files(package)) for name, package in closure(OURS, extras).items()}
    found[OURS] = _size([path for path in (ROOT / "src" / "simonides").rglob("*") if path.suffix != ".pyc"])
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def bytecode(extras: tuple[str, ...] = ()) -> int:
    """Bytes of bytecode that pip writes for the modules; where a module has none yet, it is compiled for the count."""
    sources = {path for package in closure(OURS, extras).values() for path in _files(package) if path.suffix == ".py"}
    sources |= set((ROOT / "src" / "simonides").rglob("*.py"))
    return sum(_compiled_size(path) for path in sources)


def _compiled_size(path: Path) -> int:
    made = Path(cache_from_source(str(path)))
    if made.is_file():
        return made.stat().st_size
    try:
        with warnings.catch_warnings(action="ignore"):
            return PYC_HEAD + len(marshal.dumps(compile(path.read_bytes(), str(path), "exec", dont_inherit=True)))
    except (OSError, SyntaxError):
        # Files for other versions of Python; pip passes over them too.
        return 0


def _files(package: Distribution) -> list[Path]:
    paths = [Path(str(package.locate_file(file))) for file in package.files or ()]
    return [path for path in paths if path.suffix != ".pyc"]


def _size(paths: list[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def main() -> int:
    """Print the table; 1 when it is above the limit."""
    parser = argparse.ArgumentParser(description="What an installation costs on the disk.")
    parser.add_argument("wheel", nargs="?", type=Path)
    parser.add_argument("--extras", default="", help="separated by commas")
    args = parser.parse_args()
    extras = tuple(name for name in args.extras.split(",") if name)
    if args.wheel:
        print(f"{args.wheel.stat().st_size / MB:8.1f} MB  the wheel, {args.wheel.name}")
    found = costs(extras)
    for name, size in found.items():
        print(f"{size / MB:8.1f} MB  {name}")
    compiled = bytecode(extras) / MB
    total = sum(found.values()) / MB + compiled
    print(f"{compiled:8.1f} MB  of bytecode")
    print(f"{total:8.1f} MB  in all, of {LIMIT_MB}")
    return 1 if total > LIMIT_MB and not extras else 0


if __name__ == "__main__":
    sys.exit(main())
