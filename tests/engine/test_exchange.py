import io
import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.errors import Invalid
from simonides.domain.graph import Direction, Entity, Fact
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name
from simonides.engine.engine import Engine
from simonides.engine.exchange import batches, importing
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.exchange.lines import (
    dump,
    entity_line,
    fact_line,
    header_line,
    memory_line,
    parse,
    read_entity,
    read_fact,
    read_memory,
)
from simonides.engine.exchange.vectors import read_vectors, write_vectors
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

NOW = datetime(2026, 3, 12, tzinfo=UTC)

letters = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
texts = st.text(letters, max_size=40)
contents = st.text(letters, min_size=1, max_size=200).filter(str.strip)
names = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="/\\~"), min_size=1, max_size=20
).map(str.strip)
places = names.filter(lambda name: name not in {"", ".", ".."})
moments = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
numbers = st.integers(0, 2**63 - 1)
shares = st.floats(0, 1)
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
metadata = st.dictionaries(
    texts, st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
)


def optional(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


memories = st.builds(
    Memory,
    id=contents,
    content=contents,
    place=st.builds(Place, places, places, st.just("") | places),
    created_at=moments,
    origin=st.builds(
        Origin,
        optional(texts),
        optional(texts),
        optional(texts),
        optional(numbers),
        optional(moments),
        optional(texts),
        numbers,
        texts,
    ),
    tags=st.lists(places, max_size=3).map(tuple),
    importance=shares,
    kind=texts,
    user_id=optional(texts),
    metadata=metadata,
    valid_from=optional(moments),
    ended_at=optional(moments),
    end_reason=optional(texts),
    superseded_by=optional(texts),
    accesses=numbers,
    accessed_at=optional(moments),
)
entities = st.builds(
    Entity,
    contents,
    places,
    moments,
    moments,
    texts,
    optional(texts),
    optional(moments),
    st.lists(places, max_size=3).map(tuple),
    optional(texts),
)
stamps = st.one_of(
    st.dates(datetime(1000, 1, 1).date(), datetime(9998, 12, 31).date()).map(lambda day: Stamp.parse(day.isoformat())),  # noqa: DTZ001 - a date
    moments.map(Stamp.at),
    moments.map(lambda moment: replace(Stamp.at(moment), end=moment)),
    st.integers(1000, 9998).map(lambda year: Stamp.parse(str(year))),
)
facts = st.builds(
    Fact, contents, places, places, places, moments, optional(stamps), optional(stamps), shares, shares, optional(texts)
)


def lines(palace: Palace, *, with_vectors: bool = False) -> list[str]:
    return list(export_lines(palace.store, with_vectors=with_vectors))


def take(engine: Engine, palace: Palace, written: Iterable[str]) -> ImportTally:
    total = ImportTally()
    raw = io.BytesIO("".join(f"{line}\n" for line in written).encode())
    for tally in Importing(lambda _: palace, engine.embedder, lambda: NOW).run(numbered_lines(raw)):
        total.include(tally, 100)
    return total


@given(memories)
def test_a_memory_survives_its_line(memory: Memory) -> None:
    line = dump(memory_line(memory))

    assert "\n" not in line
    assert read_memory(Fields(parse(line)), Mint(), NOW) == memory


@given(entities)
def test_an_entity_survives_its_line(entity: Entity) -> None:
    line = parse(dump(entity_line(entity)))

    assert line.pop("type") == "entity"
    assert read_entity(Fields(line), Mint(), NOW) == entity


@given(facts)
def test_a_fact_survives_its_line(fact: Fact) -> None:
    line = parse(dump(fact_line(fact)))

    assert line.pop("type") == "fact"
    assert read_fact(Fields(line), Mint(), NOW) == fact


@given(st.integers(1, 4), st.integers(1, 50), st.integers(0, 2**32 - 1))
def test_vectors_survive_their_field(count: int, dimensions: int, seed: int) -> None:
    made = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    kept = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)

    assert np.array_equal(read_vectors(write_vectors(kept), dimensions), kept)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(memories, max_size=5, unique_by=lambda memory: memory.id),
    st.lists(entities, max_size=4, unique_by=(lambda entity: entity.id, lambda entity: entity.key)),
    st.lists(
        facts,
        max_size=4,
        unique_by=(lambda fact: fact.id, lambda fact: fold_name(f"{fact.subject} {fact.predicate} {fact.object}")),
    ),
)
def test_export_then_import_is_identity(engine: Engine, kept: list[Memory], known: list[Entity], said: list[Fact]) -> None:
    for name in engine.names():
        engine.delete(name)
    first, second = engine.create("first"), engine.create("second")
    take(engine, first, [dump(line) for line in [*map(entity_line, known), *map(fact_line, said), *map(memory_line, kept)]])
    first.vectors.catch_up()

    tally = take(engine, second, lines(first, with_vectors=True))

    assert second.store.memories.find([memory.id for memory in kept]) == kept
    assert lines(second, with_vectors=True) == lines(first, with_vectors=True)
    assert (tally.refused, tally.known, tally.memories, tally.vectors) == (0, 0, len(kept), len(kept))
    assert second.store.search.pending(1) == []
    assert list(second.store.check()) == []


