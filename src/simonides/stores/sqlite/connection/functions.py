"""SQL functions that our triggers and views call and SQLite lacks."""

import sqlite3

from simonides.domain.actor import Caller
from simonides.domain.ranking.traits import flags_of, speaker_of
from simonides.domain.time import Clock
from simonides.stores.sql.formers import pack
from simonides.stores.sql.records.rows import micros
from simonides.stores.sql.search.words import joined_words, word_count


class Speaker:
    """In whose name a connection currently writes: the actor, who called, and the act that its lines belong to."""

    __slots__ = ("act", "actor", "caller")

    def __init__(self) -> None:
        self.actor = ""
        self.caller = Caller()
        self.act = 0


def register(connection: sqlite3.Connection, speaker: Speaker, clock: Clock) -> None:
    """Add our functions to a connection."""
    connection.create_function("words", 1, joined_words, deterministic=True)
    connection.create_function("word_count", 1, word_count, deterministic=True)
    connection.create_function("traits", 3, flags_of, deterministic=True)
    connection.create_function("speaker", 2, speaker_of, deterministic=True)
    connection.create_function("actor", 0, lambda: speaker.actor)
    connection.create_function("client", 0, lambda: speaker.caller.client)
    connection.create_function("toolset", 0, lambda: speaker.caller.toolset)
    connection.create_function("act", 0, lambda: speaker.act)
    connection.create_function("former", -1, pack)
    connection.create_function("now_us", 0, lambda: _now_us(clock))


def _now_us(clock: Clock) -> int:
    return micros(clock())
