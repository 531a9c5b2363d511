from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Direction, Observation, Triple
from simonides.domain.memory import Order, Scope
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, Vectors, at, day, entity, fact, unit_vectors


def make_nodes(store: Store, *names: str) -> list[int]:
    for name in names:
        store.graph.add_entity(entity(name))
    keys = store.nodes.keys(names)
    return [keys[name] for name in names]


def general(store: Store) -> int:
    return store.perspectives.all()[0].key


def embed(store: Store, observations: Iterable[Observation], vectors: Vectors) -> None:
    store.claim(IDENTITY)
    perspectives = store.perspectives.all()
    store.perspectives.put(
        {each.key: {seen.key: row[np.newaxis] for seen in perspectives} for each, row in zip(observations, vectors, strict=True)}
    )


def test_observations_are_read_in_the_order_of_their_ordinals(store: Store) -> None:
    [a, b] = make_nodes(store, "a", "b")
    store.observations.add(a, ["first", "second"], NOW)
    store.observations.add(b, ["other"], NOW)
    store.observations.add(a, ["third"], at(5))

    found = store.observations.of([b, a])

    assert [(each.ordinal, each.content) for each in found[a]] == [(0, "first"), (1, "second"), (2, "third")]
    assert [each.content for each in found[b]] == ["other"]
    assert store.nodes.counts(NOW) == (2, 4, 0)
    assert [each.ordinal for each in store.observations.last([a], 2)[a]] == [1, 2]


def test_an_observation_changes_its_node_and_a_relation_does_not(store: Store) -> None:
    [a, b] = make_nodes(store, "a", "b")
    store.observations.add(a, ["seen"], at(60))
    store.graph.add_fact(fact("f", "a", "knows", "b"))

    nodes = store.nodes.at([a, b])

    assert (nodes[a].entity.updated_at, nodes[a].observed_at, nodes[a].observation_count) == (at(60), at(60), 1)
    assert (nodes[b].entity.updated_at, nodes[b].observed_at, nodes[b].observation_count) == (NOW, None, 0)


def test_a_replaced_observation_keeps_its_ordinal_and_is_pending_again(store: Store) -> None:
    [a] = make_nodes(store, "a")
    written = store.observations.add(a, ["old words", "others"], NOW)
    embed(store, written, unit_vectors(2))

    before = store.observations.replace(a, 0, "new words", at(5))

    assert before == written[0]
    assert [each.content for each in store.observations.of([a])[a]] == ["new words", "others"]
    assert [(each.content, len(each.perspectives)) for each in store.perspectives.pending(9)] == [("new words", 5)]
    assert store.perspectives.matches(["old"]).keys.tolist() == []
    assert store.perspectives.matches(["new"]).keys.tolist() == [written[0].key]
    assert list(store.check()) == []


def test_many_phrases_of_observations_are_found_as_each_alone(store: Store) -> None:
    [a] = make_nodes(store, "a")
    store.observations.add(a, ["the brown fox", "a brown fox ran", "fox and brown bear"], NOW)
    phrases = [["brown", "fox"], ["fox"], ["nowhere"], []]

    assert store.perspectives.phrases(phrases, 10) == [store.perspectives.phrase(words, 10) if words else [] for words in phrases]
    assert len(store.perspectives.phrases([["brown", "fox"]], 1)[0]) == 2
    assert store.perspectives.phrases([], 10) == []
    assert store.perspectives.held(["brown", "ran", "nowhere"]) == {"brown", "ran"}


def test_an_unknown_ordinal_cannot_be_replaced(store: Store) -> None:
    [a] = make_nodes(store, "a")

    with pytest.raises(NotFound):
        store.observations.replace(a, 0, "words", NOW)


def test_ordinals_survive_deletion_and_restoring(store: Store) -> None:
    [a, b] = make_nodes(store, "a", "b")
    store.observations.add(a, ["zero", "one", "two"], NOW)

    deleted = store.observations.delete(a, [2, 7, 0, 2])
    kept = store.observations.of([a])[a]
    restored = store.observations.restore(b, kept, 3)

    assert deleted == [2, 0]
    assert [(each.ordinal, each.content, each.created_at) for each in restored] == [(1, "one", NOW)]
    assert store.observations.restore(b, kept, 3) == []
    assert [each.ordinal for node in (a, b) for each in store.observations.add(node, ["next"], NOW)] == [3, 3]


