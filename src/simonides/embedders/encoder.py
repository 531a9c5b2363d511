"""Running a packed ONNX encoder. Loading imports numpy, onnxruntime and tokenizers; importing this module does not."""

import ctypes
import json
import os
import sys
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simonides.digests import digest_of_file
from simonides.domain.errors import NotReady
from simonides.domain.validation import clean_text
from simonides.embedders.windows import batches, paragraph_starts, windows

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from simonides.ports.embedder import Vectors

OVERLAP = 32
"""The least number of tokens that neighbouring windows of a long text share."""

# Measured on one thread: larger runs leave the processor's cache. A text of 70 tokens costs 7.2 ms at 384 and 11.5 ms at 4,096,
# one of 210 tokens 27 ms and 52 ms; peak memory is 139 MB and 456 MB.
TOKENS_MAX = 384
"""The most tokens in one run, including padding."""

_MODEL = "model.int8.onnx"
_TOKENIZER = "tokenizer.json"
_SEVERITY_ERROR = 3
_SLOWER_FUSIONS = ("BiasGeluFusion",)
"""Two steps that onnxruntime would join, although its GELU is faster than its GELU with a bias; the values are the same."""


class Encoder:
    """A loaded encoder: texts go in, unit vectors come out. Any number of threads may use one at once.

    A text's vectors do not depend on the texts beside it: every token is quantised separately.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        manifest = _manifest(folder)
        for name in (_MODEL, _TOKENIZER):
            _verify(folder / name, manifest["blake2b"][name])
        self._window: int = manifest["window"]
        self._dimensions: int = manifest["dimensions"]
        self._tokenizer = _open_tokenizer(folder / _TOKENIZER)
        self._session = _open_session(folder / _MODEL)
        self._threads = max(1, threads)
        # Encoding an empty text yields the two special tokens that surround every text.
        self._first, self._last = self._tokenizer.encode("").ids
        _give_back_memory()

    def encode(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector per window."""
        rows_by_text = [self._rows(text) for text in texts]
        vectors = self._run([row for rows in rows_by_text for row in rows])
        ends = accumulate((len(rows) for rows in rows_by_text), initial=0)
        return [vectors[start:end] for start, end in pairwise(ends)]

    def _rows(self, text: str) -> list[list[int]]:
        # One text at a time: batch encoding would start a thread on every core.
        text = clean_text(text)
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        ids, size_max = encoding.ids, self._window - 2
        borders: list[int] = []
        if len(ids) > size_max:
            token_starts = [start for start, _ in encoding.offsets]
            borders = [bisect_left(token_starts, start) for start in paragraph_starts(text)]
        return [[self._first, *ids[cut], self._last] for cut in windows(len(ids), size_max, OVERLAP, borders)]

    def _run(self, rows: list[list[int]]) -> "Vectors":
        import numpy as np

        vectors = np.empty((len(rows), self._dimensions), np.float32)
        runs = list(batches([len(row) for row in rows], TOKENS_MAX))

        def fill(batch: list[int]) -> None:
            vectors[batch] = self._run_batch([rows[index] for index in batch])

        if min(self._threads, len(runs)) <= 1:
            for batch in runs:
                fill(batch)
            return vectors
        # Imported here because only embedding on several cores needs it.
        from concurrent.futures import ThreadPoolExecutor

        # One core per run, longest runs first: splitting the small matrices of one run between cores gains less.
        with ThreadPoolExecutor(min(self._threads, len(runs))) as pool:
            deque(pool.map(fill, reversed(runs)), maxlen=0)
        return vectors

    def _run_batch(self, rows: list[list[int]]) -> "Vectors":
        import numpy as np

        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = row
            mask[index, : len(row)] = 1
        vectors: Vectors = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return vectors


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    if not path.is_file():
        raise NotReady(f"the embedding model is missing: there is no {path}; install simonides again")
    manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return manifest


def _verify(path: Path, digest: str) -> None:
    # The libraries' own checks differ by version and raise private exceptions, so neither ever gets a damaged file.
    if not path.is_file():
        raise NotReady(f"the embedding model is missing: there is no {path}; install simonides again")
    if digest_of_file(path) != digest:
        raise NotReady(f"the embedding model is damaged: {path} is not the file that was shipped; install simonides again")


def _give_back_memory() -> None:
    """Give the system back what loading has used and running does not need: 7 MB."""
    if sys.platform == "linux":
        # Other C libraries than glibc have no such function.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _open_tokenizer(path: Path) -> "Tokenizer":
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(path))


def _open_session(path: Path) -> Any:
    # Importing onnxruntime starts a telemetry uploader that writes files; only this variable, set before, prevents that.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SEVERITY_ERROR
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The arena would keep the memory of the largest run for ever.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=_SLOWER_FUSIONS
    )
