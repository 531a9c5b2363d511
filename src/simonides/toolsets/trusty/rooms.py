"""Room types of the trusty set: nine by name, anything else as `Custom(<value>)`.

`General` is the engine's own room for nothing in particular, so that every vocabulary finds the same drawers there; the other
types stand in the palace under their names, as in `Backend` or `Custom(billing)`.
"""

import re

from simonides.domain.memory import GENERAL
from simonides.domain.validation import check_place_name

TYPES = ("Frontend", "Backend", "Testing", "Planning", "Documentation", "Research", "Configuration", "Meetings")

_CUSTOM = re.compile(r"Custom\((.*)\)\Z")


def room_of(value: str | None) -> str:
    """The room where a drawer of this type is put; General unless somebody says otherwise."""
    if value is None or not value.strip():
        return GENERAL
    name = _inner(value)
    if name == "General":
        return GENERAL
    # The whole is checked again: together with its wrapping a name may be too long.
    return name if name in TYPES else check_place_name(f"Custom({name})", "room")


def rooms_meant(value: str | None) -> tuple[str | None, ...]:
    """The rooms that a filter lets through; None stands for all of them.

    A custom type also means the room of that plain name, which another vocabulary may have filled.
    """
    if value is None or not value.strip():
        return (None,)
    room = room_of(value)
    return (room, _inner(value)) if _CUSTOM.match(room) else (room,)


def _inner(value: str) -> str:
    value = value.strip()
    custom = _CUSTOM.match(value)
    # What was listed as `Custom(x)` may come back as it was shown.
    return check_place_name(custom[1] if custom else value, "room")
