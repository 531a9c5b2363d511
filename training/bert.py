"""The encoders as torch modules: MiniLM's shape, mean pooling, unit length. Weights have the form that `scripts.bert` reads."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scripts.bert.training import read_tensors
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from training.vectors import back_in_place

WIDTH, HEADS, INNER, LAYERS = 384, 12, 1536, 6
TOKENS_MAX = 256
"""Longer texts are cut, as the encoder's window does."""
RUN_TOKENS_MAX = 3072
_EPSILON = 1e-12
_HALVES = 2


class Attention(nn.Module):
    """Self-attention with its projections."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Mix the tokens of each text."""
        count, length, width = x.shape
        heads = [
            part(x).view(count, length, HEADS, width // HEADS).transpose(1, 2) for part in (self.query, self.key, self.value)
        ]
        mixed = functional.scaled_dot_product_attention(*heads, attn_mask=mask)
        return mixed.transpose(1, 2).reshape(count, length, width)


class Sum(nn.Module):
    """A projection added to what was there, normalised."""

    def __init__(self, inner: int) -> None:
        super().__init__()
        self.dense = nn.Linear(inner, WIDTH)
        self.LayerNorm = nn.LayerNorm(WIDTH, _EPSILON)

    def forward(self, x: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
        """Project and add."""
        summed: torch.Tensor = self.LayerNorm(before + self.dense(x))
        return summed


class Layer(nn.Module):
    """One layer; modules are named so that weights have the names of transformers' BertModel."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.ModuleDict({"self": Attention(), "output": Sum(WIDTH)})
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(WIDTH, INNER)})
        self.output = Sum(INNER)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Attention, then the feed-forward part."""
        mixed = self.attention["output"](self.attention["self"](x, mask), x)
        out: torch.Tensor = self.output(functional.gelu(self.intermediate["dense"](mixed)), mixed)
        return out


class Bert(nn.Module):
    """A text's tokens to one unit vector."""

    def __init__(self, tensors: dict[str, Any]) -> None:
        super().__init__()
        words, places = (tensors[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position"))
        self.embeddings = nn.ModuleDict(
            {
                "word_embeddings": nn.Embedding(len(words), WIDTH),
                "position_embeddings": nn.Embedding(len(places), WIDTH),
                "token_type_embeddings": nn.Embedding(2, WIDTH),
                "LayerNorm": nn.LayerNorm(WIDTH, _EPSILON),
            }
        )
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(Layer() for _ in range(LAYERS))})
        self.load_state_dict({name: torch.from_numpy(np.array(tensor)) for name, tensor in tensors.items()})

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Unit vectors, one per row."""
        parts = self.embeddings
        places, kind = parts["position_embeddings"].weight[: ids.shape[1]], parts["token_type_embeddings"].weight[0]
        x = parts["LayerNorm"](parts["word_embeddings"](ids) + places + kind)
        for layer in self.encoder["layer"]:
            x = layer(x, mask[:, None, None, :].bool())
        shares = mask[..., None].float()
        return functional.normalize((x * shares).sum(1) / shares.sum(1), dim=-1)


class Encoder:
    """A module with its tokenizer."""

    def __init__(self, folder: Path) -> None:
        self.module = Bert(read_tensors(folder))
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._first, self._last = self._tokenizer.encode("").ids

    def embed(self, texts: Sequence[str]) -> torch.Tensor:
        """One vector per text, in runs of texts of similar length."""
        rows = [
            [self._first, *self._tokenizer.encode(t, add_special_tokens=False).ids[: TOKENS_MAX - 2], self._last] for t in texts
        ]
        order = sorted(range(len(rows)), key=lambda index: len(rows[index]))
        vectors, batch = [], list[int]()
        for index in order:
            if batch and (len(batch) + 1) * len(rows[index]) > RUN_TOKENS_MAX:
                vectors.append(self._run([rows[each] for each in batch]))
                batch = []
            batch.append(index)
        vectors.append(self._run([rows[each] for each in batch]))
        return back_in_place(vectors, order)

    def save(self, folder: Path) -> None:
        """Write the weights as float16: word embeddings in emb0 and emb1, the others in rest0 and rest1."""
        from safetensors.torch import save_file

        folder.mkdir(parents=True, exist_ok=True)
        tensors = {name: tensor.half().contiguous() for name, tensor in self.module.state_dict().items()}
        words = tensors.pop("embeddings.word_embeddings.weight")
        half = math.ceil(len(words) / _HALVES)
        for part, rows in enumerate((words[:half], words[half:])):
            save_file({"w": rows.contiguous()}, folder / f"emb{part}.safetensors")
        names = sorted(tensors)
        for part, some in enumerate((names[: len(names) // _HALVES], names[len(names) // _HALVES :])):
            save_file({name: tensors[name] for name in some}, folder / f"rest{part}.safetensors")
        self._tokenizer.save(str(folder / "tokenizer.json"), pretty=False)

    def _run(self, rows: list[list[int]]) -> torch.Tensor:
        ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = torch.tensor(row)
            mask[index, : len(row)] = 1
        vectors: torch.Tensor = self.module(ids, mask)
        return vectors
