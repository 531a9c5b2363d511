"""Weights from safetensors files, read without the package of that name."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Tensors = dict[str, NDArray[np.float32]]

_TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64, "I8": np.int8}


@dataclass(frozen=True, slots=True)
class Shape:
    """What the tensors do not say about a BERT; the rest is read off them."""

    layers: int
    heads: int
    window: int
    """Tokens of the longest input, special tokens included."""


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_safetensors(path: Path) -> dict[str, Array]:
    """Every tensor of the file, by name, as stored."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    body = data[8 + size :]
    return {name: _tensor(body, entry) for name, entry in header.items() if name != "__metadata__"}


def as_floats(tensors: dict[str, Array]) -> Tensors:
    """The floating tensors as float32; whole numbers, such as position ids, are left out."""
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items() if tensor.dtype.kind == "f"}


def join_rows(parts: Iterable[dict[str, Array]]) -> NDArray[np.float32]:
    """One embedding table from parts: rows `w` in any float, or int8 rows `q` with a float `scale` for each."""
    return np.concatenate([_rows(part) for part in parts])


def _rows(part: dict[str, Array]) -> NDArray[np.float32]:
    whole = part["w"] if "w" in part else part["q"] * part["scale"]
    return np.asarray(whole, np.float32)


def _tensor(body: bytes, entry: dict[str, Any]) -> Array:
    start, end = entry["data_offsets"]
    return np.frombuffer(body[start:end], dtype=_TYPES[entry["dtype"]]).reshape(entry["shape"])
