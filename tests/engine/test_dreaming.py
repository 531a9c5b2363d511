"""Dreaming: nothing is lost, nothing is done twice, and a cycle ends when it should."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dreaming_process import STEP_UNDER_WAY
from simonides.domain.dreams import MERGED, DreamReport
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Place, Scope
from simonides.domain.past.retention import Retention
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.upkeep.dreamer import Rhythm
from simonides.engine.upkeep.dreaming import Dreaming, Pace
from support.clock import FixedClock
from support.homes import Home
from support.stopwatch import CountedStopwatch

TESTS = Path(__file__).parent.parent
TEXT = "The nightly export of the billing data failed because the disk was full and nobody had an eye on it."
ALL = Scope(with_ended=True)


def new_engine(home: Home, clock: FixedClock | None = None, rhythm: Rhythm | None = None) -> Engine:
    numbers = count(1)
    clock = clock or FixedClock()
    equipment = Equipment(HashingEmbedder(), clock, Mint(lambda: str(next(numbers))), patience_s=5)
    return Engine(home.shelf(clock), equipment, rhythm)


def file(palace: Palace, *drafts: Draft) -> list[Memory]:
    return [palace.memories.remember(draft, f"m{number}") for number, draft in enumerate(drafts)]


def dream(engine: Engine, name: str = "test") -> DreamReport:
    report = engine.dream(name, budget_s=600)
    assert report
    return report


def current(palace: Palace) -> list[str]:
    return sorted(memory.id for memory in palace.memories.page(limit=1000))


def test_a_clock_that_is_years_ahead_for_a_day_forgets_nothing(home: Home) -> None:
    clock = FixedClock()
    engine = new_engine(home, clock)
    palace = engine.create("test")
    [note] = file(palace, Draft("The pump hums."))
    clock.pass_time(days=1)
    palace.memories.forget(note.id)
    dream(engine)

    clock.pass_time(days=730)
    palace.memories.remember(Draft("The valve sings."))
    for _ in range(3):
        dream(engine)
    clock.pass_time(days=-729)

    assert [memory.id for memory in palace.past.knowing.at(clock.now - timedelta(days=2)).page()] == [note.id]
    assert [each.change.id for each in palace.store.changes.deleted()] == [note.id]
    clock.pass_time(days=31)
    dream(engine)
    assert palace.store.changes.deleted() == []
    engine.close()


def test_what_is_young_keeps_the_past_of_all_that_was_written_after_it(home: Home) -> None:
    clock = FixedClock()
    engine = new_engine(home, clock)
    palace = engine.create("test")
    [early] = file(palace, Draft("The pump hums."))
    clock.pass_time(days=730)
    palace.memories.remember(Draft("The valve sings."))
    clock.pass_time(days=-730)
    palace.memories.forget(early.id)

    palace.store.changes.prune(replace(Retention().horizon(clock.now + timedelta(days=730)), bin_before=clock.now))

    kept, began = palace.store.changes.deleted(), palace.store.changes.began()
    engine.close()
    assert ([each.change.id for each in kept], began) == ([early.id], None)


@pytest.mark.requirement("dream-loses-nothing")
def test_of_two_that_say_the_same_one_is_closed_and_both_keep_their_words(engine: Engine, palace: Palace) -> None:
    weaker, stronger = file(
        palace,
        Draft(TEXT, tags=("export", "disk"), importance=0.3),
        Draft(TEXT.upper(), tags=("billing", "disk"), importance=0.8),
    )

    report = dream(engine)

    closed, kept = palace.memories.get(weaker.id), palace.memories.get(stronger.id)
    assert [(merge.ended, merge.into) for merge in report.merges] == [(weaker.id, stronger.id)]
    assert (closed.content, closed.end_reason, closed.superseded_by) == (TEXT, MERGED, stronger.id)
    assert kept == replace(stronger, tags=("billing", "disk", "export"))
    assert list(palace.store.check()) == []


@pytest.mark.requirement("dream-keeps-statements")
def test_ten_notes_that_differ_in_a_ticket_all_stay(engine: Engine, palace: Palace) -> None:
    file(palace, *(Draft(f"{TEXT} See ticket OPS-{1040 + number}.") for number in range(10)))

    assert dream(engine).merges == ()
    assert len(current(palace)) == 10


def test_many_copies_become_one(engine: Engine, palace: Palace) -> None:
    file(palace, *(Draft(TEXT) for _ in range(60)))

    assert dream(engine).dream.merged == 59
    assert len(current(palace)) == 1
    assert palace.memories.count(ALL) == 60


def test_without_vectors_only_the_same_text_is_merged_and_the_rest_follows_with_them(engine: Engine, palace: Palace) -> None:
    memories = file(palace, Draft("other"), Draft("other"), Draft(TEXT), Draft(TEXT.upper()))
    vectors = palace.store.search.of([palace.store.memories.key_of(memory.id) for memory in memories])
    palace.store.search.forget_vectors(HashingEmbedder().identity)
    dreaming = Dreaming(palace, replace(means_of(engine), embedder=Loading()))

    without = dreaming.dream(Pace(600))
    palace.store.search.put(vectors)
    with_vectors = dreaming.dream(Pace(600))

    assert without
    assert with_vectors
    assert [merge.ended for merge in without.merges] == [memories[1].id]
    assert [merge.ended for merge in with_vectors.merges] == [memories[3].id]


def test_what_has_no_vector_yet_is_embedded(engine: Engine, palace: Palace) -> None:
    file(palace, *(Draft(f"note number {number}") for number in range(70)))
    palace.store.search.forget_vectors(HashingEmbedder().identity)

    assert dream(engine).dream.embedded == 70
    assert palace.store.search.coverage() == (70, 70)


def test_a_short_text_inside_a_long_one_is_no_copy_of_it(engine: Engine, palace: Palace) -> None:
    short, long = file(palace, Draft(TEXT), Draft(f"{TEXT}\n{TEXT}"))
    [vector] = palace.store.search.of([palace.store.memories.key_of(short.id)]).values()
    palace.store.search.put({palace.store.memories.key_of(long.id): vector.repeat(2, axis=0)})

    dream(engine)

    assert current(palace) == [short.id, long.id]


class Loading(HashingEmbedder):
    """A model that is not there yet."""

    state = "loading"


def means_of(engine: Engine) -> Equipment:
    return engine._equipment


# What small edits make of a text: some say the same, some say something else, and a dream must never confuse the two.
EDITS = [
    str,
    str.upper,
    lambda text: text.replace("The ", ""),
    lambda text: f"{text}!",
    lambda text: f"{text} It was restarted by hand.",
    lambda text: text.replace("export", "import"),
    lambda text: text.replace("failed", "did not fail"),
    lambda text: f"{text} See OPS-1042.",
    lambda text: f"{text} See OPS-1043.",
    lambda text: " ".join(reversed(text.split())),
]
TEXTS = [TEXT, "We chose Clerk for sign-in because single sign-on was included in the plan that we had paid for already."]
DRAFTS = st.builds(
    Draft,
    content=st.builds(lambda text, edit: edit(text), st.sampled_from(TEXTS), st.sampled_from(EDITS)),
    place=st.builds(Place, st.sampled_from(["wing_a", "wing_b"]), st.just("room")),
    tags=st.lists(st.sampled_from("abcde"), unique=True, max_size=3).map(tuple),
    importance=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
)


@pytest.mark.requirement("dream-loses-nothing", "dream-once")
@settings(max_examples=15, deadline=None)
@given(st.lists(DRAFTS, min_size=2, max_size=14))
def test_a_merge_loses_no_text_whatever_was_filed(drafts: list[Draft]) -> None:
    with TemporaryDirectory() as directory:
        clock = FixedClock()
        engine = new_engine(Home(directory), clock)
        palace = engine.create("test")
        originals = []
        for number, draft in enumerate(drafts):
            originals.append(palace.memories.remember(draft, f"m{number}"))
            clock.pass_time(minutes=1)

        first = dream(engine)
        after = {memory.id: memory for memory in palace.memories.page(ALL, limit=1000)}
        second = dream(engine)

        assert {key: memory.content for key, memory in after.items()} == {memory.id: memory.content for memory in originals}
        assert all(palace.memories.get(memory.id).content == memory.content for memory in originals)
        for original in originals:
            heir = heir_of(original.id, after)
            assert heir.ended_at is None
            assert set(original.tags) <= set(heir.tags)
            assert original.importance <= heir.importance
            assert original.place == heir.place
        assert sum(memory.ended_at is not None for memory in after.values()) == first.dream.merged
        assert second.merges == ()
        assert {memory.id: memory for memory in palace.memories.page(ALL, limit=1000)} == after
        assert list(palace.store.check()) == []
        engine.close()


def heir_of(memory_id: str, memories: dict[str, Memory]) -> Memory:
    """The current memory that stands for another in the end."""
    memory = memories[memory_id]
    while memory.superseded_by is not None:
        assert memory.end_reason == MERGED
        memory = memories[memory.superseded_by]
    return memory


@pytest.mark.requirement("dream-budget")
def test_a_cycle_ends_when_its_time_is_up_and_the_next_goes_on(home: Home) -> None:
    engine = new_engine(home, rhythm=Rhythm(stopwatch=CountedStopwatch(step_s=1.0)))
    palace = engine.create("test")
    file(palace, *(Draft(f"note number {number}") for number in range(50)))

    remaining: list[int] = []
    while not remaining or remaining[-1]:
        report = engine.dream("test", budget_s=20)
        assert report
        remaining.append(report.dream.remaining)

    assert remaining == sorted(remaining, reverse=True)
    assert len(remaining) > 2
    assert remaining[0] > 50 - 20
    assert engine.dream_status("test").totals.closets_updated == 50
    engine.close()


@pytest.mark.requirement("dream-budget")
def test_a_cycle_that_is_called_off_keeps_what_it_has_done(engine: Engine, palace: Palace) -> None:
    file(palace, *(Draft(f"note number {number}") for number in range(10)))
    looks = count()

    report = Dreaming(palace, means_of(engine)).dream(Pace(600, is_called_off=lambda: next(looks) >= 4))

    assert report
    assert 0 < report.dream.closets_updated < 10
    assert report.dream.remaining == 10 - report.dream.closets_updated


@pytest.mark.requirement("dream-told")
def test_a_dream_leaves_its_numbers_and_a_line_in_the_log(engine: Engine, palace: Palace, clock: FixedClock) -> None:
    file(palace, Draft(TEXT), Draft(TEXT), Draft("something else"))

    report = dream(engine)

    status = engine.dream_status("test")
    assert status.last == report.dream
    assert (status.remaining, status.totals.cycles, status.totals.merged) == (0, 1, 1)
    assert (report.dream.cycle, report.dream.started_at, report.dream.closets_updated) == (1, clock.now, 2)
    last = palace.store.changes.since(0)[-1]
    assert (last.kind, last.id, last.operation, last.actor) == ("dream", "1", "add", "dreaming")


def test_the_log_is_kept_short(engine: Engine, palace: Palace) -> None:
    file(palace, *(Draft(f"note number {number}") for number in range(40)))

    report = Dreaming(palace, means_of(engine), log_kept=10).dream(Pace(600))

    assert report
    assert report.dream.trimmed > 0
    lines = palace.store.changes.since(0)
    # The line that tells of the dream comes after trimming.
    assert len([line for line in lines if line.kind != "memory"]) <= 11
    assert len([line for line in lines if line.kind == "memory"]) == 40, "the past is kept longer than caches need it"
    assert palace.recall("note number 7")


def test_what_has_faded_is_counted_and_kept(home: Home) -> None:
    clock = FixedClock()
    engine = new_engine(home, clock)
    palace = engine.create("test")
    file(palace, Draft("hardly matters", importance=0.15), Draft("matters", importance=1.0))

    fresh = dream(engine).dream.faded
    clock.pass_time(days=90)
    later = dream(engine).dream.faded

    assert (fresh, later) == (0, 1)
    assert len(current(palace)) == 2
    engine.close()


@pytest.mark.requirement("dream-closets")
def test_a_memory_that_lies_under_a_word_of_the_question_gains(engine: Engine, palace: Palace) -> None:
    clerk, other = file(palace, Draft("We chose Clerk for sign-in."), Draft("The whale surfaced near the harbour."))
    assert palace.closets.boosts("Why Clerk?", [clerk, other]) == {}

    dream(engine)

    assert palace.closets.boosts("Why Clerk?", [clerk, other]) == {clerk.id: 0.15}
    assert palace.closets.boosts("whales and clerks", [clerk, other]) == {clerk.id: 0.15, other.id: 0.15}
    assert palace.closets.boosts("nothing of the sort", [clerk, other]) == {}
    assert palace.closets.boosts("", [clerk]) == palace.closets.boosts("Clerk", []) == {}


@pytest.mark.requirement("dream-closets")
def test_closets_follow_a_reworded_memory_and_hide_nothing(engine: Engine, palace: Palace) -> None:
    [memory] = file(palace, Draft("We chose Clerk for sign-in."))
    dream(engine)

    reworded = palace.memories.revise(replace(memory, content="We moved to Keycloak."))
    found_before = [hit.memory.id for hit in palace.recall("Keycloak")]
    dream(engine)

    assert found_before == [memory.id]
    assert palace.closets.boosts("Clerk", [reworded]) == {}
    assert palace.closets.boosts("Keycloak", [reworded]) == {memory.id: 0.15}


def start(home: Home, mode: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "engine.dreaming_process", home.where, mode],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.requirement("dream-alone")
def test_one_process_at_a_time_dreams(engine: Engine, palace: Palace, home: Home) -> None:
    file(palace, Draft(TEXT), Draft(TEXT))
    with start(home, "wait") as other:
        assert other.stdout
        while other.stdout.readline() != f"step {STEP_UNDER_WAY}\n":
            pass

        meanwhile = engine.dream("test")
        said = other.communicate("\n")[0].splitlines()

    assert meanwhile is None
    assert said[-1] == "merged 1"
    assert engine.dream("test")


@pytest.mark.requirement("dream-kill-9")
@pytest.mark.parametrize("steps", [4, 9, 17, 30])
def test_a_dream_that_is_killed_loses_nothing(engine: Engine, palace: Palace, home: Home, steps: int) -> None:
    originals = file(palace, *(Draft(f"{TEXT} It is about {'apples' if number % 3 else 'pears'}.") for number in range(40)))
    with start(home, "go") as other:
        assert other.stdout
        while not other.stdout.readline().startswith((f"step {steps}\n", "merged")):
            pass
        other.send_signal(signal.SIGKILL)
        other.communicate()

    after = {memory.id: memory for memory in palace.memories.page(ALL, limit=1000)}
    assert {key: memory.content for key, memory in after.items()} == {memory.id: memory.content for memory in originals}
    assert all(heir_of(memory_id, after).ended_at is None for memory_id in after)
    assert list(palace.store.check()) == []
    assert dream(engine).is_complete
    assert len(current(palace)) == 2
