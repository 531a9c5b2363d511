"""What a training holds its vectors to."""

from collections.abc import Sequence

import torch
from torch.nn import functional

TEMPERATURE = 0.05
_FAR = -1e9


def contrast(questions: torch.Tensor, notes: torch.Tensor, answers: Sequence[Sequence[int]]) -> torch.Tensor:
    """Each answer of a question against all notes of the batch that do not answer it."""
    scores = questions @ notes.T / TEMPERATURE
    is_answer = torch.zeros_like(scores, dtype=torch.bool)
    for row, places in enumerate(answers):
        is_answer[row, list(places)] = True
    others = scores.masked_fill(is_answer, _FAR).logsumexp(1)
    by_question = [
        (torch.logaddexp(scores[row, list(places)], others[row]) - scores[row, list(places)]).mean()
        for row, places in enumerate(answers)
    ]
    return torch.stack(by_question).mean()


def distance(vectors: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """How far unit vectors are from where they should be, on average: one less the cosine."""
    return (1 - (vectors * targets).sum(1)).mean()


def disagreement(questions: torch.Tensor, notes: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How unlike the wanted order of notes theirs is; `wanted` holds cosines."""
    found = (questions @ notes.T / TEMPERATURE).log_softmax(1)
    return functional.kl_div(found, (wanted / TEMPERATURE).softmax(1), reduction="batchmean")
