"""What may a caller do? Everything, or something within one scope, or only look."""

from typing import NamedTuple


class Grant(NamedTuple):
    """How far a caller may go. `scope` names the only one that he may know of; None means all."""

    scope: str | None = None
    may_write: bool = True
    holder: str = ""
    """Who it was given to, for transports that must tell callers apart."""


EVERYTHING = Grant()
