from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Memory, Origin, Place, Scope
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from support.clock import FixedClock
from support.homes import Home

NOTE = Draft("We chose Clerk for sign-in because SSO was included.", Place("wing_app", "auth"))


def contents(memories: list[Memory]) -> list[str]:
    return [memory.content for memory in memories]


def test_words_are_kept_byte_for_byte(palace: Palace) -> None:
    text = "  Zeile eins\r\n\tZeile zwei — “quoted” 日本語 🙂  \n"

    memory = palace.memories.remember(Draft(text))

    assert palace.memories.get(memory.id).content == text


class Late(HashingEmbedder):
    """A model that is ready only for those who wait, or for nobody."""

    def __init__(self, *, loads: bool) -> None:
        super().__init__()
        self._loads = loads

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return self._loads and timeout_s > 0


def test_an_id_tells_where_the_drawer_stands(palace: Palace) -> None:
    memory = palace.memories.remember(NOTE)

    assert memory.id.startswith("drawer_wing_app_auth_")


@pytest.mark.requirement("palace-duplicates")
def test_an_exact_repeat_is_refused_and_shown(palace: Palace) -> None:
    first = palace.memories.remember_once(NOTE)

    second = palace.memories.remember_once(NOTE)

    assert first.memory
    assert second.memory is None
    assert [(like.memory.id, like.similarity) for like in second.like] == [(first.memory.id, 1.0)]
    assert palace.memories.count() == 1


@pytest.mark.requirement("palace-near-duplicates")
def test_a_note_that_differs_in_its_ticket_is_kept_and_the_like_one_is_named(palace: Palace) -> None:
    text = "The nightly export of the billing data failed again and was restarted by hand. " * 3 + "See ticket OPS-{}"
    palace.memories.remember_once(Draft(text.format(1041)))

    filing = palace.memories.remember_once(Draft(text.format(1042)))

    assert filing.memory
    assert [like.memory.content for like in filing.like] == [text.format(1041)]


@pytest.mark.requirement("palace-duplicates")
@pytest.mark.parametrize("place", [Place("wing_other", NOTE.place.room), Place(NOTE.place.wing, "misc")])
def test_the_same_text_in_another_wing_or_room_is_filed_there_and_the_first_is_named(palace: Palace, place: Place) -> None:
    first = palace.memories.remember_once(NOTE)

    second = palace.memories.remember_once(replace(NOTE, place=place))

    assert first.memory
    assert second.memory
    assert [(like.memory.id, like.similarity) for like in second.like] == [(first.memory.id, 1.0)]


@pytest.mark.requirement("palace-near-duplicates")
def test_another_wording_of_the_same_is_refused(palace: Palace) -> None:
    text = "The nightly export of the billing data failed and Ana restarted it by hand. " * 3
    palace.memories.remember_once(Draft(text))

    assert palace.memories.remember_once(Draft(text.upper().replace(".", "!"))).memory is None


@pytest.mark.requirement("palace-near-duplicates")
def test_the_first_write_waits_for_the_model_and_compares(home: Home, clock: FixedClock, mint: Mint) -> None:
    with closing(Engine(home.shelf(), Equipment(Late(loads=True), clock, mint, patience_s=5))) as engine:
        palace = engine.create("test")
        palace.memories.remember(NOTE)
        palace.vectors.catch_up()

        filing = palace.memories.remember_once(replace(NOTE, content=NOTE.content.upper()))

    assert filing.memory is None


@pytest.mark.requirement("palace-near-duplicates")
def test_a_write_that_waited_in_vain_is_filed_and_says_so(home: Home, clock: FixedClock, mint: Mint) -> None:
    with closing(Engine(home.shelf(), Equipment(Late(loads=False), clock, mint, patience_s=5))) as engine:
        palace = engine.create("test")

        filing = palace.memories.remember_once(NOTE)
        again = palace.memories.remember_once(NOTE)

    assert (filing.memory is not None, filing.is_compared) == (True, False)
    assert again.memory is None


def test_a_forgotten_memory_can_be_filed_again(palace: Palace) -> None:
    filing = palace.memories.remember_once(NOTE)
    assert filing.memory

    assert palace.memories.forget(filing.memory.id)
    assert not palace.memories.forget(filing.memory.id)

    assert palace.memories.remember_once(NOTE).memory


def test_an_ended_memory_is_kept_but_no_longer_recalled(palace: Palace) -> None:
    memory = palace.memories.remember(NOTE)

    palace.memories.end(memory.id, "moved away", superseded_by="drawer_x")

    kept = palace.memories.get(memory.id)
    assert (kept.end_reason, kept.superseded_by) == ("moved away", "drawer_x")
    assert palace.recall("Clerk sign-in") == []
    assert palace.memories.count() == 0
    assert palace.memories.count(Scope(with_ended=True)) == 1


def test_a_reworded_memory_is_found_by_its_new_words_only(palace: Palace) -> None:
    memory = palace.memories.remember(NOTE)

    palace.memories.revise(replace(memory, content="We moved to Keycloak."))

    assert contents([hit.memory for hit in palace.recall("Keycloak")]) == ["We moved to Keycloak."]
    assert palace.recall("Keycloak")[0].lexical > 0
    assert all(hit.lexical == 0 for hit in palace.recall("Clerk"))


def test_an_unknown_memory_is_not_found(palace: Palace) -> None:
    with pytest.raises(NotFound):
        palace.memories.get("drawer_nope")


@pytest.mark.parametrize(
    ("draft", "argument"),
    [
        (Draft(" "), "content"),
        (Draft("x", Place("", "room")), "wing"),
        (Draft("x", Place("wing", "..")), "room"),
        (Draft("x", importance=1.5), "importance"),
        (Draft("x", tags=("",)), "tags"),
    ],
)
@pytest.mark.requirement("bad-input")
def test_a_bad_draft_is_refused_by_argument_and_nothing_is_filed(palace: Palace, draft: Draft, argument: str) -> None:
    with pytest.raises(Invalid) as caught:
        palace.memories.remember(draft)

    assert caught.value.argument == argument
    assert palace.memories.count() == 0


def test_the_fields_that_ranking_needs_are_kept(palace: Palace) -> None:
    origin = Origin(author="Ada", role="user", conversation="c1", position=7, event_time=palace.info.created_at, source="a/b.md")

    memory = palace.memories.remember(Draft("text", origin=origin, tags=("x", "y"), metadata={"deep": [1, {"a": None}]}))

    assert palace.memories.get(memory.id) == memory
    assert palace.memories.page(EVERYTHING) == [memory]