def test_ended_memories_and_facts_travel_too(engine: Engine, palace: Palace) -> None:
    memory = palace.memories.remember(Draft("The old rule."))
    palace.memories.end(memory.id, "replaced", "drawer_new")
    palace.facts.supersede("Atlas", "runs_on", "cluster one")
    palace.facts.supersede("Atlas", "runs_on", "cluster two")
    copy = engine.create("copy")

    take(engine, copy, lines(palace))

    assert copy.memories.get(memory.id) == palace.memories.get(memory.id)
    assert copy.facts.about("Atlas", Direction.OUTGOING) == palace.facts.about("Atlas", Direction.OUTGOING)


def test_mentions_are_found_again(engine: Engine, palace: Palace) -> None:
    palace.facts.add("Atlas", "uses", "Postgres")
    palace.memories.remember(Draft("Atlas was moved on Tuesday."))
    copy = engine.create("copy")

    take(engine, copy, lines(palace))

    entity = copy.store.graph.entity("Atlas")
    assert len(copy.store.graph.mentions_of([entity.id])[entity.id]) == 1


def test_memories_that_were_deleted_leave_no_hole(engine: Engine, palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simonides.engine.exchange.exporting.BLOCK", 3)
    filed = [palace.memories.remember(Draft(f"Note {number}.")) for number in range(20)]
    for memory in filed[4:15]:
        palace.memories.forget(memory.id)

    assert [json.loads(line)["content"] for line in lines(palace)] == [memory.content for memory in [*filed[:4], *filed[15:]]]


def test_the_same_id_twice_in_a_file_counts_once(engine: Engine, palace: Palace) -> None:
    tally = take(engine, palace, ['{"id": "a", "content": "One."}', '{"id": "a", "content": "Another."}'])

    assert (tally.memories, tally.known) == (1, 1)
    assert palace.memories.get("a").content == "One."


def test_lines_without_an_id_differ_when_anything_in_them_does(engine: Engine, palace: Palace) -> None:
    written = ['{"content": "ok", "conversation": "c", "position": 1}', '{"content": "ok", "conversation": "c", "position": 2}']

    first, second = take(engine, palace, written), take(engine, palace, written)

    assert (first.memories, second.memories, second.known) == (2, 0, 2)


def test_a_fact_that_is_current_already_is_passed_over(engine: Engine, palace: Palace) -> None:
    palace.facts.add("Atlas", "uses", "Postgres")

    tally = take(engine, palace, ['{"type": "fact", "subject": "atlas", "predicate": "USES", "object": "Postgres"}'])

    assert (tally.facts, tally.known) == (0, 1)
    assert len(palace.facts.about("Atlas")) == 1


def test_vectors_without_a_header_are_left_aside(engine: Engine, palace: Palace) -> None:
    palace.memories.remember(Draft("One."))
    palace.vectors.catch_up()
    copy = engine.create("copy")

    tally = take(engine, copy, lines(palace, with_vectors=True)[1:])

    assert (tally.memories, tally.vectors) == (1, 0)
    assert tally.notice
    assert "header" in tally.notice


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[]", "object"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ('{"content": "x", "importance": NaN}', "NaN"),
        ('{"content": "  "}', "'content'"),
        ("{}", "'content'"),
        ('{"content": ["x"]}', "'content'"),
        ('{"content": "x", "wing": "../up"}', "'wing'"),
        ('{"content": "x", "room": "a\\nb"}', "'room'"),
        ('{"content": "x", "tags": "a"}', "'tags'"),
        ('{"content": "x", "tags": [1]}', "'tags'"),
        ('{"content": "x", "importance": 2}', "'importance'"),
        ('{"content": "x", "importance": true}', "'importance'"),
        ('{"content": "x", "position": -1}', "'position'"),
        ('{"content": "x", "position": 1.5}', "'position'"),
        ('{"content": "x", "position": 99999999999999999999}', "'position'"),
        ('{"content": "x", "created_at": "soon"}', "'created_at'"),
        ('{"content": "x", "created_at": "9999-12-31T23:59:59.999999Z"}', "'created_at'"),
        ('{"content": "x", "created_at": 7}', "'created_at'"),
        ('{"content": "x", "metadata": []}', "'metadata'"),
        ('{"content": "x", "id": " "}', "'id'"),
        ('{"content": "x", "colour": "red"}', "'colour'"),
        ('{"type": "rumour", "content": "x"}', "'type'"),
        ('{"type": "entity"}', "'name'"),
        ('{"type": "entity", "name": "x", "colour": 1}', "'colour'"),
        ('{"type": "fact", "subject": "a", "predicate": "b"}', "'object'"),
        ('{"type": "fact", "subject": "a", "predicate": "b", "object": "c", "valid_to": {"text": "x"}}', "'valid_to'"),
        ('{"type": "header", "format": 2}', "'format'"),
    ],
)
def test_a_bad_line_is_refused_by_field_and_stores_nothing(engine: Engine, palace: Palace, line: str, reason: str) -> None:
    tally = take(engine, palace, ['{"content": "Before."}', line, '{"content": "After."}'])

    assert [bad.number for bad in tally.bad] == [2]
    assert reason in tally.bad[0].reason
    assert palace.memories.count() == tally.memories == 2
    assert palace.facts.stats().entities == 0


