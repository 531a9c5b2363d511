"""The part that runs in MemPalace's interpreter: files and asks what it is told, one JSON line after another.

Filed as its `add_drawer` files, in batches: long texts cut by its own chunk size, each piece naming the whole. Whenever it wants
a vector, the other side of the pipe is asked, so both systems search over the same model's vectors; with `own` as the last word
it embeds the questions by itself, with the model in its home.
"""

import base64
import json
import sys
import time
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

BATCH = 500


def say(**message: object) -> None:
    """One line to the other side."""
    print(json.dumps(message), file=sys.__stdout__, flush=True)


def hear() -> dict[str, Any]:
    """One line from the other side; nothing at its end."""
    line = sys.stdin.readline()
    message: dict[str, Any] = json.loads(line) if line else {}
    return message


def forward(_: object, texts: list[str], _batch_size: int = 32) -> NDArray[np.float32]:
    """What stands in for a pass through the model."""
    say(embed=list(texts))
    flat = np.frombuffer(base64.b64decode(hear()["vectors"]), np.float32)
    return flat.reshape(len(texts), -1)


def rows_of(drawer: str, text: str, chunk_size: int) -> list[tuple[str, str, dict[str, object]]]:
    """Ids, texts and notes of the rows that one text becomes."""
    notes = {"wing": "bench", "room": "all", "source_file": "", "added_by": "bench", "filed_at": datetime.now(UTC).isoformat()}
    if len(text) <= chunk_size:
        return [(drawer, text, {**notes, "chunk_index": 0})]
    return [
        (
            f"{drawer}_chunk_{part:06d}",
            text[start : start + chunk_size],
            {**notes, "chunk_index": part, "parent_drawer_id": drawer},
        )
        for part, start in enumerate(range(0, len(text), chunk_size))
    ]


def main(palace: str, *, embeds_questions: bool) -> None:
    """Answer until nobody asks any more."""
    from chromadb.utils.embedding_functions import ONNXMiniLM_L6_V2  # type: ignore[import-not-found]
    from mempalace.config import MempalaceConfig
    from mempalace.palace import get_collection
    from mempalace.searcher import search_memories

    own_forward = ONNXMiniLM_L6_V2._forward  # noqa: SLF001
    ONNXMiniLM_L6_V2._forward = forward  # noqa: SLF001 -- there is no public place to put vectors in.
    ONNXMiniLM_L6_V2._download_model_if_not_exists = lambda _: None  # noqa: SLF001
    collection = get_collection(palace)
    chunk_size = MempalaceConfig().chunk_size
    while message := hear():
        if "file" in message:
            rows = [row for drawer, text in message["file"] for row in rows_of(drawer, text, chunk_size)]
            for first in range(0, len(rows), BATCH):
                ids, documents, notes = zip(*rows[first : first + BATCH], strict=True)
                collection.upsert(ids=list(ids), documents=list(documents), metadatas=list(notes))
            if embeds_questions:
                ONNXMiniLM_L6_V2._forward = own_forward  # noqa: SLF001
                # Loading its model is no part of any question.
                search_memories("anything", palace, n_results=1)
            say(filed=len(rows))
        else:
            spent, began = time.process_time(), time.perf_counter()
            found = search_memories(message["ask"], palace, n_results=message["limit"])
            cost = {"cpu_ms": (time.process_time() - spent) * 1000, "wall_ms": (time.perf_counter() - began) * 1000}
            if "error" in found:
                raise SystemExit(str(found["error"]))
            hits = found["results"]
            say(ids=[hit["drawer_id"] for hit in hits], score=hits[0]["similarity"] if hits else 0.0, **cost)


if __name__ == "__main__":
    # Its libraries print to stdout as they please; the pipe is ours alone.
    sys.stdout = sys.stderr
    main(sys.argv[1], embeds_questions=sys.argv[2:] == ["own"])
