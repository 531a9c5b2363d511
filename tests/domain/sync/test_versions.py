"""Laws of merging: any order, any number of times, the same result; nothing is lost that nobody replaced knowingly."""

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.domain.sync.fields import flat, whole
from simonides.domain.sync.packing import packed, unpacked
from simonides.domain.sync.reach import Dot, Reach, covers, is_within, joined, moment_of, reach_text, read_reach, time_of
from simonides.domain.sync.versions import Version, Versions, chosen, is_same, merged, rivals, shown, succeeding

STEPS = 10_000


def test_a_later_edit_replaces_what_it_saw() -> None:
    first = succeeding((), "a", 1, 10, {"content": "tea"})
    second = succeeding((first,), "b", 1, 5, {"content": "coffee"})

    assert merged((first,), (second,)) == (second,)
    assert second.dot.time == 11, "a slow clock does not make an edit older than what it changes"


def test_of_two_edits_the_later_stands_and_the_other_is_named() -> None:
    root = succeeding((), "a", 1, 10, {"content": "tea", "room": "kitchen"})
    ours = succeeding((root,), "a", 2, 20, {"content": "green tea", "room": "kitchen"})
    theirs = succeeding((root,), "b", 1, 30, {"content": "coffee", "room": "kitchen"})

    both = merged((ours,), (theirs,))

    assert shown(both) == {"content": "coffee", "room": "kitchen"}
    assert [(rival.field, rival.value) for rival in rivals(both)] == [("content", "green tea")]


def test_edits_of_different_fields_both_stand() -> None:
    root = succeeding((), "a", 1, 10, flat({"content": "tea", "room": "kitchen", "tags": ["hot"]}))
    ours = succeeding((root,), "a", 2, 20, flat({"content": "tea", "room": "hall", "tags": ["hot", "green"]}))
    theirs = succeeding((root,), "b", 1, 30, flat({"content": "tea", "room": "kitchen", "tags": ["cheap"]}))

    both = merged((ours,), (theirs,))

    assert shown(both) is not None
    assert whole(shown(both) or {}) == {"content": "tea", "room": "hall", "tags": ["green", "cheap"]}
    assert rivals(both) == []


def test_an_edit_survives_a_delete_that_did_not_know_of_it() -> None:
    root = succeeding((), "a", 1, 10, {"content": "tea"})
    gone = succeeding((root,), "a", 2, 99, None)
    edit = succeeding((root,), "b", 1, 20, {"content": "coffee"})

    both = merged((gone,), (edit,))

    assert shown(both) == {"content": "coffee"}
    assert [rival.field for rival in rivals(both)] == [""]
    assert shown(merged((gone,), (root,))) is None


def test_a_rival_stays_listed_until_its_own_field_is_changed() -> None:
    root = succeeding((), "a", 1, 10, {"content": "tea", "room": "kitchen"})
    ours = succeeding((root,), "a", 2, 20, {"content": "green tea", "room": "kitchen"})
    theirs = succeeding((root,), "b", 1, 30, {"content": "coffee", "room": "kitchen"})
    moved = succeeding(merged((ours,), (theirs,)), "a", 3, 40, {"content": "coffee", "room": "hall"})
    settled = succeeding((moved,), "a", 4, 50, {"content": "milk", "room": "hall"})

    assert [(rival.field, rival.value) for rival in rivals(unpacked(packed((moved,))))] == [("content", "green tea")]
    assert rivals(merged((settled,), (theirs,))) == []


def test_quiet_fields_are_not_listed_and_a_field_that_one_side_lacks_is_no_rival() -> None:
    ours = succeeding((), "a", 1, 10, {"entity_type": "person", "created_at": "2026"})
    theirs = succeeding((), "b", 1, 20, {"created_at": "2027"})

    both = merged((ours,), (theirs,))

    assert shown(both) == {"entity_type": "person", "created_at": "2027"}
    assert rivals(both, ["created_at"]) == []


def test_metadata_is_taken_apart_and_put_together() -> None:
    line = {"content": "x", "metadata": {"a": None, "b": [1, {"c": "/"}], "former": ["two", "one"]}, "tags": ["z", "a/b"]}

    assert whole(flat(line)) == line


def test_packed_versions_leave_out_what_the_record_holds() -> None:
    values = {"content": "long " * 40, "room": "kitchen"}
    versions = (succeeding((), "a", 1, 10, values),)

    kept = packed(versions, values)

    assert "long" not in str(kept)
    assert unpacked(kept, values) == versions == unpacked(packed(versions))
    changed = unpacked(kept, {**values, "content": "another"})
    assert not is_same(chosen(changed), {**values, "content": "another"})


