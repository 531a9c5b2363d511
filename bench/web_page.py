"""Speed of the web page in a real browser: first paint, rows of a large palace, and the floor plan; needs the extra `browser`.

Times depend on the machine; the first line tells how long an empty page takes in the same browser.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT / "tests")]
    from playwright.sync_api import sync_playwright

    from servers.http_process import PRODUCT, HttpProcess, product_environment
    from web.furnished import furnish_all

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        furnish_all(Path(folder), many=options.memories)
        server = HttpProcess([*PRODUCT, "--http-only"], product_environment(Path(folder)))
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            measure(browser, server.url, options.rounds)
        finally:
            browser.close()
            server.end()


def measure(browser: Any, url: str, rounds: int) -> None:
    views = {"palaces": "/ui/", "overview": "/ui/p/many", "memories": "/ui/p/many/memories", "floor plan": "/ui/p/many/map"}
    told("an empty page", [paint(browser, f"{url}/health", ":root") for _ in range(rounds)])
    for name, path in views.items():
        ready = "main .row, main .card, main canvas[data-drawn]"
        told(name, [paint(browser, url + path, ready) for _ in range(rounds)])


def paint(browser: Any, address: str, ready: str) -> tuple[float, float]:
    """Milliseconds to the first paint and to the first content, each in a profile of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.locator(ready).first.wait_for()
    found = float(page.evaluate(PAINT)), float(page.evaluate("() => performance.now()"))
    context.close()
    return found


def told(name: str, found: list[tuple[float, float]]) -> None:
    first, ready = (statistics.median(each) for each in zip(*found, strict=True))
    print(f"{name:15} first paint {first:6.0f} ms, contents {ready:6.0f} ms")


if __name__ == "__main__":
    main()
