"""Knowledge graph: entities by any spelling of their name, facts in time."""

import pytest

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.time import Stamp
from simonides.ports.stores import Store
from stores.made import NOW, at, day, entity, fact


@pytest.fixture
def people(store: Store) -> Store:
    for name in ("Ada", "Bob", "Cy"):
        store.graph.add_entity(entity(name))
    return store


def ids(facts: list[Fact]) -> list[str]:
    return [one.id for one in facts]


ENDINGS: list[dict[str, Stamp]] = [
    {},
    {"valid_to": day("2026-05-11")},
    {"valid_to": day("2026-05-10")},
    {"valid_to": day("2027"), "valid_from": day("2026-01")},
    {"valid_to": Stamp.at(at(1)), "valid_from": Stamp.at(at(1))},
    {"valid_to": Stamp.at(NOW)},
    {"valid_to": day("2025")},
    {"valid_to": day("2026-06-01"), "valid_from": day("2026-06-02")},
]
"""The second, fourth and fifth lie ahead; the last one never holds."""


def test_every_field_of_an_entity_comes_back(store: Store) -> None:
    full = Entity("e1", "Ada O\u2019Neil", NOW, at(1), "person", "A summary.", at(2), ("x", "ü"), "u1")

    store.graph.add_entity(full)

    assert store.graph.entity("e1") == full


@pytest.mark.parametrize("spelling", ["Ada O\u2019Neil", "ada o'neil", "ADA_ONEIL", "  ada  oneil "])
def test_an_entity_is_found_by_any_spelling_of_its_name(store: Store, spelling: str) -> None:
    store.graph.add_entity(entity("Ada O\u2019Neil"))

    assert store.graph.entity(spelling).name == "Ada O\u2019Neil"


def test_an_unknown_entity_is_an_error(store: Store) -> None:
    with pytest.raises(NotFound) as caught:
        store.graph.entity("nope")

    assert (caught.value.kind, caught.value.key) == ("entity", "nope")


def test_an_entity_whose_name_is_known_is_returned_unchanged(people: Store) -> None:
    kept = people.graph.add_entity(entity("ADA", id="another", type="ship"))

    assert kept == entity("Ada")
    assert people.graph.stats(NOW).entities == 3


def test_a_known_id_with_another_name_is_refused(people: Store) -> None:
    with pytest.raises(Conflict):
        people.graph.add_entity(entity("Dan", id="id of Ada"))


def test_names_are_looked_up_together(people: Store) -> None:
    assert people.graph.named(["ada", "nobody", "cy"]) == {"ada": entity("Ada"), "cy": entity("Cy")}


def test_an_entity_can_be_renamed_with_its_facts(people: Store) -> None:
    people.graph.add_fact(fact("f", "Ada", "knows", "Bob"))

    people.graph.replace_entity(entity("Ada", name="Countess"))

    assert people.graph.current("countess", NOW)[0].subject == "Countess"
    with pytest.raises(NotFound):
        people.graph.entity("Ada")


def test_an_entity_may_change_the_spelling_of_its_own_name(people: Store) -> None:
    people.graph.replace_entity(entity("Ada", name="ADA"))

    assert people.graph.entity("ada").name == "ADA"


def test_a_taken_name_and_an_unknown_id_are_refused(people: Store) -> None:
    with pytest.raises(Conflict):
        people.graph.replace_entity(entity("Ada", name="bob"))
    with pytest.raises(NotFound):
        people.graph.replace_entity(entity("Nobody"))


def test_deleting_an_entity_takes_its_facts_along(people: Store) -> None:
    people.graph.add_fact(fact("out", "Ada", "knows", "Bob"))
    people.graph.add_fact(fact("in", "Cy", "knows", "Ada"))
    people.graph.add_fact(fact("else", "Cy", "knows", "Bob"))

    assert people.graph.delete_entity("id of Ada") is True
    assert people.graph.delete_entity("id of Ada") is False

    assert ids(people.graph.timeline()) == ["else"]
    assert people.graph.stats(NOW) == GraphStats(2, 1, 1, ("knows",))
    assert list(people.check()) == []


