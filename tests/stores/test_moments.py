"""A request asks a store for nothing twice, and nobody waits while one palace is looked for."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.toolsets.palace.reading import status
from support.homes import Home

WAIT_S = 60


@pytest.fixture
def engine(home: Home) -> Iterator[Engine]:
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=WAIT_S))
    yield engine
    engine.close()


@pytest.fixture
def palace(engine: Engine) -> Palace:
    palace = engine.create("p")
    for number in range(6):
        palace.memories.remember(Draft(f"The crane of berth {number} opens at six, says Mara Lind."))
    return palace


def asked_by(palace: Palace, request: Callable[[], object], patch: pytest.MonkeyPatch) -> list[str]:
    """The statements of a request, each with its values."""
    asked: list[str] = []
    database: Any = palace.store.database  # type: ignore[attr-defined]
    for name in ("rows", "row"):
        ask = getattr(database, name)

        def noted(sql: str, *values: object, ask: Callable[..., object] = ask) -> object:
            asked.append(f"{sql} {values}")
            return ask(sql, *values)

        patch.setattr(database, name, noted)
    request()
    return asked


def test_a_search_asks_for_nothing_twice(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_by(palace, lambda: palace.answer("which crane opens first?"), monkeypatch)

    assert len(asked) > 5
    assert [each for each, times in Counter(asked).items() if times > 1] == []


def test_a_search_without_a_backlog_does_not_look_for_one(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(palace.store.search, "pending", looked.append)

    palace.answer("which crane opens first?")

    assert not looked


def test_what_was_filed_without_a_vector_is_embedded_before_the_search(palace: Palace) -> None:
    with palace.store.writing():
        palace.store.search.forget_vectors(HashingEmbedder().identity)
    waiting = palace.vectors.gap().waiting

    answer = palace.answer("which crane opens first?")

    assert waiting == 6
    assert answer.gap.waiting == 0
    assert answer.hits[0].similarity is not None


def test_the_status_asks_for_nothing_twice(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_by(palace, lambda: status(palace), monkeypatch)

    assert [each for each, times in Counter(asked).items() if times > 1] == []


def test_a_palace_is_found_while_the_store_is_still_asked_about_another(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = engine.create("slow"), engine.create("quick")
    is_asked, may_answer = threading.Event(), threading.Event()

    def is_gone() -> bool:
        is_asked.set()
        return not may_answer.wait(WAIT_S)

    monkeypatch.setattr(slow.store, "is_gone", is_gone)
    found: list[Palace] = []
    caller = threading.Thread(target=lambda: found.append(engine.palace("slow")))
    caller.start()
    assert is_asked.wait(WAIT_S)

    at_once = engine.palace("quick")
    may_answer.set()
    caller.join(WAIT_S)

    assert at_once is quick
    assert found == [slow]


def test_a_palace_that_is_replaced_while_the_store_is_asked_is_not_returned(
    engine: Engine, palace: Palace, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_gone = palace.store.is_gone

    def replaced() -> bool:
        engine.reembed("p")
        return is_gone()

    monkeypatch.setattr(palace.store, "is_gone", replaced)

    found = engine.palace("p")

    assert found is not palace
    assert found.memories.count() == 6
