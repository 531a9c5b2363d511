"""Precision and recall of the rule that says whether two texts are the same.

    python -m bench.sameness

Reads the pairs of `bench/sets/sameness.jsonl` and prints the figures of both halves, by language, beside those of two plain
rules: the same words in any order, and the same text but for case and punctuation. The half `aside` is printed as figures only.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from bench.sets import HALVES, Pair, read_sameness
from simonides.domain.text.sameness import are_same
from simonides.frozen import frozen

Rule = Callable[[str, str], bool]

_WORD = re.compile(r"\w+")


@frozen
class Measured:
    """How often a rule was right."""

    found: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """The share of pairs called the same that are."""
        return self.found / (self.found + self.wrong) if self.found + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of pairs that are the same and were found."""
        return self.found / (self.found + self.missed) if self.found + self.missed else 1.0


def measure(pairs: Sequence[Pair], rule: Rule = are_same) -> Measured:
    """Ask a rule about every pair."""
    counts = Counter((pair.same, rule(pair.a, pair.b)) for pair in pairs)
    return Measured(counts[True, True], counts[False, True], counts[True, False])


def main() -> None:
    """Print the figures of the rules, then those of ours by language."""
    pairs = read_sameness()
    rules: dict[str, Rule] = {"our rule": are_same, "same words, any order": _same_words, "same letters": _same_letters}
    for half in HALVES:
        chosen = [pair for pair in pairs if pair.half == half]
        for name, rule in rules.items():
            _tell(f"{half:6} {name}", measure(chosen, rule))
        for language in sorted({pair.language for pair in chosen}):
            _tell(f"{half:6}   {language}", measure([pair for pair in chosen if pair.language == language]))


def _tell(name: str, measured: Measured) -> None:
    figures = f"precision {measured.precision:.2f}  recall {measured.recall:.2f}"
    print(f"{name:30} {figures}  ({measured.found} found, {measured.wrong} wrong, {measured.missed} missed)")


def _same_words(text: str, other: str) -> bool:
    return Counter(_WORD.findall(text.casefold())) == Counter(_WORD.findall(other.casefold()))


def _same_letters(text: str, other: str) -> bool:
    return _WORD.findall(text.casefold()) == _WORD.findall(other.casefold())


if __name__ == "__main__":
    main()
