"""Misspelt words of a question are read as what the palace knows, and the answer says so."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.memory import EVERYTHING, Origin, Place
from simonides.domain.ranking.explanation import Misspelling, told_misspelt
from simonides.domain.ranking.recipe import HYBRID, LEXICAL
from simonides.domain.ranking.strength import Strength
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search.words.misspellings import other_slips, strange_words, sure_slips
from simonides.languages import stems

PLUMBER = "The plumber replaced the thermostat on Thursday"
PETERSEN = "Frau Petersen booked the first container"
OTHERS = ("The lift is inspected in May", "Gravel comes by barge", "The printer is on the second floor", "Lunch is at noon")


def remember(palace: Palace, *texts: str, room: str = "notes", by: str = "mcp") -> None:
    for text in texts:
        palace.memories.remember(Draft(text, Place("yard", room), Origin(added_by=by)))


def read(palace: Palace, question: str) -> list[tuple[str, str]]:
    return [(each.typed, each.meant) for each in palace.answer(question, EVERYTHING, 1).misspelt]


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize("typed", ["thermsotat", "thermostatt", "thermosat", "thermistat"])
def test_a_word_with_one_slip_finds_what_holds_the_word_that_is_meant(palace: Palace, typed: str) -> None:
    remember(palace, PLUMBER, *OTHERS)

    answer = palace.answer(f"who touched the {typed}", EVERYTHING, 1)

    assert [hit.memory.content for hit in answer.hits] == [PLUMBER]
    assert answer.misspelt == (Misspelling(typed, "thermostat"),)


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("à quelle heure part mon train pour Leipzig ?", "You may leave your bike here"),
        ("wie hoch ist unsere Miete in der Stadt?", "Ana sits in the Mite room"),
    ],
    ids=["a small word", "an everyday word"],
)
def test_a_word_of_the_language_of_the_question_is_spelt_as_it_should_be(palace: Palace, question: str, held: str) -> None:
    remember(palace, held, *OTHERS)

    assert read(palace, question) == []


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("Wer hat die Aussicht vom Turm fotografiert?", "Ana führt die Aufsicht im Turm"),
        ("quelle oseille a-t-on semée dans le jardin ?", "Léo a mal à l'oreille au jardin"),
        ("la llave de Ana", "El perro de Ana come en la cocina cuando Ana está en la casa. The trains leave at nine"),
        ("was isst der Hund?", "Die Kinder und der Hund sind im Garten, und ihr Vater ist es auch"),
    ],
)
def test_a_word_of_a_language_without_a_dictionary_is_not_read_as_one_that_looks_like_it(
    palace: Palace, question: str, held: str
) -> None:
    remember(palace, held, *OTHERS)

    assert read(palace, question) == []


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize("typed", ["Schlüsel", "Schlüsssel", "Schlüsesl"])
def test_swapped_and_doubled_letters_are_mended_in_every_language(palace: Palace, typed: str) -> None:
    remember(palace, "Der Schlüssel der Hütte liegt unter der Matte", *OTHERS)

    assert read(palace, f"Wo ist der {typed}?") == [(typed, "Schlüssel")]


@pytest.mark.requirement("recall-misspelt")
def test_a_common_word_with_a_capital_is_read_without_its_missing_letter(palace: Palace) -> None:
    remember(palace, "The harbour is closed in August", *OTHERS)

    assert read(palace, "who was there in Augut") == [("Augut", "August")]


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize("word", ["linter", "upsert", "oauth", "nodejs"])
def test_a_technical_word_is_no_misspelt_common_word_that_nothing_holds(palace: Palace, word: str) -> None:
    remember(palace, PLUMBER, *OTHERS)

    assert read(palace, f"why does the {word} fail") == []


@pytest.mark.requirement("recall-misspelt")
def test_a_name_is_read_as_one_that_is_known(palace: Palace) -> None:
    remember(palace, PETERSEN, *OTHERS)

    assert read(palace, "what did Peterrsen book") == [("Peterrsen", "Petersen")]
    assert palace.recall("what did Peterrsen book", EVERYTHING, 1)[0].memory.content == PETERSEN


@pytest.mark.parametrize(("name", "asked"), [("Marvin", "Marwin"), ("Lena", "Lenya"), ("Mareike", "Marek"), ("Greta", "Grete")])
def test_a_short_name_with_another_letter_may_be_somebody_else(palace: Palace, name: str, asked: str) -> None:
    remember(palace, f"{name} waters the plants", *OTHERS)

    assert read(palace, f"what does {asked} do") == []


@pytest.mark.requirement("recall-misspelt")
@pytest.mark.parametrize(
    "question",
    [
        "was the barrage closed",
        "when was the plumbing inspected",
        "does the plumber's brother come, or doesn't he",
        "what is in src/thermosat.py",
        "status of THERMOSAT",
        "why thermosat-2 failed",
    ],
)
def test_what_is_spelt_right_or_meant_to_the_letter_stays(palace: Palace, question: str) -> None:
    remember(palace, PLUMBER, *OTHERS)

    assert read(palace, question) == []


def test_names_of_rooms_authors_and_entities_are_known_words(palace: Palace) -> None:
    remember(palace, "The plumbers of Nerida and Marekk met", *OTHERS)
    remember(palace, "Crane 2 stood still", room="nereda", by="Nerrida")
    palace.facts.add("Marek", "leads", "the yard")

    assert read(palace, "what happened in nereda") == []
    assert read(palace, "what did Nerrida report") == []
    assert read(palace, "whom does Marek lead") == []


def test_a_misspelt_room_is_found(palace: Palace) -> None:
    remember(palace, *OTHERS)
    remember(palace, "Crane 2 stood still for three hours", room="outages")

    assert read(palace, "all outagges") == [("outagges", "outages")]
    assert palace.recall("all outagges", EVERYTHING, 1)[0].memory.content == "Crane 2 stood still for three hours"


def test_a_common_word_that_nothing_holds_is_mended_for_its_meaning(palace: Palace) -> None:
    remember(palace, PLUMBER, *OTHERS)

    assert read(palace, "whcih plumber came") == [("whcih", "which")]
    assert read(palace, "the plumber at the resturant") == [("resturant", "restaurant")]


def test_what_rests_on_a_guess_is_never_strong(palace: Palace) -> None:
    remember(palace, PLUMBER, *OTHERS)

    right = palace.answer("The plumber replaced the thermostat on Thursday", EVERYTHING, 1)
    guessed = palace.answer("The plumber replaced the thermosatt on Thursday", EVERYTHING, 1)

    assert (right.strength, guessed.strength) == (Strength.STRONG, Strength.FAIR)


def test_search_by_plain_words_reads_what_is_typed(palace: Palace) -> None:
    remember(palace, PLUMBER, *OTHERS)

    assert [hit for hit in palace.recall("thermsotat", EVERYTHING, 5, LEXICAL) if hit.lexical > 0] == []
    assert palace.explaining.explain("thermsotat", EVERYTHING, 1, HYBRID).misspelt == (Misspelling("thermsotat", "thermostat"),)


def test_at_most_three_words_of_one_question_are_mended(palace: Palace) -> None:
    remember(palace, PLUMBER, "Gravel and barges", *OTHERS)

    assert len(read(palace, "plumbrer thermsotat thrusday gravell bargge")) == 3


@pytest.mark.parametrize(
    ("misspelt", "said"),
    [
        ((), ""),
        ((Misspelling("a", "b"),), "Read “a” as “b”."),
        ((Misspelling("a", "b"), Misspelling("c", "d")), "Read “a” as “b”, “c” as “d”."),
    ],
)
def test_what_was_read_otherwise_is_told(misspelt: Sequence[Misspelling], said: str) -> None:
    assert told_misspelt(misspelt) == said


@given(st.text("abcdefgh", min_size=5, max_size=9), st.data())
def test_a_slip_is_undone_by_a_slip(word: str, data: st.DataObject) -> None:
    typed = data.draw(st.sampled_from([each for each in slips(word) if len(each) >= 5]))

    assert word in set(slips(typed)) or typed == word


def slips(word: str) -> list[str]:
    return [*sure_slips(word), *other_slips(word)]


def test_the_dictionary_is_in_order_and_holds_its_first_and_last_word() -> None:
    words = Path(stems.__file__).with_name("english.txt").read_text(encoding="utf-8").split()

    assert words == sorted(set(words))
    assert stems.is_spelt(words[0])
    assert stems.is_spelt(words[-1])
    assert not stems.is_spelt("")
    assert not stems.is_spelt("zzzzzzz")


def test_words_of_scripts_without_capitals_are_never_strange() -> None:
    words = {"预算", "会议", "الاجتماع", "बैठक"}

    assert strange_words("预算 会议 الاجتماع बैठक", words) == []
