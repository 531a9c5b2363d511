"""Pairs on their way: exports and imports carry them, lines of older programs get them, erasing removes them."""

import io
import json
from collections.abc import Iterable

import pytest

from engine.past.histories import state
from simonides.engine.engine import Engine
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def poured(engine: Engine, name: str, lines: Iterable[str]) -> tuple[Palace, ImportTally]:
    importing = Importing(lambda _: engine.create(name), engine.embedder)
    total = ImportTally()
    for tally in importing.run(numbered_lines(io.BytesIO("\n".join(lines).encode()))):
        total.include(tally, 9)
    return engine.create(name), total


def lived(palace: Palace) -> None:
    for name in "abc":
        palace.memories.remember(Draft(f"words of {name}"), name)
    palace.amending.invalidate("a", None, "b")
    palace.amending.edit("b", Edit(content="better words of b"))
    palace.amending.invalidate("b", None, "c")
    palace.facts.supersede("Ada", "lives_in", "Paris")
    palace.facts.supersede("Ada", "lives_in", "Lisbon")


def ids(palace: Palace) -> list[str]:
    return sorted(each.id for each in palace.store.supersessions.after(0, 100))


@pytest.mark.requirement("claims-travel")
def test_an_export_carries_the_pairs_and_a_second_import_adds_none(palace: Palace, engine: Engine) -> None:
    lived(palace)
    lines = list(palace.export())
    copy, first = poured(engine, "copy", lines)
    _, again = poured(engine, "copy", lines)

    assert (first.pairs, first.bad, again.pairs) == (4, [], 0)
    assert state(copy) == state(palace)
    assert list(copy.export()) == lines


@pytest.mark.requirement("claims-travel")
def test_lines_of_an_older_program_get_the_pairs_that_their_memories_tell_of(palace: Palace, engine: Engine) -> None:
    lived(palace)
    palace.memories.forget("c")
    lines = [line for line in palace.export() if json.loads(line).get("type") != "supersession"]
    copy, _ = poured(engine, "copy", lines)

    # What replaced b is gone, and facts do not say what they replaced.
    [former] = palace.amending.former("b")
    assert ids(copy) == sorted(["a>b", f"{former.id}>b"])
    assert {each.id: each.cause for each in copy.store.supersessions.page()} == {"a>b": "said", f"{former.id}>b": "edit"}


@pytest.mark.requirement("claims-bad-input")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"newer": "a"}, "cannot take its own place"),
        ({"state": "perhaps"}, "'perhaps' is not one of accepted, proposed, later, rejected"),
        ({"cause": "luck"}, "'luck' is not one of"),
        ({"kind": "room"}, "'room' is not one of memory, fact"),
        ({"older": None}, "older"),
        ({"likeness": 7}, "likeness"),
    ],
)
def test_a_bad_pair_is_reported_and_the_rest_is_kept(engine: Engine, changed: dict[str, object], sentence: str) -> None:
    good = {"type": "supersession", "kind": "memory", "older": "a", "newer": "b", "cause": "said", "state": "accepted"}
    good["created_at"] = "2026-03-01T00:00:00Z"
    palace, tally = poured(engine, "copy", [json.dumps(good | changed), json.dumps(good)])

    assert ids(palace) == ["a>b"]
    assert [sentence in bad.reason for bad in tally.bad] == [True]


@pytest.mark.requirement("claims-travel")
@pytest.mark.requirement("past-erase")
def test_what_is_erased_leaves_no_pair_and_no_former_one(palace: Palace) -> None:
    lived(palace)
    palace.past.erasing.erase(["b"])

    assert all("b" not in each.split(">") for each in ids(palace))
    assert not [
        entry for entry in palace.store.changes.entries() if entry.change.kind == "supersession" and entry.former is not None
    ]
