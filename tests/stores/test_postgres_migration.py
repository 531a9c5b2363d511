"""PostgreSQL: databases that an older version filled, brought up to date."""

from pathlib import Path

import psycopg
import pytest

from simonides.stores.postgres import migrations
from simonides.stores.postgres.shelf import PostgresShelf
from stores.made import IDENTITY, NOW, entity, fact, memory, unit_vectors
from support.postgres import Server

FILLED = """
    INSERT INTO palaces (name, description, created_at) VALUES ('old', 'from before', 1), ('other', '', 1);
    SELECT set_config('simonides.palace', id::text, false), set_config('simonides.now', '7', false)
        FROM palaces WHERE name = 'old';
    INSERT INTO meta (palace, key, value) VALUES (current_palace(), 'words_version', '{words}');
    INSERT INTO places (palace, wing, room, hall) VALUES (current_palace(), 'w', 'r', 'h');
    INSERT INTO memories (palace, id, place_id, words, traits, created_at, content_hash, importance, kind, chunk, added_by,
        accesses, tags, metadata, content)
        SELECT palace, 'kept', id, 1, 0, 5, '\\x00', 1, 'note', 0, 'hand', 0, ARRAY['t'], '{{}}', 'kept'
        FROM places;
    INSERT INTO postings (palace, document, block, kind, word, places)
        SELECT palace, key, 0, 'm', 'kept', '\\x0000' FROM memories;
    INSERT INTO entities (palace, id, folded, name, type, tags, created_at, updated_at)
        VALUES (current_palace(), 'ada', 'ada', 'Ada', 'person', '{{}}', 5, 5);
"""


@pytest.fixture
def old_url(postgres: Server) -> str:
    """A database with the schema from before rows could be routed, and something in it."""
    from simonides.domain.text.words import VERSION

    url = postgres.new_database()
    scripts = sorted(Path(migrations.__file__).parent.glob("*.sql"))
    earlier = [path for path in scripts if path.name < next(each.name for each in scripts if "routes" in each.name)]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE simonides_schema (version integer)")
        connection.execute("INSERT INTO simonides_schema VALUES (%s)", [len(earlier)])
        for script in earlier:
            connection.execute(script.read_text(encoding="utf-8").encode())
        connection.execute(FILLED.format(words=VERSION).encode())
    return url


def test_a_filled_database_goes_on_as_it_was(old_url: str) -> None:
    store = PostgresShelf(old_url, lambda: NOW).open("old")

    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("new", "said since")])
    store.search.put({key: unit_vectors(1)})
    store.graph.add_entity(entity("Bob"))
    store.graph.add_fact(fact("knows", "Ada", "knows", "Bob"))
    store.graph.delete_entity("ada")

    assert {one.id for one in store.memories.page()} == {"kept", "new"}
    assert [perspective.name for perspective in store.perspectives.all()][:2] == ["general", "technical"]
    assert list(store.check()) == []
    store.close()


def test_a_palace_from_before_is_deleted_with_everything_in_it(old_url: str, postgres: Server) -> None:
    shelf = PostgresShelf(old_url, lambda: NOW)
    new = shelf.create("new", "", NOW)

    shelf.delete("old")

    with postgres.administrator(old_url.rpartition("/")[2]) as administrator:
        tables = [row[0] for row in administrator.execute("SELECT relname FROM pg_class WHERE relforcerowsecurity")]
        left = {table: administrator.execute(f"SELECT DISTINCT palace FROM {table}").fetchall() for table in tables}  # noqa: S608
    assert shelf.names() == ["new", "other"]
    assert {table for table, rows in left.items() if len(rows) > 2} == set()
    assert {table for table, rows in left.items() if rows} == {"counters", "perspectives", "meta"}
    assert list(new.check()) == []
    new.close()


def test_tables_made_of_partitions_are_walled_off_as_well(old_url: str) -> None:
    with psycopg.connect(old_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE parted (palace bigint NOT NULL, word text) PARTITION BY HASH (palace)")
        connection.execute("CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 1, REMAINDER 0)")
        connection.execute("INSERT INTO parted VALUES (1, 'secret')")

    PostgresShelf(old_url, lambda: NOW).open("old").close()

    with psycopg.connect(old_url, autocommit=True) as connection:
        seen = [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("parted", "parted_0")]  # noqa: S608
    assert seen == [(0,), (0,)]


def test_a_role_that_could_write_before_still_can(old_url: str, postgres: Server) -> None:
    with postgres.administrator(old_url.rpartition("/")[2]) as administrator:
        administrator.execute("CREATE ROLE clerk; GRANT INSERT ON events, undreamt TO clerk")

    PostgresShelf(old_url, lambda: NOW).open("old").close()

    asked = "SELECT has_sequence_privilege('clerk', 'events_key_seq', 'USAGE')"
    with psycopg.connect(old_url, autocommit=True) as connection:
        assert connection.execute(asked).fetchone() == (True,)


def test_scripts_are_split_into_their_statements() -> None:
    script = "-- one; two\nCREATE TABLE a (b text DEFAULT ';');\nDO $$ BEGIN PERFORM 1; END $$;\nSELECT 1 - 2;\n"

    assert migrations.statements_of(script) == [
        "CREATE TABLE a (b text DEFAULT ';')",
        "DO $$ BEGIN PERFORM 1; END $$",
        "SELECT 1 - 2",
    ]


def test_a_database_is_made_of_single_statements_as_of_whole_scripts(postgres: Server) -> None:
    scripts = [path.read_text(encoding="utf-8") for path in sorted(Path(migrations.__file__).parent.glob("*.sql"))]
    described = "SELECT count(*), sum(length(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang <> 13"
    found = []
    for is_split in (False, True):
        with psycopg.connect(postgres.new_database(), autocommit=True) as connection:
            for script in scripts:
                for each in migrations.statements_of(script) if is_split else [script]:
                    connection.execute(each.encode())
            relations = connection.execute("SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace")
            found.append((sorted(relations.fetchall()), connection.execute(described).fetchone()))

    assert found[0] == found[1]
