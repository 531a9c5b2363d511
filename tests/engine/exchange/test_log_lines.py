"""The change log in lines: two palaces with the same past have the same lines, and what is imported can be undone."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.past.histories import RandomHistory, state
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.exchange.lines import dump
from simonides.engine.exchange.tokens import token_lines
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.secrets import SecretPolicy, Treatment
from simonides.engine.palace import Equipment, Palace
from simonides.engine.tokens import admit, token_of_secret
from simonides.ports.tokens import Tokens
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.tokens import SqliteTokens
from support.clock import FixedClock
from support.secrets import filled

pytestmark = pytest.mark.requirement("exchange-past")


@pytest.fixture
def heir(tmp_path: Path, clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    """Another place, in SQLite, whatever the palace lies in."""
    engine = Engine(SqliteShelf(tmp_path / "heir", clock), Equipment(HashingEmbedder(), clock, mint, patience_s=5))
    yield engine
    engine.close()


def told(palace: Palace) -> list[str]:
    return list(export_lines(palace.store, with_log=True))


def take(engine: Engine, lines: list[str], name: str = "heir", tokens: Tokens | None = None) -> ImportTally:
    total, raw = ImportTally(), io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    for tally in Importing(lambda about: engine.create(name, about), engine.embedder, tokens=tokens).run(numbered_lines(raw)):
        total.include(tally, 100)
    assert total.bad == []
    return total


def lived(palace: Palace, clock: FixedClock) -> None:
    history = RandomHistory(palace, Random(7))
    with called_by(Caller(Actor.AGENT, "claude-code 2.1 token t7", "core")):
        for number in range(60):
            clock.pass_time(seconds=1)
            history.step()
            if number % 15 == 14:
                palace.past.undoing.undo([palace.past.acts.newest(1)[0].number], along=True)
    palace.facts.add("Ada", "knows", "Bob", confidence=1.0, weight=0.5)
    palace.facts.end("Ada", "knows", "Bob")
    palace.vectors.views.set("sailing", "(ships) ")
    palace.vectors.views.drop("temporal")
    palace.store.tell_about("Ada builds ships.")


def test_lines_make_a_palace_that_gives_the_same_lines_with_its_past(
    engine: Engine, palace: Palace, heir: Engine, clock: FixedClock
) -> None:
    lived(palace, clock)
    middle, lines = clock(), told(palace)

    there = take(heir, lines)
    again = take(engine, told(heir.palace("heir")), "again")

    assert told(heir.palace("heir")) == told(engine.palace("again")) == lines
    assert there.changes == again.changes > 60
    assert any(json.loads(line).get("kind") == "undo" for line in lines)
    for other in (heir.palace("heir"), engine.palace("again")):
        assert state(other) == state(palace)
        assert len(other.past.knowing.at(middle).page()) == len(palace.past.knowing.at(middle).page())
        assert other.complaints() == []


def test_what_was_imported_with_its_past_can_be_undone(palace: Palace, heir: Engine) -> None:
    memory = palace.memories.remember(Draft("The mast is of ash"), actor=Actor.PERSON)
    palace.amending.edit(memory.id, Edit("The mast is of oak"))
    palace.memories.forget(memory.id)
    take(heir, told(palace))
    there = heir.palace("heir")

    there.past.undoing.undo([there.past.acts.newest(1)[0].number])
    assert there.memories.get(memory.id).content == "The mast is of oak"
    there.past.undoing.undo([there.past.acts.newest(3)[2].number])
    assert there.memories.get(memory.id) == memory


def test_a_palace_that_held_something_keeps_its_own_log(palace: Palace, heir: Engine) -> None:
    palace.memories.remember(Draft("The mast is of ash"))
    there = heir.create("heir")
    own = there.memories.remember(Draft("The keel is of oak"))

    tally = take(heir, told(palace))
    again = take(heir, told(palace))

    assert tally.notice is not None
    assert "is left out: the palace has one of its own" in tally.notice
    assert (tally.memories, tally.changes, again.memories, again.changes) == (1, 0, 0, 0)
    assert own.id in {each for act in there.past.acts.newest(9) for _, each in act.keys}


def test_lines_without_a_log_are_imported_as_before(palace: Palace, heir: Engine) -> None:
    palace.memories.remember(Draft("The mast is of ash"))

    tally = take(heir, list(export_lines(palace.store)))

    assert (tally.memories, tally.changes, tally.notice) == (1, 0, None)
    assert [act.who for act in heir.palace("heir").past.acts.newest(9)] == ["import"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"kind": "dream"}, "'dream' is not one of memory, entity, fact, observation, supersession, undo"),
        ({"operation": "eat"}, "'eat' is not one of add, change, delete"),
        ({"number": None}, "number"),
        ({"at": "noon"}, "at"),
        ({"kind": "undo", "id": "x"}, "must be a number"),
        ({"kind": "undo", "id": "9" * 5_000}, "must be a number"),
        ({"more": 1}, "more"),
    ],
)
def test_a_bad_line_of_the_log_is_refused_and_the_rest_arrives(
    palace: Palace, heir: Engine, change: dict[str, object], fault: str
) -> None:
    palace.memories.remember(Draft("The mast is of ash"))
    lines = told(palace)
    bad = dump({**json.loads(lines[-1]), **change})

    total, raw = ImportTally(), io.BytesIO("\n".join([*lines, bad]).encode())
    for tally in Importing(lambda _: heir.create("heir"), heir.embedder).run(numbered_lines(raw)):
        total.include(tally, 100)

    assert (total.changes, total.memories, total.refused) == (1, 1, 1)
    assert fault in total.bad[0].reason


def test_secrets_in_former_versions_are_masked_like_those_in_memories(
    palace: Palace, tmp_path: Path, clock: FixedClock, mint: Mint
) -> None:
    secret = filled("ghp_<b62:36>")
    memory = palace.memories.remember(Draft(f"The token is {secret}"))
    palace.amending.edit(memory.id, Edit("The token is in the safe"))
    policy = SecretPolicy(imported=Treatment.MASK)
    shelf = SqliteShelf(tmp_path / "masked", clock)
    masking = Engine(shelf, Equipment(HashingEmbedder(), clock, mint, patience_s=5, secrets=policy))

    total, raw = ImportTally(), io.BytesIO("\n".join(told(palace)).encode())
    for tally in Importing(lambda _: masking.create("m"), masking.embedder).run(numbered_lines(raw)):
        total.include(tally, 100)

    assert any(secret in line for line in told(palace))
    assert total.changes == len([line for line in told(palace) if '"type":"change"' in line])
    assert not any(secret in line for line in told(masking.palace("m")))
    masking.close()


@pytest.mark.requirement("exchange-tokens")
def test_tokens_travel_as_digests_and_are_taken_over_only_where_that_is_wanted(
    palace: Palace, heir: Engine, tmp_path: Path, clock: FixedClock
) -> None:
    palace.memories.remember(Draft("The mast is of ash"))
    ours, theirs = SqliteTokens(tmp_path / "ours"), SqliteTokens(tmp_path / "theirs")
    token, secret = admit(ours, palace.info.name, clock, read_only=True, note="for Bob")
    admit(ours, "another", clock)
    lines = [*told(palace), *map(dump, token_lines(ours, palace.info.name))]

    left = take(heir, lines)
    assert left.notice == "tokens in the file are left out (1); --with-tokens takes them over"
    assert not any(secret in line for line in lines)
    assert theirs.list() == []

    taken, again = take(heir, lines, tokens=theirs), take(heir, lines, tokens=theirs)
    kept = token_of_secret(theirs, secret)
    assert (taken.tokens, again.tokens) == (1, 0)
    assert kept is not None
    assert (kept.id, kept.palace, kept.read_only, kept.note) == (token.id, "heir", True, "for Bob")
    assert list(token_lines(theirs, "heir")) == list(token_lines(ours, palace.info.name))


@pytest.mark.requirement("exchange-tokens")
def test_a_token_that_is_none_is_refused(heir: Engine) -> None:
    line = dump({"type": "token", "id": "t", "digest": "simonides_secret", "created_at": "2026-03-01T00:00:00Z"})

    [tally] = Importing(lambda _: heir.create("heir"), heir.embedder).run([(1, line.encode())])

    assert "must be the SHA-256 of a secret" in tally.bad[0].reason
