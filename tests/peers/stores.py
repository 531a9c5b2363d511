"""Stores of other programs as small files: the tables that they make, filled by hand."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

CHROMA = """
CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL, dimension INTEGER, database_id TEXT);
CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT NOT NULL, scope TEXT NOT NULL, collection TEXT NOT NULL);
CREATE TABLE embeddings (
    id INTEGER PRIMARY KEY, segment_id TEXT NOT NULL, embedding_id TEXT NOT NULL, seq_id BLOB NOT NULL, created_at TIMESTAMP,
    UNIQUE (segment_id, embedding_id)
);
CREATE TABLE embedding_metadata (
    id INTEGER REFERENCES embeddings(id), key TEXT NOT NULL, string_value TEXT, int_value INTEGER, float_value REAL,
    bool_value INTEGER, PRIMARY KEY (id, key)
);
CREATE TABLE embeddings_queue (
    seq_id INTEGER PRIMARY KEY, created_at TIMESTAMP, operation INTEGER NOT NULL, topic TEXT NOT NULL, id TEXT NOT NULL,
    vector BLOB, encoding TEXT, metadata TEXT
);
INSERT INTO collections VALUES ('c1', 'mempalace_drawers', 384, 'd'), ('c2', 'mempalace_closets', 384, 'd');
INSERT INTO segments VALUES ('s1', 'urn:chroma:segment/metadata/sqlite', 'METADATA', 'c1');
INSERT INTO segments VALUES ('s2', 'urn:chroma:segment/metadata/sqlite', 'METADATA', 'c2');
"""

GRAPH = """
CREATE TABLE entities (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT, properties TEXT, created_at TEXT);
CREATE TABLE triples (
    id TEXT PRIMARY KEY, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, valid_from TEXT, valid_to TEXT,
    confidence REAL, source_closet TEXT, source_file TEXT, source_drawer_id TEXT, adapter_name TEXT, extracted_at TEXT
);
INSERT INTO entities VALUES ('mira', 'Mira', 'person', '{}', '2026-01-01 10:00:00'), ('porto', 'Porto', 'unknown', '{}', NULL);
INSERT INTO triples VALUES (
    't1', 'mira', 'lives_in', 'porto', '2025-01-02', '2026-02-02', 1.0, NULL, NULL, NULL, NULL, '2026-01-01 10:00:00'
);
"""


def script(path: Path, sql: str) -> Path:
    """A SQLite file made by these statements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
    return path


def drawer(text: str, **fields: object) -> dict[str, object]:
    return {"chroma:document": text, "wing": "wing_app", "room": "auth", "filed_at": "2026-03-04T05:06:07+00:00", **fields}


def chroma(path: Path, drawers: Iterable[tuple[str, dict[str, object]]], segment: str = "s1") -> Path:
    """A Chroma store with these documents."""
    if not path.exists():
        script(path, CHROMA)
    with closing(sqlite3.connect(path)) as connection, connection:
        for document_id, metadata in drawers:
            row = connection.execute(
                "INSERT INTO embeddings (segment_id, embedding_id, seq_id) VALUES (?, ?, 1)", (segment, document_id)
            ).lastrowid
            for key, value in metadata.items():
                column = {str: "string_value", int: "int_value", float: "float_value"}[type(value)]
                connection.execute(
                    f"INSERT INTO embedding_metadata (id, key, {column}) VALUES (?, ?, ?)",  # noqa: S608 - a name of three
                    (row, key, value),
                )
    return path


def queued(path: Path, document_id: str, operation: int, metadata: dict[str, object] | None = None) -> None:
    """Add what a writer wrote to Chroma's queue before it was killed."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO embeddings_queue (operation, topic, id, metadata) VALUES (?, 't', ?, ?)",
            (operation, document_id, json.dumps(metadata)),
        )