def test_entities_are_paged_by_folded_name(store: Store) -> None:
    for name in ("beta", "Alpha", "delta", "Gamma"):
        store.graph.add_entity(entity(name))

    assert [one.name for one in store.graph.entities(limit=2)] == ["Alpha", "beta"]
    assert [one.name for one in store.graph.entities(limit=2, offset=2)] == ["delta", "Gamma"]


@pytest.mark.parametrize("text", ["2026", "2026-03", "2026-03-12", "2026-03-12T08:15:30.000001+02:00"])
def test_every_field_of_a_fact_comes_back(people: Store, text: str) -> None:
    full = Fact("f", "Ada", "Works at", "Bob", at(3), day(text), day("2027-01"), 0.25, 2.5, "drawer_1")

    people.graph.add_fact(full)

    assert people.graph.facts_of("Ada") == [full]


def test_a_fact_between_unknown_entities_is_refused(people: Store) -> None:
    with pytest.raises(NotFound) as caught:
        people.graph.add_fact(fact("f", "Ada", "knows", "Nobody"))

    assert (caught.value.kind, caught.value.key) == ("entity", "Nobody")


def test_a_known_fact_id_is_refused(people: Store) -> None:
    people.graph.add_fact(fact("f", "Ada", "knows", "Bob"))

    with pytest.raises(Conflict) as caught:
        people.graph.add_fact(fact("f", "Ada", "likes", "Bob"))

    assert (caught.value.kind, caught.value.key) == ("fact", "f")


def test_only_one_fact_of_the_same_words_is_current(people: Store) -> None:
    people.graph.add_fact(fact("first", "Ada", "works at", "Bob"))

    with pytest.raises(Conflict) as caught:
        people.graph.add_fact(fact("second", "ada", "Works_At", "BOB"))
    people.graph.add_fact(fact("past", "Ada", "works at", "Bob", valid_to=day("2020")))
    people.graph.end_facts(["first"], day("2026-05-01"))
    people.graph.add_fact(fact("second", "Ada", "works at", "Bob"))

    assert caught.value.key == "first"
    assert ids(people.graph.current("Ada", NOW)) == ["second"]


def test_current_facts_are_narrowed_in_any_spelling_and_oldest_first(people: Store) -> None:
    people.graph.add_fact(fact("late", "Ada", "works at", "Bob", created_at=at(5)))
    people.graph.add_fact(fact("early", "Ada", "works at", "Cy"))
    people.graph.add_fact(fact("likes", "Ada", "likes", "Cy", created_at=at(9)))

    assert ids(people.graph.current("ada", NOW)) == ["early", "late", "likes"]
    assert ids(people.graph.current("ADA", NOW, "Works_At")) == ["early", "late"]
    assert ids(people.graph.current("Ada", NOW, "works at", "cy")) == ["early"]
    assert ids(people.graph.current("Ada", NOW, obj="Cy")) == ["early", "likes"]
    assert people.graph.current("nobody", NOW) == []
    assert people.graph.current("Ada", NOW, obj="nobody") == []


def test_current_facts_are_those_whose_end_has_not_come(people: Store) -> None:
    for number, each in enumerate(ENDINGS):
        people.graph.add_fact(fact(f"{number:02}", "Ada", f"did {number}", "Cy", **each))

    current = people.graph.current("ada", NOW)

    assert ids(current) == sorted(ids([each for each in people.graph.timeline("Ada", 99) if each.is_current_at(NOW)]))
    assert ids(current) == ["00", "01", "03", "04"]
    assert ids(people.graph.current("ADA", NOW, "Did_3", "cy")) == ["03"]
    assert ids(people.graph.open("ada")) == ["00"]
    assert people.graph.stats(NOW).current_facts == people.nodes.counts(NOW)[2] == len(current)
    assert list(people.check()) == []


