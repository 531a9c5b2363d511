"""A thread's connection, its transaction, and what it has read at one moment."""

import sqlite3
import threading
from typing import TYPE_CHECKING, Any

from simonides.stores.sqlite.connection.functions import Speaker

if TYPE_CHECKING:
    from collections.abc import Hashable


class Transaction:
    """A write in progress; `rewinds` counts its parts that were rolled back."""

    __slots__ = ("rewinds",)

    def __init__(self) -> None:
        self.rewinds = 0


class SqliteSession:
    """One thread's connection, its current transaction, and what it has read in the current moment, if that is held."""

    __slots__ = ("__weakref__", "connection", "guard", "seen", "speaker", "transaction")

    def __init__(self, connection: sqlite3.Connection, speaker: Speaker) -> None:
        self.connection = connection
        self.speaker = speaker
        self.guard = threading.Lock()
        self.transaction: Transaction | None = None
        self.seen: dict[Hashable, Any] | None = None
