"""Vectors in a line: base64 of little-endian float16, as they are stored, with their number."""

import base64
import binascii
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.errors import Invalid
from simonides.engine.exchange.fields import Fields

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_HALF = np.dtype("<f2")
# Rounding to float16 may lengthen a unit vector a little.
_LENGTH_MAX = 1.01


def write_vectors(vectors: "Vectors") -> dict[str, object]:
    """Vectors as a field of a line."""
    return {"count": len(vectors), "float16": base64.b64encode(vectors.astype(_HALF).tobytes()).decode("ascii")}


def read_vectors(field: dict[str, object], dimensions: int) -> "Vectors":
    """The vectors in a field. Raises Invalid unless they are complete and have that many dimensions."""
    parts = Fields(field)
    count, text = parts.whole("count"), parts.text("float16")
    parts.finish()
    try:
        data = base64.b64decode(text or "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid("vectors", "are not base64") from error
    if not count or len(data) != count * dimensions * _HALF.itemsize:
        raise Invalid("vectors", f"have {len(data):,} bytes, which does not fit a count of {count} with {dimensions} dimensions")
    vectors = np.frombuffer(data, _HALF).astype(np.float32).reshape(count, dimensions)
    lengths = np.linalg.norm(vectors, axis=1)
    # A comparison with NaN is false, so this refuses NaN as well.
    if not bool((lengths <= _LENGTH_MAX).all()):
        raise Invalid("vectors", "are not unit vectors")
    return vectors
