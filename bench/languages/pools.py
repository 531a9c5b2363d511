"""Pools made of translations: lines of language, English, other and source, separated by tabs."""

import ast
import csv
import random
import re
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.recall.pools import Item, Pool, Question
from simonides.frozen import frozen

EVERYDAY = Path(__file__).parent / "everyday.tsv"
DISTRACTORS = 10_000
ASKED_IN = 4
"""In how many other languages each sentence of the mixed palace is asked for."""
FRAGMENT = 0.4
"""How much of a text is its question where question and text are in one language."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_NOBODY: frozenset[str] = frozenset()


@frozen
class Pair:
    """A sentence in English and in another language."""

    language: str
    english: str
    other: str


def read_pairs(path: Path) -> list[Pair]:
    """Every pair of a file, each once."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return list(dict.fromkeys(Pair(row["language"], row["english"], row["other"]) for row in rows))


def to_english(language: str, pairs: Sequence[Pair]) -> Pool:
    """All English sides are filed; what is asked is in another language."""
    items, ids = _filed(pair.english for pair in pairs)
    asked = [(pair.other, [ids[pair.english]]) for pair in pairs if pair.language == language]
    return Pool(f"{language} to English", items, _asked(asked))


def from_english(language: str, pairs: Sequence[Pair]) -> Pool:
    """The texts of one language are filed; what is asked is in English."""
    own = [pair for pair in pairs if pair.language == language]
    items, ids = _filed(pair.other for pair in own)
    gold: dict[str, list[str]] = {}
    for pair in own:
        gold.setdefault(pair.english, []).append(ids[pair.other])
    return Pool(f"English to {language}", items, _asked(list(gold.items())))


def same_language(language: str, pairs: Sequence[Pair]) -> Pool:
    """The texts of one language are filed; what is asked is a piece of each."""
    items, _ = _filed(pair.other for pair in pairs if pair.language == language)
    chance = random.Random(1)
    asked = []
    for item in items:
        piece = _piece(item.text, chance)
        asked.append((piece, [other.id for other in items if piece in other.text]))
    return Pool(f"{language} to {language}", items, _asked(asked))


def everyday(language: str, pairs: Sequence[Pair]) -> Pool:
    """Six everyday facts of one language among its other texts; each is asked for in other words of the same language."""
    with EVERYDAY.open(encoding="utf-8", newline="") as lines:
        facts = [row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row["language"] == language]
    # The facts come last: a system that knows nothing names what was filed first.
    items, ids = _filed([*(pair.other for pair in pairs if pair.language == language), *(row["fact"] for row in facts)])
    return Pool(f"everyday {language}", items, _asked([(row["question"], [ids[row["fact"]]]) for row in facts]))


def mixed(pairs: Sequence[Pair]) -> Pool:
    """Every sentence is filed once, in the languages in turn, among English ones, and asked for in others, English included."""
    versions: dict[str, dict[str, str]] = {}
    for pair in pairs:
        versions.setdefault(pair.english, {"en": pair.english})[pair.language] = pair.other
    chance = random.Random(2)
    languages = sorted({pair.language for pair in pairs} | {"en"})
    items: list[Item] = []
    questions: list[Question] = []
    for number, by_language in enumerate(versions.values()):
        filed = _next_language(languages, number, by_language)
        items.append(Item(f"s{number}", by_language[filed]))
        others = sorted(set(by_language) - {filed})
        for language in chance.sample(others, min(ASKED_IN, len(others))):
            kind = f"{language} to {filed}"
            questions.append(
                Question(f"q{len(questions)}", by_language[language], frozenset({f"s{number}"}), kind, _NOBODY, _NOBODY)
            )
    items += [Item(f"d{number}", text) for number, text in enumerate(_distractors(DISTRACTORS))]
    chance.shuffle(items)
    return Pool("mixed", tuple(items), tuple(questions))


def _filed(texts: Iterable[str]) -> tuple[tuple[Item, ...], dict[str, str]]:
    ids = {text: f"t{number}" for number, text in enumerate(dict.fromkeys(texts))}
    return tuple(Item(identifier, text) for text, identifier in ids.items()), ids


def _asked(asked: Sequence[tuple[str, Sequence[str]]]) -> tuple[Question, ...]:
    return tuple(Question(f"q{number}", text, frozenset(gold), "", _NOBODY, _NOBODY) for number, (text, gold) in enumerate(asked))


def _piece(text: str, chance: random.Random) -> str:
    # Chinese, Japanese and much of Thai know no spaces: there the characters are counted.
    words = text.split()
    parts, glue = (words, " ") if len(words) > len(text) / 12 else (list(text), "")
    size = max(round(len(parts) * FRAGMENT), min(3, len(parts)))
    start = chance.randrange(len(parts) - size + 1)
    return glue.join(parts[start : start + size]).strip() or text


def _next_language(languages: Sequence[str], number: int, known: dict[str, str]) -> str:
    turn = number % len(languages)
    return next(language for language in (*languages[turn:], *languages[:turn]) if language in known)


def _distractors(count: int) -> list[str]:
    """English sentences from the documentation strings of Python's own library, the same ones every time."""
    found: dict[str, None] = {}
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")) + sorted(
        Path(sysconfig.get_path("stdlib")).glob("[a-z]*/*.py")
    ):
        if "test" not in path.parts and "site-packages" not in path.parts:
            found |= dict.fromkeys(_sentences(path))
        if len(found) >= count:
            return list(found)[:count]
    return list(found)


def _sentences(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for sentence in _SENTENCE_END.split(" ".join((ast.get_docstring(node) or "").split())):
                if 5 <= len(sentence.split()) <= 40:
                    yield sentence
