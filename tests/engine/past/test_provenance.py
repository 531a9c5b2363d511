"""Provenance: what follows from who filed a memory, what somebody sets, and what nobody can claim."""

import pytest

from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Invalid
from simonides.domain.memory import EVERYTHING, Memory, Origin, by_provenance
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace


def filed(palace: Palace, text: str, actor: Actor, origin: Origin | None = None) -> Memory:
    return palace.memories.remember(Draft(text, origin=origin or Origin()), actor=actor)


@pytest.mark.requirement("provenance-derived")
@pytest.mark.parametrize(
    ("actor", "added_by", "told"),
    [
        (Actor.PERSON, "api", "person, own"),
        (Actor.AGENT, "api", "agent, reported"),
        (Actor.SERVICE, "api", "agent, reported"),
        (Actor.PROGRAM, "api", "agent, reported"),
        (Actor.AGENT, "Ada", "agent, reported"),
        (Actor.AGENT, "cli", "agent, reported"),
        (Actor.AGENT, "hook", "agent, reported"),
        (Actor.MINER, "cli", "file, third-party"),
    ],
)
def test_nobody_signs_as_somebody_whose_word_counts_more(palace: Palace, actor: Actor, added_by: str, told: str) -> None:
    memory = filed(palace, "The mast is of ash", actor, Origin(added_by=added_by))

    assert memory.provenance.told == told
    assert palace.memories.get(memory.id).provenance.told == told


@pytest.mark.requirement("provenance-set")
def test_a_trust_class_is_set_taken_back_and_derived_again(palace: Palace) -> None:
    memory = filed(palace, "The mast is of ash", Actor.MINER)

    assert palace.amending.edit(memory.id, Edit(trust="own")).provenance.told == "file, own"
    assert palace.memories.page(by_provenance(EVERYTHING, None, "own")) == [palace.memories.get(memory.id)]
    palace.past.undoing.undo([palace.past.acts.newest(1)[0].number])
    assert palace.memories.get(memory.id) == memory
    palace.amending.edit(memory.id, Edit(trust="reported"))
    assert palace.amending.edit(memory.id, Edit(trust="derived")) == memory
    with pytest.raises(Invalid, match="'royal' is not one of own, reported, third-party or derived"):
        palace.amending.edit(memory.id, Edit(trust="royal"))


@pytest.mark.requirement("provenance-set")
def test_whoever_files_cannot_say_how_far_to_trust_it(palace: Palace) -> None:
    with pytest.raises(Invalid, match="'trust_class' cannot be filed"):
        palace.memories.remember(Draft("The mast is of ash", metadata={"trust_class": "own"}), actor=Actor.AGENT)
    memory = filed(palace, "The keel is of oak", Actor.AGENT)
    assert palace.amending.amend(memory.id, metadata={"trust_class": "own"}).provenance.told == "agent, reported"
    palace.amending.edit(memory.id, Edit(trust="third-party"))
    assert palace.amending.amend(memory.id, metadata={"x": 1}).provenance.told == "agent, third-party"


@pytest.mark.requirement("provenance-set")
def test_what_was_imported_stays_so_whatever_other_metadata_is_set(palace: Palace) -> None:
    memory = palace.memories.remember(Draft("The mast is of ash", metadata={"imported_from": "mem0", "page": 1}))
    assert memory.provenance.told == "import, third-party"

    amended = palace.amending.amend(memory.id, metadata={"page": 2})

    assert dict(amended.metadata) == {"imported_from": "mem0", "page": 2}
    assert amended.provenance.told == "import, third-party"


@pytest.mark.requirement("provenance-set")
def test_a_persons_words_are_theirs_until_somebody_else_changes_them(palace: Palace) -> None:
    memory = filed(palace, "The mast is of ash", Actor.PERSON)

    with called_by(Caller(Actor.PERSON, "ada", "cli")):
        assert palace.amending.edit(memory.id, Edit("The mast is of oak")).provenance.told == "person, own"
    with called_by(Caller(Actor.AGENT, "claude-code", "core")):
        assert palace.amending.edit(memory.id, Edit(importance=0.9)).provenance.told == "person, own"
        assert palace.amending.edit(memory.id, Edit("The mast is of elm")).provenance.told == "person, reported"
    assert [each.provenance.told for each in palace.amending.former(memory.id)] == ["person, own", "person, own"]


@pytest.mark.requirement("provenance-filters")
def test_searches_and_lists_are_held_to_kinds_and_classes(palace: Palace) -> None:
    texts = {
        actor: filed(palace, f"The mast of ship {actor} is of ash", actor) for actor in (Actor.PERSON, Actor.AGENT, Actor.MINER)
    }
    palace.entities.create([EntityDraft("Mast", "thing", ("The mast is of ash",))])

    def found(kind: str | None, trust: str | None) -> set[str]:
        scope = by_provenance(EVERYTHING, kind, trust)
        listed = {memory.id for memory in palace.memories.page(scope)}
        assert {hit.memory.id for hit in palace.recall("mast ash", scope, 10)} == listed
        assert palace.memories.count(scope) == len(listed)
        return listed

    assert found("person", None) == {texts[Actor.PERSON].id}
    assert found("file, person", None) == {texts[Actor.PERSON].id, texts[Actor.MINER].id}
    assert found(None, "third-party") == {texts[Actor.MINER].id}
    # What is observed of an entity is filed by agents.
    assert len(found("agent", "reported")) == 2
    assert found("import", None) == set()
    with pytest.raises(Invalid, match="'stone' is not one of person, agent, conversation, file, import"):
        by_provenance(EVERYTHING, "person,stone", None)
