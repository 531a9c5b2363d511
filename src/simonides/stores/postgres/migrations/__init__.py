"""Schema migrations in PostgreSQL: numbered scripts, each run once, in order, all or nothing.

Any number of servers may start at once: the first one migrates the database, the others wait for it.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from simonides.domain.errors import NewerStore, StoreFailure
from simonides.stores.postgres.connection.pool import begin

if TYPE_CHECKING:
    from simonides.stores.postgres.connection.pool import Connection

_SCRIPTS = sorted(Path(__file__).parent.glob("[0-9][0-9][0-9][0-9]_*.sql"))

KNOWN = len(_SCRIPTS)
"""The newest schema that this program knows."""

VECTOR_MIN = (0, 8)
"""The first pgvector whose index scan continues when a filter removes results."""

_LOCK_KEY = 0x53494D4F
_BEGIN = (
    *("SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0"),
    # For a cluster: triggers of ours stay beside their row, and one transaction changes tables of both kinds.
    *("SET LOCAL citus.enable_unsafe_triggers = on", "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"),
    f"SELECT pg_advisory_xact_lock({_LOCK_KEY})",
)
_IS_MADE = "SELECT to_regclass('simonides_schema') IS NOT NULL"
_VERSION = "SELECT version FROM simonides_schema"
_MAKE = "CREATE TABLE simonides_schema (version integer NOT NULL); INSERT INTO simonides_schema VALUES (0)"
_NOTE = "UPDATE simonides_schema SET version = %(version)s"
# The wall between palaces stands around every table that a script has made, also around one that is made of partitions: policies
# hold for the table that a statement names, so a parent needs them as well as its parts.
_WALL = """
    DO $$
    DECLARE
        found text;
    BEGIN
        FOR found IN
            SELECT c.relname FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'palace' AND NOT a.attisdropped
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace AND NOT c.relforcerowsecurity
            ORDER BY c.relname
        LOOP
            EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', found);
            EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', found);
            EXECUTE format('DROP POLICY IF EXISTS own_palace ON %I', found);
            EXECUTE format('CREATE POLICY own_palace ON %I USING (palace = current_palace())', found);
        END LOOP;
    END
    $$
"""
_HAS_CITUS = "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')"
# Quoted bodies of functions, texts, comments, and what stands between them.
_PIECE = re.compile(r"\$\$.*?\$\$|'(?:[^']|'')*'|--[^\n]*|;|[^$';-]+|.", re.DOTALL)
_VECTOR = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
_NO_VECTOR = "the database lacks the extension pgvector; as a superuser run CREATE EXTENSION vector"


def version_of(connection: "Connection", where: str) -> int:
    """The version of the database's schema; 0 when it has none. Raises NewerStore."""
    made = connection.execute(_IS_MADE).fetchone()
    row = connection.execute(_VERSION).fetchone() if made and made[0] else None
    found = int(row[0]) if row else 0
    if found > KNOWN:
        raise NewerStore(where, found, KNOWN)
    return found


def bring_up_to_date(connection: "Connection", where: str) -> None:
    """Run the missing migrations, in one transaction."""
    if version_of(connection, where) == KNOWN:
        return
    from simonides.stores.postgres.cluster.distribution import keep_distributed

    begin(connection, *_BEGIN)
    try:
        _require_vector(connection, where)
        found = version_of(connection, where)
        if found == 0:
            connection.execute(_MAKE)
        for script in _SCRIPTS[found:]:
            _run(connection, script.read_text(encoding="utf-8"))
        connection.execute(_WALL)
        keep_distributed(connection)
        connection.execute(_NOTE, {"version": KNOWN})
        connection.execute("COMMIT")
    except BaseException:
        if not connection.closed:
            connection.execute("ROLLBACK")
        raise


def statements_of(script: str) -> list[str]:
    """The statements of a script, each by itself."""
    found = [""]
    for piece in _PIECE.findall(script):
        if piece == ";":
            found.append("")
        elif not piece.startswith("--"):
            found[-1] += piece
    return [each.strip() for each in found if each.strip()]


def _run(connection: "Connection", script: str) -> None:
    if connection.execute(_HAS_CITUS).fetchone() != (True,):
        connection.execute(script.encode())
        return
    from simonides.stores.postgres.cluster.distribution import spread_new_tables

    # A coordinator hands on the whole text in which a statement about a distributed table stands.
    for statement in statements_of(script):
        connection.execute(statement.encode())
        if statement.startswith("CREATE TABLE"):
            # At once: rows behind policies could not be brought to other servers.
            spread_new_tables(connection)


def _require_vector(connection: "Connection", where: str) -> None:
    row = connection.execute(_VECTOR).fetchone()
    if row is None:
        try:
            connection.execute("CREATE EXTENSION vector")
        except psycopg.Error as error:
            raise StoreFailure(where, _NO_VECTOR) from error
        row = connection.execute(_VECTOR).fetchone()
    version = str(row[0]) if row else "0"
    if tuple(int(part) for part in version.split(".")[:2]) < VECTOR_MIN:
        wanted = ".".join(map(str, VECTOR_MIN))
        raise StoreFailure(where, f"pgvector {version} is too old; update it to {wanted} or later")