def test_an_ended_fact_keeps_its_first_end(people: Store) -> None:
    people.graph.add_fact(fact("f", "Ada", "knows", "Bob"))

    people.graph.end_facts(["f", "nope"], day("2026-03"))
    people.graph.end_facts(["f"], day("2027"))

    assert people.graph.facts_of("Ada")[0].valid_to == day("2026-03")
    assert people.graph.current("Ada", NOW) == []
    assert people.graph.stats(NOW).current_facts == 0


def test_a_fact_is_deleted_once(people: Store) -> None:
    people.graph.add_fact(fact("f", "Ada", "knows", "Bob"))

    assert people.graph.delete_fact("f") is True
    assert people.graph.delete_fact("f") is False
    assert people.graph.stats(NOW) == GraphStats(3, 0, 0, ())


def test_facts_of_an_entity_go_out_before_they_come_in(people: Store) -> None:
    people.graph.add_fact(fact("in", "Cy", "knows", "Ada"))
    people.graph.add_fact(fact("self", "Ada", "knows", "Ada", created_at=at(2)))
    people.graph.add_fact(fact("out", "Ada", "knows", "Bob", created_at=at(1)))

    assert ids(people.graph.facts_of("Ada")) == ["out", "self", "in"]
    assert ids(people.graph.facts_of("Ada", Direction.OUTGOING)) == ["out", "self"]
    assert ids(people.graph.facts_of("Ada", Direction.INCOMING)) == ["in", "self"]
    assert ids(people.graph.facts_of("Ada", limit=1)) == ["out"]
    assert people.graph.facts_of("nobody") == []


SPANS: list[Stamp] = [day(text) for text in ("2023-12-31", "2024", "2024-03-01", "2024-06-30", "2024-07-01", "2025")]


@pytest.mark.parametrize("as_of", SPANS)
def test_facts_that_held_then_are_those_the_fact_itself_names(people: Store, as_of: Stamp) -> None:
    facts = [
        fact("closed", "Ada", "a", "Bob", valid_from=day("2024-03"), valid_to=day("2024-06")),
        fact("open", "Ada", "b", "Bob", valid_from=day("2024-03-01")),
        fact("ended", "Ada", "c", "Bob", valid_to=day("2024-06-30")),
        fact("always", "Ada", "d", "Bob"),
    ]
    for one in facts:
        people.graph.add_fact(one)

    assert people.graph.facts_of("Ada", as_of=as_of) == [one for one in facts if one.holds_during(as_of)]


def test_a_timeline_runs_from_the_first_beginning_to_the_undated(people: Store) -> None:
    people.graph.add_fact(fact("undated", "Ada", "a", "Bob"))
    people.graph.add_fact(fact("later", "Cy", "b", "Ada", valid_from=day("2025-02-03")))
    people.graph.add_fact(fact("first", "Ada", "c", "Bob", valid_from=day("1969")))
    people.graph.add_fact(fact("elsewhere", "Bob", "d", "Cy", valid_from=day("2025")))

    assert ids(people.graph.timeline()) == ["first", "elsewhere", "later", "undated"]
    assert ids(people.graph.timeline("ada")) == ["first", "later", "undated"]
    assert ids(people.graph.timeline(limit=1)) == ["first"]
    assert people.graph.timeline("nobody") == []


def test_predicates_are_named_once_whatever_their_spelling(people: Store) -> None:
    people.graph.add_fact(fact("1", "Ada", "works at", "Bob"))
    people.graph.add_fact(fact("2", "Bob", "Works_at", "Cy"))
    people.graph.add_fact(fact("3", "Bob", "knows", "Cy", valid_to=day("2020")))

    assert people.graph.stats(NOW) == GraphStats(3, 3, 2, ("knows", "works at"))
