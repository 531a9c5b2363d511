"""Weights and activations as bytes.

Each output column of a weight matrix has its own scale, and each token of an activation has its own, found while running.
onnxruntime's `quantize_dynamic` has one scale for a whole batch of activations instead: there a text's vector moves with its
neighbours and its padding (cosine down to 0.968 with itself), and the mean cosine with float32 is 0.9907, against 0.9951 here
with seven bits and 0.9967 with eight, at the same speed.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto
from scripts.bert.graph import RUNTIME, Graph, Linear, Writing
from scripts.bert.weights import Array

_ACTIVATION_MIDDLE = 128
_ACTIVATION_MAX = 127
_ACTIVATION_LEVELS = 255
# A column of zeros would divide by zero.
_SCALE_MIN = 1e-9
_WORD_BITS = 8


def int8(weight_bits: int) -> Writing:
    """Weights as int8 that use this many bits, activations as uint8."""

    def linear(graph: Graph, x: str, layer: Linear) -> str:
        return _int8_linear(graph, x, layer, weight_bits)

    return Writing(linear, _int8_lookup)


def quantise(weight: Array, bits: int, axis: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Whole numbers of so many bits, and their scales along the axis, which is kept."""
    limit = 2 ** (bits - 1) - 1
    scale = np.maximum(np.abs(weight).max(axis=axis, keepdims=True), _SCALE_MIN) / limit
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


def _int8_linear(graph: Graph, x: str, layer: Linear, weight_bits: int) -> str:
    quantised, scale = quantise(layer.weight, weight_bits, axis=0)
    bias = layer.bias
    if layer.input_floor is None:
        levels, row_scale, middle = _centred_levels(graph, x)
    else:
        levels, row_scale, middle = _levels_above(graph, x, layer.input_floor)
        # The input was lifted by its floor; what that adds to the product is taken off the bias.
        bias = bias + layer.input_floor * (quantised * scale).sum(axis=0)
    weights = graph.constant(f"{layer.name}.weight", quantised)
    scales = (graph.constant("one", _number(1)), graph.constant(f"{layer.name}.scale", scale[0]))
    by_column = graph.step("MatMulIntegerToFloat", levels, weights, *scales, middle, domain=RUNTIME)
    by_row = graph.step("Mul", by_column, row_scale)
    return graph.step("Add", by_row, graph.constant(f"{layer.name}.bias", bias.astype(np.float32)))


def _centred_levels(graph: Graph, x: str) -> tuple[str, str, str]:
    """Levels around a middle, for values of either sign."""
    return _levels(graph, x, graph.step("Abs", x), _ACTIVATION_MAX, _ACTIVATION_MIDDLE)


def _levels_above(graph: Graph, x: str, floor: float) -> tuple[str, str, str]:
    """Levels from a floor upwards: twice as fine as centred ones, where values hardly go below zero."""
    lifted = graph.step("Add", x, graph.constant("lift", _number(-floor)))
    return _levels(graph, lifted, lifted, _ACTIVATION_LEVELS, middle=0)


def _levels(graph: Graph, x: str, size: str, limit: int, middle: int) -> tuple[str, str, str]:
    """The levels, the scale of each row, and the middle. No row is all zeros: each was normalised, or mixed, or lifted."""
    last = graph.constant("last_axis", np.array([-1], np.int64))
    largest = graph.step("ReduceMax", size, last, keepdims=1)
    row_scale = graph.step("Mul", largest, graph.constant(f"one_of_{limit}", _number(1 / limit)))
    one_axis = graph.constant("one_axis", np.array([-1], np.int64))
    by_row = graph.step("Reshape", row_scale, one_axis)
    one = graph.constant(f"middle_{middle}", np.array(middle, np.uint8))
    # There are as many rows as token ids.
    middles = graph.step("Expand", one, graph.step("Shape", graph.step("Reshape", "input_ids", one_axis)))
    return graph.step("QuantizeLinear", x, by_row, middles, axis=0), row_scale, one


def _int8_lookup(graph: Graph, table: Array, ids: str) -> str:
    quantised, scale = quantise(table, _WORD_BITS, axis=1)
    rows = graph.step("Cast", graph.step("Gather", graph.constant("words", quantised), ids), to=TensorProto.FLOAT)
    return graph.step("Mul", rows, graph.step("Gather", graph.constant("words.scale", scale), ids))


def _number(value: float) -> NDArray[Any]:
    return np.array(value, np.float32)
