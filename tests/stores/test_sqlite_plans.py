"""SQLite: what filing a note reads, it finds by an index, so that its cost does not grow with the palace."""

from pathlib import Path

from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW, memory


def test_the_same_text_is_looked_up_by_its_hash(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.add([memory("one", "the heron nests in the reeds")])
    database, asked = store.database, list[str]()
    assert isinstance(database, Database)
    database.connection.set_trace_callback(asked.append)

    store.memories.same_text("the heron nests in the reeds")

    database.connection.set_trace_callback(None)
    [question] = [sql for sql in asked if "content_hash" in sql]
    plan = [row[3] for row in database.rows(f"EXPLAIN QUERY PLAN {question}")]
    assert plan[0] == "SEARCH m USING INDEX memories_by_text (content_hash=?)"
    store.close()
