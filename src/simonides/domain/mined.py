"""Records of mined files: each file's state when it was read, so that only changed files are read again."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Mined:
    """A file as it stood when it was mined."""

    path: str
    digest: bytes
    """Differs for any two contents."""
    size: int
    modified_ns: int
    """When the file was last changed; 0 when a later change might leave the timestamp as it is."""
    mode: str
    wing: str
    shape: str
    """How it was read: mode, place and rules. A file that would now be read differently is read again."""
    drawers: int
    mined_at: datetime
    twin_of: str | None = None
    """The file with the same content whose drawers also represent this one."""
