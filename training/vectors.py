"""What every encoder of a training does with the vectors of many texts."""

from collections.abc import Callable, Sequence

import torch

Embed = Callable[[Sequence[str]], torch.Tensor]


def back_in_place(runs: Sequence[torch.Tensor], order: Sequence[int]) -> torch.Tensor:
    """The vectors of runs that took their texts in this order, in the order of the texts."""
    places = torch.empty(len(order), dtype=torch.long)
    places[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(list(runs))[places]


@torch.no_grad()
def fixed(embed: Embed, texts: Sequence[str]) -> dict[str, torch.Tensor]:
    """The present vectors of texts, by text; nothing is learnt through them."""
    distinct = list(dict.fromkeys(texts))
    return dict(zip(distinct, embed(distinct), strict=True)) if distinct else {}
