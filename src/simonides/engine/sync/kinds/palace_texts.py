"""Perspectives and the text about whom the palace serves: few, and not in the change log."""

from collections.abc import Iterator, Sequence

from simonides.domain.graph import PERSPECTIVES
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

ABOUT = "about"


class PerspectiveRecords:
    """The perspectives of one palace that differ from those every palace begins with."""

    name = "perspective"
    is_logged = False
    quiet = frozenset[str]()
    own = frozenset[str]()

    def __init__(self, equipment: SyncEquipment) -> None:
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The perspectives with these names."""
        return {name: found for block in self.every() for name, found in block.items() if name in locals_}

    def every(self) -> Iterator[dict[str, Found]]:
        """All perspectives."""
        all_ = self._store.perspectives.all()
        yield {
            each.name: Found(each.name, {"instruction": each.instruction})
            for each in all_
            if PERSPECTIVES.get(each.name) != each.instruction
        }

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Set perspectives."""
        for arrival in arrivals:
            fields = LineFields({**arrival.fields, "name": arrival.id})
            self._store.perspectives.set(fields.name("name"), fields.text_or("instruction", ""))
            fields.finish()
        return Written({arrival.id: arrival.id for arrival in arrivals})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Drop perspectives; one of those that every palace begins with gets its first instruction again."""
        for name in locals_:
            if name in PERSPECTIVES:
                self._store.perspectives.set(name, PERSPECTIVES[name])
            else:
                self._store.perspectives.drop(name)
        return set(locals_)


class AboutRecords:
    """The text about whom the palace serves."""

    name = ABOUT
    is_logged = False
    quiet = frozenset[str]()
    own = frozenset[str]()

    def __init__(self, equipment: SyncEquipment) -> None:
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The text, if there is one."""
        return next(self.every()) if ABOUT in locals_ else {}

    def every(self) -> Iterator[dict[str, Found]]:
        """The text, if there is one."""
        text = self._store.about()
        yield {ABOUT: Found(ABOUT, {"text": text})} if text else {}

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Replace the text."""
        for arrival in arrivals:
            fields = LineFields(arrival.fields)
            self._store.tell_about(fields.text_or("text", ""))
            fields.finish()
        return Written({arrival.id: ABOUT for arrival in arrivals})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Empty the text."""
        self._store.tell_about("")
        return set(locals_)