@pytest.mark.parametrize(
    "field",
    [
        {"count": 1, "float16": "!!!!"},
        {"count": 2, "float16": "AAA="},
        {"count": 0, "float16": ""},
        {"count": 1, "float16": write_vectors(np.full((1, 4), np.nan, np.float32))["float16"]},
        {"count": 1, "float16": write_vectors(np.full((1, 4), 3.0, np.float32))["float16"]},
        {"count": 1, "float16": write_vectors(np.full((1, 3), 0.5, np.float32))["float16"]},
    ],
)
def test_vectors_that_are_not_whole_are_refused(field: dict[str, object]) -> None:
    with pytest.raises(Invalid) as caught:
        read_vectors(field, 4)

    assert caught.value.argument == "vectors"


def test_what_no_store_can_hold_becomes_the_replacement_character(engine: Engine, palace: Palace) -> None:
    take(
        engine, palace, ['{"id": "a", "content": "x \\u0000 \\ud800", "author": "\\udfff", "metadata": {"\\ud800": ["\\u0000"]}}']
    )

    memory = palace.memories.get("a")

    assert (memory.content, memory.origin.author) == ("x \ufffd \ufffd", "\ufffd")
    assert memory.metadata == {"\ufffd": ["\ufffd"]}


def test_a_line_that_never_ends_is_refused_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LINE_BYTES_MAX", 10)

    read = list(numbered_lines(io.BytesIO(b"a" * 35 + b"\nbb\n" + b"c" * 9 + b"\n" + b"d" * 10)))

    assert read == [(1, b"a" * 10), (2, b"bb\n"), (3, b"c" * 9 + b"\n"), (4, b"d" * 10)]


