"""The files of a training: word embeddings in emb0 and emb1, the other weights in rest0 and rest1, and tokenizer.json."""

import hashlib
from pathlib import Path

from scripts.bert.packing import Recipe
from scripts.bert.weights import Shape, Tensors, as_floats, join_rows, read_safetensors

LICENCE = Path(__file__).resolve().parents[2] / "LICENSE"
WORDS = ("emb0.safetensors", "emb1.safetensors")
OTHERS = ("rest0.safetensors", "rest1.safetensors")


def trained(folder: Path, name: str, version: int, *, weight_bits: int, notice: str, samples: tuple[str, ...] = ()) -> Recipe:
    """An encoder of ours, from its trained weights: the shape of MiniLM with windows of 256 tokens, under our licence."""
    return Recipe(
        name=name,
        version=version,
        tensors=read_tensors(folder),
        shape=Shape(layers=6, heads=12, window=256),
        tokenizer=folder / "tokenizer.json",
        weight_bits=weight_bits,
        licence=LICENCE,
        notice=notice,
        source=describe(folder),
        samples=samples,
    )


def read_tensors(folder: Path) -> Tensors:
    """Every weight of a training, by its name in transformers' BertModel."""
    parts = [as_floats(read_safetensors(folder / name)) for name in OTHERS]
    words = join_rows(read_safetensors(folder / name) for name in WORDS)
    return {**parts[0], **parts[1], "embeddings.word_embeddings.weight": words}


def describe(folder: Path) -> str:
    """Which training it is, by the SHA-256 over its weights."""
    digest = hashlib.sha256()
    for name in (*WORDS, *OTHERS):
        digest.update((folder / name).read_bytes())
    return f"trained weights, sha256 {digest.hexdigest()} over {', '.join((*WORDS, *OTHERS))}"
