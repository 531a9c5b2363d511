"""Train mneme further: `python -m training.mneme FROM TO --packages SITE_PACKAGES --teacher FOLDER [--steps 200]`.

FROM and TO are folders of weights as `scripts.build_mneme` reads them. Questions go near the notes of their world that answer
them and away from the others, and order them as the larger encoder of `training.teacher` does; vectors stay near where they
were, those of plain paragraphs, functions and long texts above all.
"""

import argparse
import random
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import torch

from training.bert import Encoder
from training.losses import contrast, disagreement, distance
from training.measures import found
from training.replay import long_texts, plain_texts, read_code
from training.steps import batches, descend
from training.teacher import Teacher
from training.vectors import fixed
from training.worlds import read_worlds

RATE = 3e-5
WORLDS, QUESTIONS_MAX, FUNCTIONS, PLAIN_TEXTS, LONG_TEXTS = 4, 20, 20, 14, 4
NEAR, NEAR_ELSEWHERE = 0.5, 6.0
"""How much it counts to stay where it was: for the texts of the worlds, and for plain and long ones."""
TAUGHT, TEACHERS_SHARE = 1.0, 0.65
"""How much the teacher's order of notes counts, and its share in that order; the rest is the encoder's own as it was."""
REPORT_EVERY = 25


class Training:
    """One training of the English encoder."""

    def __init__(self, encoder: Encoder, packages: Path, teacher: Teacher, seed: int) -> None:
        self._encoder = encoder
        self._chance = random.Random(seed)
        self._worlds = read_worlds("*-?.jsonl")
        self._batches = batches(self._worlds.learnt, WORLDS, QUESTIONS_MAX, self._chance)
        self._code = read_code(packages, Path(sysconfig.get_paths()["stdlib"]))
        self._plain = plain_texts(packages, self._chance)
        notes = [note.english for world in self._worlds.learnt for note in world.notes]
        questions = [each.asked.english for world in self._worlds.learnt for each in world.questions]
        self._long = long_texts(self._plain, notes, self._chance)
        code = [text for each in self._code for text in (each.query, each.code)]
        self._before = fixed(encoder.embed, [*notes, *questions, *code, *self._plain, *self._long])
        self._taught = fixed(teacher.embed, [*notes, *questions])

    def loss(self) -> torch.Tensor:
        """What is wrong with the next batch."""
        batch = next(self._batches)
        sought = self._chance.sample(self._code, FUNCTIONS)
        notes = [*(note.english for note in batch.notes), *(each.code for each in sought)]
        questions = [*(text.english for text in batch.questions), *(each.query for each in sought)]
        answers = [*batch.answers, *([len(batch.notes) + place] for place in range(FUNCTIONS))]
        others = [*self._chance.sample(self._plain, PLAIN_TEXTS), *self._chance.sample(self._long, LONG_TEXTS)]
        told, asked, kept = self._encoder.embed([*notes, *questions, *others]).split([len(notes), len(questions), len(others)])
        loss = contrast(asked, told, answers)
        loss = loss + NEAR * distance(torch.cat([told, asked]), self._where(notes + questions))
        # Each kind has a mean of its own: the few long texts count as much as the plain ones.
        for kind in (slice(PLAIN_TEXTS), slice(PLAIN_TEXTS, None)):
            loss = loss + NEAR_ELSEWHERE * distance(kept[kind], self._where(others[kind]))
        order = self._order(questions[: len(batch.questions)], notes[: len(batch.notes)])
        return loss + TAUGHT * disagreement(asked[: len(batch.questions)], told[: len(batch.notes)], order)

    def report(self, step: int) -> None:
        """Tell what is found in the worlds that were held out."""
        if step % REPORT_EVERY == 0:
            embed = self._encoder.embed
            print(step, found(self._worlds.held_out, embed, embed, asks_in_english=True, reads_english=True), flush=True)

    def _order(self, questions: Sequence[str], notes: Sequence[str]) -> torch.Tensor:
        """Cosines of questions and notes, the teacher's and those before the training in their shares."""
        taught = torch.stack([self._taught[text] for text in questions]) @ torch.stack([self._taught[text] for text in notes]).T
        return torch.lerp(self._where(questions) @ self._where(notes).T, taught, TEACHERS_SHARE)

    def _where(self, texts: Sequence[str]) -> torch.Tensor:
        return torch.stack([self._before[text] for text in texts])


def main() -> None:
    """Read the weights, train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--share", type=float, default=0.7, help="how far to go from the weights before to those learnt")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    encoder = Encoder(asked.source)
    before = {name: tensor.clone() for name, tensor in encoder.module.state_dict().items()}
    training = Training(encoder, asked.packages, Teacher(asked.teacher), asked.seed)
    descend(encoder.module, asked.steps, RATE, training.loss, training.report)
    learnt = encoder.module.state_dict()
    encoder.module.load_state_dict({name: torch.lerp(before[name], learnt[name], asked.share) for name in before})
    encoder.save(asked.target)


if __name__ == "__main__":
    main()
