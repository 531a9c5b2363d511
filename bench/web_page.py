"""Speed of the web page in a real browser: first paint and first contents, and the CPU time of each; needs the extra `browser`.

Times depend on what else the machine does, so two things stand beside them: an empty page in the same browser, and how long the
page's own thread worked, which other programs lengthen little.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
READY = "main .row, main .card, main canvas[data-drawn]"
VIEWS = {"palaces": "/ui/", "overview": "/ui/p/many", "memories": "/ui/p/many/memories", "floor plan": "/ui/p/many/map"}


@dataclass(frozen=True)
class Load:
    """One load of a page, in milliseconds."""

    paint: float
    contents: float
    work: float
    """The processor's time that the page's thread took for its contents."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT / "tests")]
    from playwright.sync_api import sync_playwright

    from servers.http_process import PRODUCT, HttpProcess, product_environment
    from simonides.stores.sqlite.shelf import SqliteShelf
    from web.furnished import furnish_all

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        furnish_all(SqliteShelf(Path(folder)), many=options.memories)
        server = HttpProcess([*PRODUCT, "--http-only"], product_environment(Path(folder)))
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            measure(browser, server.url, options.rounds)
        finally:
            browser.close()
            server.end()


def measure(browser: Any, url: str, rounds: int) -> None:
    told("an empty page", [load(browser, f"{url}/health", ":root") for _ in range(rounds)])
    for name, path in VIEWS.items():
        told(name, [load(browser, url + path, READY) for _ in range(rounds)])


def load(browser: Any, address: str, ready: str) -> Load:
    """One load, in a profile of its own: nothing is kept from the last one."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    figures = context.new_cdp_session(page)
    figures.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.locator(ready).first.wait_for()
    contents = float(page.evaluate("() => performance.now()"))
    metrics = {each["name"]: each["value"] for each in figures.send("Performance.getMetrics")["metrics"]}
    found = Load(float(page.evaluate(PAINT)), contents, metrics["TaskDuration"] * 1000)
    context.close()
    return found


def told(name: str, loads: list[Load]) -> None:
    paint = statistics.median(each.paint for each in loads)
    slowest = max(each.paint for each in loads)
    contents, work = (statistics.median(values) for values in zip(*((each.contents, each.work) for each in loads), strict=True))
    figures = f"first paint {paint:5.0f} ms, {slowest:5.0f} at most; contents {contents:5.0f} ms; CPU of the page {work:5.0f} ms"
    print(f"{name:15} {figures}")


if __name__ == "__main__":
    main()
