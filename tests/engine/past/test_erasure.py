"""Erasure: after it no byte of the text is found in any file or table, and the receipt says so without a word of it."""

import hashlib
import random
import string
from dataclasses import replace

import pytest

from simonides.domain.errors import NotFound
from simonides.domain.memory import Scope
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace

WHISPER = "The zanzibarine passphrase is quokkafeather-4711.\nNobody else may hear of the vermilion xylophone."
FIRST = "At first the passphrase was wombatglider-0815, said the cartographer."
WORDS = (b"zanzibarin", b"quokkafeather", b"xylophon", b"wombatglider", b"cartograph")


def bytes_of(palace: Palace) -> bytes:
    """Everything that is kept: the files of the palace, or its tables as text."""
    folder = palace.info.folder
    if folder is not None:
        return b"\n".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())
    tables = asked(palace, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    rows = [row for table in tables for row in asked(palace, f'SELECT t::text FROM "{table}" t')]  # noqa: S608 - names of ours
    return "\n".join(rows).encode()


def vectors_of(palace: Palace, memory_id: str) -> list[bytes]:
    """The vectors of a memory in the form in which they are kept."""
    key = palace.store.memories.key_of(memory_id)
    if palace.info.folder is not None:
        return [vector.astype("<f2").tobytes() for vector in palace.store.search.of([key])[key]]
    return [row.encode() for row in asked(palace, f"SELECT vector::text FROM vectors WHERE memory = {key}")]  # noqa: S608 - a number


def asked(palace: Palace, statement: str) -> list[str]:
    """The first column of what a statement finds in the tables of a palace in PostgreSQL."""
    from support.citus import look_into

    database = palace.store._keeper.database  # type: ignore[attr-defined]
    with database.set_aside() as connection, connection.transaction():
        look_into(connection, database.palace)
        return [str(row[0]) for row in connection.execute(statement)]


@pytest.mark.requirement("past-erase")
def test_no_byte_of_an_erased_memory_is_left(palace: Palace) -> None:
    for number in range(30):
        palace.memories.remember(Draft(f"note {number} about harbours and ships"))
    memory = palace.memories.remember(Draft(FIRST, tags=("vermilion",)), "m")
    first = vectors_of(palace, "m")
    palace.amending.edit("m", Edit(content=WHISPER))
    palace.memories.revise(replace(palace.memories.get("m"), importance=0.9))
    before = bytes_of(palace)
    vectors = vectors_of(palace, "m")
    assert all(word in before for word in WORDS)
    assert vectors
    assert all(vector in before for vector in vectors)

    [receipt] = palace.past.erasing.erase([memory.id])

    after = bytes_of(palace)
    assert [word for word in WORDS if word in after] == []
    assert [vector for vector in (*first, *vectors) if vector in after] == []
    assert (receipt.id, receipt.sha256) == ("m", hashlib.sha256(WHISPER.encode()).hexdigest())
    assert (receipt.is_clean, receipt.traces.found, receipt.also_in) == (True, (), ())
    assert receipt.vectors > 0 or palace.info.folder is None
    assert (palace.memories.count(Scope(with_ended=True)), palace.complaints()) == (30, [])
    assert palace.recall("harbours and ships")


@pytest.mark.requirement("past-erase")
def test_former_words_are_erased_also_after_other_metadata_was_set(palace: Palace) -> None:
    palace.memories.remember(Draft(WHISPER), "m")
    palace.amending.edit("m", Edit(content="Nothing is known of it."))
    palace.amending.amend("m", metadata={"reviewed": True})
    assert [each.content for each in palace.amending.former("m")] == [WHISPER]

    [receipt] = palace.past.erasing.erase(["m"])

    assert receipt.is_clean
    assert palace.memories.count(Scope(with_ended=True)) == 0
    assert b"quokkafeather" not in bytes_of(palace)


@pytest.mark.requirement("past-erase")
def test_a_memory_that_only_calls_another_its_former_text_does_not_take_it_along(palace: Palace) -> None:
    palace.memories.remember(Draft("The harbour opens at six."), "other")
    palace.memories.remember(Draft(WHISPER, metadata={"former": ["other"]}), "m")
    assert palace.amending.former("m") == []

    palace.past.erasing.erase(["m"])

    assert palace.memories.get("other").content == "The harbour opens at six."


@pytest.mark.requirement("past-erase")
def test_what_lies_in_the_bin_is_erased_too(palace: Palace) -> None:
    palace.memories.remember(Draft(WHISPER), "m")
    palace.memories.forget("m")

    [receipt] = palace.past.erasing.erase(["m"])

    assert receipt.is_clean
    assert not [entry for entry in palace.store.changes.entries() if entry.former]
    with pytest.raises(NotFound):
        palace.past.erasing.erase(["m"])


def test_an_observation_is_erased_by_the_id_of_its_memory(palace: Palace) -> None:
    [entity] = palace.entities.create([EntityDraft("Ada", "person", ["plays chess", WHISPER])])

    [receipt] = palace.past.erasing.erase([f"{entity.id}/1"])

    assert receipt.is_clean
    assert b"quokkafeather" not in bytes_of(palace)
    assert [each.content for each in palace.entities.open(["Ada"]).nodes[0][1]] == ["plays chess"]


def test_a_receipt_names_who_else_says_the_same(palace: Palace) -> None:
    palace.memories.remember(Draft(WHISPER), "m")
    palace.memories.remember(Draft(f"{WHISPER} Twice."), "other")

    [receipt] = palace.past.erasing.erase(["m"])

    assert receipt.traces.found
    assert receipt.also_in == ("other",)


@pytest.mark.requirement("past-erase")
def test_a_receipt_tells_nothing_of_how_large_other_palaces_are(engine: Engine, palace: Palace) -> None:
    # Letters without a pattern, which no store can make smaller.
    engine.create("another").memories.remember(Draft("".join(random.Random(1).choices(string.ascii_letters, k=1_000_000))))
    palace.memories.remember(Draft(WHISPER), "m")
    palace.memories.remember(Draft(FIRST))

    [receipt] = palace.past.erasing.erase(["m"])

    assert len(FIRST) <= receipt.traces.searched_bytes < 900_000


def test_nothing_is_erased_when_one_of_several_is_unknown(palace: Palace) -> None:
    palace.memories.remember(Draft(WHISPER), "m")

    with pytest.raises(NotFound, match="memory not found: nope"):
        palace.past.erasing.erase(["m", "nope"])

    assert palace.memories.get("m").content == WHISPER
