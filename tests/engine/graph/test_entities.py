import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.errors import NotFound
from simonides.domain.graph import Triple
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.graph.perspectives import QUESTION_CHARS_MAX
from simonides.engine.palace import Equipment, Palace
from simonides.ports.embedder import State
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock
from support.embedders import MeasuringEmbedder
from support.homes import Home

if TYPE_CHECKING:
    from simonides.engine.search.nodes import Mode

QUICK = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])

names = st.sampled_from(["Ada", "Bo", "Cy", "Di"])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), names, st.integers(1, 3)),
        st.tuples(st.just("replace"), names, st.integers(0, 6)),
        st.tuples(st.just("delete"), names, st.integers(0, 6)),
    ),
    max_size=25,
)


@contextmanager
def fresh_palace() -> Iterator[Palace]:
    with TemporaryDirectory() as directory:
        numbers = count(1)
        equipment = Equipment(HashingEmbedder(16), FixedClock(), Mint(lambda: str(next(numbers))), patience_s=5)
        engine = Engine(SqliteShelf(Path(directory)), equipment)
        yield engine.create("test")
        engine.close()


@pytest.mark.requirement("graph-ordinals")
@QUICK
@given(steps)
def test_ordinals_hold_under_any_sequence_of_adds_replaces_and_deletes(steps: list[tuple[str, str, int]]) -> None:
    with fresh_palace() as palace:
        palace.entities.create([EntityDraft(name, "person") for name in ("Ada", "Bo", "Cy", "Di")])
        held: dict[str, dict[int, str]] = {name: {} for name in ("Ada", "Bo", "Cy", "Di")}
        given_out = dict.fromkeys(held, 0)
        for number, (verb, name, value) in enumerate(steps):
            if verb == "add":
                contents = [f"text {number} {part}" for part in range(value)]
                [(_, added)] = palace.entities.observe([(name, contents)])
                assert added is not None
                assert [each.ordinal for each in added] == list(range(given_out[name], given_out[name] + value))
                held[name] |= {each.ordinal: each.content for each in added}
                given_out[name] += value
            elif verb == "delete":
                [(_, deleted, missing)] = palace.entities.forget_observations([(name, [value])])
                assert (deleted, missing) == (([value], []) if value in held[name] else ([], [value]))
                held[name].pop(value, None)
            elif value in held[name]:
                _, before, _ = palace.entities.replace_observation(name, value, f"text {number}")
                assert before.content == held[name][value]
                held[name][value] = f"text {number}"
            else:
                with pytest.raises(NotFound):
                    palace.entities.replace_observation(name, value, "text")

        opened = palace.entities.open(list(held)).nodes
        assert [(node.entity.name, {each.ordinal: each.content for each in seen}) for node, seen in opened] == list(held.items())
        assert all([each.ordinal for each in seen] == sorted(each.ordinal for each in seen) for _, seen in opened)
        assert list(palace.store.check()) == []


texts = st.lists(st.sampled_from(["Ada met Bo.", "Cy is tall.", "Nothing at all.", "Di, Ada and Cy."]), max_size=3)


@pytest.mark.requirement("graph-cascade")
@QUICK
@given(
    st.dictionaries(names, texts, min_size=1),
    st.lists(st.tuples(names, st.sampled_from(["knows", "likes"]), names), max_size=6),
    st.permutations(["Ada", "Bo", "Cy", "Di"]),
)
def test_deleting_every_node_leaves_no_row_behind(
    drafts: dict[str, list[str]], arrows: list[tuple[str, str, str]], order: list[str]
) -> None:
    with fresh_palace() as palace:
        palace.entities.create([EntityDraft(name, "person", contents) for name, contents in drafts.items()])
        palace.facts.join([Triple(*arrow) for arrow in arrows])
        palace.vectors.catch_up()
        for name in order:
            palace.entities.delete([name])
            assert list(palace.store.check()) == []

        assert rows_left(Path(palace.info.where) / "palace.db") == {}


def rows_left(file: Path) -> dict[str, int]:
    """How many rows each table that hangs on nodes has."""
    with closing(sqlite3.connect(file)) as connection:
        tables = [
            "entities", "facts", "mentions", "observations", "observation_text_docsize", "observation_mentions",
            "observation_vectors", "node_vectors", "predicate_counts",
        ]  # fmt: skip
        known = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables if table in known}  # noqa: S608
        counts["events"] = connection.execute("SELECT count(*) FROM events WHERE entity IS NOT NULL").fetchone()[0]
        return {table: count for table, count in counts.items() if count}


class SlowEmbedder(HashingEmbedder):
    """Ready only when told so."""

    state: State = "loading"

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return self.state == "ready"


