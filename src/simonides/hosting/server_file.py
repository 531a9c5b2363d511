"""The note that a running server leaves in the data directory: its address, and the secret that opens its page.

Only the account that owns the data can read it.
"""

import json
import urllib.request
from contextlib import suppress
from pathlib import Path

from simonides.frozen import frozen
from simonides.machine.files import whole_file

FILE = "server.json"
PATIENCE_S = 5.0


@frozen
class RunningServer:
    """Where a server listens, the secret for codes, and its process."""

    url: str
    secret: str
    process: int


def note_server(data_dir: Path, server: RunningServer) -> None:
    """Write the note, in place of an earlier server's. Raises OSError."""
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole_file(data_dir / FILE) as file:
        file.write(json.dumps({"url": server.url, "secret": server.secret, "process": server.process}).encode())


def read_server(data_dir: Path) -> RunningServer | None:
    """The server that left a note, running or not; None when there is none, or when it cannot be read."""
    try:
        known = json.loads((data_dir / FILE).read_text(encoding="utf-8"))
        return RunningServer(str(known["url"]), str(known["secret"]), int(known["process"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def code_from(server: RunningServer) -> str | None:
    """A code that opens the server's page; None when it does not run any more, so that its note is out of date."""
    headers = {"Authorization": f"Bearer {server.secret}", "Content-Type": "application/json"}
    # The address stands in a file of ours. Requests to this machine go to no proxy.
    request = urllib.request.Request(f"{server.url}/api/v1/codes", b"{}", headers)  # noqa: S310
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE_S) as reply:
            return str(json.load(reply)["code"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget_server(data_dir: Path, process: int) -> None:
    """Remove the note of a process; a later server's note stays."""
    found = read_server(data_dir)
    if found is not None and found.process == process:
        with suppress(OSError):
            (data_dir / FILE).unlink()
