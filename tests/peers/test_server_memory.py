import json

import pytest

from simonides.domain.errors import Invalid
from simonides.engine.palace import Palace
from simonides.peers.server_memory import carry_out, plan_import
from support.clock import FixedClock

ENTITIES = [
    {"name": "Ada", "entityType": "person", "observations": ["writes code", "likes Bach", " "]},
    {"name": "Bach", "entityType": "composer", "observations": []},
]
RELATIONS = [
    {"from": "Ada", "to": "Bach", "relationType": "likes"},
    {"from": "Ada", "to": "Nobody", "relationType": "knows"},
]
LINES = "\n".join(
    json.dumps({"type": kind, **each}) for kind, entries in (("entity", ENTITIES), ("relation", RELATIONS)) for each in entries
)


@pytest.mark.requirement("graph-import")
@pytest.mark.parametrize("text", [LINES, json.dumps({"entities": ENTITIES, "relations": RELATIONS})])
def test_both_forms_become_nodes_and_relations(palace: Palace, text: str) -> None:
    plan = plan_import(text, palace)

    assert sum(carry_out(plan, palace)) == 5
    opened = palace.entities.open(["Ada", "Bach", "Nobody"])
    assert (plan.entities, plan.observations, plan.relations, plan.known, plan.bad) == (3, 2, 2, 0, [])
    assert [node.entity.type for node, _ in opened.nodes] == ["person", "composer", "unknown"]
    assert [each.content for each in opened.nodes[0][1]] == ["writes code", "likes Bach"]
    assert {(each.subject, each.predicate, each.object) for each in opened.facts} == {
        ("Ada", "likes", "Bach"), ("Ada", "knows", "Nobody"),
    }  # fmt: skip


@pytest.mark.requirement("graph-import")
def test_importing_again_adds_only_what_is_new(palace: Palace) -> None:
    list(carry_out(plan_import(LINES, palace), palace))

    again = plan_import(LINES, palace)
    more = plan_import(LINES.replace("writes code", "writes novels"), palace)
    list(carry_out(more, palace))

    assert (again.entities, again.observations, again.relations, again.known) == (0, 0, 0, 7)
    assert (more.entities, more.observations, more.relations) == (0, 1, 0)
    [(_, observations)] = palace.entities.open(["Ada"]).nodes
    assert [each.content for each in observations] == ["writes code", "likes Bach", "writes novels"]


def test_a_file_that_says_things_twice_says_them_once(palace: Palace) -> None:
    plan = plan_import(f"{LINES}\n{LINES}", palace)

    assert (plan.entities, plan.observations, plan.relations, plan.known) == (3, 2, 2, 6)


def test_a_plan_alone_writes_nothing(palace: Palace, clock: FixedClock) -> None:
    assert plan_import(LINES, None).entities == 3
    assert plan_import(LINES, palace).entities == 3
    assert palace.store.nodes.counts(clock.now) == (0, 0, 0)


def test_bad_lines_are_named_and_the_others_are_taken(palace: Palace) -> None:
    text = f'garbage\n[1]\n{LINES}\n{{"type": "mood"}}\n' + json.dumps(
        {"type": "entity", "name": "x" * 129, "entityType": "t", "observations": []}
    )

    plan = plan_import(text, palace)

    assert [line.number for line in plan.bad] == [1, 2, 7, 8]
    assert plan.entities == 3
    with pytest.raises(Invalid):
        plan_import('{"something": "else"}', palace)
    assert plan_import("", palace).entities == 0
