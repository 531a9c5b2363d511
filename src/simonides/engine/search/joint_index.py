"""One index over memories and observations: rows below zero are observations (docs/decisions/0023)."""

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.memory import ENTITIES, EVERYTHING, Order, Scope
from simonides.domain.ranking.candidates import Matches, Neighbours, Stack
from simonides.domain.ranking.traits import ConversationTraits, Traits, day_told, flags_of, speaker_of
from simonides.domain.time import DAWN
from simonides.engine.filing.faces import Faces
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

KEPT_CHARS_MAX = 2_000
"""The traits of observations up to this length are kept from search to search."""
COMPARED_MAX = 1_000
"""How many observations of a narrower scope are compared with the question."""
_FULL = (EVERYTHING, Scope(wing=ENTITIES))
"""The scopes that hold every observation."""


class JointIndex:
    """The indexes of one palace as one; while it holds no observation, exactly those of its memories."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._faces = Faces(store)
        self.at = self._faces.at
        self.get = self._faces.get
        self.key_of = self._faces.key_of
        self.places = self._faces.places
        self.reading = store.reading

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many memories and observations are in scope."""
        return self._faces.count(scope)

    def matches(self, words: Sequence[str], scope: Scope = EVERYTHING) -> Matches:
        """The rows in scope that hold any of the words; frequencies and totals are those of both kinds together."""
        found = self._store.search.matches(words, scope)
        if not self._store.observations.count(scope):
            return found
        return _joined(found, self._inside(self._store.perspectives.matches(words), scope))

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int) -> list[list[int]]:
        """The rows that hold these words in sequence; none for a phrase that fewer than `least` or more than `most` hold."""
        if not self._store.observations.count():
            return self._store.search.phrases(phrases, least, most)
        own = self._store.search.phrases(phrases, 1, most)
        seen = self._store.perspectives.phrases(phrases, most)
        found = [[*rows, *(-row for row in others)] for rows, others in zip(own, seen, strict=True)]
        return [rows if least <= len(rows) <= most else [] for rows in found]

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any memory or observation holds."""
        own = self._store.search.held(words)
        return own | self._store.perspectives.held(words) if self._store.observations.count() else own

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The rows with the highest cosine to any vector of the question."""
        near = self._store.search.nearest(question, scope, limit)
        perspective = self._perspective() if self._store.observations.count(scope) else None
        if perspective is None:
            return near
        seen = self._nearest_observed(perspective, question, scope, limit)
        return _nearest_of(near, seen, (self._store.memories.count(scope), self._store.observations.count(scope)), limit)

    def first_of(self, scope: Scope, limit: int) -> list[int]:
        """The rows in scope that were filed first, as many of memories and of observations."""
        own = [self._store.memories.key_of(memory.id) for memory in self._store.memories.page(scope, Order.OLDEST, limit)]
        if not self._store.observations.count():
            return own
        return [*own, *(-row for row in self._store.observations.page(scope, Order.OLDEST, limit))]

    def cosines(self, question: "Vectors", keys: Sequence[int], *, roughly: bool = False) -> "NDArray[np.float32]":
        """The best cosine of each row, NaN for one without a vector."""
        wanted = np.asarray(keys, np.int64)
        cosines = np.full(len(wanted), np.nan, np.float32)
        own = wanted > 0
        if own.any():
            cosines[own] = self._store.search.cosines(question, wanted[own].tolist(), roughly=roughly)
        perspective = None if own.all() else self._perspective()
        if perspective is not None:
            cosines[~own] = self._store.perspectives.cosines(perspective, question, (-wanted[~own]).tolist())
        return cosines

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of rows, at unit length, in one matrix."""
        own = [row for row, key in enumerate(keys) if key > 0]
        stack = self._store.search.stack([keys[row] for row in own])
        perspective = None if len(own) == len(keys) else self._perspective()
        if perspective is None:
            return Stack(np.asarray(own, np.intp)[stack.owners], stack.vectors) if len(own) < len(keys) else stack
        held = self._store.perspectives.of([-key for key in keys if key < 0])
        views = {row: held[-key][perspective] for row, key in enumerate(keys) if key < 0 and perspective in held.get(-key, {})}
        owners = [np.asarray(own, np.intp)[stack.owners], *(np.full(len(each), row, np.intp) for row, each in views.items())]
        vectors = [each for each in (stack.vectors, *views.values()) if len(each)]
        return Stack(np.concatenate(owners), np.concatenate(vectors) if vectors else stack.vectors)

    def traits(self, keys: Sequence[int]) -> Traits:
        """The traits of rows, in the order asked; those of observations are worked out from their texts."""
        if min(keys, default=1) > 0:
            return self._store.search.traits(keys)
        own = [row for row, key in enumerate(keys) if key > 0]
        return self._with_faces(keys, own, self._store.search.traits([keys[row] for row in own]))

    def are_apart(self, keys: Sequence[int]) -> bool:
        """Whether all of these rows are known to be part of no conversation."""
        return self._store.search.are_apart([key for key in keys if key > 0])

    def beside(self, keys: Sequence[int], scope: Scope = EVERYTHING) -> "NDArray[np.int64]":
        """Pairs of rows that are next to each other in a conversation; observations are in none."""
        return self._store.search.beside([key for key in keys if key > 0], scope)

    def conversations(self, names: Sequence[str]) -> dict[str, ConversationTraits]:
        """The lengths of conversations."""
        return self._store.search.conversations(names)

    def _perspective(self) -> int | None:
        """The perspective that adds nothing to a text, so that its vectors are those of the text itself."""
        plain = [each.key for each in self._store.perspectives.all() if not each.instruction]
        return plain[0] if plain else None

    def _nearest_observed(self, perspective: int, question: "Vectors", scope: Scope, limit: int) -> Neighbours:
        if scope in _FULL:
            return self._store.perspectives.nearest(perspective, question, limit)
        if self._store.observations.count(scope) > COMPARED_MAX:
            seen = self._store.perspectives.nearest(perspective, question, COMPARED_MAX)
            is_inside = np.isin(seen.keys, self._store.observations.inside(seen.keys.tolist(), scope))
            return Neighbours(seen.keys[is_inside][:limit], seen.cosines[is_inside][:limit], seen.mean, seen.deviation)
        # Of a room that holds a tenth of them, as few are among the nearest of all.
        keys = np.array(self._store.observations.page(scope, Order.OLDEST, COMPARED_MAX), np.int64)
        cosines = self._store.perspectives.cosines(perspective, question, keys.tolist())
        known = np.flatnonzero(~np.isnan(cosines))
        if not len(known):
            return Neighbours(keys[:0], cosines[:0], 0.0, 0.0)
        best = known[np.argsort(-cosines[known], kind="stable")[:limit]]
        return Neighbours(keys[best], cosines[best], float(cosines[known].mean()), float(cosines[known].std()))

    def _inside(self, matches: Matches, scope: Scope) -> Matches:
        if scope in _FULL:
            return matches
        return matches.only(np.isin(matches.keys, self._store.observations.inside(matches.keys.tolist(), scope)))

    def _with_faces(self, keys: Sequence[int], own: Sequence[int], traits: Traits) -> Traits:
        faces = self._faces.at([key for key in keys if key < 0])
        size = len(keys)
        flags, positions, days = np.zeros(size, np.int64), np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        is_dated, lengths = np.zeros(size, np.bool_), np.zeros(size, np.int64)
        speakers: list[str | None] = [None] * size
        conversations: list[str | None] = [None] * size
        flags[own], positions[own], days[own], is_dated[own] = traits.flags, traits.positions, traits.days, traits.is_dated
        lengths[own] = traits.lengths
        for row, speaker, conversation in zip(own, traits.speakers, traits.conversations, strict=True):
            speakers[row], conversations[row] = speaker, conversation
        for row, key in enumerate(keys):
            if face := faces.get(key) if key < 0 else None:
                is_long = len(face.content) > KEPT_CHARS_MAX
                flags[row], speakers[row], told = (_read if is_long else _kept)(face.content)
                days[row], is_dated[row] = (told or face.created_at - DAWN).days, told is not None
        return Traits(flags, tuple(speakers), tuple(conversations), positions, days, is_dated, lengths)


def _read(text: str) -> tuple[int, str | None, timedelta | None]:
    """The traits of an observation that its text tells."""
    return flags_of(text, None, None), speaker_of(text, None), day_told(text)


_kept = lru_cache(maxsize=4_096)(_read)


def _joined(memories: Matches, observed: Matches) -> Matches:
    # Keys ascend: the rows of observations are below zero, so they come first and in reverse.
    back = slice(None, None, -1)
    total = memories.total + observed.total
    words = memories.mean_length * memories.total + observed.mean_length * observed.total
    return Matches(
        keys=np.concatenate([-observed.keys[back], memories.keys]),
        lengths=np.concatenate([observed.lengths[back], memories.lengths]),
        counts=np.concatenate([observed.counts[:, back], memories.counts], axis=1),
        pairs=np.concatenate([observed.pairs[:, back], memories.pairs], axis=1),
        frequencies=memories.frequencies + observed.frequencies,
        pair_frequencies=memories.pair_frequencies + observed.pair_frequencies,
        skipped=tuple(sorted({*memories.skipped, *observed.skipped})),
        total=total,
        mean_length=words / max(total, 1),
    )


def _nearest_of(near: Neighbours, seen: Neighbours, counts: tuple[int, int], limit: int) -> Neighbours:
    keys = np.concatenate([near.keys, -seen.keys])
    cosines = np.concatenate([near.cosines, seen.cosines])
    order = np.argsort(-cosines, kind="stable")[:limit]
    both = [(each, count) for each, count in zip((near, seen), counts, strict=True) if len(each.keys)]
    total = max(sum(count for _, count in both), 1)
    mean = sum(each.mean * count for each, count in both) / total
    square = sum((each.deviation**2 + each.mean**2) * count for each, count in both) / total
    return Neighbours(keys[order], cosines[order], float(mean), float(np.sqrt(max(square - mean**2, 0.0))))
