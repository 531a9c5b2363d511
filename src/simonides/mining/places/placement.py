"""The room of a file: chosen by its folders, its name, the keywords of the rooms or its ending; otherwise `general`."""

import re
from collections import Counter
from pathlib import PurePath

from simonides.domain.memory import GENERAL
from simonides.languages.folding import even_out, fold
from simonides.languages.writing import MARKS, sets_no_spaces
from simonides.mining.places.manifest import Manifest
from simonides.mining.places.rooms import slug

LOOKED_AT = 3_000
"""How much of a text is searched for keywords."""
HITS_MIN = 2

_WORD = re.compile(rf"[^\W_][\w'{MARKS}-]*")
_NAME_PART = re.compile(rf"(?:[^\W_]|[{MARKS}])+")


class Placer:
    """Finds the rooms for the files of one folder."""

    def __init__(self, manifest: Manifest) -> None:
        self._folders: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._phrases: dict[str, str] = {}
        self._endings: dict[str, str] = {}
        for rule in manifest.rooms:
            self._folders.setdefault(slug(rule.name), rule.name)
            for keyword in rule.keywords:
                self._learn(keyword, rule.name)

    def room(self, path: str, text: str) -> str:
        """The room of a file, whose path is relative to the folder."""
        file = PurePath(path)
        return (
            next((room for part in file.parts[:-1] if (room := self._folders.get(slug(part)))), None)
            or self._by_stem(file.stem)
            or self.by_words(text)
            or self._endings.get(file.suffix.casefold())
            or GENERAL
        )

    def by_words(self, text: str) -> str | None:
        """The room whose keywords are most frequent in a text; None unless they occur at least twice."""
        start = fold(even_out(text[:LOOKED_AT]))
        counts: Counter[str] = Counter()
        if self._words:
            counts.update(self._words[word] for word in _WORD.findall(start) if word in self._words)
        for phrase, room in self._phrases.items():
            counts[room] += start.count(phrase)
        best = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
        return best[0][0] if best and best[0][1] >= HITS_MIN else None

    def _by_stem(self, stem: str) -> str | None:
        parts = [slug(stem), *(part.casefold() for part in _NAME_PART.findall(stem))]
        return next((room for part in parts if (room := self._folders.get(part) or self._words.get(fold(part)))), None)

    def _learn(self, keyword: str, room: str) -> None:
        word = even_out(keyword).casefold().strip()
        if word.endswith("/"):
            self._folders.setdefault(slug(word), room)
        elif word.startswith("*."):
            self._endings.setdefault(word[1:], room)
        elif _WORD.fullmatch(word):
            # In scripts without spaces between words, a keyword is searched for like a phrase.
            words = self._phrases if sets_no_spaces(word) else self._words
            words.setdefault(fold(word), room)
            self._folders.setdefault(slug(word), room)
        elif word:
            self._phrases.setdefault(fold(word), room)
