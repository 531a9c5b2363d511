"""Imports in portions: a dry run tells what the import does, and changes nothing; on both stores."""

from simonides.engine.engine import Engine
from simonides.engine.exchange.batches import ImportTally
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def told(tally: ImportTally) -> tuple[object, ...]:
    counts = (tally.memories, tally.entities, tally.facts, tally.observations, tally.pairs, tally.known, tally.refused)
    return (*counts, [line.number for line in tally.bad], dict(tally.left_out))


def filled(palace: Palace) -> list[tuple[int, str]]:
    old = palace.memories.remember(Draft("The office opens at 8.")).id
    new = palace.memories.remember(Draft("The office opens at 7.")).id
    palace.amending.invalidate(old, "newer", new)
    palace.facts.add("Ada", "works_in", "the office")
    palace.tell_about("Ada")
    return list(enumerate([*palace.export(with_log=True), "no line"], 1))


def test_a_dry_run_tells_what_the_import_then_does_and_changes_nothing(engine: Engine, palace: Palace) -> None:
    lines = filled(palace)
    other = engine.create("other", "another")

    dry = told(other.import_portion(lines, is_dry=True))
    before = other.memories.count(), other.about(), other.latest_change(), list(other.export())
    filed = told(other.import_portion(lines))

    assert before == (0, "", 0, ['{"type":"palace","description":"another","about":""}'])
    assert dry == filed
    assert filed[:5] == (2, 2, 1, 0, 1)
    assert filed[7] == [len(lines)]
    assert other.about() == "Ada"
    assert other.complaints() == []
    assert told(other.import_portion(lines))[:5] == (0, 0, 0, 0, 0)


def test_portions_come_to_the_same_as_the_whole(engine: Engine, palace: Palace) -> None:
    lines = filled(palace)
    other = engine.create("other")

    dry = [other.import_portion([line], is_dry=True) for line in lines]
    filed = [other.import_portion([line]) for line in lines]

    for name in ("memories", "facts", "pairs", "refused"):
        assert sum(getattr(each, name) for each in dry) == sum(getattr(each, name) for each in filed), name
    # A pair that says who decided when is not taken for one that a portion of memories could only guess.
    [pair], [ours] = other.store.supersessions.after(0, 10), palace.store.supersessions.after(0, 10)
    assert (pair.cause, pair.state, pair.created_at) == (ours.cause, ours.state, ours.created_at)
    assert sorted(other.export()) == sorted(palace.export())


def test_a_search_finds_nothing_of_a_dry_run(palace: Palace) -> None:
    palace.memories.remember(Draft("The lamp is green."))
    palace.recall("lamp")

    palace.import_portion([(1, '{"content": "The lamp is purple."}')], is_dry=True)

    assert [hit.memory.content for hit in palace.recall("purple lamp")] == ["The lamp is green."]


def test_a_kind_that_is_no_word_is_a_bad_line_and_stops_nothing_else(palace: Palace) -> None:
    tally = palace.import_portion([(1, '{"type": ["log"]}'), (2, '{"type": "log"}'), (3, '{"content": "The lamp is purple."}')])

    assert ([line.number for line in tally.bad], dict(tally.left_out), tally.memories) == ([1], {"log": 1}, 1)
