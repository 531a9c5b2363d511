"""Names in other scripts."""

import pytest

from simonides.languages.respelling import NameScript, respelled

ALL = frozenset(NameScript)


@pytest.mark.requirement("languages-respelling")
@pytest.mark.parametrize(
    ("question", "word", "form"),
    [
        ("Wo wohnt Alexei?", "alexei", "алексей"),
        ("what does Nikolai Zaitsev keep", "zaitsev", "зайцев"),
        ("what can Tatiana not eat", "tatiana", "татьяна"),
        ("when does galina begin", "galina", "галина"),
        ("where is Giorgos", "giorgo", "γιωργοσ"),
        ("Τι λέει ο Γιώργος;", "γιωργοσ", "giorgo"),
        ("is Chen Jie still here", "jie", "陈杰"),
        ("is Jie Chen still here", "jie", "陈杰"),
        ("where is Park Jiyoung", "park", "박"),
        ("where is Park Jiyoung", "jiyoung", "지영"),
        ("what did Hans say", "han", "ハン"),
        ("Чем занимается Сергей Волков?", "волков", "volkov"),
        ("У кого ключи, у Виктора?", "виктора", "victor"),
        ("陈杰还在公司吗？", "陈杰", "chen"),
        ("마리아는 어디에 있나요?", "마리", "maria"),
    ],
)
def test_a_name_has_its_spellings_in_other_scripts(question: str, word: str, form: str) -> None:
    assert form in respelled(question, ALL)[word]


def test_an_english_question_is_not_respelled_where_every_text_is_in_latin_letters() -> None:
    assert respelled("when does Galina begin", frozenset()) == {}


def test_function_words_and_small_words_are_no_names() -> None:
    assert respelled("Wann und wo wohnt er?", ALL) == {}
    assert respelled("when does the shop open", ALL) == {}


def test_a_name_has_few_spellings_however_long_it_is() -> None:
    spelled = respelled("Iiiiyyyyeeeeiiiiyyyy", frozenset({NameScript.CYRILLIC}))

    assert max(map(len, spelled.values())) <= 18


@pytest.mark.parametrize(("question", "form"), [("where is Tom", "том"), ("what did NASA say", "нас"), ("World War II", "и")])
def test_no_spelling_is_a_function_word_of_its_language(question: str, form: str) -> None:
    assert form not in {each for forms in respelled(question, ALL).values() for each in forms}


def test_signs_without_a_sound_and_very_long_words_are_no_names() -> None:
    assert not any(respelled("ーー", ALL).values())
    assert not any(respelled("ア" * 1_000, ALL).values())
