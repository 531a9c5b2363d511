"""PostgreSQL: a server that owns nothing works, can change no policy, and with a bound role sees one palace whatever it sets."""

import uuid
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from conftest import ON_ONE_SERVER
from simonides.cli.main import main
from simonides.domain.errors import StoreFailure
from simonides.stores.postgres.roles import Roles
from simonides.stores.postgres.shelf import PostgresShelf
from stores.made import IDENTITY, NOW, memory, unit_vectors
from support.postgres import PASSWORD, ROLE, Server

pytestmark = ON_ONE_SERVER
TABLES = ("memories", "vectors", "postings", "entities", "facts", "changes", "meta", "tokens")


@pytest.fixture
def server_role(postgres: Server, database_url: str) -> Iterator[str]:
    """A role that owns nothing."""
    role = f"server_{uuid.uuid4().hex[:8]}"
    with postgres.administrator() as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
    yield role
    with postgres.administrator(name_of(database_url)) as connection:
        connection.execute(f"DROP OWNED BY {role}")
        connection.execute(f"DROP ROLE {role}")


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


def fill(url: str, *palaces: str) -> None:
    for name in palaces:
        store = PostgresShelf(url, lambda: NOW).create(name, "", NOW)
        store.memories.add([memory(f"of {name}")])
        store.close()


@pytest.mark.requirement("postgres-roles")
def test_a_role_that_owns_nothing_serves_once_it_is_granted_its_rights(
    postgres: Server, database_url: str, server_role: str
) -> None:
    fill(database_url, "ann")
    Roles(database_url).grant(server_role, None, 4, is_run=True)
    shelf = PostgresShelf(postgres.url(name_of(database_url), server_role), lambda: NOW)

    store = shelf.create("bob", "", NOW)
    with store.writing("test"):
        store.claim(IDENTITY)
        [key] = store.memories.add([memory("m")])
        store.search.put({key: unit_vectors(1)})
    assert shelf.names() == ["ann", "bob"]
    assert store.memories.count() == 1
    store.close()
    shelf.delete("bob")


@pytest.mark.requirement("postgres-roles")
@pytest.mark.parametrize(
    "statement",
    [
        "DROP POLICY own_palace ON memories",
        "ALTER TABLE memories DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE memories NO FORCE ROW LEVEL SECURITY",
        "DROP TABLE memories",
        "CREATE OR REPLACE FUNCTION current_palace() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
        "UPDATE simonides_schema SET version = 0",
        "INSERT INTO tokens VALUES ('x', 'x', 'ann', 0, false, '')",
        "TRUNCATE memories",
        f"SET ROLE {ROLE}",
    ],
)
def test_such_a_role_can_change_neither_policies_nor_schema_nor_tokens(
    postgres: Server, database_url: str, server_role: str, statement: str
) -> None:
    fill(database_url, "ann")
    Roles(database_url).grant(server_role, None, 4, is_run=True)

    with (
        psycopg.connect(postgres.url(name_of(database_url), server_role)) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


@pytest.mark.requirement("postgres-roles")
def test_a_bound_role_sees_and_changes_one_palace_whatever_it_sets(postgres: Server, database_url: str, server_role: str) -> None:
    fill(database_url, "ann", "bob")
    Roles(database_url).grant(server_role, "ann", 4, is_run=True)

    shelf = PostgresShelf(postgres.url(name_of(database_url), server_role), lambda: NOW)
    assert shelf.names() == ["ann"]
    store = shelf.open("ann")
    with store.writing("test"):
        store.memories.add([memory("hers")])
    assert store.memories.count() == 2
    store.close()
    with psycopg.connect(database_url) as connection:
        [[foreign]] = connection.execute("SELECT id FROM palaces WHERE name = 'bob'").fetchall()
    with psycopg.connect(postgres.url(name_of(database_url), server_role), autocommit=True) as connection:
        connection.execute("SELECT set_config('simonides.palace', %s, false)", [str(foreign)])
        seen = [
            connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone() for table in TABLES
        ]
        changed = connection.execute("UPDATE memories SET content = 'x'").rowcount
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("INSERT INTO meta VALUES (%s, 'words_version', '9')", [foreign])
    assert seen == [(0,)] * len(TABLES)
    assert changed == 0


@pytest.mark.requirement("postgres-roles")
def test_granting_again_without_a_palace_lets_a_role_into_all(postgres: Server, database_url: str, server_role: str) -> None:
    fill(database_url, "ann", "bob")
    Roles(database_url).grant(server_role, "ann", 4, is_run=True)
    Roles(database_url).grant(server_role, None, 4, is_run=True)

    assert PostgresShelf(postgres.url(name_of(database_url), server_role)).names() == ["ann", "bob"]


@pytest.mark.requirement("postgres-roles")
def test_a_role_that_no_policy_holds_is_granted_nothing(database_url: str) -> None:
    with pytest.raises(StoreFailure, match="superuser"):
        Roles(database_url).grant("postgres", None, 4, is_run=False)
    with pytest.raises(StoreFailure, match="CREATE ROLE"):
        Roles(database_url).grant("nobody_here", None, 4, is_run=False)


@pytest.mark.requirement("postgres-guard")
def test_doctor_and_serve_tell_a_role_that_row_policies_do_not_hold(
    postgres: Server, database_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    fill(database_url, "ann")
    master = postgres.url(name_of(database_url), "postgres")

    assert main(["doctor", "--database", master]) == 1
    assert "the role postgres is a superuser: row policies do not hold it" in capsys.readouterr().out
    main(["doctor", "--database", database_url])
    assert "owns the tables and could drop their policies" in capsys.readouterr().out
    assert Roles(master).standing().complaint
    assert Roles(database_url).standing().complaint is None
    monkeypatch.setenv("SIMONIDES_DATABASE_GUARD", "refuse")
    assert main(["serve", "--database", master]) == 1
    assert "is a superuser" in capsys.readouterr().err


@pytest.mark.requirement("postgres-roles")
def test_the_command_prints_what_it_would_run(
    database_url: str, server_role: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    fill(database_url, "ann")

    assert main(["database", "grant", server_role, "--bound", "--palace", "ann", "--database", database_url]) == 0
    said = capsys.readouterr().out

    assert f'GRANT SELECT, INSERT, UPDATE, DELETE ON "memories" TO "{server_role}";' in said
    assert f'CREATE POLICY "only_{server_role}" ON "memories" AS RESTRICTIVE' in said
    assert f'GRANT SELECT ON "tokens" TO "{server_role}";' in said
