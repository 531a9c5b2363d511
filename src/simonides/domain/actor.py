"""Actors: who files a memory, and whether somebody chose to have it remembered."""

from enum import StrEnum


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
