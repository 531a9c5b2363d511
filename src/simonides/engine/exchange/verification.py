"""Comparison of two palaces: both are read line by line, with everything that travels and its vectors; differences are named."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from simonides.digests import blake2b
from simonides.engine.exchange.exporting import lines_of
from simonides.engine.exchange.lines import Line, dump
from simonides.frozen import frozen
from simonides.ports.stores import Store

_KEYS = {
    "entity": ("name",),
    "fact": ("id",),
    "observations": ("entity",),
    "perspective": ("name",),
    "project": ("id",),
    "code": ("project", "path"),
    "mined": ("path",),
    "change": ("number",),
    "supersession": ("id",),
}
"""The fields that identify a line of each kind; memories are identified by id, and of other kinds there is one line."""


@frozen
class _Read:
    """A line: its name, and a digest of its content."""

    kind: str
    name: str
    digest: bytes


@dataclass(slots=True)
class Side:
    """What was read from one palace."""

    counts: Counter[str] = field(default_factory=Counter)
    """The number of lines of each kind."""
    vectors: int = 0
    """The number of vectors of all kinds."""
    _hash: blake2b = field(default_factory=lambda: blake2b(digest_size=16))

    def take(self, line: Line) -> _Read:
        """Count a line."""
        kind = str(line.get("type", "memory"))
        text = dump(line).encode()
        self.counts[kind] += 1
        self.vectors += _vectors(line)
        self._hash.update(text + b"\n")
        return _Read(kind, _name(kind, line), blake2b(text, digest_size=16).digest())

    @property
    def digest(self) -> str:
        """A digest of the whole palace; two different palaces have different digests."""
        return self._hash.hexdigest()


@frozen
class Comparison:
    """The result of comparing two palaces."""

    here: Side
    there: Side
    differences: tuple[str, ...]
    """One sentence per difference."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and self.here.digest == self.there.digest


def compare(source: Store, target: Store) -> Comparison:
    """Read both palaces and name every line that is missing on one side or differs."""
    here, there = Side(), Side()
    pairs = zip_longest(_read(source, here), _read(target, there))
    left: dict[str, _Read] = {}
    right: dict[str, _Read] = {}
    for ours, theirs in pairs:
        # As long as both sides yield the same lines, nothing has to be remembered.
        if ours == theirs and not left and not right:
            continue
        left |= {ours.name: ours} if ours else {}
        right |= {theirs.name: theirs} if theirs else {}
        for name in [each.name for each in (ours, theirs) if each and left.get(each.name) == right.get(each.name)]:
            left.pop(name, None)
            right.pop(name, None)
    return Comparison(here, there, (*_told(source, target), *_named(left, right), *target.check()))


def _read(store: Store, side: Side) -> Iterator[_Read]:
    return (side.take(line) for line in lines_of(store, with_vectors=True, with_log=True))


def _told(source: Store, target: Store) -> Iterator[str]:
    ours, theirs = source.info, target.info
    if ours.created_at != theirs.created_at:
        yield f"the palace was created at {ours.created_at} in the source and at {theirs.created_at} in the target"


def _named(left: dict[str, _Read], right: dict[str, _Read]) -> Iterator[str]:
    logs = {name for name in left.keys() | right.keys() if name.startswith("change ")}
    if logs:
        # What was done in one palace alone moves every line after it.
        yield "the change log differs in the target"
    for name in (left.keys() | right.keys()) - logs:
        if name not in right:
            yield f"{name} is missing in the target"
        elif name not in left:
            yield f"{name} exists only in the target"
        else:
            yield f"{name} differs in the target"


def _name(kind: str, line: Line) -> str:
    if kind == "memory":
        return f"memory {line['id']}"
    keys = [str(line[key]) for key in _KEYS.get(kind, ()) if key in line]
    if kind == "observations":
        entries = line["observations"]
        # A node with very many observations has several lines.
        keys += [str(entries[0]["ordinal"])] if isinstance(entries, list) and entries else []
    return " ".join([kind, *keys])


def _vectors(line: Line) -> int:
    """The number of vectors anywhere in a line."""
    found, waiting = 0, [line]
    while waiting:
        value = waiting.pop()
        count = value.get("count")
        if isinstance(count, int) and "float16" in value:
            found += count
        waiting += [each for each in value.values() if isinstance(each, dict)]
        waiting += [each for many in value.values() if isinstance(many, list) for each in many if isinstance(each, dict)]
    return found
