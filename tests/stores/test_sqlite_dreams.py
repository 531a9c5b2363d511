"""SQLite: dreams in files that are older than dreaming."""

from pathlib import Path

import pytest

from simonides.stores.sqlite import migrations
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW, memory


def test_what_was_filed_before_there_were_dreams_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrations, "KNOWN", 1)
        old = SqliteShelf(tmp_path).create("old", "", NOW)
        keys = old.memories.add([memory("a"), memory("b")])
        old.close()

    store = SqliteShelf(tmp_path).open("old")

    assert [due.key for due in store.dreams.due(10)] == keys
    assert store.dreams.last() is None
    assert list(store.check()) == []
    store.close()


def test_every_text_is_due_again_when_words_are_counted_anew(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    (key,) = store.memories.add([memory("a")])
    store.dreams.settle([due.mark for due in store.dreams.due(10)])

    store._database.set_meta("words_version", "0")

    assert [due.key for due in store.dreams.due(10)] == [key]
    store.close()
