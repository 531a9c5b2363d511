"""The port for embedders, which turn texts into vectors."""

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from simonides.frozen import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """One unit vector per row."""

State = Literal["idle", "loading", "ready", "error"]


@frozen
class Identity:
    """The encoders that define a vector space; kept in the palace, so that spaces are never mixed."""

    name: str
    """Every encoder with its variant and version, as `mneme/int8/1`, joined by `+`; the first one's space it is."""
    dimensions: int
    """0 while nobody knows: a server has not answered yet."""
    succeeds: tuple[str, ...] = field(default=(), compare=False)
    """The models whose palaces the first one takes over, although not a vector of theirs can stay; its own name stands for its
    earlier versions. Kept in no palace."""

    def continues(self, other: "Identity") -> bool:
        """Whether the other's vectors can be taken over: of the same space, by no encoder that is unknown or newer here."""
        return self.shares_space(other) and self._knows_others_of(other)

    def shares_space(self, other: "Identity") -> bool:
        """Whether vectors of both may be compared: the same encoder comes first."""
        is_unknown = 0 in (self.dimensions, other.dimensions)
        return self.first == other.first and (is_unknown or self.dimensions == other.dimensions)

    def replaces(self, other: "Identity") -> bool:
        """Whether a palace of the other's vectors is to be embedded anew without being asked: its encoder was our predecessor."""
        if other.first.partition("/")[0] not in self.succeeds:
            return False
        (model, version), (ours, newest) = _version(other.first), _version(self.first)
        if model.partition("/")[0] != ours.partition("/")[0]:
            return True
        return model == ours and version < newest and self._knows_others_of(other)

    def _knows_others_of(self, other: "Identity") -> bool:
        """Whether no encoder of the other's beside its first is unknown or newer here."""
        ours = dict(map(_version, self.name.split("+")[1:]))
        return all(version <= ours.get(encoder, -1) for encoder, version in map(_version, other.name.split("+")[1:]))

    @property
    def first(self) -> str:
        """The encoder whose space it is."""
        return self.name.partition("+")[0]

    def __str__(self) -> str:
        return f"{self.name} ({self.dimensions}d)" if self.dimensions else self.name


def _version(encoder: str) -> tuple[str, int]:
    model, _, version = encoder.rpartition("/")
    # The name of a remote model may itself contain a plus.
    return (model, int(version)) if version.isdecimal() else (encoder, 0)


@frozen
class CacheStatistics:
    """The hits and misses of a cache since it was created, and how many entries it holds now."""

    hits: int = 0
    misses: int = 0
    size: int = 0


@runtime_checkable
class Caching(Protocol):
    """An optional ability of embedders: to cache vectors and report how often that helped."""

    @property
    def statistics(self) -> CacheStatistics:
        """The statistics of all caches together."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors of one space, offline unless configured otherwise.

    A text may have several vectors (one per window of a long text, one per encoder of a mixed one); the best of them counts.
    Every method may be called from any thread.
    """

    @property
    def identity(self) -> Identity:
        """The space of the vectors; known without loading anything."""
        ...

    @property
    def state(self) -> State:
        """The loading state of what most texts need; `wait` answers for particular texts."""
        ...

    def warm_up(self) -> None:
        """Start loading in the background; returns at once, does nothing when loading or loaded."""
        ...

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:
        """Load what these texts need and wait until it is ready; False when it is not ready in time.

        With a timeout of 0 it starts loading and returns at once.
        """
        ...

    def is_outdated(self, text: str, stored: Identity) -> bool:
        """Whether a text embedded under that identity must be embedded again by this embedder."""
        ...

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, its vectors, at least one; loads first if needed.

        Raises NotReady when the encoder cannot be loaded or reached.
        """
        ...

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question, at least one; loads first if needed. Raises NotReady likewise."""
        ...
