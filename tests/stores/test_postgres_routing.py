"""PostgreSQL: every statement can be sent to the one server where its palace lies.

Read here are all statements that stand in modules of the store; those that are put together at the time are read by the
connections of every test in this folder (`conftest.py`).
"""

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import simonides.stores.postgres as package
from conftest import ON_ONE_SERVER
from simonides.stores.postgres import migrations
from simonides.stores.postgres.shelf import PostgresShelf
from stores.made import NOW
from stores.routing import STATEMENT, faults, palace_tables

# What statements leave open: `things` are tables, the rest are conditions and columns.
OPEN = {"things": "memories", "joined": "", "kind": "m"}


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def texts(value: Any) -> Iterator[str]:
    """Every text in a value of a module, also those of properties and of values inside of it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts(list(value.values()))
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from texts(each)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        properties = (name for name, kind in vars(type(value)).items() if isinstance(kind, property))
        for name in (*(field.name for field in dataclasses.fields(value)), *properties):
            yield from texts(getattr(value, name))


def filled(text: str) -> str:
    return re.sub(r"{(\w*)}", lambda found: OPEN.get(found.group(1), "1"), text)


def statements() -> dict[str, str]:
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            for text in texts(value) if not name.startswith("__") else ():
                if STATEMENT.match(text):
                    found[filled(text)] = f"{module.__name__}.{name}"
    return found


@pytest.mark.requirement("postgres-routing")
def test_every_statement_of_the_store_can_be_routed() -> None:
    unroutable = {f"{where}: {text}": wrong for text, where in statements().items() if (wrong := faults(text))}

    assert len(statements()) > 200
    assert unroutable == {}


@pytest.mark.requirement("postgres-routing")
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT content FROM memories WHERE id = %(id)s",
        "SELECT content FROM memories WHERE palace = %(palace)s OR id = %(id)s",
        "SELECT m.id FROM memories m JOIN places p ON p.id = m.place_id WHERE m.palace = %(palace)s",
        "SELECT m.id FROM memories m, places p WHERE m.palace = %(palace)s",
        "SELECT 1 FROM memories m WHERE m.palace = %(palace)s AND EXISTS (SELECT 1 FROM vectors v WHERE v.palace = m.palace)",
        "SELECT (SELECT count(*) FROM facts) FROM entities e WHERE e.palace = %(palace)s",
        "SELECT id FROM facts WHERE palace = %(palace)s UNION ALL SELECT id FROM entities WHERE id = %(id)s",
        "WITH few AS (SELECT key FROM memories LIMIT 1) SELECT m.id FROM memories m WHERE m.palace = %(palace)s",
        "UPDATE memories SET embedded = true WHERE key = %(key)s",
        "UPDATE memories m SET embedded = true FROM vectors v WHERE m.palace = %(palace)s AND v.memory = m.key",
        "DELETE FROM memories WHERE key = %(key)s",
        "DELETE FROM postings p USING memories m WHERE p.palace = m.palace",
        "INSERT INTO meta (key, value) VALUES (%(key)s, %(value)s)",
        "INSERT INTO meta (palace, key, value) VALUES (1, %(key)s, %(value)s)",
        "INSERT INTO mentions (palace, memory, entity) SELECT m.palace, m.key, e.key FROM memories m, entities e",
        "INSERT INTO postings (palace, word) SELECT %(palace)s, w.word FROM unnest(%(words)s::text[]) AS w (word)",
        "INSERT INTO closets (palace, keyword, memory) SELECT palace, %(word)s, key FROM memories WHERE palace = %(palace)s",
        "BEGIN; SET LOCAL statement_timeout = 0",
        "SELECT log_changes('undo', ARRAY[%(id)s::text], ARRAY[NULL::bigint], 'add')",
        "SELECT add_postings('m', %(keys)s::bigint[], %(texts)s::text[])",
    ],
)
def test_a_statement_that_could_not_be_routed_is_found(statement: str) -> None:
    assert faults(statement)


def test_the_connections_of_these_tests_refuse_what_could_not_be_routed(database_url: str) -> None:
    store = PostgresShelf(database_url, lambda: NOW).create("p", "", NOW)

    with pytest.raises(AssertionError, match="memories is not bound to the palace"):
        store.database.row("SELECT content FROM memories WHERE id = 'x'")

    store.close()


def test_the_reader_knows_the_tables_of_the_database(database_url: str) -> None:
    store = PostgresShelf(database_url, lambda: NOW).create("p", "", NOW)

    rows = store.database.rows("""
        SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'palace'
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    """)

    store.close()
    assert {row[0] for row in rows} == palace_tables()


# Since the first version that spreads palaces over servers, a script may run where their rows lie elsewhere.
FIRST_SPREAD = 13


@pytest.mark.requirement("postgres-routing")
def test_a_script_sets_the_palace_so_that_other_servers_learn_of_it() -> None:
    later = [script for script in migrations._SCRIPTS if int(script.name[:4]) > FIRST_SPREAD]

    # What set_config sets stays on the coordinator: the script would see no rows, and go on.
    assert later
    assert [script.name for script in later if "set_config('simonides.palace'" in script.read_text(encoding="utf-8")] == []


@ON_ONE_SERVER
def test_what_triggers_number_is_numbered_by_name_of_the_sequence(database_url: str) -> None:
    store = PostgresShelf(database_url, lambda: NOW).create("p", "", NOW)

    bodies = store.database.rows("""
        SELECT proname, prosrc FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND prosrc ~ 'INSERT INTO (events|undreamt)'
    """)

    store.close()
    assert len(bodies) > 10
    assert [name for name, body in bodies if body.count("INTO events") != body.count("nextval('events_key_seq')")] == []
    assert [name for name, body in bodies if body.count("INTO undreamt") != body.count("nextval('undreamt_mark_seq')")] == []
