"""The recipe of the two files that the web page takes from others: Preact, signals and htm in one, d3-force in the other.

Needs the npm registry and Node; run it only to take newer versions: `python -m scripts.vendor_web`. The versions are pinned
here, and `tests/web/test_assets.py` compares the digests.
"""

import hashlib
import subprocess
import tempfile
from pathlib import Path

VENDOR = Path(__file__).parent.parent / "src" / "simonides" / "web" / "vendor"
VERSIONS = {
    "preact": "11.2.0",
    "@preact/signals": "2.11.4",
    "@preact/signals-core": "1.14.5",
    "htm": "3.1.1",
    "d3-force": "3.0.1",
    "d3-dispatch": "3.0.2",
    "d3-quadtree": "3.0.2",
    "d3-timer": "3.0.2",
    "esbuild": "0.28.2",
}
ENTRIES = {
    "preact.js": """
        import { h } from "preact";
        import htm from "htm";
        export { h, render, Fragment, createContext, createRef } from "preact";
        export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback, useContext, useId } from "preact/hooks";
        export { signal, computed, effect, batch, untracked, useSignal, useComputed, useSignalEffect } from "@preact/signals";
        export const html = htm.bind(h);
    """,
    "d3-force.js": """
        export {
          forceSimulation, forceLink, forceManyBody, forceX, forceY, forceCollide, forceCenter
        } from "d3-force";
    """,
}
BANNERS = {
    "preact.js": "Preact 11.2.0 and @preact/signals 2.11.4 (MIT, Jason Miller and others), htm 3.1.1 (Apache-2.0, Jason Miller)",
    "d3-force.js": "d3-force 3.0.1, d3-dispatch 3.0.2, d3-quadtree 3.0.2, d3-timer 3.0.2 (ISC, Mike Bostock)",
}


def main() -> None:
    """Fetch the packages into a folder of their own, join them, and print the digests."""
    with tempfile.TemporaryDirectory() as folder:
        packages = [f"{name}@{version}" for name, version in VERSIONS.items()]
        _run(folder, "npm", "install", "--silent", "--no-save", "--ignore-scripts", *packages)
        for name, entry in ENTRIES.items():
            source = Path(folder) / f"entry-{name}"
            source.write_text(entry, encoding="utf-8")
            banner = f"/*! {BANNERS[name]}; made by scripts/vendor_web.py, licences in LICENSES.txt */"
            options = ("--bundle", "--format=esm", "--minify", "--legal-comments=none", "--target=es2022")
            _run(
                folder, "node_modules/.bin/esbuild", str(source), *options, f"--banner:js={banner}", f"--outfile={VENDOR / name}"
            )
            print(hashlib.sha256((VENDOR / name).read_bytes()).hexdigest(), name)


def _run(folder: str, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - fixed commands


if __name__ == "__main__":
    main()
