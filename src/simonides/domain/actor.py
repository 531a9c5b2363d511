"""Actors: who files a memory, whether somebody chose to have it remembered, and on whose behalf a call is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

from simonides.frozen import frozen


class Actor(StrEnum):
    """Who files. The value stands in the change log and in a memory's `added_by`, unless the caller signs with its own name."""

    PERSON = "cli"
    """Somebody at a terminal."""
    AGENT = "mcp"
    """An agent, by a tool; its diary, too."""
    SERVICE = "companion"
    """A program, by REST."""
    PROGRAM = "api"
    """A Python program that holds the palace itself."""
    IMPORTER = "import"
    """Lines of an export, which keep the signature they came with."""
    MINER = "mine"
    """Files and exported conversations, read as a whole."""
    HOOK = "hook"
    """A conversation that is saved while it goes on."""
    DREAMER = "dreaming"
    """Background upkeep, which files nothing of its own."""

    @property
    def is_automatic(self) -> bool:
        """Whether texts are filed as they come, so that nobody chose any single one of them."""
        return self in _AUTOMATIC

    @classmethod
    def of(cls, added_by: str) -> "Actor":
        """The actor behind a signature; a name that is no actor's is an agent's or a person's own."""
        return next((actor for actor in cls if actor == added_by), cls.AGENT)


_AUTOMATIC = frozenset({Actor.MINER, Actor.HOOK})

PROGRAMS = frozenset(
    {
        "mempalace", "trusty-memory", "memory-mcp", "mcp-memory-service", "basic-memory", "notes", "mem0", "letta", "graphiti",
        "claude-mem", "chat", "instructions",
    }
)  # fmt: skip
"""The names under which memories of other programs are filed that say no name of their own."""

CLIENT_MAX = 120
"""How many characters of a client's own name are kept."""


@frozen
class Caller:
    """On whose behalf a call is made; every line that it writes into the change log says so."""

    actor: str = ""
    """Through which door, as one of the actors."""
    client: str = ""
    """Which program or person: the client's name and version, the id of its token, or the user of the terminal."""
    toolset: str = ""
    """Through which set of tools."""
    holder: str = ""
    """The id of the palace's token that it came with; empty for everybody else."""

    @property
    def signature(self) -> str:
        """The client or person, and the door they came through."""
        return f"{self.client} ({self.actor})" if self.client else self.actor


_CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)
_OURSELVES = Caller(Actor.PROGRAM)


@contextmanager
def called_by(caller: Caller) -> Iterator[None]:
    """Sign everything that this thread writes inside."""
    token = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(token)


def current_caller() -> Caller:
    """On whose behalf this thread works; outside of a call it is the program that holds the palace itself."""
    return _CALLER.get() or _OURSELVES


def client_label(name: object, version: object = "", token: str = "") -> str:
    """A client as the log names it: its name and version, and the token that it came with."""
    said = " ".join(str(each) for each in (name, version) if isinstance(each, str) and each.strip())
    shown = "".join(letter if letter.isprintable() else " " for letter in said)[:CLIENT_MAX].strip()
    return " ".join(filter(None, (shown, f"token {token}" if token else "")))
