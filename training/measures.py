"""What an encoder finds in worlds that nothing was learnt from, by cosines alone."""

from collections.abc import Sequence

import torch

from training.vectors import Embed
from training.worlds import World


@torch.no_grad()
def found(worlds: Sequence[World], questions: Embed, notes: Embed, *, asks_in_english: bool, reads_english: bool) -> str:
    """Shares of questions whose answer is first, and among the first five, each question among the notes of its world."""
    places = []
    for world in worlds:
        asked = [each.asked.english if asks_in_english else each.asked.text for each in world.questions]
        told = [each.english if reads_english else each.text for each in world.notes]
        order = (questions(asked) @ notes(told).T).argsort(1, descending=True).tolist()
        places += [
            min(row.index(each) for each in question.answers) for row, question in zip(order, world.questions, strict=True)
        ]
    first, five = (100 * sum(place < most for place in places) / len(places) for most in (1, 5))
    return f"{first:.1f} / {five:.1f} of {len(places)}"
