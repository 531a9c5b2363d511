"""Roles in PostgreSQL: who is held by the row policies, and which rights a server needs that must not own the tables."""

from psycopg import sql

from simonides.domain.errors import NoPalace, StoreFailure
from simonides.domain.validation import palace_forms
from simonides.frozen import frozen
from simonides.stores.postgres import migrations
from simonides.stores.postgres.cluster.distribution import is_distributed
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool
from simonides.stores.postgres.vectors.graphs import graph_statements

_STANDING = """
    SELECT current_user, rolsuper, rolbypassrls, coalesce((
        SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('simonides_schema')), true)
    FROM pg_roles WHERE rolname = current_user
"""
_TABLES = """
    SELECT c.relname, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'palace' AND NOT a.attisdropped)
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
        AND pg_has_role(current_user, c.relowner, 'USAGE') ORDER BY c.relname
"""
_PALACE = "SELECT id, name FROM palaces WHERE name = ANY(%(forms)s) ORDER BY array_position(%(forms)s, name) LIMIT 1"
_SCHEMA = "SELECT current_schema()"
_ROLE = "SELECT rolsuper OR rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = %(role)s"
# Citus hands on a restrictive policy as a permissive one, which would let the role into its palace besides all others.
_NOT_BOUND = (
    "its palaces lie on several servers, where no policy can bind a role to one of them; "
    "use tokens, or a database of its own for that palace"
)
_NUMBERING = "GRANT USAGE ON SEQUENCE {schema}.events_key_seq, {schema}.undreamt_mark_seq TO {role}"
_NO_ROLE = "there is no role {role!r}; a superuser creates it: CREATE ROLE {role} LOGIN PASSWORD '…'"


@frozen
class RoleStanding:
    """The role of a connection: `is_owner` can change the tables and drop their policies."""

    name: str
    is_superuser: bool
    bypasses_policies: bool
    is_owner: bool

    @property
    def complaint(self) -> str | None:
        """Why row policies do not hold this role, if they do not."""
        if not self.is_superuser and not self.bypasses_policies:
            return None
        power = "is a superuser" if self.is_superuser else "has BYPASSRLS"
        return f"the role {self.name} {power}: row policies do not hold it, and our code alone keeps palaces apart"


