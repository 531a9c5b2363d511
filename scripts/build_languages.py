"""Rebuild the tables that tell languages by their letters: `python -m scripts.build_languages` from the repository's root.

Needs wordfreq (`pip install wordfreq`). For each language the letter triples of its 20,000 commonest words are counted, spaces
at both ends included, a word weighing as its frequency to the power of .7. Words are counted again without their accents, at a
seventh of the weight, since people type so. A score is six times the binary logarithm of a triple's share over a floor: six
points to the bit.
"""

import math
import re
import unicodedata
from collections import Counter
from pathlib import Path

import wordfreq

FOLDER = Path(__file__).resolve().parent.parent / "src" / "simonides" / "domain" / "languages"
ALPHABETS = {
    "latin": ("ca cs da de en es fi fr hu id it nb nl pl pt ro sv tr vi".split(), 6_000),
    "cyrillic": ("ru uk".split(), 1_200),
}
WORDS = 20_000
POWER = 0.7
BARE_SHARE = 0.15
FLOOR = 1e-5
POINTS_PER_BIT = 6
ZERO = ord("!")

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_BARE = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "ı": "i", "đ": "d", "æ": "ae"})


def main() -> None:
    """Write one file for each alphabet."""
    for alphabet, (languages, kept) in ALPHABETS.items():
        path = FOLDER / f"{alphabet}.txt"
        path.write_text(table(languages, kept), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size} bytes")


def table(languages: list[str], kept: int) -> str:
    """The commonest triples, each with a character per language: its score, counted from `!`."""
    shares = {language: triple_shares(language) for language in languages}
    highest: Counter[str] = Counter()
    for own in shares.values():
        highest |= Counter(own)
    common = sorted(highest, key=lambda triple: (-highest[triple], triple))[:kept]
    lines = [
        f"{triple.replace(' ', '_')} {''.join(score(shares[each].get(triple, 0)) for each in languages)}" for triple in common
    ]
    return "\n".join([" ".join(languages), *sorted(lines)]) + "\n"


def triple_shares(language: str) -> Counter[str]:
    """How much of all triples each triple makes up."""
    counts: Counter[str] = Counter()
    for word in wordfreq.top_n_list(language, WORDS):
        if not _WORD.fullmatch(word):
            continue
        weight = wordfreq.word_frequency(word, language) ** POWER
        count(counts, unicodedata.normalize("NFC", word), weight)
        if language != "en" and (bare := without_accents(word)) != word:
            count(counts, bare, weight * BARE_SHARE)
    total = sum(counts.values())
    return Counter({triple: weight / total for triple, weight in counts.items()})


def count(counts: Counter[str], word: str, weight: float) -> None:
    """Add the triples of one word."""
    padded = f" {word} "
    for start in range(len(padded) - 2):
        counts[padded[start : start + 3]] += weight  # type: ignore[assignment]  # typeshed lets a Counter hold whole numbers only


def without_accents(word: str) -> str:
    """A word as it is typed on a keyboard that has no accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word.translate(_BARE)) if not unicodedata.combining(sign))


def score(share: float) -> str:
    """A share as one character."""
    return chr(ZERO + round(POINTS_PER_BIT * math.log2((share + FLOOR) / FLOOR)))


if __name__ == "__main__":
    main()
