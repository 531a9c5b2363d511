"""What an installation costs on the disk: the wheel, and each package that it needs.

    python -m scripts.shelves.sizes [WHEEL] [--extras http,postgres]

Read from the environment that runs it, by the lists of files that installers leave; bytecode counts where it was written.
"""

import argparse
import sys
from importlib.metadata import Distribution
from pathlib import Path

from scripts.sbom import OURS, closure
from scripts.shelves.project import ROOT

LIMIT_MB = 300
MB = 1_000_000


def costs(extras: tuple[str, ...] = ()) -> dict[str, int]:
    """Bytes on the disk by package, the largest first."""
    found = {name: _size(package) for name, package in closure(OURS, extras).items()}
    found[OURS] = sum(path.stat().st_size for path in (ROOT / "src" / "simonides").rglob("*") if path.is_file())
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _size(package: Distribution) -> int:
    paths = [Path(str(package.locate_file(file))) for file in package.files or ()]
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
    total = sum(found.values()) / MB
    print(f"{total:8.1f} MB  in all, of {LIMIT_MB}")
    return 1 if total > LIMIT_MB and not extras else 0


if __name__ == "__main__":
    sys.exit(main())
