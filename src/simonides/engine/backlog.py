"""Texts that wait for their vectors, embedded batch by batch; one that cannot be embedded keeps no other waiting."""

import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from simonides.domain.errors import NotReady
from simonides.domain.ranking.traits import without_day
from simonides.ports.embedder import Embedder

PASSED_OVER_MAX = 1_000
"""How many texts that cannot be embedded are passed over in search of others."""
RETURN_S = 2.0
"""How long a server that has refused texts may take to show that it is there."""


class WaitingText(Protocol):
    """A text without vectors."""

    @property
    def key(self) -> int:
        """Its row."""
        ...

    @property
    def content(self) -> str:
        """The text."""
        ...


Text = TypeVar("Text", bound=WaitingText)


class Backlog(Protocol[Text]):
    """The texts of one kind that have no vectors yet."""

    batch: int
    """How many of them are embedded at once."""

    def pending(self, limit: int) -> list[Text]:
        """Those that wait longest, oldest first."""
        ...

    def embed(self, texts: Sequence[Text], passed_over: int) -> None:
        """Make and keep the vectors of some of the first; so many before them are passed over. Raises NotReady."""
        ...


class Worked(NamedTuple):
    """What became of a backlog."""

    done: int
    refusal: NotReady | None
    """Why a server has refused one of the texts."""


def work_off(backlog: Backlog[Text], embedder: Embedder, stop: threading.Event | None = None, limit: int | None = None) -> Worked:
    """Embed what waits. Raises NotReady when the model is gone."""
    done, alone = 0, 0
    passed_over, refusal = set[int](), None
    while (limit is None or done < limit) and not (stop and stop.is_set()):
        size = 1 if alone else backlog.batch
        texts = [each for each in backlog.pending(size + len(passed_over)) if each.key not in passed_over][:size]
        if not texts:
            break
        try:
            backlog.embed(texts, len(passed_over))
        except NotReady as error:
            if len(passed_over) >= PASSED_OVER_MAX or not embedder.wait(RETURN_S):
                raise
            # The encoder of one language may be missing: the texts of the others need not wait for it.
            missing = {each.key for each in texts if not embedder.wait(0, [without_day(each.content)])}
            if not missing and len(texts) == 1:
                missing, refusal = {texts[0].key}, error
            # A server refuses one of several: each is tried by itself, up to that one.
            alone = 0 if missing else len(texts)
            passed_over |= missing
            continue
        done += len(texts)
        alone = max(alone - 1, 0)
    return Worked(done, refusal)
