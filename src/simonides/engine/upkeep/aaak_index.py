"""The AAAK shorthand of a palace: every memory carries its shorthand line beside its text, never instead of it."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import PurePath

from simonides.domain.memory import Memory, Order, Scope
from simonides.domain.text.aaak import Header, compress
from simonides.frozen import frozen
from simonides.ports.stores import Store

FIELD = "aaak"
"""The metadata key of a memory's shorthand line."""
BATCH = 200
ENTITIES_MAX = 1_000


@frozen
class Compressed:
    """The result of a run; sizes are in characters."""

    memories: int = 0
    written: int = 0
    text_size: int = 0
    index_size: int = 0


Watch = Callable[[Memory, str], None]


def compress_palace(store: Store, scope: Scope, *, is_dry: bool = False, watch: Watch | None = None) -> Compressed:
    """Give every memory in scope its line; memories with the right line are not touched. `watch` is called for each."""
    codes = _codes(store)
    total: Counter[str] = Counter()
    for offset in range(0, store.memories.count(scope), BATCH):
        # Read and written in one transaction, so that no revision in between is undone. What only reads keeps nobody waiting.
        with nullcontext() if is_dry else store.writing():
            page = store.memories.page(scope, Order.OLDEST, BATCH, offset)
            lines = [compress(memory.content, _header(memory), codes) for memory in page]
            for memory, line in zip(page, lines, strict=True):
                total.update(memories=1, text_size=len(memory.content), index_size=len(line))
                if memory.metadata.get(FIELD) != line:
                    total["written"] += 1
                    _write(store, memory, line, is_dry=is_dry)
        for memory, line in zip(page, lines, strict=True):
            if watch:
                watch(memory, line)
    return Compressed(**total)


def _write(store: Store, memory: Memory, line: str, *, is_dry: bool) -> None:
    if not is_dry:
        store.memories.replace(replace(memory, metadata={**memory.metadata, FIELD: line}))


def _header(memory: Memory) -> Header:
    source = memory.origin.source
    moment = memory.origin.event_time or memory.created_at
    return Header(memory.place.wing, memory.place.room, f"{moment:%Y-%m-%d}", PurePath(source).stem if source else None)


def _codes(store: Store) -> Mapping[str, str]:
    entities = store.graph.entities(ENTITIES_MAX)
    return {entity.name: "".join(entity.name.split())[:3].upper() for entity in entities}
