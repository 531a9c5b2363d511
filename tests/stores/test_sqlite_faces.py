"""SQLite: files that are older than the memory face of observations."""

from pathlib import Path

import pytest

from simonides.domain.memory import Order, Scope
from simonides.stores.sqlite import migrations
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW

ADA = 1
_ADA = """
    INSERT INTO entities (key, id, folded, name, type, tags, created_at, updated_at)
    VALUES (1, 'ada', 'ada', 'Ada', 'person', '[]', 0, 0)
"""


@pytest.mark.requirement("two-faces")
def test_what_was_observed_before_can_be_read_as_memories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrations, "KNOWN", 6)
        old = SqliteShelf(tmp_path).create("old", "", NOW)
        # What files of that time hold; the entities of today have more columns.
        with old._database.writing():
            old._database.change(_ADA)
        [first, second] = old.observations.add(ADA, ["drinks tea", "plays chess"], NOW)
        old.close()

    store = SqliteShelf(tmp_path).open("old")

    assert store.observations.page(Scope(), Order.OLDEST, 9) == [first.key, second.key]
    assert [entry.count for entry in store.observations.places()] == [2]
    assert list(store.check()) == []
    store.close()
