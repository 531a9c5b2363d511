import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.errors import NotFound
from simonides.domain.memory import EVERYTHING, Order
from simonides.engine.filing.faces import Faces
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.stores.sqlite.connection.database import Database
from stores.made import at, memory
from support.clock import FixedClock


@pytest.fixture
def mixed(palace: Palace, clock: FixedClock) -> Palace:
    """Memories and observations in turn, some of them at the same moment."""
    palace.entities.create([EntityDraft("Ada", "person")])
    for number in range(12):
        if number % 3:
            clock.pass_time(minutes=1)
        if number % 4 == 1:
            palace.entities.observe([("Ada", [f"observation {number}"])])
        else:
            palace.memories.remember(Draft(f"memory {number}", importance=0.25 * (number % 5)))
    return palace


@pytest.mark.requirement("two-faces")
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(Order), st.integers(0, 14), st.integers(0, 14))
def test_pages_follow_each_other_without_gap_or_repetition(mixed: Palace, order: Order, offset: int, limit: int) -> None:
    whole = mixed.memories.page(EVERYTHING, order, 99)

    page = mixed.memories.page(EVERYTHING, order, limit, offset)

    assert len(whole) == mixed.memories.count() == 12
    assert page == whole[offset : offset + limit]
    if order is Order.NEWEST:
        assert [each.created_at for each in whole] == sorted((each.created_at for each in whole), reverse=True)


@pytest.mark.requirement("two-faces")
def test_an_id_leads_to_its_observation_and_to_no_other(mixed: Palace) -> None:
    faces = Faces(mixed.store)
    [face] = [each for each in mixed.memories.page(EVERYTHING, Order.NEWEST, 99) if each.content == "observation 5"]

    assert faces.get(face.id) == face
    assert faces.at([faces.key_of(face.id)]) == {faces.key_of(face.id): face}
    assert faces.find(["nope/0", face.id]) == [face]
    for unknown in ("Ada/1", face.id.rpartition("/")[0] + "/99", "nope", "/1"):
        with pytest.raises(NotFound):
            faces.get(unknown)


@pytest.mark.requirement("bad-input")
def test_an_id_with_a_number_of_very_many_digits_is_that_of_no_memory(mixed: Palace) -> None:
    entity = mixed.entities.node("Ada").entity

    with pytest.raises(NotFound):
        mixed.memories.get(f"{entity.id}/{'9' * 5_000}")


def test_a_page_far_back_reads_the_rows_of_the_page_and_few_others(palace: Palace) -> None:
    palace.memories.restore([memory(f"m{number}", created_at=at(2 * number)) for number in range(400)], {})
    palace.entities.create([EntityDraft("Ada", "person", [f"observation {number}" for number in range(400)])])
    whole = palace.memories.page(EVERYTHING, Order.OLDEST, 1_000)
    database, asked = palace.store.database, list[str]()  # type: ignore[attr-defined]
    if not isinstance(database, Database):
        pytest.skip("the rows that SQLite gives are counted")
    database.connection.set_trace_callback(asked.append)

    page = palace.memories.page(EVERYTHING, Order.OLDEST, 5, 390)

    database.connection.set_trace_callback(None)
    assert page == whole[390:395]
    assert sum(len(database.rows(sql)) for sql in asked if sql.lstrip().startswith("SELECT")) < 100
