"""Packing of a model's folder: builds the graph, checks it, and writes everything that the package ships."""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import onnx
from scripts.bert import agreement
from scripts.bert.graph import FLOAT, draw
from scripts.bert.quantising import int8
from scripts.bert.weights import Shape, Tensors, digest
from tokenizers import Tokenizer

from simonides.digests import digest_of_file

_FLOAT_LEAST = 0.9999
_INT8_LEAST = 0.97
_INT8_MEAN = 0.99


@dataclass(frozen=True, slots=True)
class Recipe:
    """An encoder to be built: its name, its weights, and the texts that travel with it."""

    name: str
    version: int
    tensors: Tensors
    shape: Shape
    tokenizer: Path
    weight_bits: int
    """Seven where the agreement allows it. Processors without VNNI add two products of a uint8 and an int8 in 16 bits that
    saturate: 2 * 255 * 127 overflows, 2 * 255 * 63 does not, so with seven every machine computes the same sums."""
    licence: Path
    notice: str
    source: str
    samples: tuple[str, ...] = ()
    """Texts to check the quantised graph on, beside those of `agreement`."""


def build_from(description: str, recipe: Callable[[Path], Recipe], folder: Path) -> None:
    """Build what the recipe for a folder of trained weights says, as the command line asks: read, build, check, write."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=Path, help="the folder with the trained weights")
    parser.add_argument("--to", type=Path, default=folder, help="the folder to write")
    arguments = parser.parse_args()
    build(recipe(arguments.folder), arguments.to)
    print(f"wrote {arguments.to}")


def build(recipe: Recipe, folder: Path) -> None:
    """Build, check and write one encoder; leaves the folder alone when a check fails."""
    tokenizer = _plain_tokenizer(recipe.tokenizer)
    rows = [_row(tokenizer, text, recipe.shape.window) for text in (*agreement.sample_texts(), *recipe.samples)]
    model = _checked(recipe, rows)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.int8.onnx")
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "LICENSE").write_bytes(recipe.licence.read_bytes())
    (folder / "NOTICE").write_text(recipe.notice, encoding="utf-8")
    (folder / "manifest.json").write_text(_manifest(recipe, folder), encoding="utf-8")


def _plain_tokenizer(path: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(path))
    # The runtime cuts windows and pads by itself; their own files would cut every text at 128 tokens.
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _row(tokenizer: Tokenizer, text: str, window: int) -> list[int]:
    ids = tokenizer.encode(text).ids
    return ids if len(ids) <= window else [*ids[: window - 1], ids[-1]]


def _checked(recipe: Recipe, rows: list[list[int]]) -> onnx.ModelProto:
    floats = agreement.run(draw(recipe.tensors, recipe.shape, FLOAT), rows)
    exact = agreement.compare(floats, agreement.run_reference(recipe.tensors, recipe.shape, rows))
    print(f"float32 graph against numpy: {exact}")
    _demand(exact.least >= _FLOAT_LEAST, "the float32 graph does not compute what numpy computes")
    model = draw(recipe.tensors, recipe.shape, int8(recipe.weight_bits))
    near = agreement.compare(agreement.run(model, rows), floats)
    print(f"{recipe.weight_bits}-bit weights against float32: {near}")
    _demand(near.least >= _INT8_LEAST and near.mean >= _INT8_MEAN, "the int8 graph is too far from float32")
    return model


def _demand(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - reads as a sentence at the call
    if not holds:
        raise SystemExit(f"{otherwise}; nothing was written")


def _manifest(recipe: Recipe, folder: Path) -> str:
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "manifest.json")
    manifest = {
        "model": recipe.name,
        "variant": "int8",
        "version": recipe.version,
        "dimensions": int(recipe.tensors["embeddings.LayerNorm.bias"].shape[0]),
        "window": recipe.shape.window,
        "source": recipe.source,
        "sha256": {path.name: digest(path) for path in files},
        "blake2b": {path.name: digest_of_file(path) for path in files},
    }
    return json.dumps(manifest, indent=2) + "\n"
