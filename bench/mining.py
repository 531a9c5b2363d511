"""Speed of mining a folder: drawers per second until text search finds them, then vectors per second.

    python -m bench.mining [--files 5000] [--embed 2000] [--peer-python PYTHON --peer-model FOLDER] [--peer-files 150]

Makes text files of one to four drawers each, mines them, looks for a word of the last one, mines again, and embeds some of them.
With an interpreter that has MemPalace (`bench.peer` says how) its own `mine` runs over the first of the same files. It makes its
vectors inline, so its clock is to be compared with ours over drawers and vectors together; as it cuts texts into smaller drawers,
the rate in kB of text is the fair one.
"""

import argparse
import os
import random
import re
import shutil
import tempfile
import time
from pathlib import Path

from bench.peer import Peer
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.frozen import frozen
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner, MiningReport
from simonides.mining.places.manifest import Manifest, RoomRule
from simonides.settings import Settings

WORDS = """harbour ledger invoice captain cargo weather lantern market customs bridge quarrel letter winter engine signal
    warehouse agreement morning contract repair""".split()
MANIFEST = Manifest("wing_bench", (RoomRule("billing", ("invoice",)), RoomRule("ships", ("captain",))))
PEER_MANIFEST = "wing: wing_bench\nrooms: [{name: general, description: all}]\n"
_FILED = re.compile(r"Drawers filed: ([\d,]+)")


@frozen
class Cost:
    """What some work took, by the wall and by the processor."""

    took_s: float
    cpu_s: float

    @classmethod
    def since(cls, began: "Cost") -> "Cost":
        now = cls.now()
        return cls(now.took_s - began.took_s, now.cpu_s - began.cpu_s)

    @classmethod
    def now(cls) -> "Cost":
        return cls(time.perf_counter(), time.process_time())

    def rates(self, count: int, size: int | None = None) -> str:
        kilobytes = f", {size / 1000 / self.took_s:,.1f} kB/s" if size is not None else ""
        return f"{count / self.took_s:,.1f}/s by the wall, {count / self.cpu_s:,.1f}/s of CPU{kilobytes}"


def make_files(folder: Path, count: int) -> None:
    chance = random.Random(7)
    for number in range(count):
        sentences = [f"{' '.join(chance.choices(WORDS, k=12)).capitalize()}." for _ in range(chance.randint(8, 40))]
        paragraphs = [" ".join(sentences[start : start + 5]) for start in range(0, len(sentences), 5)]
        path = folder / f"part{number % 50}" / f"note{number}.txt"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(f"Note zeta{number}.\n\n" + "\n\n".join(paragraphs) + "\n", encoding="utf-8")


def mine(palace: Palace, folder: Path) -> tuple[MiningReport, Cost]:
    began = Cost.now()
    report = Miner(palace, Job(folder, MANIFEST)).run(listed(folder, "projects"))
    return report, Cost.since(began)


def measure_ours(folder: Path, home: Path, args: argparse.Namespace) -> float:
    """Prints what ours does; kB of text a second, drawers and vectors together."""
    engine = build_engine(Settings(data_dir=home, threads=os.cpu_count() or 1))
    palace = engine.create("bench")
    report, text = mine(palace, folder)
    assert palace.store.search.phrase([f"zeta{args.files - 1}"]), "the last file is not found by its words"
    size = sum(path.stat().st_size for path in folder.rglob("*.txt"))
    print(f"simonides  {report.filed:,} drawers of {report.read:,} files, searchable by text: {text.rates(report.filed, size)}")
    again, nothing = mine(palace, folder)
    assert again.filed == 0
    print(f"simonides  again, nothing changed: {again.files / nothing.took_s:,.0f} files/s")
    engine.embedder.wait(120)
    began = Cost.now()
    done = palace.vectors.catch_up(limit=args.embed)
    vectors = Cost.since(began)
    share = size * done / report.filed
    print(f"simonides  {done:,} vectors on {os.cpu_count()} cores: {vectors.rates(done, int(share))}")
    engine.close()
    return share / 1000 / (vectors.took_s + text.took_s * done / report.filed)


def measure_peer(folder: Path, home: Path, args: argparse.Namespace) -> float:
    """Prints what MemPalace does; kB of text a second, drawers and vectors together."""
    make_files(folder, args.peer_files)
    size = sum(path.stat().st_size for path in folder.rglob("*.txt"))
    (folder / "mempalace.yaml").write_text(PEER_MANIFEST, encoding="utf-8")
    peer = Peer.at_home(args.peer_python, home, args.peer_model)
    # The first run imports, loads and makes its store; that is no part of its rate.
    few = folder.parent / "few"
    few.mkdir()
    shutil.copy(folder / "mempalace.yaml", few)
    (few / "one.txt").write_text("One note.\n" * 20, encoding="utf-8")
    warm_up = peer.run("mine", str(few))
    ran = peer.run("mine", str(folder))
    found = _FILED.search(ran.output)
    if ran.returncode or found is None:
        raise SystemExit(f"mempalace exited with {ran.returncode}:\n{ran.output[-2000:]}")
    filed, cost = int(found.group(1).replace(",", "")), Cost(ran.took_s - warm_up.took_s, ran.cpu_s - warm_up.cpu_s)
    print(f"mempalace  {filed:,} drawers of {args.peer_files:,} files, with their vectors: {cost.rates(filed, size)}")
    return size / 1000 / cost.took_s


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast a folder is mined.")
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--embed", type=int, default=2_000)
    parser.add_argument("--peer-python", help="an interpreter that has MemPalace")
    parser.add_argument("--peer-model", type=Path, help="the model for it, as `python -m scripts.build_peer_minilm` writes it")
    parser.add_argument("--peer-files", type=int, default=150)
    args = parser.parse_args()
    if bool(args.peer_python) != bool(args.peer_model):
        parser.error("--peer-python and --peer-model belong together")
    with tempfile.TemporaryDirectory() as place:
        make_files(Path(place) / "notes", args.files)
        ours = measure_ours(Path(place) / "notes", Path(place) / "home", args)
        print(f"simonides  drawers and vectors together: {ours:,.1f} kB/s")
        if args.peer_python:
            theirs = measure_peer(Path(place) / "peer-notes", Path(place) / "peer", args)
            print(f"           {ours / theirs:,.1f} times as much text as mempalace in the same time")


if __name__ == "__main__":
    main()
