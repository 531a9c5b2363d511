"""Attack the running server with a bounded, repeatable stream of good, odd and broken requests, and check it after each batch.

    python -m bench.attack --lines 10000 --seed 7 --over stdio|http --store sqlite|postgres

After every batch: the server lives, every request with an id was answered exactly once, stdout carried only JSON-RPC, no status
was 5xx, stderr holds no traceback, a sample of the acknowledged writes is still there, and memory stays below the limit. At the
end the server is killed, and another must still hold every acknowledged write. Exits with 1 when something was wrong.
"""

import sys

from bench.attack.run import Attack, attack
from bench.options import described


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--over", choices=["stdio", "http"], default="stdio")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long, however many lines are left")
    options = parser.parse_args()
    findings = attack(Attack(options.lines, options.seed, options.over, options.seconds), options.store)
    print(f"seed {options.seed} over {options.over} on {options.store}: {findings.tell()}")
    return 1 if findings.counts else 0


if __name__ == "__main__":
    sys.exit(main())
