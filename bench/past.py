"""The cost of accountable time: CPU of filing, editing and searching, and the size of the file, against an earlier commit.

    python -m bench.past COMMIT [--rounds 5] [--memories 300]

COMMIT is checked out into a work tree beside this one. Both programs do the same in processes of their own, in turn, so that the
load of the machine falls on both alike. Vectors come from the hashing embedder: a model would hide what the store costs. What
counts is the median of the ratios of all rounds; the smallest and the largest tell how far to believe it.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.options import described

BARS = {"file": 1.15, "edit": 1.15, "search": 1.05, "bytes": 1.3}
ROOT = Path(__file__).parent.parent

# What both programs do; it uses only what both have.
WORK = """
import json, os, sys, time
from pathlib import Path
import simonides
from simonides.engine.filing.amendments import Edit

folder, count = Path(sys.argv[1]), int(sys.argv[2])
words = "harbour ledger mast keel tide rope anchor deck sail crew cargo storm north quay pilot".split()

def text(number, turn):
    chosen = [words[(number * step + turn) % len(words)] for step in range(1, 40)]
    return f"Note {number} of turn {turn}: " + " ".join(chosen) + "."

def size():
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())

def timed(act, each):
    start = time.process_time()
    for one in each:
        act(one)
    return time.process_time() - start

with simonides.open(folder, palace="bench") as opened:
    palace = opened._made()
    opened.remember("first", force=True)
    ids = []
    keep = lambda n: ids.append(opened.remember(text(n, 0), wing=f"w{n % 7}", force=True).memory.id)
    told = {"file": timed(keep, range(count))}
    told["edit"] = timed(lambda n: palace.amending.edit(ids[n], Edit(content=text(n, 1))), range(count))
    questions = [" ".join(text(n, 1).split()[5:9]) for n in range(min(count, 15))]
    opened.search(questions[0])
    told["search"] = timed(lambda question: opened.search(question), questions)
told["bytes"] = size()
print(json.dumps(told))
"""


def measured(tree: Path, memories: int) -> Mapping[str, float]:
    """What one run of one program costs: seconds of CPU and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "PYTHONPATH": str(tree / "src"),
            "SIMONIDES_EMBEDDER": "hashing",
            "SIMONIDES_HOME": str(Path(folder) / "home"),
        }
        command = [sys.executable, "-c", WORK, str(Path(folder) / "data"), str(memories)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told: Mapping[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memories", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(before), options.commit], check=True)
        try:
            pairs = [(measured(before, options.memories), measured(ROOT, options.memories)) for _ in range(options.rounds)]
        finally:
            subprocess.run([*git, "remove", "--force", str(before)], check=True)
    print(f"{'':<8} {'before':>12} {'now':>12} {'ratio':>7} {'from':>7} {'to':>7} {'bar':>6}")
    for name, bar in BARS.items():
        ratios = sorted(now[name] / then[name] for then, now in pairs)
        old, new = (statistics.median(pair[side][name] for pair in pairs) for side in (0, 1))
        form = "12,.0f" if name == "bytes" else "12.3f"
        told = f"{statistics.median(ratios):>7.2f} {ratios[0]:>7.2f} {ratios[-1]:>7.2f}"
        print(f"{name:<8} {old:{form}} {new:{form}} {told} {bar:>6.2f}")


if __name__ == "__main__":
    main()
