"""Batches of worlds, and the steps of a training."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import nn

from training.worlds import Text, World

WARM_UP = 30
_LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Batch:
    """The notes of some worlds, questions about them, and for each the places of the notes that answer."""

    notes: list[Text]
    questions: list[Text]
    answers: list[list[int]]


def batches(worlds: Sequence[World], size: int, questions_max: int, chance: random.Random) -> Iterator[Batch]:
    """Whole worlds, since the notes of one world are hard to tell apart; each world once before any comes again."""
    bag: list[World] = []
    while True:
        if len(bag) < size:
            bag = list(worlds)
            chance.shuffle(bag)
        batch = Batch([], [], [])
        for world in (bag.pop() for _ in range(size)):
            before = len(batch.notes)
            batch.notes.extend(world.notes)
            for question in chance.sample(world.questions, min(questions_max, len(world.questions))):
                batch.questions.append(question.asked)
                batch.answers.append([before + place for place in question.answers])
        yield batch


def descend(module: nn.Module, steps: int, rate: float, loss: Callable[[], torch.Tensor], report: Callable[[int], None]) -> None:
    """AdamW with a warm-up and a rate that falls evenly."""
    matrices = [each for each in module.parameters() if each.dim() > 1]
    others = [each for each in module.parameters() if each.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=rate)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / WARM_UP) * max(_LEAST, 1 - step / steps)
        optimiser.zero_grad()
        loss().backward()
        nn.utils.clip_grad_norm_(module.parameters(), 1.0)
        optimiser.step()
        report(step + 1)
