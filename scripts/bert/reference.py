"""The reference encoder in plain numpy, one text at a time, for checking the graph."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scripts.bert.weights import Shape, Tensors

Floats = NDArray[np.float64]

_erf = np.vectorize(math.erf, otypes=[np.float64])


def encode(tensors: Tensors, shape: Shape, ids: Sequence[int]) -> Floats:
    """The unit vector of one text, computed in float64."""
    x = tensors["embeddings.word_embeddings.weight"][list(ids)].astype(np.float64)
    x = x + tensors["embeddings.position_embeddings.weight"][: len(ids)]
    x = x + tensors["embeddings.token_type_embeddings.weight"][0]
    x = _normalise(x, tensors, "embeddings.LayerNorm")
    for index in range(shape.layers):
        x = _layer(x, tensors, f"encoder.layer.{index}", shape.heads)
    mean = x.mean(axis=0)
    unit: Floats = mean / np.linalg.norm(mean)
    return unit


def _layer(x: Floats, tensors: Tensors, layer: str, heads: int) -> Floats:
    attended = _linear(_attention(x, tensors, f"{layer}.attention.self", heads), tensors, f"{layer}.attention.output.dense")
    x = _normalise(x + attended, tensors, f"{layer}.attention.output.LayerNorm")
    inner = _linear(x, tensors, f"{layer}.intermediate.dense")
    inner = inner * 0.5 * (1 + _erf(inner / math.sqrt(2)))
    return _normalise(x + _linear(inner, tensors, f"{layer}.output.dense"), tensors, f"{layer}.output.LayerNorm")


def _attention(x: Floats, tensors: Tensors, layer: str, heads: int) -> Floats:
    query, key, value = (np.split(_linear(x, tensors, f"{layer}.{part}"), heads, axis=1) for part in ("query", "key", "value"))
    mixed = [_softmax(q @ k.T / math.sqrt(q.shape[1])) @ v for q, k, v in zip(query, key, value, strict=True)]
    return np.concatenate(mixed, axis=1)


def _linear(x: Floats, tensors: Tensors, name: str) -> Floats:
    product: Floats = x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
    return product


def _normalise(x: Floats, tensors: Tensors, name: str) -> Floats:
    centred = x - x.mean(axis=1, keepdims=True)
    unit: Floats = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
    return unit * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares
