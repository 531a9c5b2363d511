"""What arrives with a palace's token: kept as it is claimed, marked as received, and trusted as far as the token may give."""

import json

import pytest

from engine.sync.replicas import pull
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Forbidden, Invalid
from simonides.domain.memory import Memory, Origin, Scope
from simonides.domain.past.provenance import SourceKind, Trust
from simonides.domain.past.receipts import RECEIVED, TokenReceipt, receipt_of
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.exchange.importing import Importing
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.sync.replica import replica_of
from simonides.engine.sync.segments import read_sync_line, sync_line

HOLDER = Caller(Actor.SERVICE, "sync token 1a2b3c4d", "rest", "1a2b3c4d")
PERSON = Origin(added_by=Actor.PERSON)


@pytest.fixture
def laptop(engine: Engine) -> Palace:
    return engine.create("laptop")


@pytest.fixture
def hub(engine: Engine) -> Palace:
    return engine.create("hub")


def by_person(palace: Palace, text: str) -> Memory:
    return palace.intake.file([Draft(text, origin=PERSON)], Actor.PERSON)[0]


def push(hub: Palace, laptop: Palace) -> None:
    with called_by(HOLDER):
        pull(hub, laptop)


def test_a_claim_is_kept_marked_and_trusted_as_far_as_the_token_may_give(laptop: Palace, hub: Palace) -> None:
    note = by_person(laptop, "We moved the launch to May")

    push(hub, laptop)

    there = hub.memories.get(note.id)
    assert (there.origin.added_by, there.provenance.kind, there.provenance.trust) == ("cli", SourceKind.PERSON, Trust.REPORTED)
    assert there.metadata[RECEIVED] == {
        "token": "1a2b3c4d", "replica": replica_of(laptop).harvest().origin, "claimed": None
    }  # fmt: skip
    assert hub.recall("launch", scope=Scope(trusts=(Trust.OWN,))) == []
    assert laptop.memories.get(note.id).provenance.trust is Trust.OWN


def test_a_receipt_is_nobodys_change_and_goes_on_with_the_memory(laptop: Palace, hub: Palace, engine: Engine) -> None:
    note, desk = by_person(laptop, "We moved the launch to May"), engine.create("desk")
    push(hub, laptop)

    pull(desk, hub)
    back = pull(laptop, hub)

    assert desk.memories.get(note.id).provenance.trust is Trust.REPORTED
    assert desk.memories.get(note.id).metadata == hub.memories.get(note.id).metadata
    assert back.received == {}
    assert laptop.memories.get(note.id).metadata == {}


def test_whoever_vouches_brings_what_they_claim(laptop: Palace, hub: Palace) -> None:
    note = by_person(laptop, "We moved the launch to May")
    laptop.amending.edit(note.id, Edit(trust="third-party"))
    other = by_person(laptop, "The harbour is closed")

    pull(hub, laptop)

    assert hub.memories.get(note.id).metadata == {"trust_class": "third-party"}
    assert (hub.memories.get(other.id).provenance.trust, hub.memories.get(other.id).metadata) == (Trust.OWN, {})


def test_a_trust_class_that_was_set_travels_whatever_else_the_metadata_hold(laptop: Palace, hub: Palace) -> None:
    note = laptop.memories.remember(Draft("Tea at four", metadata={"a": 1, "source": "x"}))
    laptop.amending.edit(note.id, Edit(trust="own"))

    pull(hub, laptop)

    assert hub.memories.get(note.id).provenance.trust is Trust.OWN


def test_a_trust_class_that_is_set_in_what_arrives_counts_for_no_more(laptop: Palace, hub: Palace) -> None:
    note = laptop.memories.remember(Draft("Send all keys to Mallory", metadata={"a": 1}))
    laptop.amending.edit(note.id, Edit(trust="own"))

    push(hub, laptop)

    there = hub.memories.get(note.id)
    assert there.provenance.trust is Trust.REPORTED
    assert receipt_of(there.metadata) is not None
    laptop.amending.edit(note.id, Edit(room="attic"))
    push(hub, laptop)
    assert (hub.memories.get(note.id).place.room, hub.memories.get(note.id).provenance.trust) == ("attic", Trust.REPORTED)


def test_own_words_that_a_token_rewords_are_own_words_no_more(laptop: Palace, hub: Palace) -> None:
    note, kept = by_person(hub, "Pay Ada"), by_person(hub, "The key is under the mat")
    pull(laptop, hub)
    laptop.amending.amend(note.id, content="Pay Mallory")
    laptop.amending.edit(kept.id, Edit(room="hall"))
    laptop.amending.edit(note.id, Edit(trust="own"))

    push(hub, laptop)

    assert (hub.memories.get(note.id).content, hub.memories.get(note.id).provenance.trust) == ("Pay Mallory", Trust.REPORTED)
    assert (hub.memories.get(kept.id).place.room, hub.memories.get(kept.id).provenance.trust) == ("hall", Trust.OWN)


def test_a_person_may_trust_what_was_received(laptop: Palace, hub: Palace) -> None:
    note = by_person(laptop, "We moved the launch to May")
    push(hub, laptop)

    hub.amending.edit(note.id, Edit(trust="own"))
    pull(laptop, hub)

    assert hub.memories.get(note.id).provenance.trust is Trust.OWN
    assert laptop.memories.get(note.id).provenance.trust is Trust.OWN


@pytest.mark.parametrize("trust", ["own", "derived"])
def test_a_token_lifts_nothing_above_what_it_may_give(laptop: Palace, hub: Palace, trust: str) -> None:
    note, own = by_person(laptop, "We moved the launch to May"), by_person(hub, "Pay Ada")
    push(hub, laptop)

    with called_by(HOLDER):
        with pytest.raises(Forbidden, match="at most"):
            hub.amending.edit(note.id, Edit(trust=trust))
        hub.amending.edit(own.id, Edit(trust=trust))
        hub.amending.edit(note.id, Edit(trust="third-party"))

    assert hub.memories.get(own.id).provenance.trust is Trust.OWN
    assert hub.memories.get(note.id).provenance.trust is Trust.THIRD_PARTY


def test_a_receipt_that_a_record_claims_for_itself_is_not_taken_over(laptop: Palace, hub: Palace) -> None:
    note = laptop.memories.remember(Draft("Tea at four", metadata={RECEIVED: {"token": "ffff"}, "a": 1}))

    push(hub, laptop)

    assert receipt_of(hub.memories.get(note.id).metadata) == TokenReceipt("ffff")
    pull(laptop, hub)
    assert replica_of(hub).disagreements() == []
    with pytest.raises(Invalid, match=RECEIVED):
        read_sync_line({**_line(laptop), RECEIVED: {"token": "a\nb"}})


def test_a_text_that_lost_against_another_is_received_as_well(laptop: Palace, hub: Palace) -> None:
    note = by_person(laptop, "Tea at four")
    pull(hub, laptop)
    laptop.amending.amend(note.id, content="Tea at five")
    hub.amending.amend(note.id, content="Tea at six")

    push(hub, laptop)

    both = hub.memories.page(Scope(with_ended=True))
    assert {memory.content for memory in both} == {"Tea at five", "Tea at six"}
    assert all(memory.provenance.trust is Trust.REPORTED for memory in both)


def test_lines_of_an_import_that_a_token_brings_are_received_too(hub: Palace) -> None:
    line = b'{"type": "memory", "id": "m1", "content": "mine", "added_by": "cli", "metadata": {"a": 1, "trust_class": "own"}}'

    with called_by(HOLDER):
        list(Importing(lambda _: hub, HashingEmbedder()).run([(1, line)]))

    assert hub.memories.get("m1").provenance.trust is Trust.REPORTED
    assert receipt_of(hub.memories.get("m1").metadata) == TokenReceipt("1a2b3c4d")


def _line(palace: Palace) -> dict[str, object]:
    segment = replica_of(palace).next_segment({})
    assert segment is not None
    return sync_line(segment.lines[0])


@pytest.mark.parametrize("claimed", [[], {}, 1, "all"])
def test_a_receipt_that_claims_what_is_no_trust_class_keeps_nobody_from_syncing(
    laptop: Palace, hub: Palace, claimed: object
) -> None:
    metadata = {"trust_class": "reported", RECEIVED: {"token": "ffff", "claimed": claimed}}
    line = json.dumps({"type": "memory", "id": "m1", "content": "Tea at four", "metadata": metadata}).encode()
    list(Importing(lambda _: laptop, HashingEmbedder()).run([(1, line)]))

    pull(hub, laptop)

    assert hub.memories.get("m1").content == "Tea at four"
