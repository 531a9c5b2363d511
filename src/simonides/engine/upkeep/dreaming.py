"""One dream cycle: missing vectors, repetitions, proposals for review, closets, the change log and the bin.

A cycle works in small steps and ends when its time is up or it is called off; whatever it did not reach is left for the next.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from simonides.domain.decay import effective_importance
from simonides.domain.dreams import Dream, DreamReport, DreamStatus, Merge
from simonides.domain.errors import NotReady
from simonides.domain.past.retention import Horizon, believed
from simonides.engine.claims.guessing import Guessing
from simonides.engine.claims.name_guesses import NameGuessing
from simonides.engine.filing.embedding import BATCH, EMBEDDING
from simonides.engine.palace import Equipment, Palace
from simonides.engine.upkeep.merging import DREAMING, Merging
from simonides.ports.dreams import Due

BUDGET_S = 5.0
LOG_KEPT = 100_000
"""How many lines of the change log are kept for caches; those that lag further behind reload from scratch.

Lines about records stay longer: as long as the past of the palace is kept.
"""

FADED_BELOW = 0.1
"""Below this effective importance a memory counts as faded. It is reported, never removed."""

_DREAMS_SEEN = 100
_LOOKED_AT_ONCE = 32
_TRIMMED_AT_ONCE = 5_000
_COUNTED_AT_ONCE = 2_000

Stopwatch = Callable[[], float]
"""Seconds since a fixed moment."""


class Pace:
    """The time limit of a cycle: it ends when its time is up or it is called off."""

    def __init__(
        self, budget_s: float = BUDGET_S, stopwatch: Stopwatch = time.monotonic, is_called_off: Callable[[], bool] = lambda: False
    ) -> None:
        self._stopwatch = stopwatch
        self._is_called_off = is_called_off
        self._began = stopwatch()
        self._budget_s = budget_s

    def is_over(self) -> bool:
        """Whether to stop before the next step."""
        return self._is_called_off() or self.elapsed_s() >= self._budget_s

    def elapsed_s(self) -> float:
        """How long the cycle has run."""
        return self._stopwatch() - self._began


class Dreaming:
    """The dreams of one palace."""

    def __init__(self, palace: Palace, equipment: Equipment, log_kept: int = LOG_KEPT) -> None:
        self._palace = palace
        self._store = palace.store
        self._embedder = equipment.embedder
        self._clock = equipment.clock
        self._log_kept = log_kept
        self._retention = equipment.retention
        self._merging = Merging(palace.store, equipment.clock)
        self._guessing = Guessing(palace.store, equipment.clock)
        self._name_guessing = NameGuessing(palace.store, equipment.clock)

    def dream(self, pace: Pace) -> DreamReport | None:
        """Run one cycle; None when another process is already running one."""
        with self._store.lease(DREAMING) as is_ours:
            return self._cycle(pace) if is_ours else None

    def is_due(self) -> bool:
        """Whether a cycle would find anything to do."""
        is_due = bool(self._store.dreams.due(1)) or self._has_texts_to_embed() or self._log_excess() > 0
        return is_due or self._has_old_past()

    def status(self) -> DreamStatus:
        """What is left to do, and what was done."""
        dreams = self._store.dreams
        return DreamStatus(self._palace.info.name, dreams.remaining(), dreams.totals(), dreams.last())

    def _cycle(self, pace: Pace) -> DreamReport:
        started_at = self._clock()
        self._palace.accesses.write_down_if_possible()
        embedded = self._catch_up(pace)
        merges, updated = self._look(pace)
        if not pace.is_over():
            last = self._store.dreams.last()
            self._name_guessing.propose(last.started_at if last else None)
        trimmed = self._trim(pace) + self._prune(pace)
        faded = self._count_faded(pace, started_at)
        if not pace.is_over():
            self._store.tend()
        dream = Dream(
            started_at=started_at,
            finished_at=self._clock(),
            duration_ms=round(pace.elapsed_s() * 1000),
            embedded=embedded,
            merged=len(merges),
            closets_updated=updated,
            trimmed=trimmed,
            faded=faded,
            remaining=self._store.dreams.remaining(),
        )
        with self._store.writing(DREAMING):
            dream = self._store.dreams.note(dream)
        return DreamReport(self._palace.info.name, dream, tuple(merges))

    def _catch_up(self, pace: Pace) -> int:
        embedded = 0
        with self._store.lease(EMBEDDING) as is_ours:
            while is_ours and not pace.is_over() and self._has_texts_to_embed():
                # A remote embedder may be unreachable, or one encoder missing; everything else works without it.
                made = 0
                with suppress(NotReady):
                    made = self._palace.vectors.catch_up(limit=BATCH)
                if not made:
                    break
                embedded += made
        return embedded

    def _look(self, pace: Pace) -> tuple[list[Merge], int]:
        merges: list[Merge] = []
        updated = 0
        while not pace.is_over() and (due := self._store.dreams.due(_LOOKED_AT_ONCE)):
            seen: list[Due] = []
            for each in due:
                merges += self._merging.merge_around(each.key)
                self._guessing.propose_around(each.key)
                seen.append(each)
                if pace.is_over():
                    break
            updated += self._settle(seen)
        return merges, updated

    def _settle(self, seen: Sequence[Due]) -> int:
        memories = self._store.memories.at([each.key for each in seen])
        current = {key: memory for key, memory in memories.items() if memory.ended_at is None}
        labels = self._palace.closets.labels(current)
        with self._store.writing(DREAMING):
            # A text that changes between reading and writing gets a new mark, so its keywords are made again.
            self._store.closets.put(labels)
            self._store.dreams.settle([each.mark for each in seen])
        return len(labels)

    def _horizon(self) -> Horizon:
        """What of the past is still kept, by a clock that is not believed before it has shown the same time for some days."""
        ran = [dream.finished_at for dream in reversed(self._store.dreams.newest(_DREAMS_SEEN))]
        return self._retention.horizon(believed(self._clock(), ran))

    def _trim(self, pace: Pace) -> int:
        trimmed, since = 0, self._horizon().before
        # In parts: deleting a million lines at once would keep writers waiting for seconds.
        while not pace.is_over() and (excess := self._log_excess()) > 0:
            with self._store.writing(DREAMING):
                keep = self._log_kept + max(excess - _TRIMMED_AT_ONCE, 0)
                trimmed += self._store.changes.trim(keep, since)
        return trimmed

    def _log_excess(self) -> int:
        return self._store.changes.latest() - self._store.changes.trimmed() - self._log_kept

    def _prune(self, pace: Pace) -> int:
        horizon, pruned, some = self._horizon(), 0, 1
        while some and not pace.is_over():
            # Without a transaction around it: the whole log is looked through while others write.
            some = self._store.changes.prune(horizon)
            pruned += some
        return pruned

    def _has_old_past(self) -> bool:
        """Whether anything in the bin is too old; what is too old elsewhere goes along with the next cycle."""
        oldest, last = self._store.changes.oldest(), self._store.dreams.last()
        if oldest is None or oldest >= self._horizon().bin_before:
            return False
        # The oldest may be no deletion, and then stays: once a day is enough to look.
        return last is None or last.finished_at.date() < self._clock().date()

    def _count_faded(self, pace: Pace, now: datetime) -> int | None:
        last = self._store.dreams.last()
        known = last.faded if last else None
        # Importance fades over months: once a day is plenty.
        if last and known is not None and last.finished_at.date() == now.date():
            return known
        count = after = 0
        while rows := self._store.dreams.standing(after, _COUNTED_AT_ONCE):
            if pace.is_over():
                return known
            count += sum(effective_importance(row.importance, now - row.created_at, row.accesses) < FADED_BELOW for row in rows)
            after = rows[-1].key
        return count

    def _has_texts_to_embed(self) -> bool:
        embedded, total = self._store.search.coverage()
        return embedded < total and self._embedder.state == "ready"
