"""How fast is a folder mined? Drawers per second until text finds them, then vectors per second.

    python -m bench.mining [--files 5000] [--embed 2000] [--peer-python PYTHON]

Makes text files of one to four drawers each, mines them, looks for a word of the last one, mines again, and embeds some of them.
With a Python that has MemPalace (PyPI `mempalace`) its own `mine` runs over the same files. Its clock includes its vectors, which
it makes inline, so it is to be compared with our drawers and vectors together.
"""

import argparse
import os
import random
import subprocess
import tempfile
import time
from pathlib import Path

from simonides.engine.palace import Palace
from simonides.mining.listing import listed
from simonides.mining.manifest import Manifest, RoomRule
from simonides.mining.miner import Job, Miner, Report
from simonides.settings import Settings
from simonides.wiring import build_engine

WORDS = """harbour ledger invoice captain cargo weather lantern market customs bridge quarrel letter winter engine signal
    warehouse agreement morning contract repair""".split()
MANIFEST = Manifest("wing_bench", (RoomRule("billing", ("invoice",)), RoomRule("ships", ("captain",))))


def make_files(folder: Path, count: int) -> None:
    chance = random.Random(7)
    for number in range(count):
        sentences = [f"{' '.join(chance.choices(WORDS, k=12)).capitalize()}." for _ in range(chance.randint(8, 40))]
        paragraphs = [" ".join(sentences[start : start + 5]) for start in range(0, len(sentences), 5)]
        path = folder / f"part{number % 50}" / f"note{number}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"Note zeta{number}.\n\n" + "\n\n".join(paragraphs) + "\n", encoding="utf-8")


def mine(palace: Palace, folder: Path) -> tuple[Report, float]:
    began = time.perf_counter()
    report = Miner(palace, Job(folder, MANIFEST)).run(listed(folder, "projects"))
    return report, time.perf_counter() - began


def measure_ours(folder: Path, home: Path, args: argparse.Namespace) -> None:
    engine = build_engine(Settings(data_dir=home, threads=os.cpu_count() or 1))
    palace = engine.create("bench")
    report, took_s = mine(palace, folder)
    assert palace.store.search.phrase([f"zeta{args.files - 1}"]), "the last file is not found by its words"
    rate = report.filed / took_s
    print(f"simonides  {report.filed:,} drawers of {report.read:,} files, searchable by text: {rate:,.0f} drawers/s")
    again, again_s = mine(palace, folder)
    assert again.filed == 0
    print(f"simonides  again, nothing changed: {again.files / again_s:,.0f} files/s")
    engine.embedder.wait(120)
    began = time.perf_counter()
    done = palace.vectors.catch_up(limit=args.embed)
    print(f"simonides  vectors: {done / (time.perf_counter() - began):,.1f} drawers/s ({done:,} embedded)")
    engine.close()


def measure_peer(folder: Path, home: Path, python: str) -> None:
    environment = {**os.environ, "HOME": str(home), "ANONYMIZED_TELEMETRY": "False"}
    (folder / "mempalace.yaml").write_text("wing: wing_bench\nrooms: [{name: general, description: all}]\n", encoding="utf-8")
    began = time.perf_counter()
    command = [python, "-m", "mempalace", "--palace", str(home / "palace"), "mine", str(folder)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    took_s = time.perf_counter() - began
    print(f"mempalace  exit {ran.returncode} after {took_s:,.1f} s, drawers and vectors together")
    print("\n".join(f"           {line}" for line in (ran.stdout or ran.stderr).splitlines()[-6:]))


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast is a folder mined?")
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--embed", type=int, default=2_000)
    parser.add_argument("--peer-python", help="a Python that has MemPalace")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "notes"
        folder.mkdir()
        make_files(folder, args.files)
        measure_ours(folder, Path(place) / "home", args)
        if args.peer_python:
            measure_peer(folder, Path(place) / "peer", args.peer_python)


if __name__ == "__main__":
    main()
