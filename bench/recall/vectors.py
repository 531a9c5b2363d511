"""Texts embedded once: vectors by text hash in a file, so that a second run takes seconds."""

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from simonides.ports.embedder import Embedder, Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class CachedEmbedder:
    """An embedder that remembers what it has embedded, from run to run."""

    def __init__(self, inner: Embedder, path: Path, *, keeps_questions: bool = True) -> None:
        self._inner = inner
        self.keeps_questions = keeps_questions
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, data BLOB) WITHOUT ROWID")

    @property
    def identity(self) -> Identity:
        return self._inner.identity

    @property
    def state(self) -> State:
        return "ready"

    def warm_up(self) -> None:
        pass

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return True

    def is_outdated(self, text: str, stored: Identity) -> bool:
        return self._inner.is_outdated(text, stored)

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        found = [self._find("text", text) for text in texts]
        missing = [index for index, vectors in enumerate(found) if vectors is None]
        for index, vectors in zip(missing, self._inner.embed_texts([texts[index] for index in missing]), strict=True):
            self._keep("text", texts[index], vectors)
            found[index] = vectors
        return [vectors for vectors in found if vectors is not None]

    def embed_question(self, text: str) -> "Vectors":
        vectors = self._find("question", text) if self.keeps_questions else None
        if vectors is None:
            vectors = self._inner.embed_question(text)
            if self.keeps_questions:
                self._keep("question", text, vectors)
        return vectors

    def _key(self, purpose: str, text: str) -> bytes:
        return hashlib.sha256(f"{self._inner.identity}\0{purpose}\0{text}".encode()).digest()

    def _find(self, purpose: str, text: str) -> "Vectors | None":
        row = self._database.execute("SELECT data FROM vectors WHERE key = ?", (self._key(purpose, text),)).fetchone()
        if row is None:
            return None
        return np.frombuffer(row[0], np.float32).reshape(-1, self._inner.identity.dimensions)

    def _keep(self, purpose: str, text: str, vectors: "Vectors") -> None:
        data = np.ascontiguousarray(vectors, np.float32).tobytes()
        self._database.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (self._key(purpose, text), data))
