"""Ablation: what each term of the ranking is worth, by asking every question again with one term switched off."""

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bench.recall.measures import bootstrap, measure
from bench.recall.pools import Pool
from bench.recall.systems import Simonides
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.ports.embedder import Embedder

Gains = Mapping[str, Mapping[str, Sequence[float]]]
"""By term, then by pool: what the whole has over the rest, question by question, in points of nDCG@10."""

WITHOUT: dict[str, Recipe] = {
    "words": replace(HYBRID, uses_words=False, vector_weight=1.0),
    "meaning": replace(HYBRID, uses_vectors=False),
    "word pairs": replace(HYBRID, pair_weight=0.0),
    "code": replace(HYBRID, code_vector_weight=0.0, crowding_weight=0.0),
    "terse": replace(HYBRID, terse_share=0.0),
    "exact": replace(HYBRID, exact_weight=0.0),
    "speaker": replace(HYBRID, speaker_weight=0.0),
    "date": replace(HYBRID, date_weight=0.0),
    "kind": replace(HYBRID, kind_weight=0.0),
    "asking": replace(HYBRID, asking_weight=0.0),
    "directive": replace(HYBRID, directive_weight=0.0),
    "assistant": replace(HYBRID, assistant_factor=1.0),
    "before": replace(HYBRID, before_weight=0.0),
    "neighbour": replace(HYBRID, neighbour_weight=0.0),
    "further": replace(HYBRID, further_weight=0.0),
    "reply": replace(HYBRID, reply_weight=0.0),
    "peak": replace(HYBRID, peak_weight=0.0),
    "conversation": replace(HYBRID, conversation_weight=0.0),
    "brief": replace(HYBRID, brief_weight=0.0),
    "long": replace(HYBRID, long_weight=0.0),
    "opening": replace(HYBRID, opening_weight=0.0),
    "names": replace(HYBRID, name_weight=0.0),
    "hop": replace(HYBRID, follows_descriptions=False),
    "newer": replace(HYBRID, puts_newer_first=False),
    "copy": replace(HYBRID, sets_copies_back=False),
}


def ablate(pools: Sequence[Pool], embedder: Embedder, left_out: Sequence[str]) -> Gains:
    """Ask every question with everything, and with everything but one term."""
    gains: dict[str, dict[str, list[float]]] = {term: defaultdict(list) for term in WITHOUT}
    for pool in pools:
        system = Simonides(pool, embedder)
        for question in pool.questions:
            if not question.gold or question.kind in left_out:
                continue
            whole = measure(system.ask(question.text).ranking, question.gold)["nDCG@10"]
            for term, recipe in WITHOUT.items():
                rest = measure(system.ask(question.text, recipe).ranking, question.gold)["nDCG@10"]
                gains[term][pool.name].append(100 * (whole - rest))
        system.close()
    return gains


def report(gains: Gains) -> None:
    """One line for each term: its gain and the 95 % interval."""
    print(f"{'term':<14}{'gain':>7}   95 % interval")
    for term, by_pool in gains.items():
        low, high = bootstrap(by_pool)
        mean = statistics.mean(gain for values in by_pool.values() for gain in values)
        print(f"{term:<14}{mean:>+7.1f}   [{low:+.1f}, {high:+.1f}]")
