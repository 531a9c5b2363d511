"""Are two palaces the same? Both are read line by line, everything that travels and its vectors; what differs is named."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from simonides.engine.exchange.exporting import lines_of
from simonides.engine.exchange.lines import Line, dump
from simonides.ports.stores import Store

_KEYS = {
    "entity": ("name",),
    "fact": ("id",),
    "observations": ("entity",),
    "perspective": ("name",),
    "project": ("id",),
    "code": ("project", "path"),
    "mined": ("path",),
}
"""By which fields the lines of a kind are told apart; memories by their id, and of the others there is one."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A line: what it is called, and what tells it from any other."""

    kind: str
    name: str
    digest: bytes


@dataclass(slots=True)
class Side:
    """What was read of one palace."""

    counts: Counter[str] = field(default_factory=Counter)
    """How many lines of each kind."""
    vectors: int = 0
    """How many vectors, of everything."""
    _hash: hashlib.blake2b = field(default_factory=lambda: hashlib.blake2b(digest_size=16))

    def take(self, line: Line) -> _Read:
        """Count a line."""
        kind = str(line.get("type", "memory"))
        text = dump(line).encode()
        self.counts[kind] += 1
        self.vectors += _vectors(line)
        self._hash.update(text + b"\n")
        return _Read(kind, _name(kind, line), hashlib.blake2b(text, digest_size=16).digest())

    @property
    def digest(self) -> str:
        """Tells any two palaces apart."""
        return self._hash.hexdigest()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two palaces have in common."""

    here: Side
    there: Side
    differences: tuple[str, ...]
    """A sentence for each."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and self.here.digest == self.there.digest


def compare(source: Store, target: Store) -> Comparison:
    """Read both palaces; names every line that one has and the other has not, or has otherwise."""
    here, there = Side(), Side()
    pairs = zip_longest(_read(source, here), _read(target, there))
    left: dict[str, _Read] = {}
    right: dict[str, _Read] = {}
    for ours, theirs in pairs:
        # As long as both go the same way nothing has to be remembered.
        if ours == theirs and not left and not right:
            continue
        left |= {ours.name: ours} if ours else {}
        right |= {theirs.name: theirs} if theirs else {}
        for name in [each.name for each in (ours, theirs) if each and left.get(each.name) == right.get(each.name)]:
            left.pop(name, None)
            right.pop(name, None)
    return Comparison(here, there, (*_told(source, target), *_named(left, right), *target.check()))


def _read(store: Store, side: Side) -> Iterator[_Read]:
    return (side.take(line) for line in lines_of(store, with_vectors=True))


def _told(source: Store, target: Store) -> Iterator[str]:
    ours, theirs = source.info, target.info
    if ours.created_at != theirs.created_at:
        yield f"the palace was made at {ours.created_at} here, and at {theirs.created_at} there"


def _named(left: dict[str, _Read], right: dict[str, _Read]) -> Iterator[str]:
    for name in left.keys() | right.keys():
        if name not in right:
            yield f"{name} is missing there"
        elif name not in left:
            yield f"{name} is there alone"
        else:
            yield f"{name} is not the same there"


def _name(kind: str, line: Line) -> str:
    if kind == "memory":
        return f"memory {line['id']}"
    keys = [str(line[key]) for key in _KEYS.get(kind, ()) if key in line]
    if kind == "observations":
        entries = line["observations"]
        # A node with very many has several lines.
        keys += [str(entries[0]["ordinal"])] if isinstance(entries, list) and entries else []
    return " ".join([kind, *keys])


def _vectors(line: Line) -> int:
    """How many vectors stand in a line, wherever in it."""
    found, waiting = 0, [line]
    while waiting:
        value = waiting.pop()
        count = value.get("count")
        if isinstance(count, int) and "float16" in value:
            found += count
        waiting += [each for each in value.values() if isinstance(each, dict)]
        waiting += [each for many in value.values() if isinstance(many, list) for each in many if isinstance(each, dict)]
    return found
