"""Ids of new things, in the style of the tool set that makes them, and handles: short names for answers where tokens count.

A handle, as `m123qx`, is the memory's row, which no other memory of the palace ever gets, and two letters that its id gives. The
letters tell when a handle comes from another palace, or from before a move to another store.
"""

import os
import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from simonides.digests import blake2b
from simonides.domain.validation import fold_name

MENTION = "mention_"
"""The prefix of ids of facts that say where somebody is named."""
MINED = "mined_"
"""The prefix of ids of entities that mining found."""

_LETTERS = "abcdefghjkmnpqrstvwxyz"
_HANDLE = re.compile(rf"([mo])(\d{{1,18}})([{_LETTERS}]{{2}})")
_ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyz0123456789"


class Mint:
    """Makes ids; `noise` supplies the randomness, so tests can count instead."""

    def __init__(self, noise: Callable[[], str] = lambda: os.urandom(16).hex()) -> None:
        self._noise = noise

    def drawer(self, wing: str, room: str, content: str) -> str:
        """`drawer_<wing>_<room>_<16 hex digits>`: an id that names the drawer's place."""
        return f"drawer_{wing}_{room}_{self._digest(content)}"

    def diary(self, wing: str, moment: datetime, entry: str) -> str:
        """`diary_<wing>_<date>_<time>_<16 hex digits>`."""
        return f"diary_{wing}_{moment:%Y%m%d_%H%M%S}_{self._digest(entry)}"

    def fact(self, subject: str, predicate: str, obj: str) -> str:
        """`t_<subject>_<predicate>_<object>_<12 hex digits>`, each name in its folded form."""
        names = "_".join(fold_name(name) for name in (subject, predicate, obj))
        return f"t_{names}_{self._digest(names)[:12]}"

    def mention(self, subject: str, predicate: str, obj: str) -> str:
        """The id of a fact that says where somebody is named: like any fact's, with another prefix."""
        return MENTION + self.fact(subject, predicate, obj).removeprefix("t_")

    def mined(self) -> str:
        """The id of an entity that mining found."""
        return MINED + self.alphanumeric()

    def uuid(self) -> str:
        """A UUID, as the trusty tools use."""
        from uuid import UUID

        return str(UUID(hex=_hash(self._noise(), 16).hex(), version=4))

    def alphanumeric(self) -> str:
        """Twenty letters and digits, as the memory tools use."""
        number = int.from_bytes(_hash(self._noise(), 16))
        letters = []
        for _ in range(20):
            number, index = divmod(number, len(_ALPHANUMERIC))
            letters.append(_ALPHANUMERIC[index])
        return "".join(letters)

    def _digest(self, text: str) -> str:
        return _hash(f"{self._noise()}{text}", 8).hex()


class Handle(NamedTuple):
    """A handle in its parts: rows below zero are those of observations."""

    row: int
    check: str

    def __str__(self) -> str:
        return f"{'m' if self.row > 0 else 'o'}{abs(self.row)}{self.check}"


def handle_of(row: int, memory_id: str) -> Handle:
    """The handle of a memory."""
    first, second, *_ = _hash(memory_id, 2)
    return Handle(row, _LETTERS[first % len(_LETTERS)] + _LETTERS[second % len(_LETTERS)])


def read_handle(text: str) -> Handle | None:
    """The handle that a text is; None for anything else."""
    found = _HANDLE.fullmatch(text)
    return Handle(int(found[2]) * (1 if found[1] == "m" else -1), found[3]) if found else None


def _hash(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=size).digest()