class Roles:
    """The roles of one database, seen by one of them."""

    def __init__(self, url: str) -> None:
        self._pool = ConnectionPool(DatabaseAddress(url), 1)

    @property
    def _where(self) -> str:
        return self._pool.address.shown

    def standing(self) -> RoleStanding:
        """What the role is that we connect as."""
        row = self._pool.asked(lambda connection: connection.execute(_STANDING).fetchone())
        if row is None:
            raise StoreFailure(self._where, "the server does not know the role that it has let in")
        return RoleStanding(*row)

    def grant(self, role: str, palace: str | None, dims: int, *, is_run: bool) -> list[str]:
        """The statements that give a role what a server needs; with a palace, what a server of that one alone needs."""

        def work(connection: Connection) -> list[str]:
            migrations.bring_up_to_date(connection, self._where)
            self._require_role(connection, role)
            statements = [each.as_string(connection) for each in self._statements(connection, role, palace, dims)]
            if is_run:
                with connection.transaction():
                    connection.execute("SET LOCAL statement_timeout = 0")
                    for statement in statements:
                        self._run(connection, statement)
            return statements

        return self._pool.asked(work)

    def _run(self, connection: Connection, statement: str) -> None:
        cursor = connection.execute(statement.encode())
        # What other servers are told fails without an error here: each answers with its name, port, success and what it said.
        failed = [row for row in (cursor.fetchall() if cursor.description else []) if not row[2]]
        if failed:
            host, port, _, said = failed[0]
            raise StoreFailure(self._where, f"{host}:{port} answers: {said}")

    def _require_role(self, connection: Connection, role: str) -> None:
        row = connection.execute(_ROLE, {"role": role}).fetchone()
        if row is None:
            raise StoreFailure(self._where, _NO_ROLE.format(role=role))
        if row[0]:
            raise StoreFailure(self._where, f"the role {role} is a superuser or has BYPASSRLS; no grant can hold it")

    def _statements(self, connection: Connection, role: str, palace: str | None, dims: int) -> list[sql.Composable]:
        [[schema]] = connection.execute(_SCHEMA).fetchall()
        tables = {str(name): bool(is_of_palace) for name, is_of_palace in connection.execute(_TABLES)}
        if not tables:
            raise StoreFailure(self._where, "only the owner of the tables can grant rights on them; connect as that role")
        is_spread = is_distributed(connection)
        if is_spread and palace is not None:
            raise StoreFailure(self._where, _NOT_BOUND)
        names = {"role": sql.Identifier(role), "schema": sql.Identifier(schema)}
        statements: list[sql.Composable] = [sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}").format(**names)]
        statements.append(sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**names))
        statements += [_right(table, names, is_bound=palace is not None) for table in tables]
        numbering = sql.SQL(_NUMBERING).format(**names)
        statements.append(numbering)
        if is_spread:
            # Triggers number rows where the rows are, and Citus does not hand on rights to sequences.
            told = sql.Literal(numbering.as_string(connection))
            statements.append(sql.SQL("SELECT * FROM run_command_on_workers({})").format(told))
        statements += [_loosened(table, role) for table in tables]
        if palace is not None:
            statements += _bindings(tables, role, *self._found(connection, palace))
        return [*statements, *map(sql.SQL, graph_statements(dims))]

    def _found(self, connection: Connection, palace: str) -> tuple[int, str]:
        row = connection.execute(_PALACE, {"forms": list(palace_forms(palace))}).fetchone()
        if row is None:
            raise NoPalace(palace, self._pool.address.of(palace))
        return int(row[0]), str(row[1])


def _right(table: str, names: dict[str, sql.Identifier], *, is_bound: bool) -> sql.Composable:
    # Schema and tokens are the owner's to change; and one palace's server makes no others.
    reads_only = table in {"simonides_schema", "tokens"} or (is_bound and table == "palaces")
    rights = sql.SQL("SELECT" if reads_only else "SELECT, INSERT, UPDATE, DELETE")
    return sql.SQL("GRANT {rights} ON {table} TO {role}").format(rights=rights, table=sql.Identifier(table), role=names["role"])


def _bindings(tables: dict[str, bool], role: str, number: int, name: str) -> list[sql.Composable]:
    """What keeps a role in one palace, whatever it sets: a constant, in policies that it cannot drop."""
    conditions = {
        table: sql.SQL("palace = {}").format(sql.Literal(number)) for table, is_of_palace in tables.items() if is_of_palace
    }
    conditions["palaces"] = sql.SQL("id = {}").format(sql.Literal(number))
    conditions["tokens"] = sql.SQL("palace_name = {}").format(sql.Literal(name))
    statements: list[sql.Composable] = []
    for table in ("palaces", "tokens"):
        # Without a policy that lets them in, everybody but the owner would be shut out.
        statements += [sql.SQL(each).format(table=sql.Identifier(table)) for each in _LET_IN]
    for table, condition in conditions.items():
        names = {"policy": _policy(role), "table": sql.Identifier(table), "role": sql.Identifier(role)}
        statements.append(sql.SQL(_BIND).format(**names, condition=condition))
    return statements


def _loosened(table: str, role: str) -> sql.Composable:
    return sql.SQL("DROP POLICY IF EXISTS {policy} ON {table}").format(policy=_policy(role), table=sql.Identifier(table))


def _policy(role: str) -> sql.Identifier:
    return sql.Identifier(f"only_{role}")


_LET_IN = (
    "DROP POLICY IF EXISTS anybody ON {table}",
    "CREATE POLICY anybody ON {table} USING (true)",
    "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
)
_BIND = "CREATE POLICY {policy} ON {table} AS RESTRICTIVE TO {role} USING ({condition}) WITH CHECK ({condition})"
