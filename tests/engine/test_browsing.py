"""Looking through a palace: counts, surroundings, entities, the log backwards, and memories that hold again."""

import pytest

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.memory import Facet, Origin, Place, Scope
from simonides.engine.browsing.entity_lists import entity_page
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace

pytestmark = pytest.mark.requirement("web-browsing")


def said(palace: Palace, text: str, position: int) -> str:
    origin = Origin(author="Ada", role="user", conversation="talk", position=position)
    return palace.memories.remember(Draft(text, Place("work", "talk"), origin)).id


def test_observations_count_in_their_wing(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person", ["likes tea", "likes rain"])])
    palace.memories.remember(Draft("one", Place("work", "notes")))

    assert palace.facets()[Facet.WING] == [("entities", 2), ("work", 1)]
    assert palace.facets(Scope(wing="entities"))[Facet.ROOM] == [("person", 2)]
    assert palace.facets(Scope(author="Bob"))[Facet.WING] == []


def test_a_memory_stands_among_its_neighbours_and_the_names_it_holds(palace: Palace) -> None:
    ids = [said(palace, f"Ada spoke about boats, turn {number}", number) for number in range(6)]
    palace.facts.add("Ada", "likes", "boats", source=ids[3])

    around = palace.looking.around(ids[3])

    assert [memory.id for memory in around.neighbours] == [ids[1], ids[2], ids[4], ids[5]]
    assert "Ada" in {entity.name for entity in around.named}
    assert [fact.predicate for fact in around.citing] == ["likes"]
    assert ids[3] not in {each.memory.id for each in around.alike}


def test_an_edited_memory_knows_its_former_text_and_an_ended_one_its_successor(palace: Palace) -> None:
    old, new = said(palace, "tea", 1), said(palace, "coffee", 2)
    palace.amending.edit(old, Edit("green tea"))
    assert palace.vectors.pending() == 0
    palace.amending.invalidate(old, "changed", new)

    around = palace.looking.around(old)

    assert [memory.content for memory in around.former] == ["tea"]
    assert around.successor is not None
    assert around.successor.id == new


def test_what_has_ended_can_hold_again_but_a_former_text_cannot(palace: Palace) -> None:
    memory = said(palace, "tea", 1)
    palace.amending.invalidate(memory, "over")

    reopened = palace.amending.reopen(memory)
    palace.amending.edit(memory, Edit("green tea"))
    [former] = palace.amending.former(memory)

    assert (reopened.ended_at, reopened.end_reason) == (None, None)
    assert palace.amending.reopen(memory).content == "green tea"
    with pytest.raises(Invalid, match="former text"):
        palace.amending.reopen(former.id)
    with pytest.raises(NotFound):
        palace.amending.reopen("nothing")


def test_the_log_is_read_backwards_without_vectors(palace: Palace) -> None:
    ids = [said(palace, f"text {number}", number) for number in range(5)]

    latest = palace.changes_before(None, 2)
    before = palace.changes_before(latest[-1].seq, 10)

    assert [line.id for line in latest if line.kind == "memory"] + [line.id for line in before if line.kind == "memory"] == ids[
        ::-1
    ]
    assert "vector" not in {line.kind for line in [*latest, *before]}


def test_entities_are_listed_by_name_with_their_types(palace: Palace) -> None:
    palace.entities.create(
        [EntityDraft("Ada Lovelace", "person"), EntityDraft("Adastra", "project"), EntityDraft("Bob", "person")]
    )

    known = palace.entities.by_name()

    page = entity_page(known, "ada", limit=1)

    assert ([each.name for each in page.entities], page.total) == (["Ada Lovelace"], 2)
    assert dict(page.types) == {"person": 1, "project": 1}
    assert [each.name for each in entity_page(known, kind="person").entities] == ["Ada Lovelace", "Bob"]
    assert entity_page(known, "nobody").total == 0
