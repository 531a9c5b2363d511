"""Rebuild the table of small words: `python -m scripts.build_small_words` from the repository's root.

For each language in Latin letters but English it lists what its data file knows: function words, and the words with which it asks
for lists, numbers and times. Patterns that are more than a word, or a word with one optional ending, are left out.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "src" / "simonides" / "languages"
LANGUAGES = "cs de es fr it nl pl pt sv tr vi".split()
LETTERS_MIN = 2
MONTH_MIN = 4
"""Shorter names of months mean other things, too."""

_WORD = re.compile(r"[^\W\d_]+")
_ENDED = re.compile(r"([^\W\d_]+)\[([^\W\d_]+)\]([?*]?)")
_GROWN = re.compile(r"\w+\(\?:[^)]*\)\w*")


def main() -> None:
    """Write the table."""
    (FOLDER / "small_words.txt").write_text(table(), encoding="utf-8")


def table() -> str:
    """Two lines for each language: its function words, and the words with which it asks."""
    lines = []
    for language in LANGUAGES:
        data = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        own = {*data["function_words"].split(), *data["negations"].split()}
        for kind, words in (("function", own), ("asking", set(asking_words(data)) - own)):
            lines.append(" ".join([language, kind, *sorted(word for word in words if len(word) >= LETTERS_MIN)]))
    return "\n".join(lines) + "\n"


def asking_words(data: dict[str, Any]) -> Iterator[str]:
    """The words of the patterns by which a language asks, months and weekdays among them.

    Those for what holds now are not among them: `Nadal`, `Final` and `Agora` are names, too.
    """
    yield from (form for forms in data["months"] for form in forms.split() if len(form) >= MONTH_MIN)
    yield from data["relative"].get("general", "").split()
    asking = {name: patterns for name, patterns in data["asking"].items() if name not in {"present", "records"}}
    for part in (data["relative"], asking, {"when": data["when"], "how_many": data["how_many"]}):
        for patterns in part.values():
            for pattern in patterns if isinstance(patterns, list) else ():
                yield from words_of(pattern)


def words_of(pattern: str) -> Iterator[str]:
    """The plain words of a pattern, and those with one of a few endings."""
    for piece in re.split(r"[| ]", _GROWN.sub("", pattern)):
        if ended := _ENDED.fullmatch(piece):
            yield from (ended[1] + ending for ending in (*ended[2], *([""] if ended[3] else [])))
        elif _WORD.fullmatch(piece):
            yield piece


if __name__ == "__main__":
    main()
