"""History: what stood in a record before each change, as the change log keeps it."""

from dataclasses import replace

from simonides.domain.graph import Entity, Fact, Observation
from simonides.domain.memory import Memory
from simonides.domain.past.supersession import Supersession
from simonides.frozen import frozen

Record = Memory | Entity | Fact | Observation | Supersession


@frozen
class Former:
    """A record as it was before a change."""

    record: Record
    has_text: bool = True
    """False for a memory whose text the change left alone: it is that of the next version."""
    owner: str = ""
    """The id of the entity that an observation belongs to."""
    ends: tuple[str, str] = ("", "")
    """The ids of a fact's subject and object, which keep their meaning when an entity is renamed."""
    next_ordinal: int = 0
    """The ordinal that an entity's next observation would have had."""

    def before(self, after: "Former | None") -> "Former":
        """This version, whole: a text that the change left alone comes from the version after it."""
        if self.has_text or after is None or not isinstance(self.record, Memory) or not isinstance(after.record, Memory):
            return self
        return replace(self, record=replace(self.record, content=after.record.content), has_text=True)


RecordKey = tuple[str, str]
"""The kind and the id of a record, as a line of the log names them."""
