"""Database addresses: parsed as people write them, and shown without user and password."""

from urllib.parse import quote

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from simonides.domain.errors import Invalid

_DEFAULTS = {
    "application_name": "simonides",
    "connect_timeout": "5",
    # A server that vanishes silently is noticed within half a minute.
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
}


class DatabaseAddress:
    """Where a database is, and the user and password for it."""

    def __init__(self, url: str) -> None:
        try:
            self._values = conninfo_to_dict(url)
        except ProgrammingError:
            # The message of libpq would show the whole address with its password.
            raise Invalid("database", "is no PostgreSQL address; use postgresql://user:password@host/name") from None
        self.conninfo = make_conninfo("", **{**_DEFAULTS, **self._values})

    @property
    def shown(self) -> str:
        """The address without user and password."""
        host, port = str(self._values.get("host") or "localhost"), self._values.get("port") or 5432
        name = self._values.get("dbname") or self._values.get("user") or ""
        return f"postgresql://{f'[{host}]' if ':' in host else quote(host, safe=',')}:{port}/{quote(str(name))}"

    def of(self, palace: str) -> str:
        """Where a palace of that name is or would be."""
        return f"{self.shown}#{quote(palace)}"
