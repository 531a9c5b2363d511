"""Grants: what a caller may do, in all scopes or one, for writing or only reading."""

from typing import NamedTuple


class Grant(NamedTuple):
    """What a caller may do. `scope` names the only scope the caller may know of; None means all."""

    scope: str | None = None
    may_write: bool = True
    holder: str = ""
    """Who it was given to, for transports that must distinguish callers."""
    page: str = ""
    """The open web page that it was handed to, if any."""


EVERYTHING = Grant()