def test_the_nearest_observations_are_found_from_each_perspective(store: Store) -> None:
    [a] = make_nodes(store, "a")
    written = store.observations.add(a, [f"text {number}" for number in range(30)], NOW)
    vectors = unit_vectors(60)
    store.claim(IDENTITY)
    general, technical = store.perspectives.all()[:2]
    store.perspectives.put(
        {
            each.key: {general.key: vectors[row : row + 1], technical.key: vectors[row + 30 : row + 31]}
            for row, each in enumerate(written)
        }
    )

    found = {seen.key: store.perspectives.nearest(seen.key, vectors[32:33], 3).keys.tolist() for seen in (general, technical)}

    assert found[technical.key][0] == written[2].key
    expected = np.argsort(-(vectors[:30] @ vectors[32]))[:3]
    assert found[general.key] == [written[row].key for row in expected]
    cosines = store.perspectives.cosines(technical.key, vectors[32:33], [written[2].key, written[2].key + 999])
    assert cosines[0] == pytest.approx(1, abs=1e-3)
    assert np.isnan(cosines[1])


def test_another_process_sees_new_replaced_and_deleted_observations(store: Store, other: Store) -> None:
    [a] = make_nodes(store, "a")
    vectors = unit_vectors(4)
    written = store.observations.add(a, ["one", "two"], NOW)
    embed(store, written, vectors[:2])
    assert other.perspectives.nearest(general(store), vectors[:1], 5).keys.tolist()[0] == written[0].key

    store.observations.delete(a, [0])
    [third] = store.observations.add(a, ["three"], NOW)
    embed(store, [third], vectors[2:3])

    assert set(other.perspectives.nearest(general(store), vectors[2:3], 5).keys.tolist()) == {written[1].key, third.key}
    assert other.perspectives.nearest(general(store), vectors[2:3], 1).keys.tolist() == [third.key]


def test_a_nodes_mean_follows_its_observations(store: Store) -> None:
    nodes = make_nodes(store, "a", "b", "c")
    vectors = unit_vectors(3)
    written = [store.observations.add(node, [name], NOW)[0] for node, name in zip(nodes, "abc", strict=True)]
    embed(store, written, np.stack([vectors[0], vectors[0], vectors[1]]))
    alike = store.perspectives.alike(general(store), 5, 0.99)

    [more] = store.observations.add(nodes[2], ["as a and b"], NOW)
    embed(store, [more], vectors[:1])
    store.observations.delete(nodes[2], [0])

    assert list(zip(alike.first.tolist(), alike.second.tolist(), strict=True)) == [(nodes[0], nodes[1])]
    assert alike.cosines[0] == pytest.approx(1, abs=1e-3)
    assert len(store.perspectives.alike(general(store), 5, 0.99).cosines) == 3


def test_a_perspective_can_be_added_changed_and_dropped(store: Store) -> None:
    [a] = make_nodes(store, "a")
    embed(store, store.observations.add(a, ["text"], NOW), unit_vectors(1))
    assert store.perspectives.coverage() == (1, 1)

    mood = store.perspectives.set("mood", "(mood) ")
    [pending] = store.perspectives.pending(5)
    store.perspectives.put({pending.key: {mood.key: unit_vectors(1)}})
    covered = store.perspectives.coverage()
    store.perspectives.set("mood", "(feeling) ")

    assert [each.name for each in pending.perspectives] == ["mood"]
    assert covered == (1, 1)
    assert [[each.instruction for each in waits.perspectives] for waits in store.perspectives.pending(5)] == [["(feeling) "]]
    assert store.perspectives.drop("mood")
    assert not store.perspectives.drop("mood")
    assert [each.name for each in store.perspectives.all()] == ["general", "technical", "relational", "temporal", "project"]
    store.perspectives.put({pending.key: {}})
    assert store.perspectives.coverage() == (1, 1)
    assert list(store.check()) == []


def test_another_embedder_drops_the_vectors_of_observations_too(store: Store) -> None:
    [a] = make_nodes(store, "a")
    embed(store, store.observations.add(a, ["text"], NOW), unit_vectors(1))

    store.search.forget_vectors(IDENTITY)

    assert store.perspectives.coverage() == (0, 1)
    assert len(store.perspectives.nearest(general(store), unit_vectors(1), 5).keys) == 0
    assert list(store.check()) == []


def test_relations_are_current_facts_read_both_ways(store: Store) -> None:
    [a, b, c] = make_nodes(store, "a", "b", "c")
    store.graph.add_fact(fact("1", "a", "knows", "b"))
    store.graph.add_fact(fact("2", "c", "knows", "a"))
    store.graph.add_fact(fact("3", "b", "left", "c", valid_to=day("2026-01")))

    assert sorted(store.nodes.adjacent([a], NOW)) == [(a, b), (a, c)]
    assert [each.triple for each in store.nodes.facts_touching([b], 9, NOW)] == [Triple("a", "knows", "b")]
    assert [each.triple for each in store.nodes.facts_among([a, b], 9, NOW)] == [Triple("a", "knows", "b")]
    assert store.nodes.edges(9, NOW).tolist() == [[c, a], [a, b]]
    assert store.nodes.orphans(9, NOW) == []
    assert [len(store.nodes.facts_touching([a], limit, NOW)) for limit in (1, 9)] == [1, 2]


