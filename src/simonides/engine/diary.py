"""Agent diaries: memories in a wing of the agent's own."""

import re
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.ids import Mint
from simonides.domain.memory import DIARY_HALL, Memory, Order, Origin, Place, Scope
from simonides.domain.time import Clock
from simonides.domain.validation import check_content, check_name, check_place_name
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import Memories
from simonides.frozen import frozen

ROOM = "diary"
_SPACES = re.compile(r"\s+")


@frozen
class Diary:
    """The diaries of one palace."""

    _memories: Memories
    _clock: Clock
    _mint: Mint

    def write(
        self, agent: str, entry: str, topic: str = "general", *, happened: datetime | None = None, tags: tuple[str, ...] = ()
    ) -> Memory:
        """Add an entry to an agent's diary, about now unless it happened at another time."""
        wing = wing_of(agent)
        topic = check_name(topic, "topic")
        entry = check_content(entry, "entry")
        draft = Draft(
            content=entry,
            place=Place(wing, ROOM, DIARY_HALL),
            origin=Origin(author=agent.strip(), role="assistant", event_time=happened or self._clock(), added_by=agent.strip()),
            tags=tags,
            metadata={"topic": topic},
        )
        return self._memories.remember(draft, self._mint.diary(wing, self._clock(), entry), Actor.AGENT)

    def read(self, agent: str, last: int = 10) -> tuple[list[Memory], int]:
        """An agent's last entries, newest first, and how many there are."""
        scope = Scope(wing=wing_of(agent), room=ROOM, hall=DIARY_HALL)
        return self._memories.page(scope, Order.NEWEST, last), self._memories.count(scope)


def wing_of(agent: str) -> str:
    """The wing where an agent keeps its diary."""
    name = check_place_name(agent, "agent_name")
    return check_place_name("wing_" + _SPACES.sub("_", name.lower()), "agent_name")
