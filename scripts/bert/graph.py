"""The encoder as an ONNX graph: token ids and mask go in, unit vectors come out.

The mean over the tokens and the scaling to unit length are inside the graph, so a runtime needs nothing but a tokenizer. How a
linear layer and the word table are written is left to a `Writing`: plain floats here, int8 in `quantising`.

Between the words and the mean every activation is a matrix with one row per token: all first tokens of the texts, then all second
ones. A scale per row is then onnxruntime's own scale per axis, and its `FusedMatMul` finds the heads without a transposed copy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper
from scripts.bert.weights import Array, Shape, Tensors

_OPSET = 20
# The domain of onnxruntime's own operators; those used here are older than the oldest version that the package allows.
RUNTIME = "com.microsoft"
_RUNTIME_OPSET = 1
_IR_VERSION = 9
_LAYER_NORM_EPSILON = 1e-12
# Large enough to silence a padded token in softmax, small enough for float32.
_SILENCE = -1e9


class Graph:
    """A graph under construction: every step returns the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}
        self._taken: dict[str, list[str]] = {}

    def constant(self, name: str, value: Array) -> str:
        """Keep a constant; one that was kept before under this name is used again."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def step(self, operation: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output."""
        return self.steps(operation, *inputs, outputs=1, **attributes)[0]

    def steps(self, operation: str, *inputs: str, outputs: int, **attributes: Any) -> list[str]:
        """Add a node with several outputs; the same step from the same inputs is taken once."""
        key = repr((operation, inputs, outputs, attributes))
        if key not in self._taken:
            stem = f"{operation}_{len(self.nodes)}"
            self._taken[key] = [f"{stem}_{index}" for index in range(outputs)]
            self.nodes.append(helper.make_node(operation, list(inputs), self._taken[key], name=stem, **attributes))
        return self._taken[key]


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear layer to be written: `x @ weight + bias`."""

    name: str
    weight: Array
    bias: Array
    input_floor: float | None = None
    """The least value that the input can take, where there is one."""


@dataclass(frozen=True, slots=True)
class Writing:
    """How the two kinds of heavy tensors are written."""

    linear: Callable[[Graph, str, Linear], str]
    lookup: Callable[[Graph, Array, str], str]


def float_linear(graph: Graph, x: str, layer: Linear) -> str:
    """A linear layer in float32."""
    product = graph.step("MatMul", x, graph.constant(f"{layer.name}.weight", layer.weight))
    return graph.step("Add", product, graph.constant(f"{layer.name}.bias", layer.bias))


def float_lookup(graph: Graph, table: Array, ids: str) -> str:
    """The rows of a float32 table."""
    return graph.step("Gather", graph.constant("words", table), ids)


FLOAT = Writing(float_linear, float_lookup)


def draw(tensors: Tensors, shape: Shape, writing: Writing, *, pooled: bool = True) -> ModelProto:
    """The whole encoder as a checked model; not `pooled`, it ends with the vectors of the tokens."""
    graph = Graph()
    width = tensors["embeddings.LayerNorm.bias"].shape[0]
    mask = graph.step("Cast", "attention_mask", to=TensorProto.FLOAT)
    x = _embed(graph, tensors, shape, writing)
    silence = _silence_padding(graph, mask)
    for index in range(shape.layers):
        x = _attend(graph, x, silence, tensors, f"encoder.layer.{index}", shape, writing)
        x = _feed_forward(graph, x, tensors, f"encoder.layer.{index}", writing)
    states = graph.step("Reshape", x, _tokens_by_texts(graph, -1))
    if not pooled:
        graph.nodes.append(helper.make_node("Transpose", [states], ["states"], perm=[1, 0, 2]))
        return _model(graph, "states", ["texts", "tokens", width])
    _pool(graph, states, mask)
    return _model(graph, "vectors", ["texts", width])


def _embed(graph: Graph, tensors: Tensors, shape: Shape, writing: Writing) -> str:
    table = tensors["embeddings.word_embeddings.weight"]
    words = writing.lookup(graph, table, graph.step("Transpose", "input_ids", perm=[1, 0]))
    # Every token is of the first type, so its row joins the positions.
    places = tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
    zero = graph.constant("zero", np.array([0], np.int64))
    # A Slice up to the input's length: Range and Gather break under onnxruntime 1.31's graph optimisation.
    length = graph.step("Shape", "input_ids", start=1, end=2)
    # Each position is a matrix of one row, which meets the words of every text.
    positions = graph.step("Slice", graph.constant("positions", places[: shape.window, np.newaxis]), zero, length, zero)
    x = _as_rows(graph, graph.step("Add", words, positions), table.shape[1])
    return _normalise(graph, x, tensors, "embeddings")


def _as_rows(graph: Graph, x: str, width: int) -> str:
    return graph.step("Reshape", x, graph.constant(f"rows_{width}", np.array([-1, width], np.int64)))


def _tokens_by_texts(graph: Graph, *rest: int) -> str:
    """The shape that parts the rows into tokens and texts again, and their columns into the rest."""
    both = graph.constant("tokens_and_texts", np.array([1, 0], np.int64))
    sizes = graph.step("Gather", graph.step("Shape", "input_ids"), both)
    columns = graph.constant(f"columns_{'_'.join(map(str, rest))}", np.array(rest, np.int64))
    return graph.step("Concat", sizes, columns, axis=0)


def _silence_padding(graph: Graph, mask: str) -> str:
    missing = graph.step("Sub", graph.constant("one", np.array(1, np.float32)), mask)
    silence = graph.step("Mul", missing, graph.constant("silence", np.array(_SILENCE, np.float32)))
    return graph.step("Unsqueeze", silence, graph.constant("over_heads_and_rows", np.array([1, 2], np.int64)))


def _attend(graph: Graph, x: str, silence: str, tensors: Tensors, layer: str, shape: Shape, writing: Writing) -> str:
    joined = writing.linear(graph, x, _query_key_value(tensors, layer, shape.heads))
    heads = _tokens_by_texts(graph, shape.heads, -1)
    parts = graph.steps("Split", joined, outputs=3, axis=-1, num_outputs=3)
    query, key, value = (graph.step("Reshape", part, heads) for part in parts)
    # With `transBatch` the first axis, the tokens, counts as the last but one.
    likeness = graph.step("FusedMatMul", query, key, domain=RUNTIME, transBatchA=1, transBatchB=1, transB=1)
    shares = graph.step("Softmax", graph.step("Add", likeness, silence), axis=-1)
    mixed = graph.step("FusedMatMul", shares, value, domain=RUNTIME, transBatchB=1)
    dense = _dense(tensors, f"{layer}.attention.output")
    context = _as_rows(graph, graph.step("Transpose", mixed, perm=[2, 0, 1, 3]), dense.weight.shape[0])
    output = writing.linear(graph, context, dense)
    return _normalise(graph, graph.step("Add", output, x), tensors, f"{layer}.attention.output")


def _query_key_value(tensors: Tensors, layer: str, heads: int) -> Linear:
    parts = [_dense(tensors, f"{layer}.attention.self", part) for part in ("query", "key", "value")]
    # The scores' division by the root of the head's width is done here, once, in the query.
    width = parts[0].weight.shape[1] // heads
    scales = [np.float32(1 / np.sqrt(width)), np.float32(1), np.float32(1)]
    return Linear(
        f"{layer}.attention.self",
        np.concatenate([part.weight * scale for part, scale in zip(parts, scales, strict=True)], axis=1),
        np.concatenate([part.bias * scale for part, scale in zip(parts, scales, strict=True)]),
    )


def _feed_forward(graph: Graph, x: str, tensors: Tensors, layer: str, writing: Writing) -> str:
    inner = graph.step("Gelu", writing.linear(graph, x, _dense(tensors, f"{layer}.intermediate")))
    # GELU never falls below -0.17.
    output = writing.linear(graph, inner, _dense(tensors, f"{layer}.output", input_floor=-0.17))
    return _normalise(graph, graph.step("Add", output, x), tensors, f"{layer}.output")


def _dense(tensors: Tensors, layer: str, part: str = "dense", input_floor: float | None = None) -> Linear:
    name = f"{layer}.{part}"
    return Linear(name, tensors[f"{name}.weight"].T, tensors[f"{name}.bias"], input_floor)


def _normalise(graph: Graph, x: str, tensors: Tensors, layer: str) -> str:
    weight, bias = (f"{layer}.LayerNorm.{part}" for part in ("weight", "bias"))
    inputs = (x, graph.constant(weight, tensors[weight]), graph.constant(bias, tensors[bias]))
    return graph.step("LayerNormalization", *inputs, axis=-1, epsilon=_LAYER_NORM_EPSILON)


def _pool(graph: Graph, states: str, mask: str) -> None:
    column = graph.step("Unsqueeze", graph.step("Transpose", mask, perm=[1, 0]), graph.constant("last", np.array([2], np.int64)))
    # Scaling to unit length makes the mean's divisor vanish, so the sum will do.
    first = graph.constant("zero", np.array([0], np.int64))
    total = graph.step("ReduceSum", graph.step("Mul", states, column), first, keepdims=0)
    graph.nodes.append(helper.make_node("LpNormalization", [total], ["vectors"], axis=-1, p=2))


def _model(graph: Graph, output: str, shape: list[str | int]) -> ModelProto:
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("input_ids", "attention_mask")
    ]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
    drawn = helper.make_graph(graph.nodes, "encoder", inputs, outputs, list(graph.constants.values()))
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(RUNTIME, _RUNTIME_OPSET)]
    model = helper.make_model(drawn, opset_imports=opsets, ir_version=_IR_VERSION)
    checker.check_model(model)
    return model