def test_a_batch_also_ends_by_size(engine: Engine, palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH_BYTES", 100)
    raw = b"".join(b'{"content": "%s %d"}\n' % (b"x" * 60, number) for number in range(6))

    tallies = list(Importing(lambda _: palace, engine.embedder).run(numbered_lines(io.BytesIO(raw))))

    assert [tally.memories for tally in tallies] == [2, 2, 2]


def test_a_line_without_times_is_filed_now(engine: Engine, palace: Palace) -> None:
    take(engine, palace, ['{"id": "a", "content": "x", "event_time": "2026-01-01"}'])

    memory = palace.memories.get("a")

    assert memory.created_at == NOW
    assert memory.origin.event_time == NOW - timedelta(days=70)


def test_code_of_a_project_that_nobody_knows_is_refused_alone(engine: Engine, palace: Palace) -> None:
    line = {"type": "code", "project": "gone", "path": "a.py", "language": "python", "digest": "00", "chunks": []}

    tally = take(engine, palace, [dump(line), dump({"content": "Kept all the same."})])

    assert (tally.memories, tally.files, tally.known, tally.refused) == (1, 0, 0, 1)
    assert [bad.reason for bad in tally.bad] == ["project not found: gone"]


@pytest.mark.parametrize(
    "line",
    [
        {"type": "observations", "entity": "Atlas", "observations": [{"ordinal": 0, "content": "x", "vectors": {"general": 1}}]},
        {"type": "code", "project": "p", "path": "a.py", "language": "python", "digest": "zz", "chunks": []},
        {"type": "code", "project": "p", "path": "a.py", "language": "python", "chunks": []},
        {"type": "project", "id": "p", "root": "/p", "progress": {"state": "dancing"}},
        {"type": "mined", "digest": "00"},
        {"type": "dreams", "last": {"cycle": -1}},
        {"type": "perspective", "instruction": "x"},
        {"type": "palace", "about": 7},
    ],
    ids=lambda line: str(line["type"]),
)
def test_a_bad_line_of_any_kind_is_refused_alone(engine: Engine, palace: Palace, line: dict[str, object]) -> None:
    header = dump(header_line(engine.embedder.identity))

    tally = take(engine, palace, [header, dump(line), dump({"content": "Kept all the same."})])

    assert (tally.memories, tally.refused) == (1, 1)


def test_a_file_that_is_known_stays_as_it_is(engine: Engine, palace: Palace, tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text("def add(a, b):\n    return a + b\n", encoding="utf-8")
    palace.codebase.index(str(tmp_path / "code"))
    changed = [line.replace("return a + b", "return 0").replace('"digest":"', '"digest":"00') for line in lines(palace)]

    tally = take(engine, palace, changed)

    assert (tally.files, tally.refused) == (0, 0)
    assert "return a + b" in palace.store.code.chunks_of("code", "a.py").popitem()[1].content


def test_a_chunk_of_code_with_the_id_of_another_is_told_and_stops_nothing_else(engine: Engine, palace: Palace) -> None:
    chunk = {"id": "c", "kind": "function", "start_line": 1, "end_line": 1, "content": "x = 1", "enclosing": []}
    file = {"type": "code", "project": "p", "language": "python", "digest": "00" * 16}
    brought = [
        {"type": "project", "id": "p", "root": "/r"},
        {**file, "path": "a.py", "chunks": [chunk]},
        {**file, "path": "b.py", "chunks": [chunk]},
        {**file, "path": "c.py", "chunks": [{**chunk, "id": "d"}, {**chunk, "id": "d"}]},
        {"content": "Filed beside them."},
    ]
    raw = "\n".join(map(json.dumps, brought)).encode()

    [tally] = Importing(lambda _: palace, engine.embedder).run(numbered_lines(io.BytesIO(raw)))

    assert [line.number for line in tally.bad] == [3, 4]
    assert (tally.files, tally.memories) == (1, 1)
