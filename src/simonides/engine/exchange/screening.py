"""Secrets in imported lines that become no memory: entities, facts, observations, source code and descriptions.

A name is looked at by itself, without what a fact says of it, so that every line about an entity masks it in the same way.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Entity, Fact, Observation, Triple
from simonides.domain.ids import Mint
from simonides.engine.exchange.batches import BadLine
from simonides.engine.exchange.code import FileLine
from simonides.engine.exchange.observations import Notes
from simonides.engine.filing.secrets import SecretScreen, notes_of
from simonides.engine.graph.entities import EntityDraft

L = TypeVar("L")


class LineScreen:
    """Treats what the lines of one file bring, and keeps what was masked. Every method raises Invalid for what is refused."""

    def __init__(self, secrets: SecretScreen) -> None:
        self._secrets = secrets
        self.masked: list[BadLine] = []

    def text(self, number: int, text: str, what: str) -> str:
        """A text as it may be filed."""
        hidden = self._secrets.text(text, Actor.IMPORTER, what)
        if hidden != text:
            self.masked += [BadLine(number, f"{note.kind} of the {what}") for note in notes_of(text)]
        return hidden

    def entity(self, number: int, entity: Entity) -> Entity:
        """An entity with its summary."""
        name = self.text(number, entity.name, "name")
        return replace(entity, name=name, summary=entity.summary and self.text(number, entity.summary, "summary"))

    def draft(self, number: int, draft: EntityDraft) -> EntityDraft:
        """An entity with its observations."""
        observations = [self.text(number, content, "observation") for content in draft.observations]
        return replace(draft, name=self.text(number, draft.name, "name"), observations=observations)

    def fact(self, number: int, fact: Fact) -> Fact:
        """A fact; its id is made of its words, so that other words have another one."""
        subject, obj = self.text(number, fact.subject, "subject"), self.text(number, fact.object, "object")
        source = fact.source and self.text(number, fact.source, "source")
        if (subject, obj) == (fact.subject, fact.object):
            return replace(fact, source=source)
        key = Mint(lambda: fact.id).fact(subject, fact.predicate, obj)
        return replace(fact, id=key, subject=subject, object=obj, source=source)

    def triple(self, number: int, triple: Triple) -> Triple:
        """A relation between two entities."""
        subject, obj = self.text(number, triple.subject, "subject"), self.text(number, triple.object, "object")
        return Triple(subject, triple.predicate, obj)

    def description(self, number: int, text: str) -> str:
        """What a palace says about its owner."""
        return self.text(number, text, "description")

    def notes(self, number: int, notes: Notes) -> Notes:
        """Observations; the vectors of those that were masked would tell of what was masked."""
        hidden = [replace(each, content=self.text(number, each.content, "observation")) for each in notes.observations]
        masked = _changed(notes.observations, hidden)
        views = {ordinal: seen for ordinal, seen in notes.views.items() if ordinal not in masked}
        return replace(notes, entity=self.text(number, notes.entity, "name"), observations=tuple(hidden), views=views)

    def file(self, number: int, line: FileLine) -> FileLine:
        """A file of source code, piece by piece."""
        hidden = [replace(chunk, content=self.text(number, chunk.content, "source code")) for chunk in line.chunks]
        masked = {before.id for before, after in zip(line.chunks, hidden, strict=True) if before != after}
        vectors = {key: made for key, made in line.vectors.items() if key not in masked}
        return replace(line, chunks=tuple(hidden), vectors=vectors)


def admitted(lines: Sequence[tuple[int, L]], treat: Callable[[int, L], L], bad: list[BadLine]) -> list[tuple[int, L]]:
    """Numbered lines as they may be filed; those that may not be are reported."""
    kept = []
    for number, line in lines:
        try:
            kept.append((number, treat(number, line)))
        except Invalid as error:
            bad.append(BadLine(number, str(error)))
    return kept


def _changed(before: Sequence[Observation], after: Sequence[Observation]) -> set[int]:
    return {old.ordinal for old, new in zip(before, after, strict=True) if old != new}
