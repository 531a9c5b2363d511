"""Evaluation sets written by hand: each set is a file of JSON lines here, read into frozen values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simonides.frozen import frozen

HERE = Path(__file__).parent

# "open" may be looked at while something is built; "aside" only measures what is finished.
HALVES = ("open", "aside")

# Each is a folder: the year of a project in three languages, the smaller years of a family and of a bicycle shop, and that of a
# farm, again in three languages.
YEARS = ("trial", "household", "shop", "farm")

# The first weeks of five teams: notes, conversations and a small repository, in three languages each, and plain questions.
FIRST_WEEKS = ("studio", "lab", "practice", "theatre", "couriers")

# The writings of the update pairs.
ROUNDS = (1, 2, 3, 4)


@frozen
class Pair:
    """Two notes, and whether they say the same and nothing more."""

    id: str
    kind: str
    language: str
    a: str
    b: str
    same: bool
    half: str


@frozen
class DatedNote:
    """A note and the day it was told, as an ISO date."""

    text: str
    date: str


@frozen
class Update:
    """Two notes in the order they were told, and whether the later one replaces the earlier for the question."""

    id: str
    kind: str
    language: str
    earlier: DatedNote
    later: DatedNote
    question: str
    update: bool
    half: str
    round: int = 1
    """1, 3 and 4 for the pairs of somebody who had not read the rule, 2 for those written to find out where it fails."""
    telling: str = ""
    """In round 4, how a replacing note is told: parallel to the earlier one, as an event, or in casual other words."""


@frozen
class Note:
    """A note of the trial year; a turn of a conversation also says which conversation, its position and its role."""

    id: str
    text: str
    wing: str
    room: str
    date: str
    language: str
    author: str | None = None
    tags: tuple[str, ...] = ()
    conversation: str | None = None
    position: int | None = None
    role: str | None = None


@frozen
class Question:
    """A question about the trial year and the notes that answer it: any of them, or all of them where the kind is "list"."""

    id: str
    kind: str
    language: str
    question: str
    answers: tuple[str, ...]
    half: str
    as_of: str | None = None
    quotes: tuple[str, ...] = ()
    """Words of conversations or files that answer it as well."""

    def is_answered_by(self, found: str) -> bool:
        """Whether a note, by its id, or a text that is none, on one line, answers it."""
        return found in self.answers or any(" ".join(quote.split()) in found for quote in self.quotes)


@frozen
class File:
    """A file of a team: a conversation, or one of its repository."""

    path: str
    text: str


@frozen
class Trial:
    """A year of notes, and what people ask about it."""

    notes: tuple[Note, ...]
    questions: tuple[Question, ...]
    files: tuple[File, ...] = ()

    def answered(self, half: str) -> list[Question]:
        """The questions of a half that anything answers."""
        return [each for each in self.questions if each.half == half and (each.answers or each.quotes)]


@frozen
class Framing:
    """What somebody says around a question: `{q}` stands for it, without its question mark."""

    id: str
    kind: str
    language: str
    text: str
    half: str

    def around(self, question: str) -> str:
        """The framing with a question in it."""
        return self.text.replace("{q}", question.rstrip("?"))


@frozen
class Answerable:
    """A few notes, a question, and whether the notes answer it."""

    id: str
    kind: str
    language: str
    texts: tuple[str, ...]
    question: str
    answered: bool
    half: str


@frozen
class HopNote:
    """A note of a small palace."""

    id: str
    text: str
    date: str
    author: str


@frozen
class HopPalace:
    """A small palace, and the language of its notes."""

    palace: str
    language: str
    notes: tuple[HopNote, ...]


@frozen
class Hop:
    """A question to a small palace, the note that answers it, and the one that leads there."""

    id: str
    palace: str
    question: str
    through: str
    answer: str
    half: str

    @property
    def kind(self) -> str:
        return self.palace


@frozen
class SecondHops:
    """Small palaces, and questions that take two of their notes."""

    palaces: tuple[HopPalace, ...]
    hops: tuple[Hop, ...]


@frozen
class Wanted:
    """A question and the whole text of the note that answers it."""

    question: str
    answer: str


@frozen
class BystanderPalace:
    """A small palace whose notes are easily taken for updates of each other, or for none, and questions to it."""

    palace: str
    kind: str
    notes: tuple[DatedNote, ...]
    questions: tuple[Wanted, ...]


@frozen
class ToolTask:
    """What an agent wants, in its own words, and the one tool that does it."""

    id: str
    task: str
    tool: str
    half: str

    @property
    def kind(self) -> str:
        return self.tool


@frozen
class Node:
    """A named thing and what was observed about it."""

    name: str
    type: str
    observations: tuple[str, ...]


@frozen
class NodeQuestion:
    """A question, the perspective from which it looks at the nodes, and the nodes that answer it (any of them)."""

    id: str
    question: str
    perspective: str
    nodes: tuple[str, ...]
    half: str

    @property
    def kind(self) -> str:
        return self.perspective


@frozen
class Perspectives:
    """A small graph's nodes, and questions about them."""

    nodes: tuple[Node, ...]
    questions: tuple[NodeQuestion, ...]


