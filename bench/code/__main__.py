"""`python -m bench.code [--data FILE…] [--packages starlette,httpx2] [--tree DIR] [--cache FILE]`.

Code search: functions from files of pools, each in a source file of its own, and installed packages whose docstrings are cut out
of the indexed source and asked for. Then the speed of indexing a whole tree: text and vectors apart, again with nothing changed,
and after a save.
"""

from functools import partial
from pathlib import Path

from bench.code.asking import compare
from bench.code.speed import measure_speed
from bench.code.trees import write_package, write_pool
from bench.options import described
from bench.recall.vectors import CachedEmbedder
from simonides.models import build_embedder
from simonides.settings import Settings


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--data", nargs="*", type=Path, default=[])
    parser.add_argument("--packages", default="starlette,httpx2")
    parser.add_argument("--tree", type=Path, help="a folder of at least 2,000 files, to measure speed on")
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache/vectors.db"))
    options = parser.parse_args()
    embedder = CachedEmbedder(build_embedder(Settings(Path())), options.cache)
    for path in options.data:
        compare(path.stem, partial(write_pool, path), embedder)
    for name in filter(None, options.packages.split(",")):
        compare(f"docstrings of {name}", partial(write_package, name), embedder)
    if options.tree is not None:
        measure_speed(options.tree)


if __name__ == "__main__":
    main()
