"""A larger encoder that teaches: `python -m training.teacher FROM TO [--steps 88]` lets it learn from the worlds first.

FROM and TO are folders as `transformers` reads them, of an encoder whose vectors are the mean of its last layer, such as
all-mpnet-base-v2. It is too large for the package; what it makes of the worlds goes into mneme by `training.mneme --teacher`.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from training.losses import contrast
from training.steps import batches, descend
from training.vectors import back_in_place
from training.worlds import read_worlds

RATE = 2e-5
WORLDS, QUESTIONS_MAX = 4, 14
LAYERS_KEPT = 4
"""How many of the lower layers stay as they are, with the embeddings: a third less to compute, and less to forget."""
TOKENS_MAX = 192
RUN_TEXTS_MAX = 48
REPORT_EVERY = 10


class Teacher:
    """The larger encoder with its tokenizer."""

    def __init__(self, folder: Path) -> None:
        self.module = AutoModel.from_pretrained(folder).eval()
        self._tokenizer = AutoTokenizer.from_pretrained(folder)

    def embed(self, texts: Sequence[str]) -> torch.Tensor:
        """One unit vector per text, in runs of texts of similar length."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        runs = [order[start : start + RUN_TEXTS_MAX] for start in range(0, len(order), RUN_TEXTS_MAX)]
        return back_in_place([self._run([texts[index] for index in run]) for run in runs], order)

    def save(self, folder: Path) -> None:
        """Write the encoder as `transformers` reads it."""
        self.module.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)

    def _run(self, texts: list[str]) -> torch.Tensor:
        given = self._tokenizer(texts, padding=True, truncation=True, max_length=TOKENS_MAX, return_tensors="pt")
        # Half of the bits take half of the time, and move a vector by a cosine of .0001.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = self.module(**given).last_hidden_state.float()
        shares = given["attention_mask"][..., None].float()
        return functional.normalize((states * shares).sum(1) / shares.sum(1), dim=-1)


def learn(teacher: Teacher, steps: int, seed: int) -> None:
    """Let the upper layers learn which notes of the English worlds answer a question."""
    worlds = batches(read_worlds("en-?.jsonl").learnt, WORLDS, QUESTIONS_MAX, random.Random(seed))
    teacher.module.requires_grad_(requires_grad=False)
    for layer in teacher.module.encoder.layer[LAYERS_KEPT:]:
        layer.requires_grad_(requires_grad=True)
    losses: list[float] = []

    def loss() -> torch.Tensor:
        batch = next(worlds)
        texts = [text.english for text in (*batch.notes, *batch.questions)]
        told, asked = teacher.embed(texts).split([len(batch.notes), len(batch.questions)])
        wrong = contrast(asked, told, batch.answers)
        losses.append(wrong.item())
        return wrong

    def report(step: int) -> None:
        if step % REPORT_EVERY == 0:
            print(step, f"{sum(losses[-REPORT_EVERY:]) / REPORT_EVERY:.3f}", flush=True)

    descend(teacher.module, steps, RATE, loss, report)


def main() -> None:
    """Read the encoder, let it learn, write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--steps", type=int, default=88)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    teacher = Teacher(asked.source)
    learn(teacher, asked.steps, asked.seed)
    teacher.save(asked.target)


if __name__ == "__main__":
    main()
