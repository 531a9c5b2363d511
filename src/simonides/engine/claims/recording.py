"""Recording of pairs that are certain: what somebody said, edited or asserted is accepted with the act itself."""

from dataclasses import replace

from simonides.domain.actor import current_caller
from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.past.supersession import Cause, PairKind, Supersession, pair
from simonides.domain.time import Clock
from simonides.ports.stores import Store

STEPS_MAX = 100
"""How many statements one after the other a chain is followed."""


class Recording:
    """Records pairs of one palace, inside the transaction of the act that they follow from."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def record(self, kind: PairKind, older: str, newer: str, cause: Cause, argument: str = "newer") -> Supersession:
        """Record that one statement takes the place of another; a guess that said so already becomes certain.

        Raises Invalid, naming the argument, when both are the same or when the older one comes after the newer one already.
        """
        made = pair(kind, older, newer, cause, self._clock(), current_caller().signature)
        with self._store.writing():
            known = self.known(made.id)
            if known is not None and known.state == "accepted":
                return known
            self.refuse_cycle(made, argument)
            if known is None:
                return replace(made, key=self._store.supersessions.add(made))
            sure = replace(known, cause=cause).decided("accepted", made.said_by, made.created_at)
            self._store.supersessions.replace(sure)
            return sure

    def record_edit(self, former: str, memory: str) -> None:
        """Record that a memory takes the place of its own former text, which has just been filed: no other pair can know it."""
        self._store.supersessions.add(pair("memory", former, memory, "edit", self._clock(), current_caller().signature))

    def known(self, pair_id: str) -> Supersession | None:
        """The pair with that id, whatever its state."""
        try:
            return self._store.supersessions.get(pair_id)
        except NotFound:
            return None

    def take_back(self, older: str) -> None:
        """Reject what was said to take the place of a memory, since it holds again; an edit stays one."""
        caller, now = current_caller(), self._clock()
        for each in self._store.supersessions.touching("memory", [older]):
            if each.older == older and each.state == "accepted" and each.cause != "edit":
                self._store.supersessions.replace(each.decided("rejected", caller.signature, now))

    def refuse_cycle(self, made: Supersession, argument: str = "newer") -> None:
        """Raise Invalid when the older statement of a pair has taken the place of the newer one, at once or step by step."""
        seen, edge = {made.newer}, [made.newer]
        for _ in range(STEPS_MAX):
            if not edge:
                return
            found = self._store.supersessions.touching(made.kind, edge)
            edge = [each.newer for each in found if each.older in edge and each.state == "accepted" and each.newer not in seen]
            seen.update(edge)
            if made.older in seen:
                what = f"{made.older} already takes the place of {made.newer}"
                raise Invalid(argument, f"{what}, so {made.newer} cannot take the place of {made.older}; reject that pair first")


def add_new(store: Store, made: Supersession) -> bool:
    """Write a pair down, unless it is known; whether it was new."""
    try:
        store.supersessions.add(made)
    except Conflict:
        return False
    return True
