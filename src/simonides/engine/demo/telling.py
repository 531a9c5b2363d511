"""The story of a demo palace, filed into it."""

from simonides.domain.actor import Actor
from simonides.domain.memory import Origin, Place
from simonides.domain.time import Stamp
from simonides.engine.demo.story import DESCRIPTION, FACTS, NOTES, WING, StoryNote
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

NAME = "demo"
"""What a demo palace is called unless somebody says otherwise."""


def is_demo(palace: Palace) -> bool:
    """Whether a palace was made for the story, and is nobody's own."""
    return palace.info.description == DESCRIPTION


def tell_story(palace: Palace) -> None:
    """File the story, whole or not at all; a palace that holds something stays as it is."""
    # Two programs that tell it at the same time tell it once.
    with palace.store.writing(Actor.PERSON):
        if palace.memories.count():
            return
        for note in NOTES:
            palace.memories.remember(_draft(note), actor=Actor.PERSON)
        for fact in FACTS:
            since = Stamp.parse(fact.since, "since")
            palace.facts.add(fact.subject, fact.predicate, fact.object, valid_from=since, actor=Actor.PERSON)
            if fact.until:
                palace.facts.end(fact.subject, fact.predicate, fact.object, Stamp.parse(fact.until, "until"))


def _draft(note: StoryNote) -> Draft:
    origin = Origin(author=note.author, event_time=Stamp.parse(note.day, "day").start)
    return Draft(content=note.text, place=Place(WING, note.room), origin=origin)
