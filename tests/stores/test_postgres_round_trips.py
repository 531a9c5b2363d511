"""PostgreSQL: how often a request asks the server, and the savepoints that it is spared."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg
import pytest

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.stores.postgres.connection.sessions import TransactionParts
from simonides.toolsets.palace.reading import status
from support.homes import Home

OPENING = 6
"""The statements with which a writer begins; they go together."""


class Stop(Exception):
    """Ends a part from inside."""


@pytest.fixture
def palace(database_url: str) -> Iterator[Palace]:
    engine = Engine(Home(database_url).shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=60))
    palace = engine.create("p")
    for number in range(4):
        palace.memories.remember(Draft(f"The crane of berth {number} opens at six, says Mara Lind."))
    yield palace
    engine.close()


def sent_by(request: Callable[[], object], patch: pytest.MonkeyPatch) -> list[str]:
    """The statements that a request sends."""
    sent: list[str] = []
    execute = psycopg.Cursor.execute

    def noted(self: psycopg.Cursor[object], query: str, *values: object, **options: object) -> object:
        sent.append(" ".join(str(query).split()))
        return execute(self, query, *values, **options)  # type: ignore[call-overload]

    with patch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", noted)
        request()
    return sent


def test_a_note_asks_the_server_ten_times(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    note = Draft("Pumps on deck four are tested on Fridays.")

    sent = sent_by(lambda: palace.memories.remember_once(note), monkeypatch)

    assert sent[0] == "BEGIN"
    assert sent[-1] == "COMMIT"
    # A new place takes two more.
    assert len(sent) - OPENING + 1 <= 12
    assert not [each for each in sent if each.startswith(("DELETE", "UPDATE"))]


@pytest.mark.parametrize(
    ("request_of", "most"),
    [(lambda palace: palace.answer("which crane opens first?"), 17), (status, 8)],
    ids=["search", "status"],
)
def test_what_only_reads_asks_for_its_counters_as_it_begins(
    palace: Palace, monkeypatch: pytest.MonkeyPatch, request_of: Callable[[Palace], object], most: int
) -> None:
    request_of(palace)

    sent = sent_by(lambda: request_of(palace), monkeypatch)

    assert len(sent) <= most
    assert len([each for each in sent if "FROM counters" in each or "FROM meta" in each]) == 1


def test_the_counters_that_a_writer_began_with_are_asked_for_again_after_a_change(palace: Palace) -> None:
    with palace.store.writing():
        before = palace.memories.count(), palace.store.changes.latest()
        palace.memories.remember(Draft("The tide table hangs by the door."))
        after = palace.memories.count(), palace.store.changes.latest()

    assert before[0] == 4
    assert after[0] == 5
    assert after[1] > before[1]


def test_parts_in_which_nothing_is_sent_are_never_begun() -> None:
    parts = TransactionParts()
    outer = parts.begin()
    parts.end(parts.begin())
    assert parts.undone(parts.begin()) == ""
    parts.end(outer)

    assert parts.due() == ""


def test_the_end_of_a_part_is_told_with_the_beginning_of_the_next() -> None:
    parts = TransactionParts()
    outer, inner = parts.begin(), parts.begin()
    assert parts.due() == "SAVEPOINT part_1; SAVEPOINT part_2"
    parts.end(inner)
    assert parts.due() == ""
    parts.begin()

    assert parts.due() == "RELEASE part_2; SAVEPOINT part_2"
    assert parts.undone(outer) == "ROLLBACK TO part_1; RELEASE part_1"


def test_a_part_that_fails_takes_the_untold_ends_of_others_with_it() -> None:
    parts = TransactionParts()
    outer, inner = parts.begin(), parts.begin()
    parts.due()
    parts.end(inner)

    assert parts.undone(outer) == "ROLLBACK TO part_1; RELEASE part_1"
    assert parts.begin() == 1
    assert parts.due() == "SAVEPOINT part_1"


def test_parts_inside_and_beside_each_other_are_kept_and_undone_alone(palace: Palace) -> None:
    store, texts = palace.store, iter(range(100))

    def note(word: str) -> None:
        palace.memories.remember(Draft(f"{word} {next(texts)}"))

    with store.writing():
        note("kept")
        with suppress(Stop), store.writing():
            with store.writing():
                note("lost")
            note("lost")
            raise Stop
        with store.writing():
            with suppress(Stop), store.writing():
                note("lost")
                raise Stop
            with suppress(Stop), store.writing():
                raise Stop
            note("kept")
        note("kept")

    contents = [memory.content.split()[0] for memory in palace.memories.page()]
    assert contents.count("kept") == 3
    assert "lost" not in contents
    assert list(store.check()) == []
