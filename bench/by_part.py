"""A server that counts its own CPU by part, for `bench.load`: it runs `simonides` with the arguments that follow a file's path.

    python -m bench.by_part FILE serve --http 127.0.0.1:0 --http-only

Each part is counted without the parts inside it. What the thread of the event loop uses is the transport: sockets, HTTP, the
guard, the SDK where it is needed, and the reading of JSON. The file says how many milliseconds each part has used so far; it is
written anew all the time.
"""

import functools
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAUSE_S = 0.2


class PartClocks:
    """The CPU of each part, over all threads."""

    def __init__(self) -> None:
        self._local = threading.local()
        self._used: Counter[str] = Counter()
        self._lock = threading.Lock()

    def counted(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, counted as a part."""

        @functools.wraps(function)
        def run(*args: Any, **options: Any) -> Any:
            inside: list[float] = self._local.__dict__.setdefault("inside", [])
            inside.append(0.0)
            started_s = time.thread_time()
            try:
                return function(*args, **options)
            finally:
                spent_s = time.thread_time() - started_s
                own_s = spent_s - inside.pop()
                if inside:
                    inside[-1] += spent_s
                with self._lock:
                    self._used[part] += own_s  # type: ignore[assignment]

        return run

    def used_ms(self) -> dict[str, float]:
        """The milliseconds of each part so far."""
        loop = next((thread for thread in threading.enumerate() if thread.name == "http"), None)
        used: dict[str, float] = dict(self._used)
        if loop is not None and loop.ident is not None:
            used["transport"] = time.clock_gettime(time.pthread_getcpuclockid(loop.ident))
        used["all"] = time.process_time()
        return {part: seconds * 1000 for part, seconds in used.items()}

    def keep_telling(self, path: Path) -> None:
        """Write a file anew all the time; never returns."""
        fresh = path.with_suffix(".new")
        while True:
            fresh.write_text(json.dumps(self.used_ms()))
            fresh.replace(path)
            time.sleep(PAUSE_S)


def install(clocks: PartClocks) -> None:
    """Count the parts of a server. The functions are named here alone, and a part that is gone fails at once."""
    from simonides.embedders.encoder import Encoder
    from simonides.engine.filing.memories import Memories
    from simonides.engine.palace import Palace
    from simonides.servers.mcp import calls
    from simonides.servers.mcp.protocol import Core
    from simonides.stores.sqlite.connection.database import Database

    def counted(owner: Any, name: str, part: str) -> None:
        setattr(owner, name, clocks.counted(part, getattr(owner, name)))

    counted(Encoder, "encode", "embedding")
    counted(Memories, "remember_once", "filing")
    counted(Palace, "answer", "search")
    counted(Core, "answer", "tools")
    counted(calls, "_reply_result", "JSON")
    execute = Database._execute  # noqa: SLF001 - a commit has no function of its own
    commit = clocks.counted("commit", execute)

    def executed(self: Database, session: Any, sql: str) -> None:
        (commit if sql == "COMMIT" else execute)(self, session, sql)

    Database._execute = executed  # type: ignore[method-assign] # noqa: SLF001
    if "--database" in sys.argv:
        from simonides.stores.postgres.connection.database import Database as PostgresDatabase

        # Binding values, sending, waiting and reading rows; what the database itself uses is not ours.
        for name in ("_run", "change", "change_many", "add_rows", "_begun", "_end"):
            counted(PostgresDatabase, name, "statements")


def main() -> int:
    from simonides.cli.main import main as simonides

    clocks = PartClocks()
    install(clocks)
    threading.Thread(target=clocks.keep_telling, args=(Path(sys.argv[1]),), daemon=True).start()
    return simonides(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
