"""The toy tool set over stdio: `python -m servers.toy_server [--set NAME] [--drain SECONDS] [--seconds N] [--windows]`."""

import argparse
import sys

from servers.toy import toy_core
from simonides.servers.deadlines import CallLimit
from simonides.servers.stdio.server import serve_stdio
from simonides.servers.stopping import Stop


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", default="rpc")
    parser.add_argument("--drain", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--windows", action="store_true", help="wait for input as on Windows")
    flags = parser.parse_args()
    return serve_stdio(
        toy_core(flags.set, limit=CallLimit(flags.seconds)),
        on_first_call=lambda: sys.stderr.write("first call\n"),
        shutdown=[lambda: sys.stderr.write("closing store\n"), lambda: sys.stderr.write("closing engine\n")],
        drain_s=flags.drain,
        stop=Stop(is_windows=flags.windows),
    )


if __name__ == "__main__":
    sys.exit(main())
