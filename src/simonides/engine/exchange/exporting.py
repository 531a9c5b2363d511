"""How does a palace leave? Line by line, never held in memory at once."""

from collections.abc import Iterator

from simonides.domain.graph import Direction, Entity
from simonides.domain.memory import Memory
from simonides.engine.exchange.lines import Line, dump, entity_line, fact_line, header_line, memory_line
from simonides.engine.exchange.observations import observation_lines
from simonides.ports.stores import Store

BLOCK = 1_000
_FACTS_MAX = 10**9


def export_lines(store: Store, *, with_vectors: bool = False) -> Iterator[str]:
    """The palace in lines without their line breaks, in the order of filing; a header first when they carry vectors."""
    identity = store.identity() if with_vectors else None
    if identity is not None:
        yield dump(header_line(identity))
    # Entities come first, so that a memory that is filed again finds the names it mentions.
    for entity in _entities(store):
        yield dump(entity_line(entity))
    for entity in _entities(store):
        for fact in store.graph.facts_of(entity.id, Direction.OUTGOING, limit=_FACTS_MAX):
            yield dump(fact_line(fact))
    for line in _observations(store):
        yield dump(line)
    for rows in _blocks(store):
        yield from _plain(rows) if identity is None else _with_vectors(store, rows)


def _entities(store: Store) -> Iterator[Entity]:
    offset = 0
    while page := store.graph.entities(BLOCK, offset):
        yield from page
        offset += len(page)


def _observations(store: Store) -> Iterator[Line]:
    offset = 0
    while page := store.graph.entities(BLOCK, offset):
        nodes = store.nodes.at(list(store.nodes.keys([entity.key for entity in page]).values()))
        for node in sorted(nodes.values(), key=lambda node: node.entity.key):
            if node.next_ordinal:
                observations = store.observations.of([node.key])[node.key]
                yield from observation_lines(node.entity.name, node.next_ordinal, observations)
        offset += len(page)


def _blocks(store: Store) -> Iterator[dict[int, Memory]]:
    # Blocks of rows cost the same wherever they are, unlike pages with an offset.
    last = 0
    while rows := store.memories.after(last, BLOCK):
        yield rows
        last = max(rows)


def _plain(rows: dict[int, Memory]) -> Iterator[str]:
    return (dump(memory_line(memory)) for memory in rows.values())


def _with_vectors(store: Store, rows: dict[int, Memory]) -> Iterator[str]:
    # numpy is wanted only here.
    from simonides.engine.exchange.vectors import write_vectors

    vectors = store.search.of(list(rows))
    for key, memory in rows.items():
        line = memory_line(memory)
        if key in vectors:
            line["vectors"] = write_vectors(vectors[key])
        yield dump(line)
