from dataclasses import fields
from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.records import tables
from simonides.domain.records.plain import plain
from simonides.domain.records.record import FieldKind, RecordTable
from simonides.domain.records.tables import MEMORY
from simonides.ports.ledger import MINED
from simonides.stores.sql.forms import FACT_ROW, MEMORY_ROW

NOW = datetime(2026, 3, 12, tzinfo=UTC)
RECORDS = [*(value for value in vars(tables).values() if isinstance(value, RecordTable)), MINED]


def test_every_attribute_of_a_memory_is_in_its_table() -> None:
    inner = {f"{part}.{each.name}" for part, made in (("place", Place), ("origin", Origin)) for each in fields(made)}
    outer = {each.name for each in fields(Memory)} - {"place", "origin"}

    assert {field.path for field in MEMORY.fields} == outer | inner


@pytest.mark.parametrize("record", RECORDS)
def test_a_table_names_each_field_once_and_builds_from_all(record: RecordTable[object]) -> None:
    names = [field.name for field in record.fields]

    assert len(set(names)) == len(names)
    assert sorted(field.name for field in record.built) == sorted(names)


def test_a_record_is_filled_with_its_own_defaults() -> None:
    memory = MEMORY.filled({"id": "m", "content": "text", "created_at": NOW, "wing": "w", "author": "Ada"})

    assert memory == Memory("m", "text", Place("w"), NOW, Origin(author="Ada"))


def test_fields_that_are_none_stay_none_in_every_form() -> None:
    memory = Memory("m", "text", Place(), NOW)

    assert plain(*MEMORY.chosen(["ended_at", "created_at"]))(memory) == {"ended_at": None, "created_at": "2026-03-12T00:00:00Z"}
    assert MEMORY_ROW.values(memory)["ended_at"] is None


def test_a_stamp_takes_three_columns() -> None:
    assert "f.valid_from_text, f.valid_from_start, f.valid_from_end" in FACT_ROW.selected
    assert {"valid_to_text", "valid_to_start", "valid_to_end"} <= set(FACT_ROW.written)


def test_columns_of_other_tables_are_read_and_not_written() -> None:
    assert "p.wing" in MEMORY_ROW.selected
    assert "wing" not in MEMORY_ROW.written


def test_a_table_with_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        RecordTable(Place, "", "wing  NUMBER")

    assert FieldKind["PLACE"] is FieldKind.PLACE
