"""Train mneme further: `python -m training.mneme FROM TO --packages SITE_PACKAGES [--teacher FOLDER] [--steps 310]`.

FROM and TO are folders of weights as `scripts.build_mneme` reads them. Questions go near the notes of their world that answer
them and away from the others; vectors stay near where they were, those of plain paragraphs and functions above all. A teacher,
if given, is a folder with model.onnx and tokenizer.json of an encoder that reads `query: …` and `passage: …`.
"""

import argparse
import random
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from training.bert import Encoder
from training.losses import contrast, disagreement, distance
from training.measures import found
from training.replay import plain_texts, read_code
from training.steps import Batch, batches, descend
from training.worlds import read_worlds

RATE = 3e-5
WORLDS, QUESTIONS_MAX, FUNCTIONS, PLAIN_TEXTS = 4, 20, 20, 16
NEAR, NEAR_ELSEWHERE, TAUGHT = 1.0, 6.0, 0.5
"""How much it counts to stay: for the texts of the worlds, and for plain ones; and how much the teacher counts."""
REPORT_EVERY = 25

Teacher = Callable[[Sequence[str], str], torch.Tensor]


class Training:
    """One training of the English encoder."""

    def __init__(self, encoder: Encoder, packages: Path, teacher: Teacher | None, seed: int) -> None:
        self._encoder = encoder
        self._chance = random.Random(seed)
        self._worlds = read_worlds("*-?.jsonl")
        self._batches = batches(self._worlds.learnt, WORLDS, QUESTIONS_MAX, self._chance)
        self._code = read_code(packages, Path(sysconfig.get_paths()["stdlib"]))
        self._plain = plain_texts(packages, self._chance)
        self._teacher = teacher
        texts = [text for world in self._worlds.learnt for text in (*world.notes, *(each.asked for each in world.questions))]
        code = [text for each in self._code for text in (each.query, each.code)]
        self._before = encoder.fixed([*(text.english for text in texts), *code, *self._plain])

    def loss(self) -> torch.Tensor:
        """What is wrong with the next batch."""
        batch = next(self._batches)
        sought = self._chance.sample(self._code, FUNCTIONS)
        notes = [*(note.english for note in batch.notes), *(each.code for each in sought)]
        questions = [*(text.english for text in batch.questions), *(each.query for each in sought)]
        answers = [*batch.answers, *([len(batch.notes) + place] for place in range(FUNCTIONS))]
        others = self._chance.sample(self._plain, PLAIN_TEXTS)
        told, asked, kept = self._encoder.embed([*notes, *questions, *others]).split([len(notes), len(questions), len(others)])
        loss = contrast(asked, told, answers)
        loss = loss + NEAR * distance(torch.cat([told, asked]), self._where(notes + questions))
        loss = loss + NEAR_ELSEWHERE * distance(kept, self._where(others))
        return loss if self._teacher is None else loss + TAUGHT * self._untaught(batch, asked, told, self._teacher)

    def report(self, step: int) -> None:
        """Tell what is found in the worlds that were held out."""
        if step % REPORT_EVERY == 0:
            embed = self._encoder.embed
            print(step, found(self._worlds.held_out, embed, embed, asks_in_english=True, reads_english=True), flush=True)

    def _untaught(self, batch: Batch, asked: torch.Tensor, told: torch.Tensor, teacher: Teacher) -> torch.Tensor:
        questions = teacher([text.english for text in batch.questions], "query: ")
        wanted = questions @ teacher([note.english for note in batch.notes], "passage: ").T
        return disagreement(asked[: len(batch.questions)], told[: len(batch.notes)], wanted)

    def _where(self, texts: Sequence[str]) -> torch.Tensor:
        return torch.stack([self._before[text] for text in texts])


def onnx_teacher(folder: Path) -> Teacher:
    """An encoder of a folder: the mean of its last layer, as a unit vector."""
    import onnxruntime
    from tokenizers import Tokenizer

    session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    names = {each.name for each in session.get_inputs()}
    kept: dict[str, torch.Tensor] = {}

    def vector(text: str) -> torch.Tensor:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = session.run(None, {name: value for name, value in given.items() if name in names})[0][0]
        return torch.nn.functional.normalize(torch.from_numpy(hidden.mean(axis=0)), dim=0)

    def teach(texts: Sequence[str], lead: str) -> torch.Tensor:
        for text in texts:
            if lead + text not in kept:
                kept[lead + text] = vector(lead + text)
        return torch.stack([kept[lead + text] for text in texts])

    return teach


def main() -> None:
    """Read the weights, train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--steps", type=int, default=310)
    parser.add_argument("--share", type=float, default=0.6, help="how far to go from the weights before to those learnt")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    encoder = Encoder(asked.source)
    before = {name: tensor.clone() for name, tensor in encoder.module.state_dict().items()}
    training = Training(encoder, asked.packages, onnx_teacher(asked.teacher) if asked.teacher else None, asked.seed)
    descend(encoder.module, asked.steps, RATE, training.loss, training.report)
    learnt = encoder.module.state_dict()
    encoder.module.load_state_dict({name: torch.lerp(before[name], learnt[name], asked.share) for name in before})
    encoder.save(asked.target)


if __name__ == "__main__":
    main()
