"""Chains: what a memory takes the place of, what takes its place, and so on; only of pairs that are accepted.

A chain is read from the pairs of today, or from those that were known at a moment.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from simonides.domain.errors import NotFound
from simonides.domain.graph import Fact
from simonides.domain.memory import Hit, Memory
from simonides.domain.past.supersession import Supersession, grouped
from simonides.engine.claims.recording import STEPS_MAX
from simonides.engine.filing.faces import Faces
from simonides.frozen import frozen
from simonides.ports.stores import Store

LINKS_MAX = 200
"""How many memories one chain may have."""

PairsOf = Callable[[Sequence[str]], list[Supersession]]
FindMemories = Callable[[Sequence[str]], dict[str, Memory]]


@frozen
class Link:
    """One memory of a chain, and the pair that puts it there."""

    memory: Memory
    pair: Supersession


@frozen
class Chain:
    """What a memory takes the place of, the latest first, and what takes its place, the next first."""

    older: tuple[Link, ...] = ()
    newer: tuple[Link, ...] = ()


@frozen
class Lineage:
    """What is said of others beside a memory: whose place it takes, how many more there are, and which one holds now."""

    before: Memory | None = None
    earlier: int = 0
    after: Memory | None = None


NO_LINEAGE = Lineage()


class Chains:
    """The chains of one palace; `pairs_of` gives the pairs of some memories, in any state, and `find` memories by id."""

    def __init__(self, pairs_of: PairsOf, find: FindMemories) -> None:
        self._pairs_of = pairs_of
        self._find = find

    def told(self, hits: Sequence[Hit]) -> list[Hit]:
        """Hits that say what they take the place of, and what takes theirs."""
        found = self.lineages([hit.memory for hit in hits])
        if not found:
            return list(hits)
        lineages = [found.get(hit.memory.id, NO_LINEAGE) for hit in hits]
        return [
            replace(hit, before=each.before, earlier=each.earlier, after=each.after)
            for hit, each in zip(hits, lineages, strict=True)
        ]

    def lineages(self, memories: Sequence[Memory]) -> dict[str, Lineage]:
        """What is said of others beside each memory, by id; those of no pair are left out. One look-up where none has any."""
        ids = {memory.id: None for memory in memories}
        held = self._accepted(list(ids))
        if not held:
            return {}
        older = grouped((each.newer, each.older) for each in held if each.newer in ids)
        newer = {each: self._last_after(each) for each in dict.fromkeys(pair.older for pair in held if pair.older in ids)}
        found = self._find([*(name for names in older.values() for name in names), *newer.values()])
        return {each: lineage for each in ids if (lineage := _lineage(each, older, newer, found)) is not NO_LINEAGE}

    def of(self, memory_id: str) -> Chain:
        """The chain of a memory, as far as it goes both ways."""
        return Chain(self._walk(memory_id, is_back=True), self._walk(memory_id, is_back=False))

    def _accepted(self, ids: Sequence[str]) -> list[Supersession]:
        return [each for each in self._pairs_of(ids) if each.state == "accepted"] if ids else []

    def _last_after(self, memory_id: str) -> str:
        """What holds now in place of a memory: the end of its chain."""
        seen = [memory_id]
        while len(seen) < STEPS_MAX:
            after = [each.newer for each in self._accepted(seen[-1:]) if each.older == seen[-1] and each.newer not in seen]
            if not after:
                break
            seen.append(after[-1])
        return seen[-1]

    def _walk(self, memory_id: str, *, is_back: bool) -> tuple[Link, ...]:
        links: dict[str, Link] = {}
        edge = [memory_id]
        while edge and len(links) < LINKS_MAX:
            pairs = [(each.older, each) if is_back else (each.newer, each) for each in self._accepted(edge)]
            ours = {name: pair for name, pair in pairs if (pair.newer if is_back else pair.older) in edge}
            found = self._find([name for name in ours if name not in links and name != memory_id])
            step = [Link(memory, ours[name]) for name, memory in found.items()]
            step.sort(key=lambda link: (_time_of(link.memory), link.pair.key), reverse=is_back)
            links |= {link.memory.id: link for link in step}
            edge = [link.memory.id for link in step]
        return tuple(links.values())[:LINKS_MAX]


def present_chains(store: Store) -> Chains:
    """The chains of today."""
    faces = Faces(store)

    def find(ids: Sequence[str]) -> dict[str, Memory]:
        found = {memory.id: memory for memory in store.memories.find(list(dict.fromkeys(ids)))}
        # An observation may take the place of a memory; whatever else is missing was deleted.
        return found | found_one_by_one(faces.get, [each for each in ids if each not in found])

    return Chains(lambda ids: store.supersessions.touching("memory", ids), find)


def found_one_by_one(get: Callable[[str], Memory], ids: Sequence[str]) -> dict[str, Memory]:
    """Memories by id, one by one; those that are not there are left out."""
    found = {}
    for each in ids:
        try:
            found[each] = get(each)
        except NotFound:
            continue
    return found


def facts_before(store: Store, facts: Sequence[Fact]) -> dict[str, Fact]:
    """For each fact that took the place of another, that other; the latest of several."""
    found: dict[str, Fact] = {}
    ids = {fact.id for fact in facts}
    for each in store.supersessions.touching("fact", sorted(ids)) if ids else ():
        if each.newer in ids and each.state == "accepted":
            try:
                found[each.newer] = store.graph.fact(each.older)
            except NotFound:
                continue
    return found


def _lineage(
    memory_id: str, older: Mapping[str, Sequence[str]], newer: Mapping[str, str], found: Mapping[str, Memory]
) -> Lineage:
    before = sorted((found[each] for each in older.get(memory_id, ()) if each in found), key=_time_of)
    after = found.get(newer.get(memory_id, ""))
    if not before and after is None:
        return NO_LINEAGE
    return Lineage(before[-1] if before else None, max(len(before) - 1, 0), after)


def _time_of(memory: Memory) -> datetime:
    # The former texts of one memory differ in when they ended alone.
    return memory.ended_at or memory.happened_at
