"""Measures of a ranking, for one question at a time."""

import math
import random
from collections.abc import Mapping, Sequence

MEASURES = ("any@1", "any@5", "any@10", "frac@5", "frac@10", "all@5", "all@10", "nDCG@10", "MRR@10")


def measure(ranking: Sequence[str], gold: frozenset[str]) -> dict[str, float]:
    """Every measure of a ranking against what should have been found."""
    hits = [identifier in gold for identifier in ranking[:10]]
    result = {}
    for k in (1, 5, 10):
        found = len(gold.intersection(ranking[:k]))
        result[f"any@{k}"] = float(found > 0)
        result[f"frac@{k}"] = found / len(gold)
        result[f"all@{k}"] = float(found == len(gold))
    gain = sum(1 / math.log2(rank + 2) for rank, is_hit in enumerate(hits) if is_hit)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(len(gold), 10)))
    result["nDCG@10"] = gain / ideal
    result["MRR@10"] = next((1 / (rank + 1) for rank, is_hit in enumerate(hits) if is_hit), 0.0)
    return result


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often a question with an answer has a higher top score than one without (AUROC)."""
    wins = sum((good > bad) + 0.5 * (good == bad) for good in positive for bad in negative)
    return wins / (len(positive) * len(negative))


def bootstrap(gains: Mapping[str, Sequence[float]], rounds: int = 10_000) -> tuple[float, float]:
    """The 95 % interval of the mean gain, resampled by pool where there are several, by question otherwise."""
    chance = random.Random(0)
    groups = [list(values) for values in gains.values() if values]
    if len(groups) == 1:
        groups = [[value] for value in groups[0]]
    sums = [(sum(group), len(group)) for group in groups]
    means = []
    for _ in range(rounds):
        sample = chance.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in sample) / sum(count for _, count in sample))
    means.sort()
    return means[int(rounds * 0.025)], means[int(rounds * 0.975)]