def test_a_relation_whose_end_lies_ahead_is_walked_and_counted_until_it_comes(store: Store) -> None:
    [a, b, c] = make_nodes(store, "a", "b", "c")
    store.graph.add_fact(fact("1", "a", "advises", "b", valid_to=day("2026-05-11")))
    store.graph.add_fact(fact("2", "b", "advised", "c", valid_to=day("2026-05-10")))
    [seen] = store.observations.add(a, ["met b"], NOW)
    store.observations.set_mentions({seen.key: ["id of b"]})

    assert sorted(store.nodes.adjacent([a, b, c], NOW)) == [(a, b), (b, a)]
    assert [each.id for each in store.nodes.facts_touching([b], 9, NOW)] == ["1"]
    assert [each.id for each in store.nodes.facts_touching([b], 9, NOW, Direction.INCOMING)] == ["1"]
    assert [each.id for each in store.nodes.facts_among([a, b, c], 9, NOW)] == ["1"]
    assert store.nodes.edges(9, NOW).tolist() == [[a, b]]
    assert [each.entity.name for each in store.nodes.orphans(9, NOW)] == ["c"]
    assert (store.nodes.gaps(9, NOW), store.nodes.counts(NOW)) == ([], (3, 1, 1))
    store.graph.add_fact(fact("3", "a", "sees", "b"))
    with pytest.raises(Conflict):
        store.nodes.rename_fact("3", "advises", NOW)


def test_a_relation_is_renamed_unless_another_says_so(store: Store) -> None:
    make_nodes(store, "a", "b")
    store.graph.add_fact(fact("1", "a", "knows", "b"))
    store.graph.add_fact(fact("2", "a", "likes", "b"))

    with pytest.raises(Conflict):
        store.nodes.rename_fact("1", "Likes", NOW)
    with pytest.raises(NotFound):
        store.nodes.rename_fact("9", "x", NOW)
    store.nodes.rename_fact("1", "has met", NOW)

    assert [each.predicate for each in store.graph.current("a", NOW)] == ["has met", "likes"]
    assert store.graph.stats(NOW).predicates == ("has met", "likes")
    assert list(store.check()) == []


def test_nodes_are_listed_by_type_change_and_need(store: Store) -> None:
    for name, kind, updated in (("a", "person", 0), ("b", "Person", 5), ("c", "place", 9)):
        store.graph.add_entity(entity(name, type=kind, updated_at=at(updated)))

    assert [node.entity.name for node in store.nodes.of_type("PERSON", 9)] == ["a", "b"]
    assert [node.entity.name for node in store.nodes.changed_since(at(5), 9)] == ["c", "b"]
    assert [node.entity.name for node in store.nodes.orphans(2, NOW)] == ["c", "b"]
    assert [node.entity.name for node in store.nodes.stale(9)] == ["c", "b", "a"]


def test_events_go_with_their_node_and_deletions_stay_counted(store: Store) -> None:
    [a] = make_nodes(store, "a", "b")[:1]
    store.observations.add(a, ["seen"], NOW)
    before = store.nodes.events_since(NOW)

    store.graph.delete_entity("id of a")

    assert before == {"add_observation": 1, "create_node": 2}
    assert store.nodes.events_since(NOW) == {"create_node": 1, "delete_node": 1}
    assert store.nodes.events_since(NOW + timedelta(seconds=1)) == {}


@pytest.mark.requirement("two-faces")
def test_observations_are_listed_and_counted_as_memories(store: Store) -> None:
    store.graph.add_entity(replace(entity("Ada"), type="person", tags=("team",), user_id="u1"))
    [ada] = store.nodes.keys(["ada"]).values()
    [other] = make_nodes(store, "atlas")
    [first] = store.observations.add(ada, ["drinks tea"], at(0))
    [second] = store.observations.add(other, ["is late"], at(5))

    def rows(**scope: Any) -> list[int]:
        return store.observations.page(Scope(**scope), Order.NEWEST, 9)

    assert rows() == rows(wing="entities") == [second.key, first.key]
    assert store.observations.page(Scope(), Order.OLDEST, 1, 1) == [second.key]
    assert rows(room="person") == rows(tag="team") == rows(tag="Ada") == rows(user_id="u1") == rows(source="Ada") == [first.key]
    assert rows(wing="wing_app") == rows(author="Ada") == rows(room="person", since=at(5)) == []
    assert store.observations.inside([first.key, second.key], Scope(until=at(5))) == [first.key]
    assert [store.observations.count(scope) for scope in (Scope(), Scope(room="person"), Scope(hall="hall_x"))] == [2, 1, 0]
    assert [(entry.place.room, entry.count, entry.latest) for entry in store.observations.places()] == [
        ("person", 1, at(0)),
        ("unknown", 1, at(5)),
    ]
