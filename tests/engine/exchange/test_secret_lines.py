"""Secrets in what becomes no memory's text: facts, observations, summaries, names, metadata and imported code, on both stores."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Triple
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Order
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.secrets import SecretPolicy, Treatment, kinds_in, noted_in, notes_on
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.peers.server_memory import carry_out, plan_import
from support.clock import FixedClock
from support.homes import Home
from support.secrets import filled

TOKEN = filled("ghp_<b62:36>")
HIDDEN = "*" * len(TOKEN)
RANDOM = filled("<b62:24>")
LINES: list[dict[str, Any]] = [
    {"type": "palace", "about": f"Ada, who signs with {TOKEN}"},
    {"type": "entity", "name": f"key {TOKEN}", "summary": f"opens with {TOKEN}"},
    {"type": "fact", "subject": "gate", "predicate": "opens with", "object": f"key {TOKEN}", "source": f"note {TOKEN}"},
    {
        "type": "observations",
        "entity": "gate",
        "next_ordinal": 1,
        "observations": [{"ordinal": 0, "content": f"It takes {TOKEN} at night."}],
    },
    {"content": "The gate is green.", "metadata": {"login": {"api_key": RANDOM, "tries": [f"once {TOKEN}", 3]}}},
    {"type": "project", "id": "proj", "root": "/somewhere"},
    {
        "type": "code",
        "project": "proj",
        "path": "a.py",
        "language": "python",
        "digest": "00" * 16,
        "chunks": [{"id": "c1", "kind": "module", "start_line": 1, "end_line": 1, "content": f"push('{TOKEN}')"}],
    },
]
Build = Callable[..., Palace]


@pytest.fixture
def build(home: Home, clock: FixedClock, mint: Mint) -> Iterator[Build]:
    engines = []

    def made(**doors: Treatment) -> Palace:
        equipment = Equipment(HashingEmbedder(), clock, mint, patience_s=5, secrets=SecretPolicy(**doors))
        engines.append(Engine(home.shelf(), equipment))
        return engines[-1].create("test")

    yield made
    for engine in engines:
        engine.close()


def imported(palace: Palace, *lines: dict[str, Any]) -> list[Any]:
    stream = BytesIO("\n".join(map(json.dumps, lines)).encode())
    return list(Importing(lambda _: palace, HashingEmbedder()).run(numbered_lines(stream)))


def exported(palace: Palace) -> str:
    return "\n".join(export_lines(palace.store))


@pytest.mark.requirement("secrets-everywhere")
def test_every_text_of_every_imported_line_is_masked_and_told_once(build: Build) -> None:
    palace = build(imported=Treatment.MASK)

    [tally] = imported(palace, *LINES)
    [again] = imported(palace, *LINES)

    everything = exported(palace)
    assert tally.bad == []
    assert (TOKEN in everything, RANDOM in everything) == (False, False)
    assert {line.number for line in tally.masked} == {1, 2, 3, 4, 5, 7}
    assert (again.entities, again.facts, again.memories, again.files) == (0, 0, 0, 0)
    [fact] = palace.facts.about("gate")
    assert (fact.object, fact.source) == (f"key {HIDDEN}", f"note {HIDDEN}")
    assert palace.entities.node(f"key {HIDDEN}").entity.summary == f"opens with {HIDDEN}"
    [memory] = [each for each in palace.memories.page(EVERYTHING, Order.NEWEST, 9) if "login" in each.metadata]
    assert memory.metadata["login"] == {"api_key": "*" * len(RANDOM), "tries": [f"once {HIDDEN}", 3]}
    assert {note.field for note in noted_in(memory)} == {"api_key", "tries"}


@pytest.mark.requirement("secrets-everywhere")
def test_lines_with_secrets_are_refused_one_by_one_where_that_is_set(build: Build) -> None:
    palace = build(imported=Treatment.REFUSE)

    [tally] = imported(palace, *LINES, {"type": "fact", "subject": "gate", "predicate": "is", "object": "green"})

    assert sorted(line.number for line in tally.bad) == [1, 2, 3, 4, 5, 7]
    assert (tally.refused, tally.facts, tally.known) == (6, 1, 0)
    assert TOKEN not in exported(palace)


@pytest.mark.requirement("secrets-everywhere")
def test_a_file_of_the_reference_server_is_masked_and_known_again(build: Build) -> None:
    palace = build(imported=Treatment.MASK)
    entity = {"type": "entity", "name": "gate", "entityType": "door", "observations": [f"opens with {TOKEN}"]}
    relation = {"type": "relation", "from": "gate", "to": f"key {TOKEN}", "relationType": "takes"}
    text = f"{json.dumps(entity)}\n{json.dumps(relation)}"

    plan = plan_import(text, palace)
    list(carry_out(plan, palace))
    again = plan_import(text, palace)

    assert len(plan.masked) == 2
    assert TOKEN not in exported(palace)
    assert [each.object for each in palace.facts.about("gate")] == [f"key {HIDDEN}"]
    assert (again.entities, again.observations, again.relations) == (0, 0, 0)


@pytest.mark.requirement("secrets-everywhere")
def test_what_is_filed_on_purpose_follows_its_own_setting(build: Build) -> None:
    palace = build(filed=Treatment.MASK)

    palace.entities.create([EntityDraft("gate", "door", [f"takes {TOKEN}"], f"opens with {TOKEN}")])
    palace.entities.observe([("gate", [f"again {TOKEN}"])])
    palace.entities.set_summary("gate", f"now {TOKEN}")
    palace.facts.add("gate", "takes", f"key {TOKEN}")
    palace.facts.join([Triple("gate", "likes", f"key {TOKEN}")])
    memory = palace.memories.remember(Draft("plain", metadata={"token": TOKEN}), actor=Actor.AGENT)
    palace.amending.amend(memory.id, metadata={"token": TOKEN, "more": 1})

    assert TOKEN not in exported(palace)
    assert len(palace.facts.about("gate")) == 2


@pytest.mark.requirement("secrets-everywhere")
@pytest.mark.parametrize(
    "file",
    [
        lambda palace: palace.entities.create([EntityDraft("gate", "door", [f"takes {TOKEN}"])]),
        lambda palace: palace.entities.describe("gate", summary=f"takes {TOKEN}"),
        lambda palace: palace.facts.supersede("gate", "takes", TOKEN),
        lambda palace: palace.memories.remember(Draft("plain", metadata={"deep": [{"token": TOKEN}]}), actor=Actor.AGENT),
    ],
    ids=["observation", "summary", "fact", "metadata"],
)
def test_what_is_filed_on_purpose_can_be_refused(build: Build, file: Callable[[Palace], object]) -> None:
    palace = build(filed=Treatment.REFUSE)

    with pytest.raises(Invalid, match="looks like a secret"):
        file(palace)


@pytest.mark.requirement("secrets-everywhere")
def test_a_fact_and_metadata_that_are_kept_are_told(build: Build) -> None:
    palace = build()

    fact = palace.facts.add("gate", "api_key", RANDOM)
    memory = palace.memories.remember(Draft("plain", metadata={"api_key": RANDOM}))

    assert (fact.object, kinds_in(fact)) == (RANDOM, ["API key"])
    assert [note.told for note in notes_on(memory)] == ["API key in the metadata 'api_key'"]
    assert kinds_in(palace.facts.add("gate", "colour", "green")) == []


@pytest.mark.requirement("secrets-everywhere")
@pytest.mark.parametrize("noted", ["x", [1], [{"kind": [], "line": "x"}], [{"line": None}]])
def test_odd_notes_of_what_was_masked_stop_no_import(build: Build, noted: object) -> None:
    palace = build(imported=Treatment.MASK)

    [tally] = imported(palace, {"content": f"use {TOKEN}", "metadata": {"secrets": noted, "token": TOKEN}})

    assert (tally.memories, tally.bad) == (1, [])
    assert TOKEN not in exported(palace)
