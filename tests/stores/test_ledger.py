from dataclasses import replace
from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Origin
from simonides.ports.ledger import Mined
from simonides.ports.stores import Store
from stores.made import at, memory

LINE = Mined("/a/b.md", b"1" * 16, 10, 5, "projects", "wing_a", "shape", 2, datetime(2026, 1, 1, tzinfo=UTC))


def test_a_line_is_kept_as_it_was_given(store: Store) -> None:
    store.ledger.put([LINE])

    assert store.ledger.get("/a/b.md") == LINE
    assert store.ledger.get("/a") is None


def test_a_later_line_takes_the_place_of_an_earlier_one(store: Store) -> None:
    store.ledger.put([LINE])
    store.ledger.put([replace(LINE, drawers=9)])

    assert store.ledger.under("/a") == {"/a/b.md": replace(LINE, drawers=9)}


def test_below_a_folder_means_below_it(store: Store) -> None:
    paths = ["/a", "/a/b", "/a/b/c", "/a0", "/ab", "/b"]
    store.ledger.put([replace(LINE, path=path) for path in paths])

    assert list(store.ledger.under("/a")) == ["/a", "/a/b", "/a/b/c"]
    assert list(store.ledger.under("/a/b/")) == ["/a/b/c"]


def test_two_slashes_are_no_share_of_windows(store: Store) -> None:
    store.ledger.put([replace(LINE, path="//a/b/c")])

    assert list(store.ledger.under("//a/b")) == ["//a/b/c"]


@pytest.mark.parametrize(("folder", "above"), [(r"C:\src\a", "C:\\"), (r"\\desk\share\a", "\\\\desk\\share\\")])
def test_what_lies_below_a_folder_of_windows_is_found(store: Store, folder: str, above: str) -> None:
    below = [rf"{folder}\b", rf"{folder}\b\c"]
    store.ledger.put([replace(LINE, path=path) for path in (*below, f"{folder}.md", f"{folder}]", f"{folder}0", "/a/b")])

    assert list(store.ledger.under(folder)) == below
    assert list(store.ledger.under(f"{folder}\\b\\")) == below[1:]
    assert list(store.ledger.under(above)) == sorted([*below, f"{folder}.md", f"{folder}]", f"{folder}0"])


def test_a_file_is_found_by_the_end_of_its_path(store: Store) -> None:
    paths = ["/a/Plan.md", "/a/b/plan.md", "/a/my-plan.md", "/a/pl_n.md", "C:\\notes\\plan.md", "plan.md"]
    store.ledger.put([replace(LINE, path=path) for path in paths])

    assert sorted(store.ledger.ending("plan.md", 9)) == sorted(["/a/Plan.md", "/a/b/plan.md", "C:\\notes\\plan.md", "plan.md"])
    assert store.ledger.ending("b/plan.md", 9) == ["/a/b/plan.md"]
    assert store.ledger.ending("notes/PLAN.md", 9) == ["C:\\notes\\plan.md"]
    assert store.ledger.ending("/a/b/plan.md", 9) == ["/a/b/plan.md"]
    assert store.ledger.ending("pl_n.md", 9) == ["/a/pl_n.md"]
    assert len(store.ledger.ending("plan.md", 1)) == 1


def test_the_same_content_is_found_by_mode_and_never_in_a_twin(store: Store) -> None:
    twin = replace(LINE, path="/a/a.md", twin_of=LINE.path, drawers=0)
    store.ledger.put([LINE, twin])

    assert store.ledger.same(LINE.digest, "projects") == LINE
    assert store.ledger.same(LINE.digest, "convos") is None


def test_the_copies_of_a_file_are_to_be_read_again_and_those_that_left_turns_to_others_only_if_asked(store: Store) -> None:
    copy, leaning = replace(LINE, path="/copy", twin_of=LINE.path, drawers=0), replace(LINE, path="/lean", twin_of=LINE.path)
    store.ledger.put([LINE, copy, leaning, replace(copy, path="/other", twin_of="/else")])

    assert store.ledger.release([LINE.path], is_of_turns=False) == ["/copy"]
    assert store.ledger.get("/copy") == replace(copy, shape="")
    assert store.ledger.get("/lean") == leaning
    assert store.ledger.release([], is_of_turns=True) == ["/lean"]


def test_a_line_goes_with_its_twins(store: Store) -> None:
    store.ledger.put([LINE, replace(LINE, path="/z", twin_of=LINE.path), replace(LINE, path="/other")])

    assert store.ledger.drop([LINE.path]) == 2
    assert store.ledger.get("/z") is None
    assert store.ledger.get("/other") is not None


def test_clearing_a_palace_forgets_what_was_mined(store: Store) -> None:
    store.ledger.put([LINE])
    store.clear()

    assert store.ledger.get(LINE.path) is None


def test_what_was_read_from_a_file_comes_in_the_order_of_its_pieces_ended_or_not(store: Store) -> None:
    pieces = [
        memory("c", origin=Origin(source="/a", chunk=2)),
        memory("a", origin=Origin(source="/a", chunk=0), ended_at=at(5)),
        memory("b", origin=Origin(source="/a", chunk=1)),
        memory("d", origin=Origin(source="/ab", chunk=0)),
        memory("f", origin=Origin(source="/a", conversation="t", position=1, chunk=0)),
        memory("e", origin=Origin(source="/a", conversation="t", position=0, chunk=1)),
    ]
    store.memories.add(pieces)

    assert [each.id for each in store.memories.read_from("/a")] == ["a", "b", "c", "e", "f"]
    assert store.memories.read_from("/b") == []
