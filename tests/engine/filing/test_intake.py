import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Memory, Order, Origin, Place
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.filing.files import Filed, Reading
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.mining.transcripts import save_transcript
from simonides.ports.ledger import Mined
from support.clock import FixedClock
from support.homes import Home

WORDS = "The harbour opens at six."
HIDDEN = "swordfish"


def by_a_tool(palace: Palace, draft: Draft, _folder: Path) -> None:
    palace.memories.remember_once(draft, Actor.AGENT)


def by_a_program(palace: Palace, draft: Draft, _folder: Path) -> None:
    palace.memories.remember(draft)


def by_mining(palace: Palace, draft: Draft, _folder: Path) -> Filed:
    mined = Mined("/x/notes.md", b"d" * 16, 1, 1, "project", "wing_app", "", 1, FixedClock()())
    return palace.sourcing.file([Reading(mined, [draft])])


def by_a_hook(palace: Palace, draft: Draft, folder: Path) -> None:
    turn = {"type": "user", "sessionId": "s1", "uuid": "u1", "message": {"role": "user", "content": draft.content}}
    transcript = folder / "talk.jsonl"
    transcript.write_text(json.dumps({**turn, "timestamp": "2026-11-01T10:00:00Z"}) + "\n", encoding="utf-8")
    save_transcript(palace, transcript, "wing_app")


def by_a_line(palace: Palace, draft: Draft, folder: Path) -> None:
    lines = folder / "lines.jsonl"
    lines.write_text(json.dumps({"content": draft.content}) + "\n", encoding="utf-8")
    with lines.open("rb") as stream:
        list(Importing(lambda _: palace, HashingEmbedder()).run(numbered_lines(stream)))


def by_the_diary(palace: Palace, draft: Draft, _folder: Path) -> None:
    palace.diary.write("Ada", draft.content)


Door = Callable[[Palace, Draft, Path], object]
DOORS: dict[Door, str] = {
    by_a_tool: "mcp",
    by_a_program: "api",
    by_mining: "mine",
    by_a_hook: "hook",
    by_a_line: "import",
    by_the_diary: "Ada",
}


def only(palace: Palace) -> Memory:
    [memory] = palace.memories.page(EVERYTHING, Order.NEWEST, 2)
    return memory


@pytest.mark.requirement("file-one-door")
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_whoever_files_signs_the_memory_and_the_log(palace: Palace, door: Door, tmp_path: Path) -> None:
    door(palace, Draft(WORDS, Place("wing_app", "port")), tmp_path)

    logged = {change.actor for change in palace.store.changes.since(0, 100) if change.kind == "memory"}

    assert (only(palace).origin.added_by, logged) == (DOORS[door], {DOORS[door]})


def without_hidden(draft: Draft, actor: Actor) -> Draft:
    if HIDDEN in draft.content and actor is Actor.AGENT:
        raise Invalid("content", "holds a hidden word")
    return Draft(draft.content.replace(HIDDEN, "[secret]"), draft.place, draft.origin)


@pytest.mark.requirement("file-one-door")
@pytest.mark.parametrize(
    "door", [door for door in DOORS if door not in {by_a_tool, by_the_diary}], ids=lambda door: door.__name__
)
def test_a_screen_sees_every_draft_at_every_door(home: Home, clock: FixedClock, mint: Mint, door: Door, tmp_path: Path) -> None:
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5, screens=(without_hidden,)))
    palace = engine.create("test")

    door(palace, Draft(f"The password is {HIDDEN}."), tmp_path)
    content = only(palace).content
    engine.close()

    assert content == "The password is [secret]."


@pytest.mark.requirement("file-one-door")
def test_a_screen_refuses_by_actor_and_nothing_is_filed(home: Home, clock: FixedClock, mint: Mint) -> None:
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5, screens=(without_hidden,)))
    palace = engine.create("test")

    with pytest.raises(Invalid, match="holds a hidden word"):
        palace.memories.remember_once(Draft(f"The password is {HIDDEN}."), Actor.AGENT)
    left = palace.memories.count()
    engine.close()

    assert left == 0


@pytest.mark.requirement("file-one-door")
@pytest.mark.parametrize(
    "draft",
    [
        Draft(WORDS, tags=("a\x01b",)),
        Draft(WORDS, tags=("t" * 129,)),
        Draft(WORDS, importance=1.5),
        Draft(" "),
        Draft(WORDS, Place("../up", "room")),
        Draft(WORDS, origin=Origin(source="s" * 5000)),
    ],
)
def test_tags_importance_and_lengths_are_checked_alike_when_mined(palace: Palace, draft: Draft, tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        by_a_tool(palace, draft, tmp_path)
    filed = by_mining(palace, draft, tmp_path)

    assert len(filed.refused) == 1
    assert palace.memories.count() == 0


@pytest.mark.requirement("file-one-door")
def test_a_line_that_may_not_be_filed_is_reported_and_stops_no_other(palace: Palace, tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"content": WORDS, "source": "s" * 5000}) + "\n" + json.dumps({"content": "Second."}) + "\n")

    with lines.open("rb") as stream:
        [tally] = Importing(lambda _: palace, HashingEmbedder()).run(numbered_lines(stream))

    assert [(bad.number, tally.memories, tally.known) for bad in tally.bad] == [(1, 1, 0)]
    assert only(palace).content == "Second."


@pytest.mark.requirement("file-one-door")
def test_a_tag_given_twice_is_kept_once(palace: Palace) -> None:
    assert palace.memories.remember(Draft(WORDS, tags=("port", "port", "six"))).tags == ("port", "six")
