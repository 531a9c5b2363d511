from collections.abc import Iterator

import numpy as np
import pytest

from simonides.domain.graph import Triple
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.graph.communities import communities
from simonides.engine.graph.consolidation import ConsolidationReport
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.writers.chat import ChatWriter, WriterEndpoint
from support.clock import FixedClock
from support.homes import Home
from writers.server import ChatServer, status

CODE = ["The parser reads tokens.", "The parser reports syntax errors."]
FOOD = ["The bakery sells rye bread.", "The bakery opens at six."]


def fill(palace: Palace) -> None:
    palace.entities.create(
        [
            EntityDraft("Lexer", "module", CODE),
            EntityDraft("Parser", "module", [*CODE, "It is fast."]),
            EntityDraft("Baker", "person", FOOD),
            EntityDraft("Oven", "thing", [*FOOD, "It is hot."]),
            EntityDraft("Alone", "thing", ["Zebras graze somewhere else entirely."]),
        ]
    )
    palace.facts.join([Triple("Baker", "owns", "Oven")])


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer() as server:
        yield server


def report_of(home: Home, clock: FixedClock, mint: Mint, writer: ChatWriter) -> ConsolidationReport:
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5, writer=writer))
    palace = engine.create("test")
    fill(palace)
    report = palace.consolidation.report()
    engine.close()
    return report


@pytest.mark.requirement("graph-report")
def test_a_report_without_a_writer_computes_all_it_can(palace: Palace, clock: FixedClock) -> None:
    fill(palace)
    clock.pass_time(days=1)
    palace.entities.set_summary("Lexer", "Reads tokens.")

    report = palace.consolidation.report()

    assert {(stale.node.entity.name, stale.draft) for stale in report.stale} == {
        ("Parser", None), ("Baker", None), ("Oven", None), ("Alone", None),
    }  # fmt: skip
    [candidate] = report.candidates
    pair = candidate.pair
    assert (pair.first.entity.name, pair.second.entity.name, candidate.rationale) == ("Lexer", "Parser", None)
    assert {node.entity.name for node in report.orphans} == {"Lexer", "Parser", "Alone"}
    assert {frozenset(cluster.names) for cluster in report.clusters} == {
        frozenset({"Baker", "Oven"}), frozenset({"Lexer", "Parser"}),
    }  # fmt: skip
    assert any(cluster.label and "bakery" in cluster.label for cluster in report.clusters)
    assert (report.events.creates, report.events.deletes) == (6, 0)


@pytest.mark.requirement("graph-report")
def test_events_older_than_thirty_days_are_left_out(home: Home, clock: FixedClock, mint: Mint) -> None:
    engine = Engine(home.shelf(clock), Equipment(HashingEmbedder(), clock, mint, patience_s=5))
    palace = engine.create("test")
    fill(palace)
    clock.pass_time(days=31)
    palace.entities.delete(["Alone"])

    events = palace.consolidation.report().events
    engine.close()

    assert (events.creates, events.updates, events.deletes) == (0, 0, 1)


@pytest.mark.requirement("graph-writer")
def test_a_writer_drafts_summaries_reasons_and_labels(home: Home, clock: FixedClock, mint: Mint, server: ChatServer) -> None:
    report = report_of(home, clock, mint, ChatWriter(WriterEndpoint("ollama", server.url, "m")))

    drafts = {stale.node.entity.name: stale.draft for stale in report.stale}
    assert drafts["Baker"] == "Summarise: - The bakery sells rye bread."
    assert [candidate.rationale for candidate in report.candidates] == ["Two: Lexer (module)"]
    assert all(cluster.label and cluster.label.startswith("The: - ") for cluster in report.clusters)


@pytest.mark.requirement("graph-writer")
def test_a_writer_that_fails_is_asked_no_more_and_the_report_stands(
    home: Home, clock: FixedClock, mint: Mint, server: ChatServer
) -> None:
    server.first = [status(400)]

    report = report_of(home, clock, mint, ChatWriter(WriterEndpoint("openai", server.url, "m")))

    assert len(server.received) == 1
    assert {stale.draft for stale in report.stale} == {None}
    assert [candidate.rationale for candidate in report.candidates] == [None]
    assert len(report.clusters) == 2


def test_communities_are_the_dense_parts_of_a_graph() -> None:
    rng = np.random.default_rng(4)
    blocks = [rng.integers(start, start + 10, (60, 2)) for start in (0, 100, 200)]
    edges = np.concatenate([*blocks, [[0, 100], [100, 200], [5, 5]]]).astype(np.int64)

    found = communities(edges, np.ones(len(edges)))

    assert sorted({node // 100 for node in group} == {group[0] // 100} for group in found) == [True, True, True]
    assert communities(edges, np.ones(len(edges))) == found
    assert communities(np.zeros((0, 2), np.int64), np.zeros(0)) == []