@pytest.mark.requirement("graph-search")
def test_before_the_model_is_there_words_answer_and_vectors_follow(home: Home, clock: FixedClock, mint: Mint) -> None:
    embedder = SlowEmbedder()
    engine = Engine(home.shelf(), Equipment(embedder, clock, mint, patience_s=0.01))
    palace = engine.create("test")
    palace.entities.create([EntityDraft("Ada", "person", ["Ada repairs clocks."])])

    early = palace.node_search.search("clocks")
    waiting = palace.consolidation.counts().embedded_share
    embedder.state = "ready"
    late = palace.node_search.search("clocks")
    engine.close()

    assert [(found.node.entity.name, found.perspective) for found in early] == [("Ada", None)]
    assert waiting == 0.0
    assert late[0].perspective is not None


def test_many_observations_are_left_to_the_background(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person", [f"thing {number}" for number in range(50)])])
    waiting = palace.vectors.pending()

    palace.vectors.catch_up()

    assert (waiting, palace.vectors.pending()) == (50, 0)


@pytest.mark.requirement("graph-search")
def test_a_talkative_node_does_not_crowd_others_out(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Loud", "person", [f"red apple number {number}" for number in range(300)])])
    palace.entities.create([EntityDraft(f"Quiet {number}", "person", ["an apple, once"]) for number in range(3)])
    palace.vectors.catch_up()

    modes: list[Mode] = ["embedding", "text"]
    for mode in modes:
        found = palace.node_search.search("red apple", limit=4, mode=mode)

        assert [each.node.entity.name for each in found] == ["Loud", "Quiet 0", "Quiet 1", "Quiet 2"]


@pytest.mark.requirement("graph-perspectives")
def test_perspectives_are_rows_that_a_workspace_may_change(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person", ["Ada is cheerful."])])
    views = palace.vectors.views

    views.set("mood", "(mood) ")
    for name in ("general", "technical", "relational", "temporal", "project"):
        views.drop(name)
    palace.vectors.catch_up()
    [found] = palace.node_search.search("cheerful")

    assert found.perspective == "mood"
    assert palace.consolidation.similar(5, -1.0) == []
    with pytest.raises(NotFound):
        views.drop("general")
    assert list(palace.store.check()) == []


@pytest.mark.requirement("graph-search")
def test_observations_that_wait_for_their_vectors_are_found_by_their_words(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Old", "thing", ["An apple a day.", "The harbour is closed."])])
    palace.entities.create([EntityDraft("New", "thing", [f"Filler number {number}." for number in range(100)])])
    palace.entities.observe([("New", [*(f"More of {number}." for number in range(20)), "The zeppelin hangar leaks."])])

    found = palace.node_search.search("zeppelin hangar leaks")
    within = palace.node_search.within("New", "zeppelin hangar leaks").best
    waiting = palace.vectors.pending()

    assert waiting == 121
    assert [(each.node.entity.name, each.perspective is None) for each in found] == [("New", True), ("Old", False)]
    assert found[0].text == "The zeppelin hangar leaks."
    assert 0.6 < found[0].score <= 1.0
    assert len(within) == 121
    assert (within[0][0].content, within[0][1] > 0.6, within[1][1]) == ("The zeppelin hangar leaks.", True, 0.0)


@pytest.mark.requirement("graph-search")
def test_what_is_embedded_is_scored_by_its_cosine_while_others_wait(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Old", "thing", ["The zeppelin hangar leaks."])])
    alone = palace.node_search.search("zeppelin hangar leaks")
    before = palace.node_search.within("Old", "zeppelin").best

    palace.entities.create([EntityDraft("New", "thing", [f"Zeppelin {number}." for number in range(100)])])
    found = palace.node_search.search("zeppelin hangar leaks")

    assert found[0] == alone[0]
    assert [each.node.entity.name for each in found] == ["Old", "New"]
    assert palace.node_search.within("Old", "zeppelin").best == before


@pytest.mark.requirement("graph-search")
def test_an_old_observation_with_new_words_is_found_while_it_waits(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person", ["Ada repairs clocks."])])
    palace.entities.create([EntityDraft("Many", "thing", [f"Filler number {number}." for number in range(50)])])
    palace.entities.replace_observation("Ada", 0, "Ada builds zeppelins. " + "x " * 3_000)

    [found] = [each for each in palace.node_search.search("zeppelins") if each.node.entity.name == "Ada"]

    assert (found.perspective, found.score > 0) == (None, True)


@pytest.mark.requirement("graph-search")
def test_of_a_long_question_the_beginning_is_embedded(home: Home, clock: FixedClock, mint: Mint) -> None:
    embedder = MeasuringEmbedder()
    engine = Engine(home.shelf(), Equipment(embedder, clock, mint, patience_s=5))
    palace = engine.create("test")
    palace.entities.create([EntityDraft("Ada", "person", ["Ada repairs clocks."])])
    embedder.lengths.clear()

    found = palace.node_search.search("clocks " * 20_000)
    perspectives = palace.store.perspectives.all()
    engine.close()

    assert [each.node.entity.name for each in found] == ["Ada"]
    long = [length for length in embedder.lengths if length > 100]
    assert long == [len(each.instruction) + QUESTION_CHARS_MAX for each in perspectives]
