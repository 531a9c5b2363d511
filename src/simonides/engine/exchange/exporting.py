"""Export of a palace: line by line, never all in memory, leaving out only what can be derived from the rest."""

from collections.abc import Iterator, Sequence

from simonides.domain.graph import PERSPECTIVES, Node, Perspective
from simonides.domain.memory import Memory
from simonides.engine.exchange.bookkeeping import dream_lines, mined_lines
from simonides.engine.exchange.code import code_lines
from simonides.engine.exchange.lines import (
    Line,
    dump,
    entity_line,
    fact_line,
    header_line,
    memory_line,
    pair_line,
    palace_line,
    perspective_line,
)
from simonides.engine.exchange.log import log_lines
from simonides.engine.exchange.observations import observation_lines
from simonides.ports.stores import Store

BLOCK = 1_000


def export_lines(store: Store, *, with_vectors: bool = False, with_log: bool = False, with_folders: bool = True) -> Iterator[str]:
    """The palace in lines without their line breaks, in the order of filing; a header first when they carry vectors."""
    return (dump(line) for line in lines_of(store, with_vectors=with_vectors, with_log=with_log, with_folders=with_folders))


def lines_of(store: Store, *, with_vectors: bool, with_log: bool = False, with_folders: bool = True) -> Iterator[Line]:
    """The palace in lines, as values; its change log comes last.

    `with_folders` takes along what names folders of the machine: source code, and the ledger of mined files.
    """
    identity = store.identity() if with_vectors else None
    if identity is not None:
        yield header_line(identity)
    # Without a header nobody could tell whose vectors they are, though somebody may make the first while the lines are read.
    with_vectors = identity is not None
    perspectives = _perspectives(store)
    # A new palace begins with the usual ones, so all are named where one of those is missing.
    is_grown = [(each.name, each.instruction) for each in perspectives[: len(PERSPECTIVES)]] == list(PERSPECTIVES.items())
    names = [] if is_grown else [each.name for each in perspectives]
    if store.info.description or store.about() or names:
        yield palace_line(store.info, store.about(), names)
    # Entities come first, so that an imported memory finds the names it mentions.
    yield from _entities(store)
    yield from _facts(store)
    yield from map(perspective_line, perspectives)
    yield from _observations(store, with_vectors=with_vectors)
    yield from _memories(store, with_vectors=with_vectors)
    yield from _pairs(store)
    if with_folders:
        yield from code_lines(store, with_vectors=with_vectors)
    yield from dream_lines(store)
    if with_folders:
        yield from mined_lines(store)
    if with_log:
        yield from log_lines(store)


# Blocks of rows cost the same wherever they begin, unlike pages with an offset.


def _entities(store: Store) -> Iterator[Line]:
    last = 0
    while rows := store.graph.entities_after(last, BLOCK):
        yield from map(entity_line, rows.values())
        last = max(rows)


def _facts(store: Store) -> Iterator[Line]:
    last = 0
    while rows := store.graph.facts_after(last, BLOCK):
        yield from map(fact_line, rows.values())
        last = max(rows)


def _perspectives(store: Store) -> Sequence[Perspective]:
    """Every perspective; none when they are the defaults of a new palace."""
    perspectives = store.perspectives.all()
    is_usual = [(each.name, each.instruction) for each in perspectives] == list(PERSPECTIVES.items())
    return [] if is_usual else perspectives


def _observations(store: Store, *, with_vectors: bool) -> Iterator[Line]:
    names = {each.key: each.name for each in store.perspectives.all()}
    last = 0
    while rows := store.graph.entities_after(last, BLOCK):
        nodes = store.nodes.at(list(rows))
        for node in (nodes[key] for key in rows if key in nodes):
            if node.next_ordinal:
                yield from _observations_of(store, node, names if with_vectors else {})
        last = max(rows)


def _observations_of(store: Store, node: Node, perspectives: dict[int, str]) -> Iterator[Line]:
    observations = store.observations.of([node.key])[node.key]
    if not perspectives:
        return observation_lines(node.entity.name, node.next_ordinal, observations)
    from simonides.engine.exchange.vectors import write_vectors

    seen = store.perspectives.of([each.key for each in observations])
    views = {key: {perspectives[view]: write_vectors(made) for view, made in by.items()} for key, by in seen.items()}
    return observation_lines(node.entity.name, node.next_ordinal, observations, views)


def _memories(store: Store, *, with_vectors: bool) -> Iterator[Line]:
    last = 0
    while rows := store.memories.after(last, BLOCK):
        yield from _with_vectors(store, rows) if with_vectors else map(memory_line, rows.values())
        last = max(rows)


def _pairs(store: Store) -> Iterator[Line]:
    last = 0
    while pairs := store.supersessions.after(last, BLOCK):
        yield from map(pair_line, pairs)
        last = pairs[-1].key


def _with_vectors(store: Store, rows: dict[int, Memory]) -> Iterator[Line]:
    # numpy is needed only here.
    from simonides.engine.exchange.vectors import write_vectors

    vectors, closets = store.search.of(list(rows)), store.closets.of(list(rows))
    for key, memory in rows.items():
        line = memory_line(memory)
        if key in closets:
            line["closets"] = closets[key]
        if key in vectors:
            line["vectors"] = write_vectors(vectors[key])
        yield line
