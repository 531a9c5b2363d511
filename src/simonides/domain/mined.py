"""What was read from a file? How the file stood then, so that only what changed is read again."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Mined:
    """A file as it stood when it was mined."""

    path: str
    digest: bytes
    """Tells any two contents apart."""
    size: int
    modified_ns: int
    """When the file was last changed; 0 when a later change might not show in its time."""
    mode: str
    wing: str
    shape: str
    """How it was read: mode, place and rules. A file that would now be read in another way is read again."""
    drawers: int
    mined_at: datetime
    twin_of: str | None = None
    """The file with the same content whose drawers stand for this one, too."""
