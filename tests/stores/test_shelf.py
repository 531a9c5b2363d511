"""Shelves: palaces by name, whatever the name."""

from collections.abc import Callable

import pytest

from simonides.domain.errors import Conflict, Invalid, NoPalace, StoreFailure
from simonides.ports.stores import PalaceInfo, Shelf, Store
from stores.made import NOW, at, memory

NAMES = ["default", "Default", "team/backend", "东京 projects", "con", "a.b", "%41", "x" * 128, "東" * 128, "東" * 127 + "京"]


def test_an_empty_shelf_has_no_palaces(shelf: Shelf) -> None:
    assert shelf.names() == []


def test_a_palace_says_what_it_was_told(shelf: Shelf) -> None:
    store = shelf.create("team/backend", "all about it", NOW)

    assert store.info == PalaceInfo("team/backend", shelf.where("team/backend"), NOW, "all about it", store.info.folder)
    store.close()


def test_creating_twice_keeps_data_date_and_description(shelf: Shelf) -> None:
    first = shelf.create("p", "first", NOW)
    first.memories.add([memory("m")])
    first.close()

    second = shelf.create("p", "second", at(99))

    assert (second.info.description, second.info.created_at) == ("first", NOW)
    assert second.memories.count() == 1
    second.close()


def test_any_names_live_side_by_side(shelf: Shelf) -> None:
    for name in NAMES:
        store = shelf.create(name, "", NOW)
        store.memories.add([memory(name[:20])])
        store.close()

    assert shelf.names() == sorted(NAMES)
    for name in NAMES:
        store = shelf.open(name)
        assert ([one.id for one in store.memories.page()], store.info.name) == ([name[:20]], name)
        store.close()


@pytest.mark.parametrize("name", ["", " ", "../x", "a/../b", "/etc", "a//b", "x\\y", "x\x00y", "~", "x" * 129])
def test_names_that_look_like_tricks_are_refused(shelf: Shelf, name: str) -> None:
    for use in (shelf.where, shelf.open, shelf.delete, lambda name: shelf.create(name, "", NOW)):
        with pytest.raises(Invalid):
            use(name)


def test_an_unknown_palace_is_an_error_that_says_where_it_would_be(shelf: Shelf) -> None:
    with pytest.raises(NoPalace) as caught:
        shelf.open("nope")

    assert (caught.value.key, caught.value.path) == ("nope", shelf.where("nope"))
    with pytest.raises(NoPalace):
        shelf.delete("nope")
    with pytest.raises(NoPalace):
        shelf.rename("nope", "other")


def test_a_deleted_palace_is_gone_and_can_be_made_anew(shelf: Shelf) -> None:
    store = shelf.create("p", "", NOW)
    store.memories.add([memory("m")])

    shelf.delete("p")

    assert shelf.names() == []
    assert store.is_gone()
    with pytest.raises(StoreFailure):
        store.memories.add([memory("n")])
    new = shelf.create("p", "", NOW)
    assert new.memories.count() == 0
    assert store.is_gone()
    assert not new.is_gone()
    store.close()
    new.close()


def test_a_renamed_palace_keeps_its_data(shelf: Shelf) -> None:
    store = shelf.create("old/name", "told", NOW)
    store.memories.add([memory("m")])
    store.close()

    shelf.rename("old/name", "New Näme")

    assert shelf.names() == ["New Näme"]
    renamed = shelf.open("New Näme")
    assert (renamed.info.name, renamed.info.description) == ("New Näme", "told")
    assert renamed.memories.get("m").id == "m"
    renamed.close()


def test_renaming_to_a_name_in_use_is_refused(shelf: Shelf) -> None:
    for name in ("a", "b"):
        shelf.create(name, "", NOW).close()

    with pytest.raises(Conflict):
        shelf.rename("a", "b")

    assert shelf.names() == ["a", "b"]


def test_a_closed_store_says_so(shelf: Shelf) -> None:
    store = shelf.create("p", "", NOW)

    store.close()
    store.close()

    with pytest.raises(StoreFailure):
        store.memories.count()


def test_only_one_holds_a_lease_at_a_time(store: Store, other: Store) -> None:
    with store.lease("backfill") as first, other.lease("backfill") as second, other.lease("dream/nightly") as unrelated:
        held = (first, second, unrelated)
    with other.lease("backfill") as after:
        pass

    assert held == (True, False, True)
    assert after is True


def test_the_palaces_of_a_shelf_are_seen_by_another(new_shelf: Callable[[], Shelf]) -> None:
    new_shelf().create("p", "", NOW).close()

    assert new_shelf().names() == ["p"]


@pytest.mark.requirement("files-names")
def test_a_name_in_one_character_and_in_two_is_one_palace(shelf: Shelf) -> None:
    composed, decomposed = "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "cafe\N{COMBINING ACUTE ACCENT}"

    for name in (decomposed, composed):
        store = shelf.create(name, "", NOW)
        store.memories.add([memory(f"by {len(name)}")])
        store.close()

    assert shelf.names() == [composed]
    store = shelf.open(decomposed)
    assert store.memories.count() == 2
    store.close()
    shelf.rename(decomposed, "plain")
    assert shelf.names() == ["plain"]
