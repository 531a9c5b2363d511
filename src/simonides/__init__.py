"""The memory that AI agents keep: verbatim, offline, shared, over MCP.

`simonides.open()` is the door for Python programs; see docs/python.md. Names are loaded when they are first used, so importing
the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simonides.domain.errors import (
        Conflict,
        Damaged,
        EmbedderMismatch,
        Forbidden,
        Invalid,
        NewerStore,
        NoPalace,
        NotFound,
        NotReady,
        SimonidesError,
        StoreFailure,
    )
    from simonides.domain.memory import Hit, Memory, Scope
    from simonides.library import OpenPalace as Palace
    from simonides.library import open_palace as open  # noqa: A004 - `simonides.open` is the name that people type

__version__ = "0.1.0"

__all__ = [
    "Conflict",
    "Damaged",
    "EmbedderMismatch",
    "Forbidden",
    "Hit",
    "Invalid",
    "Memory",
    "NewerStore",
    "NoPalace",
    "NotFound",
    "NotReady",
    "Palace",
    "Scope",
    "SimonidesError",
    "StoreFailure",
    "__version__",
    "open",
]

_ELSEWHERE = {
    "open": ("simonides.library", "open_palace"),
    "Palace": ("simonides.library", "OpenPalace"),
    "Memory": ("simonides.domain.memory", "Memory"),
    "Hit": ("simonides.domain.memory", "Hit"),
    "Scope": ("simonides.domain.memory", "Scope"),
}


def __getattr__(name: str) -> object:
    if name.startswith("_") or name not in __all__:
        raise AttributeError(f"module 'simonides' has no attribute '{name}'")
    module, attribute = _ELSEWHERE.get(name, ("simonides.domain.errors", name))
    return getattr(import_module(module), attribute)