def test_a_clock_that_ran_away_breaks_nothing() -> None:
    assert moment_of(2**61).year == 9999
    assert moment_of(time_of(moment_of(1_700_000_000_000_001))) == moment_of(1_700_000_000_000_001)


def test_a_reach_can_be_written_in_one_line() -> None:
    assert read_reach(reach_text({"b": 2, "a": 17}), "have") == {"a": 17, "b": 2}
    assert is_within({"a": 1}, {"a": 1, "b": 3})
    assert not is_within({"c": 1}, {"a": 1})


_VALUES = st.dictionaries(st.sampled_from(["content", "room", "tags/x"]), st.integers(0, 2), min_size=1)
_EDITS = st.lists(st.tuples(st.integers(0, 2), st.none() | _VALUES, st.integers(0, 2)), max_size=12)


@settings(max_examples=150, deadline=None)
@given(_EDITS)
def test_merging_is_commutative_associative_and_idempotent(edits: list[tuple[int, dict[str, object] | None, int]]) -> None:
    sides: list[Versions] = [(), (), ()]
    for number, (side, values, other) in enumerate(edits, 1):
        sides[side] = merged(sides[side], sides[other])
        sides[side] = (succeeding(sides[side], "abc"[side], number, number * 7 % 5, values),)
    a, b, c = sides

    assert merged(a, b) == merged(b, a)
    assert merged(merged(a, b), c) == merged(a, merged(b, c))
    assert merged(a, a) == a
    assert merged(merged(a, b), b) == merged(a, b)


@dataclass
class Machine:
    """One palace without a disk: records by their versions, and how far it knows each origin."""

    name: str
    records: dict[str, Versions] = field(default_factory=dict)
    reach: Reach = field(default_factory=dict)
    known: set[Dot] = field(default_factory=set)
    """Every change that ever reached it, as a witness that the merge does not use."""

    def change(self, key: str, time: int, values: dict[str, object] | None) -> Version:
        number = self.reach.get(self.name, 0) + 1
        version = succeeding(self.records.get(key, ()), self.name, number, time, values)
        self.records[key] = (version,)
        self.reach = {**self.reach, self.name: number}
        self.known.add(version.dot)
        return version

    def pull(self, other: "Machine") -> None:
        for key, versions in other.records.items():
            if any(not covers(self.reach, version.dot) for version in versions):
                self.records[key] = merged(self.records.get(key, ()), versions)
        self.reach = joined(self.reach, other.reach)
        self.known |= other.known


@pytest.mark.parametrize("seed", [1])
def test_three_replicas_agree_after_ten_thousand_steps_and_nothing_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    machines = [Machine(name) for name in "abc"]
    written: list[tuple[str, str, object, Dot]] = []
    replaced: set[Dot] = set()
    by_field: dict[tuple[str, str], list[Dot]] = {}
    for step in range(STEPS):
        machine = rng.choice(machines)
        # For long stretches one of the three is cut off from the others.
        cut_off = machines[step // 700 % 3] if step % 1400 < 1000 else None
        if rng.random() < 0.1:
            other = rng.choice(machines)
            if cut_off not in (machine, other):
                machine.pull(other)
            continue
        key, name = f"r{rng.randrange(80)}", rng.choice(["content", "room", "importance"])
        now = shown(machine.records.get(key, ()))
        if now is not None and rng.random() < 0.1:
            machine.change(key, step + rng.randrange(50), None)
            replaced |= {dot for of in ("content", "room", "importance") for dot in by_field.get((key, of), ())} & machine.known
            continue
        value = f"{machine.name}{step}"
        version = machine.change(key, step + rng.randrange(50), {**(now or {}), name: value})
        replaced |= {dot for dot in by_field.get((key, name), ()) if dot in machine.known}
        by_field.setdefault((key, name), []).append(version.dot)
        written.append((key, name, value, version.dot))
    for _ in range(2):
        for machine in machines:
            for other in machines:
                machine.pull(other)

    first, *others = machines
    assert all(other.records == first.records and other.reach == first.reach for other in others)
    kept = {(key, each.field, each.value) for key, versions in first.records.items() for each in rivals(versions)} | {
        (key, name, value) for key, versions in first.records.items() for name, value in (shown(versions) or {}).items()
    }
    lost = [(key, name, value) for key, name, value, dot in written if dot not in replaced and (key, name, value) not in kept]
    assert len(written) > 6_000
    assert lost == []
