"""Worlds: small palaces of notes, and questions with the notes that answer them; `training/data` holds them as JSON lines.

Every fifth world of a file is held out: nothing learns from it, and it shows what a training is worth.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"
_HELD_OUT_EVERY = 5


@dataclass(frozen=True, slots=True)
class Text:
    """A note or a question; `english` is its translation where it is in another language."""

    text: str
    english: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the places of the notes that answer it."""

    asked: Text
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class World:
    """What one person or team kept, and what was asked about it."""

    notes: tuple[Text, ...]
    questions: tuple[Question, ...]
    is_talk: bool = False
    """Whether the notes are turns of a conversation."""


@dataclass(frozen=True, slots=True)
class Split:
    """The worlds to learn from, and those that show what was learnt."""

    learnt: tuple[World, ...]
    held_out: tuple[World, ...]


def read_worlds(pattern: str, folder: Path = FOLDER) -> Split:
    """The worlds of the files whose names match a pattern, in order."""
    numbered = [(index, world) for path in sorted(folder.glob(pattern)) for index, world in enumerate(_worlds(path))]
    is_held_out = [index % _HELD_OUT_EVERY == _HELD_OUT_EVERY - 1 for index, _ in numbered]
    return Split(
        learnt=tuple(world for (_, world), held in zip(numbered, is_held_out, strict=True) if not held),
        held_out=tuple(world for (_, world), held in zip(numbered, is_held_out, strict=True) if held),
    )


def _worlds(path: Path) -> Iterator[World]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield _world(json.loads(line))


def _world(told: dict[str, Any]) -> World:
    places = {note["n"]: place for place, note in enumerate(told["notes"])}
    return World(
        notes=tuple(Text(note["t"], note.get("e", note["t"])) for note in told["notes"]),
        questions=tuple(
            Question(Text(asked["q"], asked.get("e", asked["q"])), tuple(places[number] for number in asked["a"]))
            for asked in told["questions"]
        ),
        is_talk=told.get("talk", False),
    )
