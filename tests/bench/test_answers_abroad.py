"""Answers in another language than the question, judged with the bundled encoders."""

from collections.abc import Iterator

import pytest

from simonides.domain.ids import Mint
from simonides.domain.ranking.strength import Strength
from simonides.embedders.bundled import many_languages
from simonides.engine.demo.story import NOTES
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Palace]:
    embedder = many_languages()
    assert embedder.wait(60)
    engine = Engine(SqliteShelf(tmp_path_factory.mktemp("story")), Equipment(embedder, FixedClock(), Mint(), patience_s=60))
    palace = engine.create("story")
    for note in NOTES:
        palace.memories.remember(Draft(note.text))
    palace.vectors.catch_up()
    yield palace
    engine.close()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Warum haben wir den alten Ofen nicht repariert?", "We decided against repairing the old oven"),
        ("Warum verliert der alte Ofen seine Wärme?", "The old oven loses its heat"),
        ("Pourquoi le ferry n'a-t-il pas pu accoster ?", "FER-31"),
    ],
)
def test_a_question_in_another_language_is_not_called_weak_when_it_is_answered(story: Palace, question: str, answer: str) -> None:
    found = story.answer(question)

    assert found.hits[0].memory.content.startswith(answer)
    assert found.strength is not Strength.WEAK


@pytest.mark.parametrize("question", ["Welches Auto fährt der Bürgermeister?", "¿Cuándo juega el equipo de fútbol?"])
def test_it_is_weak_when_nobody_told(story: Palace, question: str) -> None:
    assert story.answer(question).strength is Strength.WEAK
