from pathlib import Path

import pytest

from simonides.domain.memory import Place, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.mention_facts import ROOMS_MAX
from simonides.engine.palace import Palace
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner
from simonides.mining.names import recognise
from simonides.mining.places.manifest import Manifest, RoomRule

MANIFEST = Manifest("wing_notes", (RoomRule("billing", ("invoice",)), RoomRule("plans", ("plan",))))
PRIYA = "We then asked Priya, and so Priya said yes to it."


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "invoice.txt").write_text(PRIYA, encoding="utf-8")
    (folder / "plan.txt").write_text(f"Later. {PRIYA}", encoding="utf-8")
    return folder


def mine(palace: Palace, folder: Path) -> list[str]:
    report = Miner(palace, Job(folder, MANIFEST)).run(listed(folder, "projects"))
    return recognise(palace, MANIFEST, report.names, report.named)


def rooms(palace: Palace, name: str = "priya") -> set[str]:
    return {fact.object for fact in palace.facts.about(name)}


def names(palace: Palace) -> set[str]:
    return {entity.name for entity in palace.store.graph.entities(limit=100)}


@pytest.mark.requirement("mine-whereabouts")
def test_where_somebody_is_named_goes_when_the_file_is_forgotten(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    assert rooms(palace) == {"wing_notes/billing", "wing_notes/plans"}

    palace.sourcing.forget(Scope(source=str(notes / "plan.txt")))

    assert rooms(palace) == {"wing_notes/billing"}
    assert "wing_notes/plans" not in names(palace)


@pytest.mark.requirement("mine-whereabouts")
def test_a_name_of_which_nothing_is_left_goes_too(palace: Palace, notes: Path) -> None:
    mine(palace, notes)

    palace.sourcing.forget(Scope(wing="wing_notes"))

    assert names(palace) == set()


@pytest.mark.requirement("mine-whereabouts")
def test_where_somebody_is_named_goes_when_the_file_is_mined_without_the_name(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    (notes / "plan.txt").write_text("Later. Nobody was asked about it.", encoding="utf-8")

    mine(palace, notes)

    assert rooms(palace) == {"wing_notes/billing"}


@pytest.mark.requirement("mine-whereabouts")
def test_deleting_or_rewording_one_drawer_counts_too(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    [plan] = palace.memories.page(Scope(room="plans"))
    [invoice] = palace.memories.page(Scope(room="billing"))

    palace.memories.forget(plan.id)
    palace.amending.amend(invoice.id, content="Somebody was asked.", patience_s=5)

    assert names(palace) == set()


@pytest.mark.requirement("mine-whereabouts")
def test_the_fact_names_a_drawer_that_is_there(palace: Palace, notes: Path) -> None:
    (notes / "plan-b.txt").write_text(f"Once more. {PRIYA}", encoding="utf-8")
    mine(palace, notes)
    [before] = [fact for fact in palace.facts.about("priya") if fact.object == "wing_notes/plans"]

    palace.memories.forget(str(before.source))
    [after] = [fact for fact in palace.facts.about("priya") if fact.object == "wing_notes/plans"]

    assert after.source != before.source
    assert "Priya" in palace.memories.get(str(after.source)).content


def test_what_an_agent_says_is_left_alone(palace: Palace, notes: Path) -> None:
    palace.facts.add("Priya", "mentioned_in", "wing_notes/plans", source="the minutes")
    palace.facts.add("Priya", "likes", "tea")
    mine(palace, notes)

    palace.sourcing.forget(Scope(wing="wing_notes"))

    assert {(fact.predicate, fact.object) for fact in palace.facts.about("priya")} == {
        ("mentioned_in", "wing_notes/plans"),
        ("likes", "tea"),
    }


def test_new_files_add_rooms_of_known_names_and_never_too_many(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    for number in range(2 * ROOMS_MAX):
        palace.memories.remember(Draft("Priya was there.", Place("wing_notes", f"room{number}")))
    (notes / "more.txt").write_text("Priya.", encoding="utf-8")

    assert mine(palace, notes) == []
    assert len(rooms(palace)) == ROOMS_MAX
    assert "likes" not in palace.facts.stats().predicates


def test_an_entity_that_mining_did_not_find_gets_no_facts(palace: Palace, notes: Path) -> None:
    palace.facts.add("yes", "is", "a word")
    mine(palace, notes)

    assert [fact.predicate for fact in palace.facts.about("yes")] == ["is"]
