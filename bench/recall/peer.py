"""MemPalace as a system: asked in its own interpreter, over a pipe, with the vectors of our model."""

import base64
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from bench.peer import Peer
from bench.recall.answers import DEPTH, Answer
from bench.recall.pools import Pool
from simonides.frozen import frozen
from simonides.ports.embedder import Embedder

PROGRAM = Path(__file__).with_name("inside_mempalace.py")


@frozen
class Choice:
    """Which interpreter has MemPalace, and which model it embeds questions with; with none it is given their vectors."""

    python: str | None = None
    model: Path | None = None


class MemPalace:
    """The peer over one pool: a fresh home, everything filed, then asked; with a model of its own it embeds the questions."""

    def __init__(self, pool: Pool, embedder: Embedder, python: str, model: Path | None) -> None:
        self._embedder = embedder
        self._folder = tempfile.TemporaryDirectory()
        home = Path(self._folder.name)
        peer = Peer(python, home) if model is None else Peer.at_home(python, home, model)
        self._said = Path(self._folder.name, "said.txt")
        command = [python, str(PROGRAM), str(peer.palace), *(["own"] if model else [])]
        with self._said.open("w") as said:
            self._process = subprocess.Popen(
                command, env=peer.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True
            )
        self._exchange({"file": [[item.id, item.text] for item in pool.items]})

    def ask(self, question: str) -> Answer:
        reply = self._exchange({"ask": question, "limit": DEPTH})
        # A long text counts with its best piece.
        return Answer(list(dict.fromkeys(reply["ids"])), reply["score"], reply["cpu_ms"], reply["wall_ms"])

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in Path(self._folder.name).rglob("*") if path.is_file())

    def close(self) -> None:
        self._process.communicate()
        self._folder.cleanup()

    def _exchange(self, message: dict[str, object]) -> dict[str, Any]:
        """Send one message, serve the vectors it wants meanwhile, and return the reply."""
        self._send(message)
        while "embed" in (reply := self._receive()):
            vectors = self._vectors(reply["embed"], str(message.get("ask", "")))
            self._send({"vectors": base64.b64encode(vectors).decode()})
        return reply

    def _vectors(self, texts: Sequence[str], question: str) -> bytes:
        # Its model reads no further than one window.
        is_question = list(texts) == [question]
        made = [self._embedder.embed_question(question)] if is_question else self._embedder.embed_texts(texts)
        return np.concatenate([vectors[:1] for vectors in made]).astype(np.float32).tobytes()

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._give_up()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._give_up()
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _give_up(self) -> NoReturn:
        status = self._process.wait()
        raise SystemExit(f"mempalace ended with {status}:\n{self._said.read_text()[-2000:]}")