def read_sameness() -> list[Pair]:
    return [Pair(**row) for row in _rows("sameness.jsonl")]


def read_updates() -> list[Update]:
    return [
        Update(**{**row, "earlier": DatedNote(**row["earlier"]), "later": DatedNote(**row["later"])})
        for row in _rows("updates.jsonl")
    ]


def updates_of(half: str) -> dict[str, list[Update]]:
    """The pairs of a half, or of both, by half."""
    return {each: [one for one in read_updates() if one.half == each] for each in (HALVES if half == "both" else [half])}


def read_trial(name: str = "trial") -> Trial:
    notes = (Note(**{**row, "tags": tuple(row.get("tags", ()))}) for row in _rows(f"{name}/notes.jsonl"))
    questions = (_question(row) for row in _rows(f"{name}/questions.jsonl"))
    files = (File(**row) for row in _rows(f"{name}/files.jsonl")) if name in FIRST_WEEKS else ()
    return Trial(tuple(notes), tuple(questions), tuple(files))


def read_afresh() -> list[Question]:
    """More questions to the trial year, written afresh; all of them are open."""
    return [_question(row) for row in _rows("trial/afresh.jsonl")]


def read_framings() -> list[Framing]:
    return [Framing(**row) for row in _rows("framings.jsonl")]


def read_answerable() -> list[Answerable]:
    return [Answerable(**{**row, "texts": tuple(row["texts"])}) for row in _rows("answerable.jsonl")]


def read_second_hops() -> SecondHops:
    rows = _rows("second_hops.jsonl")
    palaces = (HopPalace(**{**row, "notes": tuple(HopNote(**note) for note in row["notes"])}) for row in rows if "notes" in row)
    return SecondHops(tuple(palaces), tuple(Hop(**row) for row in rows if "question" in row))


def read_bystanders() -> list[BystanderPalace]:
    return [
        BystanderPalace(
            **{
                **row,
                "notes": tuple(DatedNote(**note) for note in row["notes"]),
                "questions": tuple(Wanted(**question) for question in row["questions"]),
            }
        )
        for row in _rows("bystanders.jsonl")
    ]


def read_tool_tasks() -> list[ToolTask]:
    return [ToolTask(**row) for row in _rows("tool_tasks.jsonl")]


def read_perspectives() -> Perspectives:
    rows = _rows("perspectives.jsonl")
    nodes = (Node(**{**row, "observations": tuple(row["observations"])}) for row in rows if "name" in row)
    questions = (NodeQuestion(**{**row, "nodes": tuple(row["nodes"])}) for row in rows if "question" in row)
    return Perspectives(tuple(nodes), tuple(questions))


def _question(row: dict[str, Any]) -> Question:
    return Question(**{**row, "answers": tuple(row["answers"]), "quotes": tuple(row.get("quotes", ()))})


def _rows(name: str) -> list[dict[str, Any]]:
    with (HERE / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
