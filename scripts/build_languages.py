"""Rebuild the tables that tell languages by their letters: `python -m scripts.build_languages` from the repository's root.

Needs wordfreq (`pip install wordfreq`). For each language the letter triples of its 20,000 commonest words are counted, spaces
at both ends included, a word weighing as its frequency to the power of .7. Words are counted again without their accents, at a
seventh of the weight, since people type so. A score is six times the binary logarithm of a triple's share over a floor: six
points to the bit.
"""

import builtins
import math
import re
import sys
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import wordfreq

FOLDER = Path(__file__).resolve().parent.parent / "src" / "simonides" / "languages"
ALPHABETS = {
    "latin": ("ca cs da de en es fi fr hu id it nb nl pl pt ro sv tr vi".split(), 6_000),
    "cyrillic": ("ru uk".split(), 1_200),
}
WORDS = 20_000
ENGLISH_WORDS = 12_000
NEARLY = 0.3
"""As a power of ten."""
FREQUENT = 4.0
"""One word in 100,000, likewise: so frequent a word of English is never a sign of another language."""
TECHNICAL = """
    api apis app apps arg args argv ascii async attr attrs auth await axios backend bash bool boolean bootstrap bytes cache
    cfg changelog cli cmd codec codex config configs conn cookie cors cron csrf css csv ctrl ctx dataframe dataset datetime db
    deploy deployed dev dict dir dirname django dns doc docker docs elif enum env eval exec fastapi filename flask float
    foreach frontend func git github gitlab goto graphql grpc gui handler hash hook html http https impl index init inode int
    integer ipsum iter jinja javascript jpeg jpg json jwt kafka keras kernel kotlin kubernetes kwargs lambda len linux lint
    linter localhost login logout macos markdown matplotlib mcp metadata middleware mongo mongodb mutex mysql navbar nginx
    node npm null nullable num numpy oauth obj onnx openai oracle orm pandas param params parser parse passwd pdf pip pixel
    plugin png podman postgres postgresql pref prod prometheus proto proxy pypi pytest python pytorch qdrant queue rabbitmq
    react readme redis refactor regex repo repos repr requests rest retry root rsync ruby rust saas schema scipy script sdk
    shell sklearn smtp snippet sql sqlalchemy sqlite src ssh ssl stacktrace stderr stdin stdout str struct sudo svg svn swift
    symlink syntax sys systemd tar tcp tensor tensorflow terraform timedelta timeout timestamp tls tmp todo token tokenizer
    toml trello tuple typescript ubuntu udp ui unicode unittest unix uri url urllib urlparse usr utf utils uuid val var vars
    venv vim vm void vpn vue webhook webpack websocket wiki wifi xml yaml yml zip zsh
"""
POWER = 0.7
BARE_SHARE = 0.15
FLOOR = 1e-5
POINTS_PER_BIT = 6
ZERO = ord("!")

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_BARE = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "ı": "i", "đ": "d", "æ": "ae"})


def main() -> None:
    """Write one file for each alphabet, and one of words."""
    for alphabet, (languages, kept) in ALPHABETS.items():
        path = FOLDER / f"{alphabet}.txt"
        path.write_text(table(languages, kept), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size} bytes")
    (FOLDER / "words.txt").write_text(common_words(), encoding="utf-8")


def common_words() -> str:
    """Three lines: words of English before all, function words of other languages, and English ones that others use more."""
    others = [language for language in ALPHABETS["latin"][0] if language != "en"]
    english = [word for word in wordfreq.top_n_list("en", ENGLISH_WORDS) if word.isascii() and word.isalpha() and len(word) > 1]
    known = {word for word in english if is_english_first(word, others)}
    known |= {word.lower() for word in (*TECHNICAL.split(), *sys.stdlib_module_names, *dir(builtins)) if word.isalpha()}
    functions = {word for language in others for word in function_words(language) if word.isascii() and len(word) > 1}
    telling = {word for word in functions - known if wordfreq.zipf_frequency(word, "en") < FREQUENT}
    shared = {word for word in english if word not in known and wordfreq.zipf_frequency(word, "en") >= FREQUENT}
    return "".join(f"{' '.join(sorted(words))}\n" for words in (known, telling, shared))


def is_english_first(word: str, others: list[str]) -> bool:
    """Whether a word is at least nearly as common in English as in any other language."""
    english = wordfreq.zipf_frequency(word, "en")
    return all(wordfreq.zipf_frequency(word, other) <= english + NEARLY for other in others)


def function_words(language: str) -> list[str]:
    """What the data file of a language says, if there is one."""
    path = FOLDER / f"{language}.toml"
    words: str = tomllib.loads(path.read_text(encoding="utf-8"))["function_words"] if path.is_file() else ""
    return words.split()


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
