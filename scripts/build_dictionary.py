"""Rebuild the list of English words by which misspelt ones are told: `python -m scripts.build_dictionary` from the root.

Needs wordfreq (`pip install wordfreq`) and the word lists of SCOWL (Debian's packages wamerican-huge and wbritish-huge). A word
that people use (wordfreq) is taken if the lists have it, or if no word in them that is one slip of the hand away is used far more
often: those are mostly names. Only stems are kept.
"""

from pathlib import Path

import wordfreq

from simonides.engine.search.words.misspellings import LETTERS_MAX, SWAPPED_MIN, other_slips, sure_slips
from simonides.languages.stems import stem

FILE = Path(__file__).resolve().parent.parent / "src" / "simonides" / "languages" / "english.txt"
LISTS = (Path("/usr/share/dict/american-english-huge"), Path("/usr/share/dict/british-english-huge"))
USED, NAMED = 100_000, 60_000
"""How many of the commonest words are taken from the lists, and how many beside them."""
FAR_MORE = 1.5
"""As a power of ten."""


def main() -> None:
    """Write the file."""
    FILE.write_text(f" {' '.join(sorted(dictionary()))} \n", encoding="utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


def dictionary() -> set[str]:
    """The stems of all words that are spelt as they should be."""
    listed = {line.strip().lower() for path in LISTS for line in path.read_text(encoding="utf-8").splitlines()}
    used = [word for word in wordfreq.top_n_list("en", USED, wordlist="large") if word.isascii() and word.isalpha()]
    long = [word for word in used if SWAPPED_MIN <= len(word) <= LETTERS_MAX]
    beside = (word for word in long[:NAMED] if word not in listed and not is_slip(word, listed))
    return {stem(word, "en") for word in (*(each for each in long if each in listed), *beside)}


def is_slip(word: str, listed: set[str]) -> bool:
    """Whether a word seems to be another one, misspelt."""
    more = wordfreq.zipf_frequency(word, "en") + FAR_MORE
    near = (each for each in (*sure_slips(word), *other_slips(word)) if each in listed)
    return any(wordfreq.zipf_frequency(each, "en") >= more for each in near)


if __name__ == "__main__":
    main()
