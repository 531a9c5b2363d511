"""Names that mean one: aliases in each store, and merging with everything that moves, undo and what was known before."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.past.histories import state
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import Direction
from simonides.domain.past.formers import Former
from simonides.domain.past.supersession import pair
from simonides.domain.time import Stamp
from simonides.engine.claims.name_guesses import NameGuessing
from simonides.engine.engine import Engine
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.ports.stores import Store
from simonides.stores.sql.formers import columns_of, unpack
from stores.made import NOW, entity
from support.clock import FixedClock
from support.counting import calls_of

ADA = Caller(Actor.AGENT, "claude-code 2.1", "palace")


@pytest.fixture
def known(palace: Palace) -> Palace:
    """Mara under two names, with something of every kind about each."""
    palace.memories.remember(Draft("Mara checked the tax rates"))
    palace.memories.remember(Draft("Mrs Lindqvist signed the contract"))
    mara = EntityDraft("Mara Lindqvist", "person", ["leads billing"], "The head of billing.", ["billing"])
    other = EntityDraft("Mrs Lindqvist", "unknown", ["signed in May", "leads billing"], "Signs contracts.", ["contracts"])
    palace.entities.create([mara, other, EntityDraft("Jonas", "person", ["asked Mrs Lindqvist for a pass"])])
    palace.facts.add("Mara Lindqvist", "leads", "billing", valid_from=Stamp.parse("2025"))
    palace.facts.add("Mrs Lindqvist", "leads", "billing", valid_from=Stamp.parse("2024-03"))
    palace.facts.add("Mrs Lindqvist", "lives_in", "Lund")
    palace.facts.add("Jonas", "reports_to", "Mrs Lindqvist")
    palace.facts.end("Jonas", "reports_to", "Mrs Lindqvist")
    palace.facts.add("Mrs Lindqvist", "same_as", "Mara Lindqvist")
    return palace


def test_an_entity_that_was_packed_before_there_were_aliases_is_read_and_a_shorter_row_is_not() -> None:
    columns = json.loads(columns_of("entity", Former(entity("Ada"))))

    former = unpack("entity", json.dumps(columns[:-1]))

    assert former == Former(entity("Ada"))
    with pytest.raises(KeyError):
        unpack("entity", json.dumps(columns[:-2]))


def test_an_alias_finds_its_entity_until_another_has_the_name(store: Store) -> None:
    ada = replace(entity("Ada Lovelace"), aliases=("Countess", "A. Lovelace"))
    store.graph.add_entity(ada)
    key = store.nodes.keys(["ada_lovelace"])["ada_lovelace"]

    assert store.graph.entity("COUNTESS") == store.graph.entity(ada.id) == ada
    assert store.graph.named(["countess", "a._lovelace", "nobody"]) == {"countess": ada, "a._lovelace": ada}
    assert store.nodes.keys(["countess"]) == {"countess": key}

    other = store.graph.add_entity(entity("Countess"))
    assert store.graph.named(["countess"]) == {"countess": other}
    store.graph.delete_entity(other.id)
    assert store.graph.entity("Countess") == ada

    store.graph.replace_entity(replace(ada, aliases=("Countess",)))
    assert store.graph.named(["a._lovelace"]) == {}
    store.graph.delete_entity(ada.id)
    with pytest.raises(NotFound):
        store.graph.entity("Countess")


def test_of_two_with_the_same_alias_the_first_keeps_it(store: Store) -> None:
    for name in ("Ada", "Bob"):
        store.graph.add_entity(replace(entity(name), aliases=("The boss",)))

    assert store.graph.entity("the boss").name == "Ada"


@pytest.mark.requirement("claims-names")
def test_everything_about_one_moves_to_the_other(known: Palace) -> None:
    before = known.claims.names.plan("mara lindqvist", "mrs lindqvist")

    done = known.claims.names.merge("mara lindqvist", "mrs lindqvist")

    assert done == before
    assert (done.keep.aliases, done.keep.type, done.keep.tags) == (("Mrs Lindqvist",), "person", ("billing", "contracts"))
    assert [fact.predicate for fact in done.moved] == ["lives_in", "reports_to"]
    assert [fact.predicate for fact in done.folded + done.between] == ["leads", "same_as"]
    assert (done.observations, done.repeated, done.mentions) == (("signed in May", "Signs contracts."), 1, 1)
    kept, observed = known.entities.observed("MRS LINDQVIST")
    assert (kept.name, kept.summary) == ("Mara Lindqvist", "The head of billing.")
    assert [each.content for each in observed] == ["leads billing", "signed in May", "Signs contracts."]
    told = {(str(fact.triple), fact.valid_from and fact.valid_from.text) for fact in known.facts.about("Mrs Lindqvist")}
    assert told == {
        ("Mara Lindqvist → leads → billing", "2024-03"),
        ("Mara Lindqvist → lives_in → Lund", None),
        ("Jonas → reports_to → Mara Lindqvist", None),
    }
    assert known.complaints() == []


def test_a_question_with_the_former_name_finds_facts_and_memories(known: Palace) -> None:
    known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")
    later = known.memories.remember(Draft("Mrs Lindqvist is away"))

    found = known.recall_united("Where does Mrs Lindqvist live?").found

    assert "Mara Lindqvist → lives_in → Lund" in [str(each.triple) for each in found if hasattr(each, "triple")]
    assert later.id in [memory.id for memory in known.naming("Mara Lindqvist", 10)]
    assert known.facts.add("mrs lindqvist", "likes", "tea").subject == "Mara Lindqvist"
    assert [fact.object for fact in known.facts.between("Mrs Lindqvist", "tea")] == ["tea"]


def test_undo_gives_both_back_and_undoing_that_merges_again(known: Palace) -> None:
    before = state(known)
    named = known.naming("Mara Lindqvist", 10), known.naming("Mrs Lindqvist", 10)
    with called_by(ADA):
        known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")
    [act] = known.past.acts.newest(1)
    merged = state(known)

    known.past.undoing.undo([act.number])
    assert (act.who, state(known)) == (ADA.signature, before)
    assert (known.naming("Mara Lindqvist", 10), known.naming("Mrs Lindqvist", 10)) == named
    assert known.complaints() == []

    known.past.undoing.undo([known.past.acts.newest(1)[0].number])
    assert state(known) == merged


def test_what_was_known_before_the_merge_shows_two(known: Palace) -> None:
    moment = known.past.acts.newest(1)[0].at
    known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")

    then = known.past.knowing.at(moment)

    assert {"Mara Lindqvist", "Mrs Lindqvist"} <= {each.name for each in then.entities()}
    assert [each.content for each in then.node("Mrs Lindqvist")[1]] == ["signed in May", "leads billing"]
    assert [each.content for each in then.node("Mara Lindqvist")[1]] == ["leads billing"]
    assert [fact.object for fact in then.facts_about("Mrs Lindqvist", Direction.OUTGOING)] == [
        "billing",
        "Lund",
        "Mara Lindqvist",
    ]
    changed = {(each.verb, each.kind) for each in known.past.differences.between(moment, datetime.now(UTC))}
    assert {("ended", "entity"), ("changed", "entity"), ("corrected", "fact")} <= changed


def test_a_merge_with_itself_or_with_nobody_is_refused(known: Palace) -> None:
    known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")
    with pytest.raises(Invalid, match="already"):
        known.claims.names.merge("Mrs Lindqvist", "Mara Lindqvist")
    with pytest.raises(NotFound):
        known.claims.names.plan("Mara Lindqvist", "Nobody")


def test_an_observation_that_took_the_place_of_a_memory_still_does(known: Palace) -> None:
    memory = known.memories.remember(Draft("Nobody signed yet"))
    drop = known.entities.node("Mrs Lindqvist").entity.id
    known.store.supersessions.add(pair("memory", memory.id, f"{drop}/0", "said", NOW))

    known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")

    [newer] = known.claims.chains.of(memory.id).newer
    assert newer.memory.content == "signed in May"


def test_names_are_proposed_once_and_merged_when_somebody_accepts(palace: Palace, clock: FixedClock) -> None:
    names = ["Mara Lindqvist", "M. Lindqvist", "Postgre SQL", "PostgreSQL", "Jonas", "HRB-412", "HRB-413", "Lindquist Mara"]
    palace.entities.create([EntityDraft(name, "person" if "Lind" in name else "unknown") for name in names])
    guesses = NameGuessing(palace.store, clock)

    assert (guesses.propose(), guesses.propose()) == (2, 0)
    review = palace.claims.review
    waiting = {(each.pair.older, each.pair.newer): each.pair.key for each in review.page()}
    assert set(waiting) == {("m._lindqvist", "mara_lindqvist"), ("postgresql", "postgre_sql")}

    review.decide([str(waiting["postgresql", "postgre_sql"])], "reject")
    [accepted] = review.decide([str(waiting["m._lindqvist", "mara_lindqvist"])], "accept")
    assert (accepted.pair.state, palace.entities.node("M. Lindqvist").entity.name) == ("accepted", "Mara Lindqvist")
    assert (guesses.propose(), review.count()) == (0, 0)
    with pytest.raises(Invalid, match="undo"):
        review.decide([str(accepted.pair.key)], "reject")
    with pytest.raises(Invalid, match="names"):
        review.decide([str(accepted.pair.key)], "accept", end=True)

    palace.past.undoing.undo([palace.past.acts.newest(1)[0].number])
    assert palace.entities.node("M. Lindqvist").entity.name == "M. Lindqvist"
    assert [each.pair.state for each in review.page()] == ["proposed"]


def test_two_that_a_fact_tells_apart_are_not_proposed(palace: Palace, clock: FixedClock) -> None:
    palace.entities.create([EntityDraft(name, "person") for name in ("Mara Lindqvist", "Mara Lindquist")])
    palace.facts.add("Mara Lindqvist", "sister_of", "Mara Lindquist")

    assert NameGuessing(palace.store, clock).propose() == 0


def test_a_name_taken_by_another_cannot_be_given(store: Store) -> None:
    for name in ("Ada", "Bob"):
        store.graph.add_entity(entity(name))
    with pytest.raises(Conflict):
        store.graph.replace_entity(replace(store.graph.entity("Ada"), name="Bob"))


def test_an_alias_travels_in_an_export(known: Palace, engine: Engine) -> None:
    known.claims.names.merge("Mara Lindqvist", "Mrs Lindqvist")
    lines = "\n".join(export_lines(known.store, with_log=True)).encode()
    other = engine.create("other")

    list(Importing(lambda _: other, engine.embedder).run(numbered_lines(io.BytesIO(lines))))

    assert other.entities.node("Mrs Lindqvist").entity.aliases == ("Mrs Lindqvist",)
    assert {fact.id for fact in other.facts.timeline()} == {fact.id for fact in known.facts.timeline()}


def test_what_a_plan_costs_grows_with_the_number_of_facts(palace: Palace) -> None:
    def planned(count: int) -> int:
        keep, drop = f"Mara {count}", f"Mrs Lindqvist {count}"
        for number in range(count):
            palace.facts.add(keep, "knows", f"Person {number}")
            palace.facts.add(drop, "met", f"Person {number}")
        assert len(palace.claims.names.plan(keep, drop).moved) == count
        return calls_of(lambda: palace.claims.names.plan(keep, drop))

    assert planned(80) < 6 * planned(20)
