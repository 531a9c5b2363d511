"""A streaming replica of a server of ours, made by PostgreSQL's own programs, on another port of the loopback."""

import subprocess
from collections.abc import Mapping

from support.postgres import OUTLIVES_A_KILL, PASSWORD, Server


class Standby(Server):
    """Follows a server from its beginning until it is promoted."""

    def __init__(self, primary: Server, settings: Mapping[str, str] | None = None) -> None:
        self._primary = primary
        super().__init__(is_durable=True, settings={**OUTLIVES_A_KILL, **(settings or {})})

    def promote(self) -> None:
        """Make it a server that is written to, and wait until it is."""
        with self.administrator() as connection:
            connection.execute("SELECT pg_promote(true, 60)")

    def _make_cluster(self) -> None:
        source = f"host=127.0.0.1 port={self._primary.port} user=postgres password={PASSWORD}"
        subprocess.run(
            [str(self._programs / "pg_basebackup"), "-D", str(self._data), "-R", "-X", "stream", "-c", "fast", "-d", source],
            user=self._user,
            check=True,
            capture_output=True,
            cwd=self._root,
        )

    def _make_role(self) -> None:
        """Roles come with everything else."""
