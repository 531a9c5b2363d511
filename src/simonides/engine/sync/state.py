"""State of a replica: who it is, how far it knows the others, and up to where it has read its own change log."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, field, replace

from simonides.domain.errors import Damaged
from simonides.domain.sync.reach import Reach, joined
from simonides.frozen import frozen
from simonides.ports.stores import Store

MARKS_KEPT = 500
"""How many of its own marks a replica remembers; older ones are taken for its own."""

TRAIL = 8
"""How many marks of an origin travel with its changes."""

Trail = tuple[tuple[int, str], ...]
"""Numbers of an origin's changes, each with a random word that only their writer could have given; the newest last."""
Marks = Mapping[str, Trail]
"""The trail of each origin."""


@frozen
class ReplicaState:
    """What a palace knows about itself as a replica."""

    origin: str
    reach: Reach = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    own_marks: Mapping[str, str] = field(default_factory=dict)
    """The words that this palace gave, by number."""
    seq: int = 0
    """The last line of the change log that was read; 0 before the first time."""
    harvested_at: int = 0
    verified: Mapping[str, int] = field(default_factory=dict)
    """Files in folders that were read whole, each with its size."""

    @property
    def number(self) -> int:
        """The number of its own last change."""
        return self.reach.get(self.origin, 0)

    def minted(self, number: int) -> "ReplicaState":
        """The state after its own changes up to a number, marked by a new word."""
        if number == self.number:
            return self
        word = secrets.token_hex(4)
        own = dict(list({**self.own_marks, str(number): word}.items())[-MARKS_KEPT:])
        trail = (*self.marks.get(self.origin, ()), (number, word))[-TRAIL:]
        reach, marks = {**self.reach, self.origin: number}, {**self.marks, self.origin: trail}
        return replace(self, reach=reach, marks=marks, own_marks=own)

    def extended(self, reach: Reach, marks: Marks) -> "ReplicaState":
        """The state after what others changed up to there."""
        newer = {origin: trail for origin, trail in marks.items() if trail[-1:] > self.marks.get(origin, ())[-1:]}
        return replace(self, reach=joined(self.reach, reach), marks={**self.marks, **newer})

    def is_foreign(self, trail: Trail) -> bool:
        """Whether changes under this palace's own name were made by another: a copy of it, or itself before it was set back."""
        oldest = min(map(int, self.own_marks), default=self.number + 1)
        return any(number >= oldest and self.own_marks.get(str(number)) != word for number, word in trail)

    def shared(self, trail: Trail) -> int:
        """Up to which number a foreign trail is surely this palace's own."""
        return max((number for number, word in trail if self.own_marks.get(str(number)) == word), default=0)


def new_origin() -> str:
    """A name that no other replica has."""
    return secrets.token_hex(6)


def read_state(store: Store) -> ReplicaState | None:
    """The state of a palace; None before its first sync. Raises Damaged when it cannot be read."""
    text = store.sync.state()
    if text is None:
        return None
    try:
        values = json.loads(text)
        values["marks"] = {
            origin: tuple((int(number), str(word)) for number, word in trail) for origin, trail in values["marks"].items()
        }
        return ReplicaState(**values)
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(store.info.where, "the note about its replicas cannot be read") from error


def write_state(store: Store, state: ReplicaState) -> None:
    """Keep the state, in the caller's transaction."""
    store.sync.set_state(json.dumps(asdict(state), separators=(",", ":")))
